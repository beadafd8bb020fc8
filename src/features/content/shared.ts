/** Largest body of a call that carries a page: storage text is at most 5 MB, and JSON escapes may double it. */
export const CONTENT_BODY_LIMIT = 12 * 1024 * 1024
/** Largest body of a call that converts a text: a page of 5 MB that needs little escaping. */
export const CONVERT_BODY_LIMIT = 6 * 1024 * 1024
/** Characters of a title at most, as in the old product; short enough for any address. */
export const MAX_TITLE_LENGTH = 255
export const TREE_PAGE_SIZE = 100
/** Siblings that come along with a page that stands beyond the first ones of its level: half of them before it. */
export const TREE_FAR_SIZE = 50
