export const MCP_PATH = '/mcp'

/** Largest file that an agent can attach, in bytes. */
export const MOST_FILE_BYTES = 10 * 2 ** 20
/** Room for such a file as Base64, and for the longest text. */
export const BODY_LIMIT = 15 * 2 ** 20
/** Longest Markdown of one call, in UTF-16 units. */
export const MOST_MARKDOWN = 1_000_000
/** Changes of blocks in one call. */
export const MOST_EDITS = 200
/** Characters of a page in one answer; the rest is read from a later block. */
export const MOST_TEXT = 100_000
/** Calls of one user in a minute. */
export const MOST_CALLS = 600
