import { shared } from '#platform/web/shared.ts'

/** Whether the dialog is open; shared by menu entry and shortcut. */
export const recentlyViewedShown = shared(false)
