import { endpointKey } from '#platform/page-data.ts'
import type { App } from '#platform/server/app.ts'
import type { Context } from '#platform/server/context.ts'
import { notFound } from '#platform/server/http/errors.ts'
import { Answer } from '#platform/server/http/http.ts'
import { pageOf } from '#platform/server/http/paging.ts'
import { handleScreen } from '#platform/server/http/screen.ts'
import { readerOf } from '#platform/server/http/view.ts'
import { requireUser } from '#features/accounts/server/index.ts'
import { requireContent } from '#features/content-core/server/policies.ts'
import type { ContentRow } from '#features/content-core/server/read.ts'
import * as contract from '../contract.ts'
import { SAVED_AT_ONCE, SAVED_PATH } from '../shared.ts'
import { isSavedBy, savedPages, setSaved } from './store.ts'

/** Calls about the user's own saved pages, and the screen that lists them. */
export function savedPageRoutes(app: App): void {
  const { http } = app
  http.handle(contract.isSaved, async ({ ctx, params }) => {
    const accountId = requireUser(ctx)
    const row = await requireSavable(ctx, params.id)
    if (!(await isSavedBy(ctx, row.id, accountId))) throw notFound('The page is not saved for later')
    return { id: String(row.id), favourite: true }
  })
  http.handle(contract.savePage, async ({ ctx, params }) => {
    const accountId = requireUser(ctx)
    const row = await requireSavable(ctx, params.id)
    await setSaved(ctx, row, accountId, true)
    return { id: String(row.id), favourite: true }
  })
  http.handle(contract.unsavePage, async ({ ctx, params }) => {
    const accountId = requireUser(ctx)
    await setSaved(ctx, await requireSavable(ctx, params.id), accountId, false)
    return Answer.empty()
  })
  http.handle(contract.listSaved, async ({ ctx, query, request }) =>
    pageOf(request, ctx.app, query, await savedPages(ctx, requireUser(ctx), query)),
  )
  handleScreen(app, SAVED_PATH, 'Pages that the user saved for later', async ({ ctx, request }) => {
    const window = { start: 0, limit: SAVED_AT_ONCE }
    const page = pageOf(request, app, window, await savedPages(ctx, requireUser(ctx), window))
    return {
      title: readerOf(ctx).t('Saved for later'),
      queries: [
        {
          key: [...endpointKey(contract.listSaved, { query: { limit: SAVED_AT_ONCE } }), 'pages'],
          data: { pages: [page], pageParams: [0] },
        },
      ],
    }
  })
}

async function requireSavable(ctx: Context, id: number): Promise<ContentRow> {
  const row = await requireContent(ctx, id)
  if (row.type !== 'page' && row.type !== 'blogpost')
    throw notFound('There is no page or post with id {{id}}', { values: { id }, forPrograms: true })
  return row
}
