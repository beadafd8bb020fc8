import type { Context } from '#platform/server/context.ts'
import { accountsById, type Account } from '#features/accounts/server/index.ts'
import { contentsById, type ContentRow } from '#features/content-core/server/read.ts'
import { spacesById, type Space } from '#features/spaces/server/index.ts'
import type { Hit } from '../find.ts'
import type { SearchEntity } from '../tables.ts'

/** Rows that a page of hits refers to, each table read once. */
export interface Loaded {
  contents: ReadonlyMap<number, ContentRow>
  spaces: ReadonlyMap<number, Space>
  accounts: ReadonlyMap<number, Account>
}

/**
 * Loads the rows of hits, the spaces of contents, and further contents (parents, containers) that the reader may see.
 */
export async function loadHits(ctx: Context, hits: readonly Hit[]): Promise<Loaded> {
  const idsOf = (entity: SearchEntity) => hits.filter(hit => hit.entity === entity).map(hit => hit.id)
  const contents = byId(await contentsById(ctx, idsOf('content')))
  const around = [...contents.values()].flatMap(row =>
    [row.container_id ?? [], row.type === 'page' ? (row.parent_id ?? []) : []].flat(),
  )
  const missing = [...new Set(around)].filter(id => !contents.has(id))
  for (const row of await contentsById(ctx, missing)) contents.set(row.id, row)
  const spaces = await spacesById(ctx.app, [...idsOf('space'), ...[...contents.values()].map(row => row.space_id)])
  const accounts = await accountsById(ctx.app, idsOf('user'))
  return { contents, spaces, accounts }
}

function byId(rows: readonly ContentRow[]): Map<number, ContentRow> {
  return new Map(rows.map(row => [row.id, row]))
}
