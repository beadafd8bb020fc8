export const HISTORY_PAGE_SIZE = 50
export const LINKS_PAGE_SIZE = 25
