/** Autosave of the editor: to the server after a pause in typing, to the device when the server is unreachable. */
import { messageOf } from '#platform/message-of.ts'
import type { ApiError } from '#platform/web/api-error.ts'

export interface DraftText {
  title: string
  storage: string
  baseVersion: number
}

export type DraftState =
  /** Nothing typed since opening. */
  | { kind: 'clean' }
  | { kind: 'saving' }
  | { kind: 'saved' }
  /** Not saved on the server, and why. `local`: stored on the device. */
  | { kind: 'failed'; reason: string; local: boolean }
  /** The server has a different draft from another window: no saving until the user chooses. */
  | { kind: 'diverged' }

export interface DraftPorts {
  /** Saves on the server. @throws ApiError 409 when it has a different draft */
  save(text: DraftText): Promise<void>
  /** `save` during page unload. */
  saveAtExit(text: DraftText): void
  /** Stores on the device; false when it does not fit. */
  storeLocally(text: DraftText): boolean
  forget(): void
}

const REST_MS = 2000
const RETRY_MS = [5_000, 15_000, 30_000, 60_000] as const

/** Autosave state machine. Listeners are notified of changes of `status` and text. */
export class Draft {
  status: DraftState = { kind: 'clean' }
  readonly #ports: DraftPorts
  readonly #read: () => DraftText
  readonly #listeners = new Set<() => void>()
  #timer: ReturnType<typeof setTimeout> | undefined
  #running: Promise<void> | undefined
  #isDirty = false
  #failures = 0
  /** Text known to be on the server; undefined forces a write. */
  #saved: DraftText | undefined
  #isOver = false

  /** @param read current editor content; called only to save */
  constructor(ports: DraftPorts, read: () => DraftText) {
    this.#ports = ports
    this.#read = read
    this.#saved = read()
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  snapshot = (): DraftState => this.status

  touch(): void {
    if (this.#isOver) return
    this.#isDirty = true
    if (this.status.kind !== 'failed' && this.status.kind !== 'diverged') this.#setStatus({ kind: 'saving' })
    this.#schedule(REST_MS)
  }

  /** Reports that the server has a different draft. */
  part(): void {
    if (this.#isOver) return
    this.#setStatus({ kind: 'diverged' })
    const text = this.#read()
    this.#isDirty = !same(text, this.#saved)
    if (this.#isDirty) this.#ports.storeLocally(text)
  }

  /** Reports that the user chose the current text: saves it and resumes. */
  async settle(): Promise<void> {
    this.#saved = undefined
    this.#isDirty = true
    this.#setStatus({ kind: 'saving' })
    await this.flush()
  }

  /** Saves now. Resolves when the server has accepted or refused. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer)
    if (this.#running) await this.#running
    if (!this.#isDirty || this.#isOver) return
    if (this.status.kind === 'diverged') {
      this.#ports.storeLocally(this.#read())
      return
    }
    this.#running = this.#write().finally(() => {
      this.#running = undefined
    })
    await this.#running
  }

  /** On unload: a last save, and a local copy. */
  leave(): void {
    if (!this.#isDirty || this.#isOver) return
    const text = this.#read()
    if (same(text, this.#saved)) return
    this.#ports.storeLocally(text)
    if (this.status.kind !== 'diverged') this.#ports.saveAtExit(text)
  }

  /** Nothing typed since opening and nothing published. */
  get isUntouched(): boolean {
    return this.status.kind === 'clean' && !this.#isOver
  }

  /** Whether a save is in flight. */
  get isWriting(): boolean {
    return this.#running !== undefined
  }

  /** Stops saving before publish or discard; resolves when writes have ended. */
  async pause(): Promise<void> {
    this.#isOver = true
    clearTimeout(this.#timer)
    await this.#running
  }

  /** After publish or discard: removes the local copy. */
  async end(): Promise<void> {
    await this.pause()
    this.#ports.forget()
  }

  /** Resumes saving after a failed publish or a replaced text. */
  resume(): void {
    this.#isOver = false
    this.touch()
  }

  async #write(): Promise<void> {
    const text = this.#read()
    this.#isDirty = false
    if (same(text, this.#saved)) {
      this.#setStatus(this.status.kind === 'clean' ? this.status : { kind: 'saved' })
      return
    }
    this.#setStatus({ kind: 'saving' })
    try {
      await this.#ports.save(text)
      this.#saved = text
      this.#failures = 0
      this.#ports.forget()
      if (!this.#isDirty) this.#setStatus({ kind: 'saved' })
    } catch (error) {
      const status = (error as Partial<ApiError>).status ?? 0
      if (status === 409) {
        this.part()
        return
      }
      this.#isDirty = true
      const reason = messageOf(error)
      this.#setStatus({ kind: 'failed', reason, local: this.#ports.storeLocally(text) })
      // Only transient failures are retried.
      if (status === 0 || status === 429 || status >= 500)
        this.#schedule(RETRY_MS[Math.min(this.#failures, RETRY_MS.length - 1)] ?? REST_MS)
      this.#failures++
    }
  }

  #schedule(ms: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.flush(), ms)
  }

  #setStatus(status: DraftState): void {
    if (status.kind !== this.status.kind || status.kind === 'failed') this.status = status
    for (const listener of this.#listeners) listener()
  }
}

function same(a: DraftText, b: DraftText | undefined): boolean {
  return b !== undefined && a.storage === b.storage && a.title === b.title && a.baseVersion === b.baseVersion
}
