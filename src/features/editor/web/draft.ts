/** Autosave of the editor: to the device while the user types, to the server after a pause and every few seconds. */
import { messageOf } from '#platform/message-of.ts'
import type { ApiError } from '#platform/web/api-error.ts'
import { changedAt, failedAt, saveTimes, sentToServer, storedOnDevice, type Unsaved } from './save-times.ts'

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
  /** Not saved on the server, and why. `local`: stored on the device; `code`: of the answer. */
  | { kind: 'failed'; reason: string; local: boolean; code?: number }
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
  /** Milliseconds of a monotonic clock. */
  now(): number
}

/** Draft of the page that is edited, with the state of saving it. Listeners are notified of changes of both. */
export interface PageDraft {
  readonly status: DraftState
  /** Nothing typed since opening and nothing published. */
  readonly isUntouched: boolean
  /** Whether a save is in flight. */
  readonly isWriting: boolean
  subscribe: (listener: () => void) => () => void
  snapshot: () => DraftState
  touch(): void
  /** Saves now. Resolves when the server has accepted or refused. */
  flush(): Promise<void>
  /** Reports that the server has a different draft. */
  part(): void
  /** Reports that the user chose the current text: saves it and resumes. */
  settle(): Promise<void>
  /** Stores on the device now what is not on the server. @returns whether there is something */
  storeOnDevice(): boolean
  /** On unload: a local copy, and a last save. */
  leave(): void
  /** Stops saving before publish or discard; resolves when writes have ended. */
  pause(): Promise<void>
  /** After publish or discard: removes the local copy. */
  end(): Promise<void>
  /** Resumes saving after a failed publish or a replaced text. */
  resume(): void
}

/** Autosave state machine. */
export class Draft implements PageDraft {
  status: DraftState = { kind: 'clean' }
  readonly #ports: DraftPorts
  readonly #read: () => DraftText
  readonly #listeners = new Set<() => void>()
  #timer: ReturnType<typeof setTimeout> | undefined
  #unsaved: Unsaved = {}
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
    this.#unsaved = changedAt(this.#unsaved, this.#ports.now())
    this.#schedule()
  }

  part(): void {
    if (this.#isOver) return
    this.#setStatus({ kind: 'diverged' })
    const text = this.#read()
    this.#isDirty = !same(text, this.#saved)
    if (this.#isDirty) this.#store(text)
  }

  async settle(): Promise<void> {
    this.#saved = undefined
    this.#isDirty = true
    this.#setStatus({ kind: 'saving' })
    await this.flush()
  }

  async flush(): Promise<void> {
    if (this.#running) await this.#running
    if (!this.#isDirty || this.#isOver) return
    if (this.status.kind === 'diverged') {
      this.#unsaved = sentToServer(this.#unsaved)
      this.storeOnDevice()
      return
    }
    this.#running = this.#write().finally(() => {
      this.#running = undefined
    })
    await this.#running
  }

  storeOnDevice(): boolean {
    if (this.#isOver) return false
    const text = this.#read()
    const isUnsaved = !same(text, this.#saved)
    if (isUnsaved) this.#store(text)
    else this.#forget()
    return isUnsaved
  }

  leave(): void {
    if (this.storeOnDevice() && this.#isDirty && this.status.kind !== 'diverged') this.#ports.saveAtExit(this.#read())
  }

  get isUntouched(): boolean {
    return this.status.kind === 'clean' && !this.#isOver
  }

  get isWriting(): boolean {
    return this.#running !== undefined
  }

  async pause(): Promise<void> {
    this.#isOver = true
    clearTimeout(this.#timer)
    await this.#running
  }

  async end(): Promise<void> {
    await this.pause()
    this.#forget()
  }

  resume(): void {
    this.#isOver = false
    this.touch()
  }

  async #write(): Promise<void> {
    const text = this.#read()
    this.#isDirty = false
    this.#unsaved = sentToServer(this.#unsaved)
    if (same(text, this.#saved)) {
      this.#forget()
      this.#setStatus(this.status.kind === 'clean' ? this.status : { kind: 'saved' })
      return
    }
    // Buttons that a failure offers stay: going to them takes the focus from the text, which saves again.
    if (this.status.kind !== 'failed') this.#setStatus({ kind: 'saving' })
    try {
      await this.#ports.save(text)
      this.#saved = text
      this.#failures = 0
      // Text typed meanwhile is only on the device.
      if (!this.#isDirty) {
        this.#forget()
        this.#setStatus({ kind: 'saved' })
      }
    } catch (error) {
      const status = (error as Partial<ApiError>).status ?? 0
      if (status === 409) {
        this.part()
        return
      }
      this.#isDirty = true
      const reason = messageOf(error)
      // More may have been typed; a closed editor has no text.
      const local = this.#store(this.#isOver ? text : this.#read())
      this.#setStatus({ kind: 'failed', reason, local, code: status })
      // Only transient failures are retried.
      if (status === 0 || status === 429 || status >= 500)
        this.#unsaved = failedAt(this.#unsaved, this.#ports.now(), this.#failures)
      this.#failures++
      this.#schedule()
    }
  }

  /** Stores a text on the device. @returns whether it fits */
  #store(text: DraftText): boolean {
    this.#unsaved = storedOnDevice(this.#unsaved)
    return this.#ports.storeLocally(text)
  }

  #forget(): void {
    this.#unsaved = storedOnDevice(this.#unsaved)
    this.#ports.forget()
  }

  #schedule(): void {
    clearTimeout(this.#timer)
    const { device = Infinity, server = Infinity } = saveTimes(this.#unsaved)
    const next = Math.min(device, server)
    if (next === Infinity || this.#isOver) return
    this.#timer = setTimeout(() => this.#saveDue(), Math.max(0, next - this.#ports.now()))
  }

  #saveDue(): void {
    const now = this.#ports.now()
    const { device = Infinity, server = Infinity } = saveTimes(this.#unsaved)
    if (device <= now) this.storeOnDevice()
    if (server <= now) {
      this.#unsaved = sentToServer(this.#unsaved)
      void this.flush()
    }
    this.#schedule()
  }

  #setStatus(status: DraftState): void {
    if (status.kind !== this.status.kind || status.kind === 'failed') this.status = status
    for (const listener of this.#listeners) listener()
  }
}

function same(a: DraftText, b: DraftText | undefined): boolean {
  return b !== undefined && a.storage === b.storage && a.title === b.title && a.baseVersion === b.baseVersion
}
