/** Maximum links of a group. */
export const MOST_LINKS = 100
export const MAX_LINK_TITLE = 255
export const MAX_LINK_URL = 2000
/** Child pages shown initially. */
export const INITIAL_CHILD_PAGES = 10
/** Child pages per answer. */
export const MOST_CHILD_PAGES = 1000
export const GROUP_YEAR = '1'
export const GROUP_MONTH = '2'
export const BLOG_PAGE_SIZE = 200
export const MAX_CUSTOM_CONTENT = 50_000
export const COLLECTION_PAGE_SIZE = 25
