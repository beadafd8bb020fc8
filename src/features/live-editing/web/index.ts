export type { LiveNotice, LivePerson } from '../shared.ts'
export type { ConflictPlace, Keep } from './conflicts.ts'
export type { LiveText, NotLive } from './live-text.ts'
export type { PresentPerson } from './people.ts'
export type { LiveProvider } from './provider.ts'
export type { Decision, SuggestionPlace } from './suggestions.ts'
export { isPageLost, isSignedOut, outageOf, refusalOf } from './refusals.ts'

/** Yjs and the binding of the editor: a separate chunk. */
export const loadLive = () => import('./together.ts')

/** Presence of editors of contents without a shared text: a separate chunk. */
export const loadPresence = () => import('./presence.ts')
