import { messageOf } from '#platform/message-of.ts'
import { sizeText } from '../sizes.ts'
import { UPLOAD_ERROR, UploadError, type UploadErrorCode } from './upload-errors.ts'

/** File states, with the numbers of the old product's uploader. */
export const UPLOAD_STATUS = { queued: 1, uploading: 2, failed: 4, done: 5 } as const
export type UploadStatus = (typeof UPLOAD_STATUS)[keyof typeof UPLOAD_STATUS]

export interface UploadFile {
  id: number
  name: string
  size: number
  status: UploadStatus
  loaded: number
  percent: number
  error?: string
  code?: UploadErrorCode
}

/**
 * Sends a file. Rejects with a displayable message.
 * @param chunkSize bytes; 0 for whole files
 */
export type Send = (
  file: File,
  progress: (loaded: number) => void,
  signal: AbortSignal,
  chunkSize: number,
) => Promise<void>

export interface QueueTexts {
  tooBig: (name: string, most: string) => string
  folder: (name: string) => string
  extension: (name: string) => string
  removed: string
}

export interface UploadLimits {
  /** Bytes per file. */
  maxSize: number
  /** Bytes of the chunks of larger files; absent or 0 for whole files. */
  chunkSize?: number
  /** Extensions that are allowed, in lower case and without the dot; default all. */
  extensions?: readonly string[]
}

/** Files up to this size are probed: unreadable ones are folders. */
export const PROBE_SIZE = 4096

/**
 * Upload queue of a page, one file at a time; an external store for components. Duplicate names within a drop are sent
 * once.
 */
export class UploadQueue {
  #files: readonly UploadFile[] = []
  #sources = new Map<number, File>()
  #nextId = 1
  #isStopped = false
  #chunkSize = 0
  #current: { id: number; abort: AbortController } | undefined
  readonly #listeners = new Set<() => void>()
  readonly #send: Send
  readonly #texts: QueueTexts
  readonly #onIdle: (anyDone: boolean) => void

  constructor(send: Send, texts: QueueTexts, onIdle: (anyDone: boolean) => void) {
    this.#send = send
    this.#texts = texts
    this.#onIdle = onIdle
  }

  get files(): readonly UploadFile[] {
    return this.#files
  }

  get isBusy(): boolean {
    return this.#files.some(file => file.status === UPLOAD_STATUS.queued || file.status === UPLOAD_STATUS.uploading)
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Adds the files of one drop and starts. */
  add(files: readonly File[], limits: UploadLimits): void {
    this.#chunkSize = limits.chunkSize ?? 0
    const seen = new Set<string>()
    for (const file of files) {
      if (seen.has(file.name)) continue
      seen.add(file.name)
      const id = this.#nextId++
      const error = this.#refusal(file, limits)
      this.#sources.set(id, file)
      this.#set([
        ...this.#files,
        {
          id,
          name: file.name,
          size: file.size,
          loaded: 0,
          percent: 0,
          ...(error === undefined
            ? { status: UPLOAD_STATUS.queued }
            : { status: UPLOAD_STATUS.failed, error: error.message, code: error.code }),
        },
      ])
    }
    void this.#next()
  }

  #refusal(file: File, { maxSize, extensions }: UploadLimits): UploadError | undefined {
    const extension = /\.([^.]+)$/.exec(file.name)?.[1]?.toLowerCase() ?? ''
    if (extensions && !extensions.includes(extension))
      return new UploadError(UPLOAD_ERROR.fileExtension, this.#texts.extension(file.name))
    if (file.size > maxSize)
      return new UploadError(UPLOAD_ERROR.fileSize, this.#texts.tooBig(file.name, sizeText(maxSize)))
    return undefined
  }

  /** Stops sending; the file on its way is queued again. */
  stop(): void {
    this.#isStopped = true
    if (!this.#current) return
    this.#change(this.#current.id, { status: UPLOAD_STATUS.queued, loaded: 0, percent: 0 })
    this.#current.abort.abort()
  }

  /** Resumes after {@link stop}. */
  start(): void {
    this.#isStopped = false
    void this.#next()
  }

  cancel(id: number): void {
    const file = this.#files.find(one => one.id === id)
    if (!file || (file.status !== UPLOAD_STATUS.queued && file.status !== UPLOAD_STATUS.uploading)) return
    this.#change(id, { status: UPLOAD_STATUS.failed, error: this.#texts.removed })
    if (this.#current?.id === id) this.#current.abort.abort()
  }

  clear(): void {
    this.#set(
      this.#files.filter(file => file.status === UPLOAD_STATUS.queued || file.status === UPLOAD_STATUS.uploading),
    )
  }

  async #next(): Promise<void> {
    if (this.#current || this.#isStopped) return
    const file = this.#files.find(one => one.status === UPLOAD_STATUS.queued)
    const source = file && this.#sources.get(file.id)
    if (!file || !source) {
      if (!this.isBusy && this.#files.length > 0)
        this.#onIdle(this.#files.some(one => one.status === UPLOAD_STATUS.done))
      return
    }
    const abort = new AbortController()
    this.#current = { id: file.id, abort }
    this.#change(file.id, { status: UPLOAD_STATUS.uploading })
    try {
      if (await isUnreadable(source)) throw new UploadError(UPLOAD_ERROR.folder, this.#texts.folder(file.name))
      abort.signal.throwIfAborted()
      await this.#send(
        source,
        loaded =>
          this.#change(file.id, { loaded, percent: file.size === 0 ? 100 : Math.min(100, (loaded / file.size) * 100) }),
        abort.signal,
        this.#chunkSize,
      )
      this.#change(file.id, { status: UPLOAD_STATUS.done, loaded: file.size, percent: 100 })
    } catch (error) {
      if (!abort.signal.aborted) {
        const code = error instanceof UploadError ? error.code : UPLOAD_ERROR.generic
        this.#change(file.id, { status: UPLOAD_STATUS.failed, error: messageOf(error), code })
      }
    }
    if (this.#files.find(one => one.id === file.id)?.status !== UPLOAD_STATUS.queued) this.#sources.delete(file.id)
    this.#current = undefined
    void this.#next()
  }

  #change(id: number, change: Partial<UploadFile>): void {
    this.#set(this.#files.map(file => (file.id === id ? { ...file, ...change } : file)))
  }

  #set(files: readonly UploadFile[]): void {
    this.#files = files
    for (const listener of this.#listeners) listener()
  }
}

/** A folder looks like a small unreadable file. */
async function isUnreadable(file: File): Promise<boolean> {
  if (file.size > PROBE_SIZE) return false
  try {
    await file.arrayBuffer()
    return false
  } catch {
    return true
  }
}
