import type { App } from '#platform/server/app.ts'
import type { Context } from '#platform/server/context.ts'
import type { WriteTransaction } from '#platform/server/database/index.ts'
import { badRequest } from '#platform/server/http/errors.ts'
import type { Space } from '#features/spaces/server/index.ts'
import type { RoomInput } from '../contract.ts'
import { isConnected } from './deliver.ts'
import { chatHosts, hostsOf } from './settings.ts'
import { deleteRoom, insertRoom, requireRoom, type RoomRow, updateRoom } from './store.ts'

/** @throws HttpError 400 if the address is on another host than those for chat, or the space has too many rooms */
export function addRoom(ctx: Context, space: Space, input: RoomInput & { url: string }): Promise<RoomRow> {
  checkHost(ctx.app, input.url)
  return ctx.app.database.transaction(async tx =>
    appendEvent(tx, ctx, 'created', await insertRoom(tx.db, space.id, input)),
  )
}

/** @throws HttpError 400, 404 */
export function changeRoom(ctx: Context, space: Space, id: number, input: RoomInput): Promise<RoomRow> {
  if (input.url !== undefined) checkHost(ctx.app, input.url)
  return ctx.app.database.transaction(async tx => {
    await requireRoom(tx.db, space.id, id)
    return appendEvent(tx, ctx, 'updated', await updateRoom(tx.db, id, input))
  })
}

/** @throws HttpError 404 */
export async function removeRoom(ctx: Context, space: Space, id: number): Promise<void> {
  await ctx.app.database.transaction(async tx => {
    const row = await requireRoom(tx.db, space.id, id)
    await deleteRoom(tx.db, id)
    appendEvent(tx, ctx, 'deleted', row)
  })
}

/** Space administrators choose addresses on hosts only that administrators have named. */
function checkHost(app: App, url: string): void {
  const field = 'body.url'
  if (!isConnected(app))
    throw badRequest('An administrator has to connect the wiki with a chat service first', { field })
  const hosts = hostsOf(app.settings.get(chatHosts))
  if (hosts.includes(new URL(url).hostname)) return
  throw badRequest('must be on one of the hosts for chat: {{hosts}}', { field, values: { hosts: hosts.join(', ') } })
}

function appendEvent(
  tx: WriteTransaction,
  ctx: Context,
  what: 'created' | 'updated' | 'deleted',
  row: RoomRow,
): RoomRow {
  tx.append({
    kind: `chat-room.${what}`,
    actorId: ctx.viewer.userId,
    spaceId: row.space_id,
    data: { name: row.name, service: row.service },
  })
  return row
}
