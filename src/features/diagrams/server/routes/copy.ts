import type { App } from '#platform/server/app.ts'
import { requireUse } from '#features/accounts/server/index.ts'
import { countSpaces, spacesByName } from '#features/spaces/server/index.ts'
import { copyTargetPages, copyTargetSpaces, saveDiagramAs } from '../../copy-contract.ts'
import { saveAs } from '../copy.ts'
import { targetPages } from '../copy-store.ts'

/** The calls of Gliffy's dialog "Copy To". */
export function copyRoutes(app: App): void {
  app.http.handle(saveDiagramAs, ({ ctx, params, query, body }) => saveAs(ctx, { params, query, body }))

  app.http.handle(copyTargetSpaces, async ({ ctx, query: { searchTerm, limit, ...query } }) => {
    requireUse(ctx)
    const start = query.start ?? query.page * limit
    const asked = { text: searchTerm, status: 'current', permission: 'create:page' } as const
    const [rows, { matching }] = await Promise.all([
      spacesByName(ctx, asked, { start, limit }),
      countSpaces(ctx, asked),
    ])
    return { spaces: rows.slice(0, limit).map(({ key, name }) => ({ key, name })), totalCount: matching }
  })

  app.http.handle(copyTargetPages, async ({ ctx, query: { searchTerm: words, spaceKeys, start, limit } }) => {
    requireUse(ctx)
    const rows = await targetPages(ctx, { words, spaceKeys, start, limit })
    return {
      results: rows.map(({ id, title, space_key: key, space_name: name }) => ({
        id: String(id),
        title,
        space: { key, name },
      })),
    }
  })
}
