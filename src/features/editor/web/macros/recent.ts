import { RecentNames } from '../recent.ts'

/** Names of the macros that were inserted or changed last on this device. */
export const recentMacros = new RecentNames('oxbow.editor.recent-macros', 6)
