import type { Endpoint } from '#platform/contract.ts'
import { urlOf } from '#platform/web/api.ts'
import { xsrfToken } from '#platform/web/session.ts'
import { type EditorView, leaveEditor } from '../contract.ts'

/** Makes a call that outlives the page. @param body JSON, at most 64 kB in all of its bytes */
export function callAtExit({ method, path }: Endpoint, params: { id: string }, body?: string): Promise<Response> {
  const headers = {
    'Content-Type': 'application/json', 'X-Requested-With': 'XMLHttpRequest', 'X-Atlassian-Token': xsrfToken() ?? 'no-check',
  }
  const init: RequestInit = { method, headers, keepalive: true, credentials: 'same-origin' }
  return fetch(urlOf({ path }, { params }), body === undefined ? init : { ...init, body })
}

/** Nothing was written in this editor: what was begun for it goes, unless another window has written in it. */
export function leaveUnwritten(view: EditorView): void {
  if (!view.isNew || view.storage !== '') return
  // What stays behind is removed by the server in time.
  callAtExit(leaveEditor, { id: view.id }).catch(() => undefined)
}
