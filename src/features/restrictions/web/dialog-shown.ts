import { shared } from '#platform/web/shared.ts'

/** Whether the dialog is open; shared by button and menu entry. */
export const restrictionsShown = shared(false)
