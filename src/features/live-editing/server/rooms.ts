import type { App } from '#platform/server/app.ts'
import type { LiveConnection, Presence } from './connection.ts'
import { Room } from './room.ts'

const PRESENCE = 'live.room-presence'
const JOINED = 'live.room-joined'
/** An editor elsewhere that says nothing for this long has gone. */
export const PRESENT_MS = 45_000

/** Rooms of contents that have editors and no shared text, such as diagrams: their users see each other. */
export class Rooms {
  readonly #app: App
  readonly #rooms = new Map<number, Room>()

  constructor(app: App) {
    this.#app = app
    app.signals.on(PRESENCE, data => {
      const { id, presence } = data as { id: number; presence: Presence }
      this.#rooms.get(id)?.presentElsewhere(presence, Date.now() + PRESENT_MS)
    })
    app.signals.on(JOINED, data => {
      const { id } = data as { id: number }
      for (const { presence } of this.#rooms.get(id)?.connections ?? []) if (presence) this.#send(id, presence)
    })
  }

  get connections(): LiveConnection[] {
    return [...this.#rooms.values()].flatMap(({ connections }) => [...connections])
  }

  /** Adds a connection; other processes tell who is there at theirs. */
  join(connection: LiveConnection): Room {
    const { contentId } = connection
    const room = this.#rooms.get(contentId) ?? new Room(contentId)
    this.#rooms.set(contentId, room)
    room.connections.add(connection)
    this.#app.signals.send(JOINED, { id: contentId })
    return room
  }

  leave(room: Room, connection: LiveConnection): void {
    room.connections.delete(connection)
    if (room.connections.size === 0) this.#rooms.delete(room.contentId)
    const { presence } = connection
    if (presence?.state) this.present(room, connection, { ...presence, clock: presence.clock + 1, state: null })
  }

  present(room: Room, connection: LiveConnection, presence: Presence): void {
    room.present(connection, presence)
    this.#send(room.contentId, presence)
  }

  closeAll(code: number, reason: string): void {
    for (const room of this.#rooms.values()) room.closeAll(code, reason)
  }

  #send(id: number, presence: Presence): void {
    this.#app.signals.send(PRESENCE, { id, presence })
  }
}

/** The rooms of this process. */
export const liveRooms = (app: App): Rooms => app.own(create)

function create(app: App): Rooms {
  return new Rooms(app)
}
