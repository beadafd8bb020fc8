import { endpoint } from '#platform/contract.ts'
import type { App } from '#platform/server/app.ts'
import { Answer } from '#platform/server/http/http.ts'

/** A call that old front ends make beside their work, where an answer that holds nothing is true and does no harm. */
interface Polled {
  readonly method: 'GET' | 'POST'
  readonly path: string
  /** Purpose of the request. */
  readonly summary: string
  readonly body: unknown
  /** A page may send it without a token: it changes nothing. */
  readonly unguarded?: boolean
}

/**
 * A feature that gives one of these a real answer takes its line out here. Each was seen sent by the programs named:
 * the public performance toolkit for Data Center (`dc-app-performance-toolkit` 8.10, `http_actions.py` and
 * `confluence.jmx`) fails an action when any of them answers 400 or above.
 */
const POLLED: readonly Polled[] = [
  // http_actions.py: every page view and edit. No script or style of the old product is served, so none is listed.
  {
    method: 'POST',
    path: '/rest/webResources/1.0/resources',
    summary: 'Scripts of the old product',
    body: { resources: [], unparsedData: {}, unparsedErrors: {} },
    unguarded: true,
  },
  // http_actions.py; the client throws when `shortcuts` is missing.
  {
    method: 'GET',
    path: '/rest/shortcuts/latest/shortcuts/:build/:hash',
    summary: 'Keyboard shortcuts of the old product',
    body: { shortcuts: [] },
  },
  // http_actions.py, when an editor opens: no issue tracker is linked.
  { method: 'GET', path: '/rest/jiraanywhere/1.0/servers', summary: 'Linked issue trackers', body: [] },
  // http_actions.py, when an editor opens.
  {
    method: 'GET',
    path: '/rest/autoconvert/latest/shortcutlinkconfigurations',
    summary: 'Shortcuts that links may be written by',
    body: {},
  },
  // http_actions.py, on the dashboard.
  {
    method: 'GET',
    path: '/rest/create-dialog/1.0/storage/quick-create',
    summary: 'What the create dialog remembers',
    body: {},
  },
]

/** Calls that old front ends make again and again, answered in their shape with what there is: nothing. */
export function polledCalls(app: App): void {
  for (const call of POLLED) {
    const declared = endpoint({
      method: call.method,
      path: call.path,
      tag: 'compatibility',
      summary: call.summary,
      allowedInReadOnlyMode: true,
      ...(call.unguarded ? { allowWithoutToken: true } : {}),
    })
    const answer = Answer.json(call.body)
    app.http.handle(declared, () => answer)
  }
  // Pictures at the addresses of the old product's caches: `/s/<locale>/<build>/<hash>/_/images/…`.
  app.http.handle(
    endpoint({
      method: 'GET',
      path: '/s/:locale/:build/:hash/_/images/*',
      tag: 'compatibility',
      summary: 'Pictures at cached addresses',
    }),
    ({ request }) =>
      Answer.redirect(
        `/images/${(request.params as Record<string, string>)['*']?.split('/').map(encodeURIComponent).join('/') ?? ''}`,
      ),
  )
}
