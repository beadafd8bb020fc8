import type { App } from './app.ts'

/** The user or visitor of a request. The accounts feature fills it in; everything below sees only this. */
export interface Viewer {
  /** Null for an anonymous visitor. */
  readonly userId: number | null
  /** 32 hex digits, the id of a user on the wire; empty for anonymous. */
  readonly userKey: string
  readonly username: string
  readonly displayName: string
  readonly groupIds: readonly number[]
  /** System administrator: passes every policy. */
  readonly isAdmin: boolean
  /** May use the wiki at all (active account, or anonymous where that is allowed). */
  readonly mayUse: boolean
  /** May view the profiles of other users. */
  readonly mayViewUsers: boolean
  readonly locale: string | null
  readonly timeZone: string | null
}

/** A key of everything about a viewer that decides what they may see and do, for caches per reader. */
export function powersOf({ userKey, isAdmin, mayUse, mayViewUsers, groupIds }: Viewer): string {
  return `${userKey} ${isAdmin} ${mayUse} ${mayViewUsers} ${groupIds.join()}`
}

/** How the request proved who asks; CSRF rules depend on it. */
export interface Authentication {
  readonly viewer: Viewer
  readonly method: 'anonymous' | 'session' | 'basic' | 'token'
  /** The credentials only allow to read: an access token that was made so. */
  readonly mayOnlyRead?: boolean
  /** XSRF token of the session, stable for its life; empty without a session. */
  readonly xsrfToken: string
  /** The session's id, for sign-out. */
  readonly sessionId?: string
}

/** Context of a service function: the application and the viewer. */
export interface Context {
  readonly app: App
  readonly viewer: Viewer
  readonly authentication: Authentication
  /** BCP 47 tag of the language to answer in. */
  readonly locale: string
}
