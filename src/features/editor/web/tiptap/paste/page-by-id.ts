/** Page links for addresses of this wiki that say the id of a page, whose title has to be asked for. */
import { call } from '#platform/web/api.ts'
import { ApiError } from '#platform/web/api-error.ts'
import { getContent } from '#features/content/contract.ts'
import { pageLink, type PastedAddress } from './address.ts'

const BY_ID =
  /^\/(?:pages\/viewpage\.action\?pageId=(\d{1,15})|spaces\/~?[\w.@-]{1,255}\/pages\/(\d{1,15})(?:\/[^/?#]*)?)$/

/** The link to the page of an address; undefined for other addresses, and for pages that the user may not see. */
export async function pageById(href: string, origin: string): Promise<PastedAddress | undefined> {
  const [, asked, named] = (href.startsWith(`${origin}/`) && BY_ID.exec(href.slice(origin.length))) || []
  const id = asked ?? named
  if (id === undefined) return undefined
  try {
    const query = { expand: 'space' }
    const { type, title, space } = await call(getContent, { params: { id }, query }, { signInOn401: false })
    return type === 'page' ? pageLink(title, (space as { key: string }).key) : undefined
  } catch (error) {
    if (error instanceof ApiError) return undefined
    throw error
  }
}
