import { apiErrorFrom, isProxyLimit, proxyLimitText } from '#platform/web/api-error.ts'
import { urlOf } from '#platform/web/api.ts'
import { t } from '#platform/web/i18n.ts'
import { randomId } from '#platform/web/random-id.ts'
import { xsrfToken } from '#platform/web/session.ts'
import { ProxyLimitError, UPLOAD_ERROR, UploadError } from './upload-errors.ts'
import { dropUpload } from '../contract.ts'
import { MOST_CHUNKS } from '../shared.ts'

interface UploadAnswer {
  actionErrors?: unknown[]
  message?: unknown
}

/** Upload destination. */
export interface UploadTarget {
  pageId: string
  spaceKey: string
}

/** Chunks of a file that have arrived; sending it again resumes after them. */
const begun = new WeakMap<File, { uploadId: string; chunkSize: number; next: number }>()

/** Chunks are not made smaller than this many bytes for a proxy. */
const SMALLEST_CHUNK = 64 * 1024
/** Each attempt after a proxy's refusal sends this part of what was refused. */
const SHRINK_BY = 4
/** Bytes that a proxy may accept at once, since it refused more in this window. */
let proxyLimit = Infinity

/**
 * Uploads one file to a page, in chunks if it is larger than one. If a proxy refuses a request by its size, the file is
 * sent again in smaller chunks, and so are later files.
 * @param chunkSize bytes; 0 sends every file whole
 * @throws UploadError with a displayable message
 */
export async function sendFile(
  target: UploadTarget,
  file: File,
  chunkSize: number,
  progress: (loaded: number) => void,
  signal: AbortSignal,
): Promise<void> {
  const smallest = Math.max(SMALLEST_CHUNK, Math.ceil(file.size / MOST_CHUNKS))
  for (;;) {
    const atOnce = Math.min(chunkSize || Infinity, Math.max(proxyLimit, smallest))
    try {
      return await sendInChunks(target, file, atOnce, progress, signal)
    } catch (error) {
      const refused = Math.min(atOnce, file.size)
      if (!(error instanceof ProxyLimitError) || refused <= smallest) throw error
      proxyLimit = Math.max(SMALLEST_CHUNK, Math.floor(refused / SHRINK_BY))
    }
  }
}

async function sendInChunks(
  target: UploadTarget,
  file: File,
  chunkSize: number,
  progress: (loaded: number) => void,
  signal: AbortSignal,
): Promise<void> {
  if (file.size <= chunkSize) return send({ target, file, bytes: file, part: {} }, progress, signal)
  const known = begun.get(file)
  const upload = known?.chunkSize === chunkSize ? known : { uploadId: randomId(), chunkSize, next: 0 }
  begun.set(file, upload)
  const chunks = Math.ceil(file.size / chunkSize)
  try {
    for (; upload.next < chunks; upload.next++) {
      const start = upload.next * chunkSize
      const part = { chunk: upload.next, chunks, uploadId: upload.uploadId }
      const bytes = file.slice(start, start + chunkSize)
      await send({ target, file, bytes, part }, loaded => progress(start + loaded), signal)
    }
  } catch (error) {
    // An upload that the server refuses is begun again.
    if (error instanceof UploadError && error.code !== UPLOAD_ERROR.io) begun.delete(file)
    throw error
  }
  begun.delete(file)
}

interface Sent {
  target: UploadTarget
  file: File
  bytes: Blob
  part: { chunk?: number; chunks?: number; uploadId?: string }
}

/** Sends a file or a part of it. Uses XMLHttpRequest, since `fetch` reports no progress. */
function send(
  { target, file, bytes, part }: Sent,
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
      ...part,
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
    request.send(bytes)
  })
}

/** The error in an upload's response; undefined on success. */
export function problemIn(status: number, text: string): UploadError | undefined {
  if (isProxyLimit(status, text)) return new ProxyLimitError(proxyLimitText())
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
