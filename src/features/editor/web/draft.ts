/** Keeps what is typed: on the server after a short rest, and on this device whenever the server cannot be reached. */
import { messageOf } from '#platform/message-of.ts'
import type { ApiError } from '#platform/web/api-error.ts'

export interface DraftText {
  title: string
  storage: string
  baseVersion: number
}

export type DraftStatus =
  /** Nothing was typed since the editor opened. */
  | { kind: 'clean' }
  | { kind: 'saving' }
  | { kind: 'saved' }
  /** What is typed is not kept yet, and why. `local`: at least this device has it. */
  | { kind: 'failed'; reason: string; local: boolean }
  /** The server keeps another text, from another window or device: nothing is written until the writer has chosen. */
  | { kind: 'apart' }

export interface DraftPorts {
  /** Writes to the server. @throws ApiError 409 when it keeps another text than the one this goes on from */
  save(text: DraftText): Promise<void>
  /** As `save`, while the page goes away. */
  saveAtExit(text: DraftText): void
  /** Keeps on this device; false where it does not fit. */
  keep(text: DraftText): boolean
  forget(): void
}

const REST_MS = 2000
const RETRY_MS = [5_000, 15_000, 30_000, 60_000] as const

/** The life of a draft while its editor is open. Listeners are told of each change of `status` and of the text. */
export class Draft {
  status: DraftStatus = { kind: 'clean' }
  readonly #ports: DraftPorts
  readonly #read: () => DraftText
  readonly #listeners = new Set<() => void>()
  #timer: ReturnType<typeof setTimeout> | undefined
  #running: Promise<void> | undefined
  #isDirty = false
  #failures = 0
  /** What the server has from here; undefined when it has to be written whatever it is. */
  #kept: DraftText | undefined
  #isOver = false

  /** @param read what stands in the editor now; called only when it is to be kept */
  constructor(ports: DraftPorts, read: () => DraftText) {
    this.#ports = ports
    this.#read = read
    this.#kept = read()
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  snapshot = (): DraftStatus => this.status

  /** Something was typed. */
  touch(): void {
    if (this.#isOver) return
    this.#isDirty = true
    if (this.status.kind !== 'failed' && this.status.kind !== 'apart') this.#tell({ kind: 'saving' })
    this.#schedule(REST_MS)
  }

  /** The server was found to keep another text than the one this goes on from. */
  part(): void {
    if (this.#isOver) return
    this.#tell({ kind: 'apart' })
    const text = this.#read()
    this.#isDirty = !same(text, this.#kept)
    if (this.#isDirty) this.#ports.keep(text)
  }

  /** The writer has chosen what stands in the editor: it is kept at once, and again from now on. */
  async settle(): Promise<void> {
    this.#kept = undefined
    this.#isDirty = true
    this.#tell({ kind: 'saving' })
    await this.flush()
  }

  /** Keeps what is typed now. Resolves when the server has it, or has failed to take it. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer)
    if (this.#running) await this.#running
    if (!this.#isDirty || this.#isOver) return
    if (this.status.kind === 'apart') {
      this.#ports.keep(this.#read())
      return
    }
    this.#running = this.#write().finally(() => {
      this.#running = undefined
    })
    await this.#running
  }

  /** The page goes away: one last try, and a copy on this device. */
  leave(): void {
    if (!this.#isDirty || this.#isOver) return
    const text = this.#read()
    if (same(text, this.#kept)) return
    this.#ports.keep(text)
    if (this.status.kind !== 'apart') this.#ports.saveAtExit(text)
  }

  /** Nothing was typed since the editor opened, and nothing was published. */
  get isUntouched(): boolean {
    return this.status.kind === 'clean' && !this.#isOver
  }

  /** Whether the server is being told right now. */
  get isWriting(): boolean {
    return this.#running !== undefined
  }

  /** What is typed is about to be published or given up: nothing is written any more once this resolves. */
  async pause(): Promise<void> {
    this.#isOver = true
    clearTimeout(this.#timer)
    await this.#running
  }

  /** What was typed is published or given up: no copy of it is needed. */
  async end(): Promise<void> {
    await this.pause()
    this.#ports.forget()
  }

  /** Publishing failed, or the editor goes on with another text: keeping goes on. */
  resume(): void {
    this.#isOver = false
    this.touch()
  }

  async #write(): Promise<void> {
    const text = this.#read()
    this.#isDirty = false
    if (same(text, this.#kept)) {
      this.#tell(this.status.kind === 'clean' ? this.status : { kind: 'saved' })
      return
    }
    this.#tell({ kind: 'saving' })
    try {
      await this.#ports.save(text)
      this.#kept = text
      this.#failures = 0
      this.#ports.forget()
      if (!this.#isDirty) this.#tell({ kind: 'saved' })
    } catch (error) {
      const status = (error as Partial<ApiError>).status ?? 0
      if (status === 409) {
        this.part()
        return
      }
      this.#isDirty = true
      const reason = messageOf(error)
      this.#tell({ kind: 'failed', reason, local: this.#ports.keep(text) })
      // What the server refuses, it refuses again; what it could not take, it may take soon.
      if (status === 0 || status === 429 || status >= 500) this.#schedule(RETRY_MS[Math.min(this.#failures, RETRY_MS.length - 1)] ?? REST_MS)
      this.#failures++
    }
  }

  #schedule(ms: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.flush(), ms)
  }

  #tell(status: DraftStatus): void {
    if (status.kind !== this.status.kind || status.kind === 'failed') this.status = status
    for (const listener of this.#listeners) listener()
  }
}

function same(a: DraftText, b: DraftText | undefined): boolean {
  return b !== undefined && a.storage === b.storage && a.title === b.title && a.baseVersion === b.baseVersion
}
