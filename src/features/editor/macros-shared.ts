/** Macros that are rendered for the editor in one call. */
export const MOST_PREVIEWS = 40
/** Longest source of a macro that is rendered for the editor, in UTF-16 units. */
export const MOST_PREVIEW_LENGTH = 50_000
/** Named parts of a page that a form offers. */
export const MOST_EXCERPTS = 100
