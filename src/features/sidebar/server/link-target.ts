import type { Context } from '#platform/server/context.ts'
import { badRequest } from '#platform/server/http/errors.ts'
import { contentId } from '#platform/wire.ts'
import { requireContent } from '#features/content-core/server/policies.ts'
import { requireSpace } from '#features/spaces/server/index.ts'

export interface LinkInput {
  resourceId?: string | number | null | undefined
  resourceType?: string | null | undefined
  customTitle?: string | null | undefined
  url?: string | null | undefined
}

export interface LinkTarget {
  content_id: number | null
  target_space_id: number | null
  url: string
  title: string
}

/** Words for content that clients send as the type of a resource. */
const CONTENT_TYPES = new Set(['page', 'blogpost', 'blog', 'attachment', 'content', 'custom'])

/**
 * Target of a new shortcut: content or a space that the viewer may see, or an address.
 * @throws HttpError 400 for none of them or an address that is not allowed, 404 for targets that the viewer may not see
 */
export async function linkTarget(ctx: Context, input: LinkInput): Promise<LinkTarget> {
  const title = input.customTitle?.trim() ?? ''
  const type = input.resourceType?.trim().toLowerCase() ?? ''
  const id = input.resourceId === null || input.resourceId === undefined ? '' : String(input.resourceId).trim()
  if (id !== '' && type === 'space') {
    return { content_id: null, target_space_id: (await requireSpace(ctx, id)).id, url: '', title }
  }
  if (id !== '' && (type === '' || CONTENT_TYPES.has(type))) {
    const parsed = contentId.safeParse(id)
    if (!parsed.success) throw badRequest('must be the id of a page, post or attachment', { field: 'resourceId' })
    const content = await requireContent(ctx, parsed.data)
    if (content.type === 'comment') throw badRequest('a shortcut cannot lead to a comment', { field: 'resourceId' })
    if (content.status !== 'current') throw badRequest('a shortcut leads to published content', { field: 'resourceId' })
    return { content_id: content.id, target_space_id: null, url: '', title }
  }
  const url = input.url?.trim() ?? ''
  if (url === '') throw badRequest('A shortcut needs a resourceId with its resourceType, or a url')
  return { content_id: null, target_space_id: null, url: checkedUrl(url), title }
}

/** Schemes that a link may have; everything else could run or reach into the reader's machine. */
const SCHEMES = new Set(['http:', 'https:', 'mailto:', 'ftp:'])

function checkedUrl(url: string): string {
  if (url.startsWith('/') && !url.startsWith('//') && !url.startsWith('/\\')) return url
  const parsed = URL.parse(url)
  if (!parsed || !SCHEMES.has(parsed.protocol)) {
    throw badRequest('must begin with http://, https://, mailto: or ftp://, or with / for a page of this wiki', {
      field: 'url',
    })
  }
  return parsed.href
}
