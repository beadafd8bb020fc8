import { call } from '#platform/web/api.ts'
import { ApiError } from '#platform/web/api-error.ts'
import { linkTitle } from '../contract.ts'

/** The title of the page at an address of another site; undefined if the site is not asked or gives none. */
export async function titleOf(href: string): Promise<string | undefined> {
  try {
    const { title } = await call(linkTitle, { query: { url: href } }, { signInOn401: false })
    return title ?? undefined
  } catch (error) {
    // Without an answer, the link shows its address.
    if (error instanceof ApiError) return undefined
    throw error
  }
}
