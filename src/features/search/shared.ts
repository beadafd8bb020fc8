/** Maximum length of a query. */
export const MAX_QUERY = 1000
export const EXCERPTS = ['highlight', 'indexed', 'none', 'highlight_unescaped', 'indexed_unescaped'] as const
export const FOUND_TYPES = ['page', 'blogpost', 'comment', 'attachment', 'space', 'user'] as const
