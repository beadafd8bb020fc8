import { apiErrorFrom } from '#platform/web/api-error.ts'
import { urlOf } from '#platform/web/api.ts'
import { t } from '#platform/web/i18n.ts'
import { xsrfToken } from '#platform/web/session.ts'
import { dropUpload } from '../contract.ts'

interface UploadAnswer {
  actionErrors?: unknown[]
  message?: unknown
}

/** Where files go. */
export interface UploadTarget {
  pageId: string
  spaceKey: string
}

/**
 * Sends one file to a page. By XMLHttpRequest: `fetch` tells nothing of how far an upload is.
 * @throws Error with the text to show
 */
export function sendFile(target: UploadTarget, file: File, progress: (loaded: number) => void, signal: AbortSignal): Promise<void> {
  const token = xsrfToken()
  const url = urlOf(dropUpload, {
    query: {
      ...target, filename: file.name, size: file.size, mimeType: file.type || 'application/octet-stream', ...(token ? { atl_token: token } : {}),
    },
  })
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(dropUpload.method, url)
    request.setRequestHeader('Content-Type', 'application/octet-stream')
    request.setRequestHeader('X-Atlassian-Token', token ?? 'no-check')
    request.upload.addEventListener('progress', event => progress(event.loaded))
    request.addEventListener('error', () => reject(new Error(t('The server is not responding. Please check that it is running.'))))
    request.addEventListener('abort', () => reject(new Error(t('File was manually removed from the queue.'))))
    request.addEventListener('load', () => {
      const problem = problemIn(request.status, request.responseText)
      if (problem === undefined) resolve()
      else reject(new Error(problem))
    })
    signal.addEventListener('abort', () => request.abort())
    request.send(file)
  })
}

/** What the server's answer to an upload says went wrong; undefined when nothing did. */
export function problemIn(status: number, text: string): string | undefined {
  let answer: UploadAnswer
  try {
    answer = JSON.parse(text) as UploadAnswer
  } catch {
    return t('Invalid response received from the server.')
  }
  const first = answer.actionErrors?.[0]
  const { errors, message } = apiErrorFrom(status, text)
  if (typeof first === 'string') return errors.length > 0 ? message : first
  if (status < 400) return undefined
  return typeof answer.message === 'string' ? message : t('The server answered with an error ({{status}}).', { status })
}
