import { shared } from '../shared.ts'

/** Whether the list of shortcuts is open; a key and the user's menu share it. */
export const shortcutHelpShown = shared(false)
