/** Addresses of content that hold whatever becomes of its title, for server and browser alike. */

/** Address of a page or post. */
export function pagePath(id: string | number): string {
  return `/pages/viewpage.action?pageId=${id}`
}

/** Address of a comment on its page. */
export function commentPath(pageId: string | number, id: string | number): string {
  return `${pagePath(pageId)}&focusedCommentId=${id}#comment-${id}`
}
