/** Parts of an open page that can change, as the answer's `changed` names them. */
export const CHANGES = ['page', 'comments', 'inline-comments', 'likes', 'labels', 'attachments', 'tasks'] as const
export type Change = (typeof CHANGES)[number]

/** Id of the page in the call of screens that show none. */
export const NO_PAGE = '0'
