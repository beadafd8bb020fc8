/**
 * Data of a page document for the browser, in `<script type="application/json" id="oxbow-data">`, so that the app takes
 * over the server's HTML without asking for anything again. Shared by the server, which writes it, and the browser,
 * which reads it.
 */
import type { AccessModeStatus } from './access-mode-contract.ts'
import type { Endpoint } from './contract.ts'

export type Theme = 'light' | 'dark' | 'system'

/** Cookie that holds the theme, so that the server writes `data-theme` and nothing flashes. */
export const THEME_COOKIE = 'oxbow-theme'
/** Cookie that holds the sidebar's width in px, for the same reason. */
export const SIDEBAR_WIDTH_COOKIE = 'confluence-sidebar.width'

export interface SessionUser {
  username: string
  userKey: string
  displayName: string
  /** Address of the picture, relative to the site. */
  avatarUrl: string
  /** May open the administration. */
  isAdmin: boolean
}

/** One answer of a call, put into the browser's cache under {@link endpointKey}. */
export interface SeededQuery {
  key: readonly unknown[]
  data: unknown
  /** A field of the data that is the HTML of an element of the document, and so is not sent a second time. */
  fieldInDocument?: { field: string; elementId: string }
}

export interface PageData {
  /** BCP 47 tag of the interface's language, e.g. `en-US` or `de-DE`. */
  locale: string
  /** `hasExternalUsers`: they are managed outside of the wiki. */
  site: { title: string; version: string; buildNumber: string; hasExternalUsers: boolean; node?: string }
  /** The signed-in user; null for an anonymous reader. */
  user: SessionUser | null
  /** Actions that the frame offers this reader. */
  can: { createContent: boolean; createSpace: boolean }
  /** Whether the wiki could be changed when the document was made. */
  accessMode: AccessModeStatus
  queries: SeededQuery[]
  /**
   * Content of the main part: `screen`, the view of a screen, which the browser hydrates; `nothing`, until the browser
   * renders a screen; `document`, all that this address shows, which stays.
   */
  main: 'screen' | 'nothing' | 'document'
}

/** Arguments of a call as the cache's key sees them: empty parts and undefined values are left out. */
export interface EndpointArguments {
  params?: unknown
  query?: unknown
  body?: unknown
}

/**
 * Cache key of a call: `['GET /rest/api/content/:id', params, query]`, and the body of one that has one. Parameters are
 * compared as the wire carries them (strings), so that `{ id: 5 }` and `{ id: '5' }` are one key.
 */
export function endpointKey(
  endpoint: Pick<Endpoint, 'method' | 'path'>,
  args: EndpointArguments = {},
): readonly unknown[] {
  const key = [`${endpoint.method} ${endpoint.path}`, onWire(args.params), onWire(args.query)]
  return args.body === undefined ? key : [...key, args.body]
}

function onWire(values: unknown): Record<string, string | string[]> {
  const result: Record<string, string | string[]> = {}
  if (typeof values !== 'object' || values === null) return result
  for (const [name, value] of Object.entries(values).sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (value === undefined || value === null) continue
    result[name] = Array.isArray(value) ? value.map(String) : String(value)
  }
  return result
}
