/** Names of events that the wiki itself reads. */
export const PAGE_VIEW = 'page.view'
export const PAGE_EDIT = 'page.edit'
export const SEARCH_PERFORMED = 'search.performed'
/** Meta of documents whose reader's use may be recorded. */
export const RECORDING_META = 'oxbow-analytics'

/** Part of a page: whether those who may edit it see who viewed it. */
export const VIEWERS_PART = 'viewers'

/** Events of one bulk call. */
export const MOST_EVENTS = 500
export const MAX_NAME = 200
/** Properties of one event, and characters of a value. */
export const MOST_PROPERTIES = 50
export const MAX_VALUE = 2000

export type Properties = Record<string, string | number | boolean>
