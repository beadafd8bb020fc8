import { apiErrorFrom } from '#platform/web/api-error.ts'
import { urlOf } from '#platform/web/api.ts'
import { t } from '#platform/web/i18n.ts'
import { xsrfToken } from '#platform/web/session.ts'
import { UPLOAD_ERROR, UploadError } from './upload-errors.ts'
import { dropUpload } from '../contract.ts'

interface UploadAnswer {
  actionErrors?: unknown[]
  message?: unknown
}

/** Upload destination. */
export interface UploadTarget {
  pageId: string
  spaceKey: string
}

/**
 * Uploads one file to a page. Uses XMLHttpRequest, since `fetch` reports no progress.
 * @throws UploadError with a displayable message
 */
export function sendFile(
  target: UploadTarget,
  file: File,
  progress: (loaded: number) => void,
  signal: AbortSignal,
): Promise<void> {
  const token = xsrfToken()
  const url = urlOf(dropUpload, {
    query: {
      ...target,
      filename: file.name,
      size: file.size,
      mimeType: file.type || 'application/octet-stream',
      ...(token ? { atl_token: token } : {}),
    },
  })
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    try {
      request.open(dropUpload.method, url)
      request.setRequestHeader('Content-Type', 'application/octet-stream')
      request.setRequestHeader('X-Atlassian-Token', token ?? 'no-check')
    } catch (cause) {
      return reject(new UploadError(UPLOAD_ERROR.init, t('Init error.'), { cause }))
    }
    request.upload.addEventListener('progress', event => progress(event.loaded))
    request.addEventListener('error', () =>
      reject(new UploadError(UPLOAD_ERROR.io, t('The server is not responding. Please check that it is running.'))),
    )
    request.addEventListener('abort', () => reject(new Error(t('File was manually removed from the queue.'))))
    request.addEventListener('load', () => {
      const problem = problemIn(request.status, request.responseText)
      if (problem === undefined) resolve()
      else reject(problem)
    })
    signal.addEventListener('abort', () => request.abort())
    request.send(file)
  })
}

/** What an upload's response says went wrong; undefined on success. */
export function problemIn(status: number, text: string): UploadError | undefined {
  const words = messageIn(status, text)
  if (words === undefined) return undefined
  return new UploadError(status >= 400 ? UPLOAD_ERROR.http : UPLOAD_ERROR.generic, words)
}

function messageIn(status: number, text: string): string | undefined {
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
