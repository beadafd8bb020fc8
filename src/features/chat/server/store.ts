import type { Selectable } from 'kysely'
import { prepared, type Queries } from '#platform/server/database/index.ts'
import { badRequest, notFound } from '#platform/server/http/errors.ts'
import type { Delivery, RoomInput } from '../contract.ts'
import { MOST_ROOMS } from '../shared.ts'
import type { ChatRoomTable } from './tables.ts'

export type RoomRow = Selectable<ChatRoomTable>

/** Rooms of a space, in the order in which they were added. */
export function roomsOf(db: Queries, spaceId: number): Promise<RoomRow[]> {
  return db
    .selectFrom('chat_room')
    .selectAll()
    .where('space_id', '=', spaceId)
    .orderBy('id')
    .limit(MOST_ROOMS)
    .execute()
}

/** Rooms of any space that get messages. */
export function activeRooms(db: Queries) {
  return roomsThatAreActive(db, {})
}

const roomsThatAreActive = prepared(db =>
  db.selectFrom('chat_room').select(['id', 'space_id', 'name', 'events', 'created_at']).where('active', '=', 1),
)

export function roomById(db: Queries, id: number): Promise<RoomRow | undefined> {
  return db.selectFrom('chat_room').selectAll().where('id', '=', id).executeTakeFirst()
}

/** @throws HttpError 404 */
export async function requireRoom(db: Queries, spaceId: number, id: number): Promise<RoomRow> {
  const row = await roomById(db, id)
  if (row?.space_id !== spaceId)
    throw notFound('No chat room found with id {{id}}', { values: { id }, forPrograms: true })
  return row
}

/** @throws HttpError 400 when the space has as many as it can */
export async function insertRoom(
  db: Queries,
  spaceId: number,
  { url, ...input }: RoomInput & { url: string },
): Promise<RoomRow> {
  if ((await roomsOf(db, spaceId)).length >= MOST_ROOMS) {
    throw badRequest('A space can have at most {{most}} chat rooms: remove one first', { values: { most: MOST_ROOMS } })
  }
  return db
    .insertInto('chat_room')
    .values({
      space_id: spaceId,
      ...columnsOf(input),
      url,
      created_at: Date.now(),
      last_at: null,
      last_delivered: 0,
      last_description: '',
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export function updateRoom(db: Queries, id: number, { url, ...input }: RoomInput): Promise<RoomRow> {
  return db
    .updateTable('chat_room')
    .set({ ...columnsOf(input), ...(url === undefined ? {} : { url }) })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

function columnsOf({ name, service, events, isActive }: Omit<RoomInput, 'url'>) {
  return { name, service, events: JSON.stringify(events), active: isActive ? 1 : 0 }
}

export async function deleteRoom(db: Queries, id: number): Promise<void> {
  await db.deleteFrom('chat_room').where('id', '=', id).execute()
}

/** Records the last attempt at a message. */
export async function recordDelivery(db: Queries, id: number, last: Delivery): Promise<void> {
  await db
    .updateTable('chat_room')
    .set({ last_at: last.at, last_delivered: last.isDelivered ? 1 : 0, last_description: last.description })
    .where('id', '=', id)
    .execute()
}
