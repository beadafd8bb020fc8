import { messageOf } from '#platform/message-of.ts'
import { sizeText } from '../sizes.ts'

/** States of a file in the queue, with the numbers that the old product's uploader gave them. */
export const UPLOAD_STATUS = { queued: 1, uploading: 2, failed: 4, done: 5 } as const
export type UploadStatus = (typeof UPLOAD_STATUS)[keyof typeof UPLOAD_STATUS]

export interface UploadFile {
  id: number
  name: string
  size: number
  status: UploadStatus
  /** Bytes that have left. */
  loaded: number
  percent: number
  error?: string
}

/** What sends a file. Resolves when the server has it, rejects with the text to show. */
export type Send = (file: File, progress: (loaded: number) => void, signal: AbortSignal) => Promise<void>

export interface QueueTexts {
  tooBig: (name: string, most: string) => string
  folder: (name: string) => string
  removed: string
}

/** Files of so many bytes or less are looked into: what cannot be read is a folder. */
export const PROBE_SIZE = 4096

/**
 * Files on their way to a page, one at a time, as a store that components read. Names that are twice in one drop go once.
 */
export class UploadQueue {
  #files: readonly UploadFile[] = []
  #sources = new Map<number, File>()
  #nextId = 1
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

  /** Takes the files of one drop or choice, and starts. `maxSize`: bytes that a file may have. */
  add(files: readonly File[], maxSize: number): void {
    const seen = new Set<string>()
    for (const file of files) {
      if (seen.has(file.name)) continue
      seen.add(file.name)
      const id = this.#nextId++
      const error = file.size > maxSize ? this.#texts.tooBig(file.name, sizeText(maxSize)) : undefined
      this.#sources.set(id, file)
      this.#set([...this.#files, {
        id, name: file.name, size: file.size, loaded: 0, percent: 0,
        ...(error === undefined ? { status: UPLOAD_STATUS.queued } : { status: UPLOAD_STATUS.failed, error }),
      }])
    }
    void this.#next()
  }

  /** Takes a file that waits or is on its way out of the queue. */
  cancel(id: number): void {
    const file = this.#files.find(one => one.id === id)
    if (!file || (file.status !== UPLOAD_STATUS.queued && file.status !== UPLOAD_STATUS.uploading)) return
    this.#change(id, { status: UPLOAD_STATUS.failed, error: this.#texts.removed })
    if (this.#current?.id === id) this.#current.abort.abort()
  }

  /** Forgets what is finished. */
  clear(): void {
    this.#set(this.#files.filter(file => file.status === UPLOAD_STATUS.queued || file.status === UPLOAD_STATUS.uploading))
  }

  async #next(): Promise<void> {
    if (this.#current) return
    const file = this.#files.find(one => one.status === UPLOAD_STATUS.queued)
    const source = file && this.#sources.get(file.id)
    if (!file || !source) {
      if (!this.isBusy && this.#files.length > 0) this.#onIdle(this.#files.some(one => one.status === UPLOAD_STATUS.done))
      return
    }
    const abort = new AbortController()
    this.#current = { id: file.id, abort }
    this.#change(file.id, { status: UPLOAD_STATUS.uploading })
    try {
      if (await isUnreadable(source)) throw new Error(this.#texts.folder(file.name))
      abort.signal.throwIfAborted()
      await this.#send(source, loaded => this.#change(file.id, { loaded, percent: file.size === 0 ? 100 : Math.min(100, (loaded / file.size) * 100) }), abort.signal)
      this.#change(file.id, { status: UPLOAD_STATUS.done, loaded: file.size, percent: 100 })
    } catch (error) {
      if (!abort.signal.aborted) this.#change(file.id, { status: UPLOAD_STATUS.failed, error: messageOf(error) })
    }
    this.#sources.delete(file.id)
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

/** A folder looks like a small file that cannot be read. */
async function isUnreadable(file: File): Promise<boolean> {
  if (file.size > PROBE_SIZE) return false
  try {
    await file.arrayBuffer()
    return false
  } catch {
    return true
  }
}
