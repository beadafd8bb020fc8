import type { LiveNotice } from '../shared.ts'
import type { LiveConnection, Presence } from './connection.ts'
import { awarenessMessage, noticeMessage } from './protocol.ts'

/** The editors of a content, at all processes, as those at this process see each other. */
export class Room {
  readonly contentId: number
  readonly connections = new Set<LiveConnection>()
  /** States of editors at other processes, by client id. */
  readonly #elsewhere = new Map<number, { presence: Presence; until: number }>()

  constructor(contentId: number) {
    this.contentId = contentId
  }

  /** Sends the states of all other editors. */
  introduce(connection: LiveConnection): void {
    for (const { clientId, clock, state } of this.#presences())
      if (clientId !== connection.clientId) connection.send(awarenessMessage(clientId, clock, state))
  }

  /** Passes the state of an editor of this process on. */
  present(connection: LiveConnection, presence: Presence): void {
    this.tell(awarenessMessage(presence.clientId, presence.clock, presence.state), connection)
  }

  /** Passes the state of an editor at another process on. @param until epoch milliseconds after which it is stale */
  presentElsewhere(presence: Presence, until: number): void {
    if (presence.state) this.#elsewhere.set(presence.clientId, { presence, until })
    else this.#elsewhere.delete(presence.clientId)
    this.tell(awarenessMessage(presence.clientId, presence.clock, presence.state))
  }

  notify(notice: LiveNotice): void {
    this.tell(noticeMessage(notice))
  }

  closeAll(code: number, reason: string): void {
    for (const connection of this.connections) connection.close(code, reason)
  }

  protected tell(message: Uint8Array, except?: unknown): void {
    for (const connection of this.connections) if (connection !== except) connection.send(message)
  }

  #presences(): Presence[] {
    const now = Date.now()
    return [
      ...[...this.connections].flatMap(({ presence }) => presence ?? []),
      ...[...this.#elsewhere.values()].flatMap(({ presence, until }) => (until > now ? presence : [])),
    ]
  }
}
