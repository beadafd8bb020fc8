/** Threads included in a page. */
export const THREADS_PAGE_SIZE = 20
/** Replies per call at most. */
export const MOST_ANSWERS = 500
