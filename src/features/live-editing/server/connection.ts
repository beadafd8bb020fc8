import { randomUUID } from 'node:crypto'
import type { WebSocket } from 'ws'
import type { Context } from '#platform/server/context.ts'
import { CLOSED, MOST_SELECTED, type LivePerson, type LiveSelection, type LiveState } from '../shared.ts'
import { readMessage, type ClientMessage } from './protocol.ts'

/** Messages that a client may send at once, and per second on average. */
const BURST = 200
const PER_SECOND = 60
/** Bytes that may wait for a client that reads slowly. */
const MOST_WAITING = 32 * 1024 * 1024
/** Longest state of an editor, in characters. */
const MOST_STATE = 6000

/** State of an editor with its number, as Yjs counts them. */
export interface Presence {
  readonly clientId: number
  readonly clock: number
  readonly state: LiveState | null
}

/** One WebSocket of an editor. */
export class LiveConnection {
  readonly id = randomUUID()
  readonly contentId: number
  readonly person: LivePerson
  readonly accountId: number
  /** Authentication is asked again with its headers. */
  readonly ctx: Context
  readonly reauthenticate: () => Promise<Context>
  presence: Presence | undefined
  /** Client id of the Yjs document; undefined before the first message. */
  clientId: number | undefined
  isClosed = false
  /** When it was last asked whether the user may edit, in epoch milliseconds. */
  askedAt = Date.now()
  readonly #socket: WebSocket
  #allowance = BURST
  #allowedAt = Date.now()

  constructor(
    socket: WebSocket,
    about: { contentId: number; person: LivePerson; accountId: number; ctx: Context },
    reauthenticate: () => Promise<Context>,
  ) {
    this.#socket = socket
    this.contentId = about.contentId
    this.person = about.person
    this.accountId = about.accountId
    this.ctx = about.ctx
    this.reauthenticate = reauthenticate
  }

  /** Handles messages one after the other; a malformed one, or too many, close this connection alone. */
  listen(handle: (message: ClientMessage) => Promise<void> | void, ended: () => void): void {
    let before: Promise<void> = Promise.resolve()
    this.#socket.on('message', (data: Buffer) => {
      if (this.isClosed) return
      if (!this.#mayReceive()) return this.close(CLOSED.tooMany, 'too many messages')
      before = before.then(async () => {
        if (this.isClosed) return
        try {
          await handle(readMessage(data))
        } catch (error) {
          this.ctx.app.log.info({ err: error, contentId: this.contentId }, 'a message of an editor was refused')
          this.close(CLOSED.malformed, 'malformed message')
        }
      })
    })
    this.#socket.on('error', () => this.#socket.terminate())
    this.#socket.on('close', () => {
      this.isClosed = true
      ended()
    })
  }

  send(message: Uint8Array): void {
    if (this.isClosed) return
    if (this.#socket.bufferedAmount > MOST_WAITING) this.#socket.terminate()
    else this.#socket.send(message)
  }

  /** @param reason at most 123 bytes */
  close(code: number, reason: string): void {
    if (this.isClosed) return
    this.isClosed = true
    this.#socket.close(code, reason)
  }

  /** Takes the state that the editor sent, with who it is. @throws Error for anything else than a state */
  readPresence(clock: number, text: string): Presence {
    if (this.clientId === undefined) throw new Error('A state before the first message')
    if (text.length > MOST_STATE) throw new Error('The state of an editor is too long')
    const state = JSON.parse(text) as { cursor?: unknown; isIdle?: unknown; selection?: unknown } | null
    const selection = state && selectionOf(state.selection)
    this.presence = {
      clientId: this.clientId,
      clock,
      state: state && {
        user: this.person,
        cursor: cursorOf(state.cursor),
        isIdle: state.isIdle === true,
        ...(selection && { selection }),
      },
    }
    return this.presence
  }

  #mayReceive(): boolean {
    const now = Date.now()
    this.#allowance = Math.min(BURST, this.#allowance + ((now - this.#allowedAt) / 1000) * PER_SECOND)
    this.#allowedAt = now
    return --this.#allowance >= 0
  }
}

function cursorOf(value: unknown): LiveState['cursor'] {
  if (typeof value !== 'object' || value === null) return null
  const { anchor, head } = value as { anchor?: unknown; head?: unknown }
  return isPosition(anchor) && isPosition(head) ? { anchor, head } : null
}

function selectionOf(value: unknown): LiveSelection | null {
  if (typeof value !== 'object' || value === null) return null
  const { page, ids } = value as { page?: unknown; ids?: unknown }
  return isId(page) && Array.isArray(ids) && ids.length <= MOST_SELECTED && ids.every(isId) ? { page, ids } : null
}

/** Whether a value may be the id of a part: text that is no markup. */
const isId = (value: unknown): value is string => typeof value === 'string' && /^[\w.:-]{1,100}$/.test(value)

/** Whether a value is a relative position of Yjs as JSON: ids, names and numbers alone. */
function isPosition(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).every(([name, inner]) => {
    if (name === 'assoc') return typeof inner === 'number'
    if (name === 'tname') return inner === null || (typeof inner === 'string' && inner.length < 40)
    if (name !== 'type' && name !== 'item') return false
    if (inner === null) return true
    const { client, clock } = inner as { client?: unknown; clock?: unknown }
    return typeof client === 'number' && typeof clock === 'number'
  })
}
