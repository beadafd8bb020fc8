import { call } from '#platform/web/api.ts'
import { getAccessMode } from '#platform/access-mode-contract.ts'
import { isSignedOut, outageOf, refusalOf, type LiveProvider } from '#features/live-editing/web/index.ts'
import type { DraftState, PageDraft } from './draft.ts'

/** Time that changes wait for the server before the device gets them, in milliseconds. */
const DEVICE_MS = 800
/** Longest wait for the server when the text is saved at once, in milliseconds. */
const FLUSH_MS = 4000

export interface LiveDraftPorts {
  /** Stores unsaved changes on the device; false when they do not fit. */
  storeLocally(): boolean
  forget(): void
}

/** State of saving a text that is edited together with others: saved is what the server has stored. */
export class LiveDraft implements PageDraft {
  status: DraftState = { kind: 'clean' }
  readonly #provider: LiveProvider
  readonly #ports: LiveDraftPorts
  readonly #listeners = new Set<() => void>()
  readonly #end: () => void
  #isTouched = false
  #isLocal = false
  #isOver = false
  #hasAskedToSignIn = false
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(provider: LiveProvider, ports: LiveDraftPorts) {
    this.#provider = provider
    this.#ports = ports
    this.#end = provider.subscribe(() => this.#look())
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  snapshot = (): DraftState => this.status

  get isUntouched(): boolean {
    return !this.#isTouched
  }

  get isWriting(): boolean {
    return !this.#provider.isStored
  }

  touch(): void {
    this.#look()
  }

  async flush(): Promise<void> {
    if (this.#isOver || this.#provider.isStored) return
    this.#provider.reconnect()
    await this.#provider.until(() => this.#provider.isStored, FLUSH_MS)
  }

  part(): void {}

  settle(): Promise<void> {
    return this.flush()
  }

  storeOnDevice(): boolean {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#isOver) return false
    const isUnsaved = !this.#provider.isStored
    if (isUnsaved) this.#isLocal = this.#ports.storeLocally()
    else this.#ports.forget()
    return isUnsaved
  }

  leave(): void {
    this.storeOnDevice()
  }

  /** The server goes on storing: what is published is what it has. */
  async pause(): Promise<void> {}

  async end(): Promise<void> {
    this.#isOver = true
    clearTimeout(this.#timer)
    this.#end()
    this.#ports.forget()
  }

  resume(): void {
    this.#look()
  }

  #look(): void {
    const { isStored, connection } = this.#provider
    this.#isTouched ||= !isStored
    if (isStored) {
      clearTimeout(this.#timer)
      this.#timer = undefined
      if (this.#isLocal) this.#ports.forget()
      this.#isLocal = false
    } else this.#timer ??= setTimeout(() => this.storeOnDevice(), DEVICE_MS)
    if (connection.kind === 'offline' && isSignedOut(connection.code)) this.#askToSignIn()
    else if (connection.kind === 'online') this.#hasAskedToSignIn = false
    this.#setStatus(this.#statusNow())
  }

  #statusNow(): DraftState {
    const { isStored, connection } = this.#provider
    if (connection.kind === 'refused')
      return { kind: 'failed', reason: refusalOf(connection.code), local: this.#isLocal }
    if (connection.kind === 'offline')
      return { kind: 'failed', reason: outageOf(connection.code), local: this.#isLocal }
    if (!isStored) return { kind: 'saving' }
    return { kind: this.#isTouched ? 'saved' : 'clean' }
  }

  /** The answer to any call says that the session has ended, and the banner of the wiki offers to sign in. */
  #askToSignIn(): void {
    if (this.#hasAskedToSignIn) return
    this.#hasAskedToSignIn = true
    call(getAccessMode, {}).catch(() => undefined)
  }

  #setStatus(status: DraftState): void {
    if (JSON.stringify(status) !== JSON.stringify(this.status)) this.status = status
    for (const listener of this.#listeners) listener()
  }
}
