import type { App } from '#platform/server/app.ts'
import { parseExpand } from '#platform/server/http/expand.ts'
import { Answer } from '#platform/server/http/http.ts'
import { requireContent } from '#features/content-core/server/policies.ts'
import {
  copyPage,
  dropDraft,
  readDraft,
  restoreObstacles,
  trashHierarchy,
  writeDraft,
} from '#features/content-core/server/write.ts'
import { requireSpace, spacesById } from '#features/spaces/server/index.ts'
import {
  copyPage as copyCall,
  discardDraft,
  getDraft,
  getRestoreObstacles,
  saveDraft,
  trashTree,
} from '../../versions-contract.ts'
import { singleWire } from '../wire/wire.ts'

/** A user's unpublished changes; pages copied, or put into the trash, with all that is below them. */
export function draftRoutes({ http }: App): void {
  http.handle(getDraft, async ({ ctx, params }) => ({ draft: await readDraft(ctx, params.id) }))
  http.handle(saveDraft, ({ ctx, params, body }) => writeDraft(ctx, params.id, body))
  http.handle(discardDraft, async ({ ctx, params }) => {
    await dropDraft(ctx, params.id)
    return Answer.empty()
  })
  http.handle(copyCall, async ({ ctx, params, body }) => {
    const source = await requireContent(ctx, params.id)
    const own = (await spacesById(ctx.app, [source.space_id])).get(source.space_id)
    const space = body.spaceKey ? await requireSpace(ctx, body.spaceKey) : own!
    const parentId =
      body.parentId === undefined ? (space.id === source.space_id ? source.parent_id : null) : body.parentId
    const copy = await copyPage(ctx, params.id, { ...body, space, parentId })
    return singleWire(ctx, copy, parseExpand('space,version,ancestors'))
  })
  http.handle(trashTree, async ({ ctx, params }) => ({
    trashed: await trashHierarchy(ctx, await requireContent(ctx, params.id)),
  }))
  http.handle(getRestoreObstacles, async ({ ctx, params }) =>
    restoreObstacles(ctx, await requireContent(ctx, params.id, { trashed: true })),
  )
}
