/** Addresses of the forms for comments that work without script. */

type Id = string | number

export function addCommentPath(pageId: Id): string {
  return `/pages/addcomment.action?pageId=${pageId}`
}

export function replyCommentPath(pageId: Id, commentId: Id): string {
  return `/pages/replycomment.action?commentId=${commentId}&pageId=${pageId}`
}

export function editCommentPath(pageId: Id, commentId: Id): string {
  return `/pages/editcomment.action?commentId=${commentId}&pageId=${pageId}`
}

export function removeCommentPath(pageId: Id, commentId: Id): string {
  return `/pages/removecomment.action?commentId=${commentId}&pageId=${pageId}`
}

const ELEMENT_ID = /^comment-(\d+)$/

/** Id of the element of a comment. */
export function commentElementId(id: Id): string {
  return `comment-${id}`
}

/** Id of a comment, of the id of its element. @throws Error unless that has the form `comment-{number}` */
export function commentIdOf(elementId: string): string {
  const id = ELEMENT_ID.exec(elementId)?.[1]
  if (id === undefined) throw new Error(`"${elementId}" is not the id of a comment's element: comment-{number}`)
  return id
}
