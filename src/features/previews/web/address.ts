/** Address of an open preview. */
export interface PreviewAddress {
  /** Page or post that the file is attached to. */
  pageId: string
  /** Content id, without the prefix `att`. */
  fileId: string
  mode: PreviewMode
  /** Comment on the file to begin with. */
  commentId?: string
  /** Files to page through, by id; default all of the page. */
  among?: readonly string[]
}

/**
 * `full`: from a page or its list of attachments, with its other files and their comments. `comment`: from a comment,
 * with the files of that comment. `simple`: one file alone, where a list is of many pages.
 */
export type PreviewMode = 'full' | 'comment' | 'simple'

/** Query parameter, and beginning of the anchor, of a link to a preview. */
const PARAMETER = 'preview'
const ANCHOR = '!/preview'
const PLACE = /^\/?(\d{1,15})\/(?:att)?(\d{1,15})(?:\/|$)/

/**
 * The preview that an address names by `?preview=/<page>/<file>/<name>` or `#!/preview/<page>/<file>`; undefined for
 * other addresses.
 */
export function previewIn(search: string, hash: string): PreviewAddress | undefined {
  const anchor = hash.replace(/^#/, '')
  const written =
    new URLSearchParams(search).get(PARAMETER) ??
    (anchor.startsWith(ANCHOR) ? decoded(anchor.slice(ANCHOR.length).replace(/^=/, '')) : '')
  const [, pageId, fileId] = PLACE.exec(written) ?? []
  return pageId !== undefined && fileId !== undefined ? { pageId, fileId, mode: 'full' } : undefined
}

/** The comment that an address names, and what it is on: the page, or one of its files. */
export function commentIn(search: string): { id: string; commentId: string } | undefined {
  const query = new URLSearchParams(search)
  const [id, commentId] = [query.get('pageId'), query.get('focusedCommentId')]
  return id && commentId ? { id, commentId } : undefined
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Path of a page that opens the preview of one of its files. */
export function previewPath({ containerId, id, name }: { containerId: string; id: string; name: string }): string {
  const query = new URLSearchParams({ pageId: containerId, [PARAMETER]: `/${containerId}/${id}/${name}` })
  return `/pages/viewpage.action?${query}`
}
