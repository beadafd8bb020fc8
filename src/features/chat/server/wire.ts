import type { ChatRoom } from '../contract.ts'
import type { ChatEvent } from '../shared.ts'
import type { RoomRow } from './store.ts'

/** Kinds of events that a room listens to. */
export function eventsOf(row: Pick<RoomRow, 'events'>): ChatEvent[] {
  return JSON.parse(row.events) as ChatEvent[]
}

/** The shape of a room; the address of its webhook never leaves the database. */
export function roomView(row: RoomRow): ChatRoom {
  return {
    id: row.id,
    name: row.name,
    service: row.service,
    host: new URL(row.url).host,
    events: eventsOf(row),
    isActive: row.active === 1,
    last:
      row.last_at === null
        ? null
        : { at: row.last_at, isDelivered: row.last_delivered === 1, description: row.last_description },
  }
}
