/** Texts of copying that the server says and the browser shows; keys of i18n. */
export const NAME_TAKEN = 'Diagram with this name exists in page'
export const COPYING_DISABLED =
  'The ability to copy diagrams to existing pages has been disabled by your wiki administrator.'
