import type { Endpoint } from '#platform/contract.ts'
import { urlOf } from '#platform/web/api.ts'
import { xsrfToken } from '#platform/web/session.ts'
import { type EditorView, leaveEditor } from '../contract.ts'

/** Makes a call that outlives the page. @param body JSON, at most 64 kB */
export function callAtExit({ method, path }: Endpoint, params: { id: string }, body?: string): Promise<Response> {
  const headers = {
    'Content-Type': 'application/json',
    'X-Requested-With': 'XMLHttpRequest',
    'X-Atlassian-Token': xsrfToken() ?? 'no-check',
  }
  const init: RequestInit = { method, headers, keepalive: true, credentials: 'same-origin' }
  return fetch(urlOf({ path }, { params }), body === undefined ? init : { ...init, body })
}

/** Discards a draft that was never edited, unless another window has edited it. */
export function leaveUnwritten(view: EditorView): void {
  if (!view.isNew || view.storage !== '') return
  // The server removes leftovers in time.
  callAtExit(leaveEditor, { id: view.id }).catch(() => undefined)
}
