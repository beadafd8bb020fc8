import { shared } from '#platform/web/shared.ts'

/** Whether the restrictions dialog of the page is open; its button and its menu entry share it. */
export const dialogShown = shared(false)
