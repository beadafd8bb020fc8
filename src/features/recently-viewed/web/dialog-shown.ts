import { shared } from '#platform/web/shared.ts'

/** Whether the dialog of recently viewed pages is open; the menu entry and the keys share it. */
export const dialogShown = shared(false)
