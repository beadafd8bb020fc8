import type { App } from '#platform/server/app.ts'
import { Answer } from '#platform/server/http/http.ts'
import { accountsById, pictureUrl } from '#features/accounts/server/index.ts'
import { contentPath } from '#features/content-core/server/read.ts'
import { spacesById } from '#features/spaces/server/index.ts'
import { discardLive, getDraftState, getEditors, listDraftStates, publishLive } from '../contract.ts'
import { liveEngine } from './loading.ts'
import { hasText, requireLive, requireShared } from './policy.ts'
import { mostEditors } from './settings.ts'
import { draftState, draftStates } from './states.ts'
import { editorsOf } from './store.ts'

export function liveRoutes(app: App): void {
  const { http } = app
  http.handle(getEditors, async ({ ctx, params }) => {
    await requireLive(ctx, params.id)
    const ids = await editorsOf(app.database.read, params.id)
    const accounts = await accountsById(app, ids)
    return {
      editors: ids
        .flatMap(id => accounts.get(id) ?? [])
        .map(account => ({
          userKey: account.user_key,
          username: account.username,
          name: account.display_name,
          picture: pictureUrl(account),
        })),
      limit: app.settings.get(mostEditors),
    }
  })
  http.handle(listDraftStates, async ({ ctx, params }) => {
    const row = await requireLive(ctx, params.id)
    await (await liveEngine(app).load()).keepDrafts(app, row.id)
    return { states: await draftStates(ctx, row.id) }
  })
  http.handle(getDraftState, async ({ ctx, params }) => {
    const row = await requireLive(ctx, params.id)
    return draftState(ctx, row, params.state, await (await liveEngine(app).load()).textNow(app, row.id))
  })
  http.handle(publishLive, async ({ ctx, params, body }) => {
    const { publishDocument } = await liveEngine(app).load()
    const row = await publishDocument(ctx, await requireLive(ctx, params.id), body)
    const space = (await spacesById(app, [row.space_id])).get(row.space_id)
    return { version: row.version, url: contentPath(row, space?.key ?? '') }
  })
  http.handle(
    discardLive,
    async ({ ctx, params }) => {
      const row = await requireShared(ctx, params.id)
      const { discardDocument, discardFile } = await liveEngine(app).load()
      await (hasText(row) ? discardDocument : discardFile)(ctx, row.id)
      return Answer.empty()
    },
    { aliases: ['/rest/synchrony/1.0/content/:id/changes/unpublished'] },
  )
}
