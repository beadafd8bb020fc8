import { shared } from '#platform/web/shared.ts'
import { BELL_ID } from '../view/BellView.tsx'

/** Whether the list is open below the bell; shared by button, shortcut and address. */
export const listShown = shared(false)
/** Notifications since the list was opened last, as the server said it last: first with the document. */
export const newCount = shared(Number(document.getElementById(BELL_ID)?.dataset['count'] ?? 0))
