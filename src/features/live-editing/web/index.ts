export type { LiveNotice, LivePerson, LiveSelection } from '../shared.ts'
export type { ConflictPlace, Keep } from './conflicts.ts'
export type { LiveText, NotLive } from './live-text.ts'
export type { PresentPerson } from './people.ts'
export type { FileSharing, OthersSelection, SharedFile, SharedFileEvents } from './shared-file.ts'
export type { LiveProvider } from './provider.ts'
export type { Decision, SuggestionPlace } from './suggestions.ts'
export { isPageLost, isSignedOut, outageOf, refusalOf } from './refusals.ts'
export { SEPARATE_STEP } from './separate-step.ts'

/** Yjs and the binding of the editor: a separate chunk. */
export const loadLive = () => import('./together.ts')

/** Yjs and the connection of editors of files, such as diagrams: a separate chunk. */
export const loadSharedFile = () => import('./shared-file.ts')
