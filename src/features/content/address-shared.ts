/** Permanent addresses of content, for server and browser. */

export function pagePath(id: string | number): string {
  return `/pages/viewpage.action?pageId=${id}`
}

export function commentPath(pageId: string | number, id: string | number): string {
  return `${pagePath(pageId)}&focusedCommentId=${id}#comment-${id}`
}
