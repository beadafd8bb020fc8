/** Body limit of calls with a page: storage text up to 5 MB, which JSON escapes may double. */
export const CONTENT_BODY_LIMIT = 12 * 1024 * 1024
/** Body limit of conversions: a 5 MB page with few escapes. */
export const CONVERT_BODY_LIMIT = 6 * 1024 * 1024
/** Characters that a visitor without an account may have converted at once. */
export const VISITOR_CONVERT_LIMIT = 32 * 1024
export const TREE_PAGE_SIZE = 100
/** Nodes of each level that come with a document: about as many as can be seen. */
export const TREE_SENT_SIZE = 40
/** Siblings sent around a page far from the start of its level, half of them before it. */
export const TREE_FAR_SIZE = 40
