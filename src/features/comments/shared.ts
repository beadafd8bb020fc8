/** Comments that a page brings along; further ones follow on demand. */
export const THREADS_PAGE_SIZE = 20
/** Answers that come with the threads of one call, at most. */
export const MOST_ANSWERS = 500
