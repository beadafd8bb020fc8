import { shared } from '../shared.ts'

/** Whether the shortcut list is open; shared by shortcut and user menu. */
export const shortcutHelpShown = shared(false)
