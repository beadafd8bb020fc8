/** Permanent addresses of content, for server and browser. */

export function pagePath(id: string | number): string {
  return `/pages/viewpage.action?pageId=${id}`
}

export function commentPath(pageId: string | number, id: string | number): string {
  return `${pagePath(pageId)}&focusedCommentId=${id}#comment-${id}`
}

/** Address of a comparison; older version first. */
export function comparePath(id: string | number, one: number, other: number): string {
  const [from, to] = one < other ? [one, other] : [other, one]
  return `/pages/diffpagesbyversion.action?pageId=${id}&selectedPageVersions=${from}&selectedPageVersions=${to}`
}
