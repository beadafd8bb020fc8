import type { Context } from '#platform/server/context.ts'
import type { ContentRow } from '#features/content-core/server/read.ts'
import { hasDiscovered } from '#features/hints/server/index.ts'
import { mayInSpace, spacesById } from '#features/spaces/server/index.ts'
import { type ChatPrompt, PROMPTED } from '../shared.ts'
import { isConnected } from './deliver.ts'
import { chatService } from './settings.ts'
import { roomsOf } from './store.ts'

/**
 * The prompt for a space administrator: to add a room to a space without one, or, unless the site is connected, to have
 * it connected. Site administrators connect it in the settings, without a prompt.
 */
export async function promptFor(ctx: Context, { space_id }: ContentRow): Promise<ChatPrompt | null> {
  const { app, viewer } = ctx
  const service = app.settings.get(chatService)
  if (viewer.userId === null || service === '') return null
  const kind = isConnected(app) ? 'room' : 'site'
  if (kind === 'site' && viewer.isAdmin) return null
  if (await hasDiscovered(ctx, PROMPTED[kind])) return null
  const space = (await spacesById(app, [space_id])).get(space_id)
  if (space?.status !== 'current' || space.type !== 'global') return null
  if (!(await mayInSpace(app, viewer, space_id, 'administer:space'))) return null
  if (kind === 'room' && (await hasRooms(ctx, space_id))) return null
  return { kind, service }
}

function hasRooms({ app }: Context, spaceId: number): Promise<boolean> {
  return app.facts.get(`chat rooms ${spaceId}`, async () => (await roomsOf(app.database.read, spaceId)).length > 0)
}
