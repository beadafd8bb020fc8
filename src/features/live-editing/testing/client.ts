import { createDecoder, readVarString, readVarUint, readVarUint8Array } from 'lib0/decoding'
import { writeVarString, writeVarUint, writeVarUint8Array, type Encoder } from 'lib0/encoding'
import { WebSocket } from 'ws'
import * as Y from 'yjs'
import type { HttpClient } from '#platform/server/testing/harness.ts'
import { encodeMessage } from '../message.ts'
import { livePath, MESSAGE, type LiveNotice, type LiveState } from '../shared.ts'
import { writeText, textOf, type PageText } from '../server/document/text.ts'

const BOXES: ReadonlySet<string> = new Set(['info', 'expand'])

/** An editor without a browser, which speaks the protocol. */
export class LiveClient {
  readonly doc: Y.Doc
  incarnation: string
  baseVersion = -1
  /** States of the other editors, by client id. */
  readonly others = new Map<number, LiveState>()
  /** Numbers of their states. */
  readonly clocks = new Map<number, number>()
  readonly notices: LiveNotice[] = []
  /** Code by which the server closed the connection. */
  closed: number | undefined
  readonly #socket: WebSocket
  readonly #listeners = new Set<() => void>()
  #isSynced = false
  #sent = 0
  #stored = 0
  /** Whether the server may have changes that are not on its disk. */
  readonly #isBehind: boolean

  /** @param before a client that was disconnected, whose document goes on */
  constructor(http: HttpClient, id: string, { before, origin }: { before?: LiveClient; origin?: string } = {}) {
    this.doc = before?.doc ?? new Y.Doc()
    this.incarnation = before?.incarnation ?? ''
    // One that was cut before it had synchronised has sent nothing of what the one before it had left.
    this.#isBehind = before !== undefined && (before.#sent > before.#stored || (before.#isBehind && !before.#isSynced))
    const headers = { ...http.headers, ...(origin === undefined ? {} : { origin }) }
    this.#socket = new WebSocket(http.url.replace('http', 'ws') + livePath(id, this.incarnation), { headers })
    this.#socket.binaryType = 'nodebuffer'
    this.#socket.on('open', () => {
      this.#sync()
      this.#changed()
    })
    this.#socket.on('message', (data: Buffer) => this.#receive(data))
    this.#socket.on('close', code => {
      this.closed ??= code
      this.doc.off('update', this.#updated)
      this.#changed()
    })
    this.#socket.on('unexpected-response', (_request, response) => {
      this.closed = response.statusCode ?? 0
      this.#socket.terminate()
      this.#changed()
    })
    this.#socket.on('error', () => undefined)
  }

  /** Resolves when messages can be sent. */
  async opened(): Promise<void> {
    await this.until(() => this.#socket.readyState === WebSocket.OPEN)
  }

  /** Resolves when the document is that of the server. */
  async ready(): Promise<this> {
    await this.until(() => this.#isSynced)
    return this
  }

  /** Resolves when all that was typed so far is stored. @throws Error without a connection, which may lack the last of it */
  async saved(): Promise<void> {
    const sent = this.#sent
    await this.until(() => this.closed === undefined && this.#stored >= sent)
  }

  /** @throws Error if the connection is closed before */
  until(condition: () => boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      const check = () => {
        if (!condition()) {
          if (this.closed === undefined) return
          reject(new Error(`closed with ${this.closed}`))
        } else resolve()
        this.#listeners.delete(check)
      }
      this.#listeners.add(check)
      check()
    })
  }

  /** Resolves with the code by which the server closes the connection. */
  async ended(): Promise<number> {
    await this.until(() => this.closed !== undefined)
    return this.closed ?? 0
  }

  get text(): PageText {
    return textOf(this.doc)
  }

  get storage(): string {
    return this.text.storage
  }

  /** Changes the text as an editor would. */
  write(change: Partial<PageText>): void {
    writeText(this.doc, { ...this.text, ...change }, BOXES)
  }

  present(cursor: LiveState['cursor'], clock = 1): void {
    this.send(MESSAGE.awareness, encoder => {
      writeVarUint(encoder, clock)
      writeVarString(encoder, JSON.stringify({ cursor }))
    })
  }

  send(kind: number, write?: (encoder: Encoder) => void): void {
    this.#socket.send(encodeMessage(kind, write))
  }

  sendRaw(data: Uint8Array): void {
    this.#socket.send(data)
  }

  close(): Promise<number> {
    this.#socket.close()
    return this.ended()
  }

  /** Reads nothing, not even that the server closes the connection. */
  freeze(): void {
    this.#socket.pause()
  }

  thaw(): void {
    this.#socket.resume()
  }

  /** Breaks the connection as a cable does. */
  cut(): void {
    this.#socket.terminate()
  }

  readonly #updated = (update: Uint8Array, origin: unknown): void => {
    if (origin === this) return
    this.#sent++
    this.send(MESSAGE.update, encoder => {
      writeVarUint(encoder, this.#sent)
      writeVarUint8Array(encoder, update)
    })
  }

  #sync(): void {
    this.send(MESSAGE.sync, encoder => {
      writeVarString(encoder, this.incarnation)
      writeVarUint(encoder, this.doc.clientID)
      writeVarUint8Array(encoder, Y.encodeStateVector(this.doc))
    })
  }

  #receive(data: Uint8Array): void {
    const decoder = createDecoder(data)
    switch (readVarUint(decoder)) {
      case MESSAGE.sync: {
        this.incarnation = readVarString(decoder)
        this.baseVersion = readVarUint(decoder)
        const vector = readVarUint8Array(decoder)
        Y.applyUpdate(this.doc, readVarUint8Array(decoder), this)
        const missing = Y.encodeStateAsUpdate(this.doc, vector)
        if (!this.#isSynced) this.doc.on('update', this.#updated)
        this.#isSynced = true
        // An update without content has two bytes.
        if (missing.length > 2 || this.#isBehind) this.#updated(missing, undefined)
        break
      }
      case MESSAGE.update:
        Y.applyUpdate(this.doc, readVarUint8Array(decoder), this)
        break
      case MESSAGE.stored:
        this.#stored = readVarUint(decoder)
        break
      case MESSAGE.awareness: {
        const clientId = readVarUint(decoder)
        this.clocks.set(clientId, readVarUint(decoder))
        const state = JSON.parse(readVarString(decoder)) as LiveState | null
        if (state) this.others.set(clientId, state)
        else this.others.delete(clientId)
        break
      }
      case MESSAGE.notice:
        this.notices.push(JSON.parse(readVarString(decoder)) as LiveNotice)
    }
    this.#changed()
  }

  #changed(): void {
    for (const listener of this.#listeners) listener()
  }
}
