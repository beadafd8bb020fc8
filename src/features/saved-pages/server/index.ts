import { sql } from 'kysely'
import { createElement as h } from 'react'
import type { App, ServerFeature } from '#platform/server/app.ts'
import type { Context } from '#platform/server/context.ts'
import { notFound } from '#platform/server/http/errors.ts'
import { Answer } from '#platform/server/http/http.ts'
import { pageOf } from '#platform/server/http/paging.ts'
import { handleScreen } from '#platform/server/http/screen.ts'
import { readerOf } from '#platform/server/http/view.ts'
import { endpointKey } from '#platform/page-data.ts'
import { requireUser } from '#features/accounts/server/index.ts'
import { pageParts, requireContent, type ContentRow } from '#features/content/server/index.ts'
import { cqlCollections } from '#features/search/server/index.ts'
import * as contract from '../contract.ts'
import { SAVED_AT_ONCE, SAVED_PATH } from '../shared.ts'
import { SaveButtonView } from '../view/SaveButtonView.tsx'
import de from '../i18n/de.json' with { type: 'json' }
import { migrations } from './migrations.ts'
import { isSavedBy, savedPages, setSaved } from './store.ts'

/** Pages that a user saved for later: the button of the page, the calls of the old product, and the list. */
export const savedPagesFeature: ServerFeature = {
  name: 'saved-pages',
  migrations,
  messages: { de },
  register(app) {
    app.extensions.add(pageParts, {
      name: 'saved',
      load: async (ctx, row) => (ctx.viewer.userId === null || row.status !== 'current' ? null : isSavedBy(ctx, row.id, ctx.viewer.userId)),
      actions: (value, reader) => (typeof value === 'boolean' ? h(SaveButtonView, { isSaved: value, reader }) : null),
    })
    app.extensions.add(cqlCollections, {
      collection: 'favouriteContent',
      ids: ctx => sql`(select content_favourite.content_id from content_favourite where content_favourite.account_id = ${ctx.viewer.userId ?? 0})`,
    })
    calls(app)
    handleScreen(app, SAVED_PATH, 'Pages that the user saved for later', async ({ ctx, request }) => {
      const window = { start: 0, limit: SAVED_AT_ONCE }
      const page = pageOf(request, app, window, await savedPages(ctx, requireUser(ctx), window))
      return {
        title: readerOf(ctx).t('Saved for later'),
        queries: [{ key: [...endpointKey(contract.listSaved, { query: { limit: SAVED_AT_ONCE } }), 'pages'], data: { pages: [page], pageParams: [0] } }],
      }
    })
  },
}

async function requireSavable(ctx: Context, id: number): Promise<ContentRow> {
  const row = await requireContent(ctx, id)
  if (row.type !== 'page' && row.type !== 'blogpost') throw notFound('There is no page or post with id {{id}}', {
    values: { id }, forPrograms: true,
  })
  return row
}

function calls({ http }: App): void {
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
    pageOf(request, ctx.app, query, await savedPages(ctx, requireUser(ctx), query)))
}
