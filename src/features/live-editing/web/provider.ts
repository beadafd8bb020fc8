import { createDecoder, readVarString, readVarUint, readVarUint8Array } from 'lib0/decoding'
import {
  createEncoder,
  toUint8Array,
  writeVarString,
  writeVarUint,
  writeVarUint8Array,
  type Encoder,
} from 'lib0/encoding'
import { applyAwarenessUpdate, Awareness, removeAwarenessStates } from 'y-protocols/awareness'
import * as Y from 'yjs'
import { encodeMessage } from '../message.ts'
import { ALIVE_MS, CLOSED, MESSAGE, MOST_UPDATE, type LiveNotice, type LiveState } from '../shared.ts'
import { watchInput } from './idle.ts'
import { peopleIn, type PresentPerson } from './people.ts'
import { isFinal, mayHaveEnded, openSocket, retryWait } from './reconnecting.ts'

/** A connection that says nothing for this long is broken. */
const SILENT_MS = 2.5 * ALIVE_MS
export type Connection =
  | { kind: 'connecting' }
  | { kind: 'online' }
  /** It connects again by itself: where the code of closing says so, once the user has signed in. */
  | { kind: 'offline'; code: number }
  /** Refused for good, with the code of closing. */
  | { kind: 'refused'; code: number }

/** Connection of an editor to the shared document of a page. It goes on while the network is away. */
export class LiveProvider {
  /** It is read from the server first: what changes before is not sent. */
  readonly doc = new Y.Doc()
  readonly awareness = new Awareness(this.doc)
  /** Replaced as a whole when something changes. */
  state: {
    readonly connection: Connection
    readonly notice: LiveNotice | undefined
    /** Version that the text contained before the notice. */
    readonly since: number
  } = { connection: { kind: 'connecting' }, notice: undefined, since: 0 }
  incarnation = ''
  baseVersion = 0
  readonly #id: string
  readonly #listeners = new Set<() => void>()
  #socket: WebSocket | undefined
  #isSynced = false
  /** Whether the handshake of this connection is done. */
  #isOpen = false
  #sent = 0
  #stored = 0
  /** Changes made while there was no connection. */
  #isBehind = false
  #attempts = 0
  #heardAt = 0
  #retry: ReturnType<typeof setTimeout> | undefined
  readonly #watch: ReturnType<typeof setInterval>
  readonly #unwatchInput: () => void

  constructor(contentId: string) {
    this.#id = contentId
    this.awareness.on('update', this.#presented)
    this.#watch = setInterval(() => this.#listen(), ALIVE_MS / 3)
    window.addEventListener('online', this.#connectNow)
    this.#unwatchInput = watchInput(isIdle => this.awareness.setLocalStateField('isIdle', isIdle))
    this.#connect()
  }

  get connection(): Connection {
    return this.state.connection
  }

  /** Whether a connection is open; the server may not have answered yet. */
  get isReached(): boolean {
    return this.#socket?.readyState === WebSocket.OPEN
  }

  /** Whether the document has been read from the server. */
  get isSynced(): boolean {
    return this.#isSynced
  }

  /** Whether the server has stored all changes. */
  get isStored(): boolean {
    return !this.#isBehind && this.#stored >= this.#sent
  }

  /** The other editors, each once; idle if they are in all their windows. */
  get people(): PresentPerson[] {
    return peopleIn(this.others)
  }

  /** States of all other windows. */
  get others(): Partial<LiveState>[] {
    const states = [...this.awareness.getStates()] as [number, Partial<LiveState>][]
    return states.flatMap(([clientId, state]) => (clientId === this.doc.clientID ? [] : state))
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Resolves when the condition holds. @returns false after the time, or when the server refused */
  async until(condition: () => boolean, milliseconds: number): Promise<boolean> {
    return new Promise(resolve => {
      const end = (result: boolean) => {
        clearTimeout(timer)
        unsubscribe()
        resolve(result)
      }
      const check = () => {
        if (condition()) end(true)
        else if (this.connection.kind === 'refused') end(false)
      }
      const timer = setTimeout(() => end(false), milliseconds)
      const unsubscribe = this.subscribe(check)
      check()
    })
  }

  /** Connects again at once, such as when the user has signed in. */
  reconnect(): void {
    this.#connectNow()
  }

  /** Connects again, also after a refusal whose reason may have ended, such as a restriction. */
  retry(): void {
    const { connection } = this
    if (connection.kind === 'refused' && mayHaveEnded(connection.code)) {
      this.#is({ kind: 'offline', code: connection.code })
      this.#attempts = 0
    }
    this.#connectNow()
  }

  /** Changes that the server may not have, as one update; undefined for none. */
  unstored(): Uint8Array | undefined {
    return this.isStored ? undefined : Y.encodeStateAsUpdate(this.doc, this.#serverVector)
  }

  destroy(): void {
    clearTimeout(this.#retry)
    clearInterval(this.#watch)
    this.#unwatchInput()
    window.removeEventListener('online', this.#connectNow)
    removeAwarenessStates(this.awareness, [this.doc.clientID], 'local')
    const socket = this.#socket
    this.#socket = undefined
    socket?.close()
    this.awareness.destroy()
    this.doc.destroy()
    this.#listeners.clear()
  }

  /** State vector of what the server has for certain. */
  #serverVector: Uint8Array = Y.encodeStateVector(new Y.Doc())

  readonly #connectNow = (): void => {
    if (this.connection.kind === 'offline') this.#connect()
  }

  #connect(): void {
    clearTimeout(this.#retry)
    this.#socket?.close()
    this.#isOpen = false
    const socket = openSocket(this.#id, this.incarnation)
    this.#socket = socket
    this.#heardAt = Date.now()
    socket.addEventListener('open', () => {
      if (socket === this.#socket) this.#sync()
    })
    socket.addEventListener('message', ({ data }: MessageEvent<ArrayBuffer>) => {
      if (socket === this.#socket) this.#receive(new Uint8Array(data))
    })
    socket.addEventListener('close', ({ code }) => {
      if (socket === this.#socket) this.#closed(code)
    })
  }

  #closed(code: number): void {
    this.#socket = undefined
    this.#isOpen = false
    if (this.#sent > this.#stored) this.#isBehind = true
    const others = [...this.awareness.getStates().keys()].filter(id => id !== this.doc.clientID)
    removeAwarenessStates(this.awareness, others, this)
    if (isFinal(code)) this.#is({ kind: 'refused', code })
    else {
      this.#is({ kind: 'offline', code })
      this.#retry = setTimeout(this.#connectNow, retryWait(this.#attempts++))
    }
    this.#changed()
  }

  #listen(): void {
    if (!this.#socket) return
    if (Date.now() - this.#heardAt > SILENT_MS) this.#end(1006)
    else if (this.#isOpen) this.#send(MESSAGE.alive)
  }

  /** Ends the connection as if the server had closed it with a code. */
  #end(code: number): void {
    const socket = this.#socket
    this.#closed(code)
    socket?.close()
  }

  #sync(): void {
    this.#send(MESSAGE.sync, encoder => {
      writeVarString(encoder, this.incarnation)
      writeVarUint(encoder, this.doc.clientID)
      writeVarUint8Array(encoder, Y.encodeStateVector(this.doc))
    })
  }

  #receive(data: Uint8Array): void {
    this.#heardAt = Date.now()
    const decoder = createDecoder(data)
    switch (readVarUint(decoder)) {
      case MESSAGE.sync: {
        this.incarnation = readVarString(decoder)
        this.baseVersion = readVarUint(decoder)
        const vector = readVarUint8Array(decoder)
        this.#synced(vector, readVarUint8Array(decoder))
        break
      }
      case MESSAGE.update:
        Y.applyUpdate(this.doc, readVarUint8Array(decoder), this)
        break
      case MESSAGE.stored:
        this.#stored = readVarUint(decoder)
        this.#attempts = 0
        if (this.isStored) this.#serverVector = Y.encodeStateVector(this.doc)
        break
      case MESSAGE.awareness:
        this.#present(readVarUint(decoder), readVarUint(decoder), readVarString(decoder))
        break
      case MESSAGE.notice:
        this.#notified(JSON.parse(readVarString(decoder)) as LiveNotice)
        break
      default:
      // Of a newer server, or a sign of life.
    }
    this.#changed()
  }

  #synced(vector: Uint8Array, update: Uint8Array): void {
    this.#serverVector = vector
    Y.applyUpdate(this.doc, update, this)
    const hasMore = this.#isSynced && this.#hasMoreThan(vector, update)
    // Not before: a listener has Yjs encode the whole document that has just been read.
    if (!this.#isSynced) this.doc.on('update', this.#updated)
    this.#isSynced = true
    this.#isOpen = true
    this.#is({ kind: 'online' })
    this.#stored = this.#sent
    // Waits go on growing while the server connects but cannot store.
    if (this.#isBehind || hasMore) this.#sendUpdate(Y.encodeStateAsUpdate(this.doc, vector))
    else this.#attempts = 0
    this.#isBehind = false
    this.#sendPresence()
  }

  #is(connection: Connection): void {
    this.state = { ...this.state, connection }
  }

  #notified(notice: LiveNotice): void {
    const since = this.baseVersion
    if (notice.kind === 'published') this.baseVersion = notice.version
    this.state = { ...this.state, notice, since }
  }

  /**
   * Whether the document has what the server lacks: changes of others that it had passed on and could not store, or had
   * stored before it was restored from a backup.
   * @param update all that the server has removed, and what it has inserted beside the document
   */
  #hasMoreThan(vector: Uint8Array, update: Uint8Array): boolean {
    const clocks = Y.decodeStateVector(vector)
    const own = Y.decodeStateVector(Y.encodeStateVector(this.doc))
    return (
      [...own].some(([clientId, clock]) => (clocks.get(clientId) ?? 0) < clock) ||
      !Y.equalDeleteSets(Y.createDeleteSetFromStructStore(this.doc.store), Y.decodeUpdate(update).ds)
    )
  }

  readonly #updated = (update: Uint8Array, origin: unknown): void => {
    if (origin === this) return
    if (this.#isOpen) this.#sendUpdate(update)
    else this.#isBehind = true
    this.#changed()
  }

  #sendUpdate(update: Uint8Array): void {
    this.#sent++
    // The server would end the connection without a code, each time that it is made again.
    if (update.length > MOST_UPDATE) return this.#end(CLOSED.tooLarge)
    this.#send(MESSAGE.update, encoder => {
      writeVarUint(encoder, this.#sent)
      writeVarUint8Array(encoder, update)
    })
  }

  readonly #presented = (_changes: unknown, origin: unknown): void => {
    if (origin === 'local') this.#sendPresence()
    this.#changed()
  }

  #sendPresence(): void {
    const meta = this.awareness.meta.get(this.doc.clientID)
    if (!this.#isOpen || !meta) return
    const state = this.awareness.getLocalState() as Partial<LiveState> | null
    this.#send(MESSAGE.awareness, encoder => {
      writeVarUint(encoder, meta.clock)
      const { cursor = null, isIdle = false, selection } = state ?? {}
      writeVarString(encoder, JSON.stringify(state && { cursor, isIdle, ...(selection && { selection }) }))
    })
  }

  /** Takes the state of another editor, in the encoding of the library. */
  #present(clientId: number, clock: number, state: string): void {
    const encoder = createEncoder()
    writeVarUint(encoder, 1)
    writeVarUint(encoder, clientId)
    writeVarUint(encoder, clock)
    writeVarString(encoder, state)
    applyAwarenessUpdate(this.awareness, toUint8Array(encoder), this)
  }

  #send(kind: number, write?: (encoder: Encoder) => void): void {
    if (this.#socket?.readyState !== WebSocket.OPEN) return
    this.#socket.send(encodeMessage(kind, write) as Uint8Array<ArrayBuffer>)
  }

  #changed(): void {
    for (const listener of this.#listeners) listener()
  }
}
