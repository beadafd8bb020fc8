import type { Context } from '#platform/server/context.ts'
import { isoTime } from '#platform/wire.ts'
import { accountsById, personOf, profilePath, type Account } from '#features/accounts/server/index.ts'
import { ancestorsOfParents, contentPath, contentsById, type ContentRow } from '#features/content-core/server/read.ts'
import { wireId } from '#features/content/server/index.ts'
import { spacePath } from '#features/spaces/server/index.ts'
import type { FoundItem } from '../../contract.ts'
import type { QueryNode } from '../cql/index.ts'
import type { Hit } from '../find.ts'
import { documentIds } from '../tables.ts'
import { loadHits, type Loaded } from './loaded.ts'
import { excerptsOf } from './excerpts.ts'
import { marksOf, markTitle } from './marks.ts'
import { hitTitle } from './result.ts'

/** Pages above that are shown of one hit. */
const MAX_BREADCRUMBS = 50

/** Hits as the search page shows them, in their order. */
export async function foundItems(ctx: Context, hits: readonly Hit[], where: QueryNode | null): Promise<FoundItem[]> {
  const loaded = await loadHits(ctx, hits)
  const marks = marksOf(where)
  const excerpts = await excerptsOf(ctx.app.database, hits, marks.body)
  const rows = hits.flatMap(hit => (hit.entity === 'content' ? (loaded.contents.get(hit.id) ?? []) : []))
  const breadcrumbs = await breadcrumbsOf(ctx, rows, loaded)
  const authors = await accountsById(
    ctx.app,
    rows.map(row => row.updater_id),
  )
  return hits.flatMap(hit => {
    const item = itemOf(ctx, hit, loaded, authors)
    return item
      ? [
          {
            ...item,
            title: markTitle(item.title, marks),
            excerpt: hit.entity === 'user' ? [] : (excerpts.get(documentIds[hit.entity](hit.id)) ?? []),
            breadcrumbs: hit.entity === 'content' ? (breadcrumbs.get(hit.id) ?? []) : [],
          },
        ]
      : []
  })
}

type BareItem = Omit<FoundItem, 'title' | 'excerpt' | 'breadcrumbs'> & { title: string }

/** View of a hit before anything is marked; undefined when it went since the query. */
export function itemOf(
  ctx: Context,
  hit: Hit,
  loaded: Loaded,
  authors: ReadonlyMap<number, Account>,
): BareItem | undefined {
  if (hit.entity === 'user') {
    const account = loaded.accounts.get(hit.id)
    return (
      account && {
        type: 'user',
        id: account.user_key,
        title: account.display_name,
        url: profilePath(account.username),
        space: null,
        author: null,
        lastModified: null,
      }
    )
  }
  if (hit.entity === 'space') {
    const space = loaded.spaces.get(hit.id)
    return (
      space && {
        type: 'space',
        id: String(space.id),
        title: space.name,
        url: spacePath(space),
        space: { key: space.key, name: space.name },
        author: null,
        lastModified: isoTime(space.updated_at),
      }
    )
  }
  const row = loaded.contents.get(hit.id)
  const space = row && loaded.spaces.get(row.space_id)
  if (!row || !space) return undefined
  return {
    type: row.type,
    id: wireId(row),
    title: hitTitle(row, loaded.contents),
    url: contentPath(row, space.key),
    space: { key: space.key, name: space.name },
    author: authorOf(ctx, authors.get(row.updater_id ?? 0)),
    lastModified: isoTime(row.updated_at),
  }
}

function authorOf(ctx: Context, account: Account | undefined): FoundItem['author'] {
  if (!account) return null
  const { displayName, profilePicture } = personOf(ctx.app, account)
  return { displayName, username: account.username, avatar: profilePicture.path }
}

/**
 * The pages above each page, from the top; for comments and attachments their page too. One query for the pages of all.
 */
async function breadcrumbsOf(ctx: Context, rows: readonly ContentRow[], { contents, spaces }: Loaded) {
  const firstAbove = new Map(
    rows.map(row => [row.id, row.container_id ?? (row.type === 'page' ? row.parent_id : null)]),
  )
  const starts = [...firstAbove.values()].filter(id => id !== null)
  const chains = await ancestorsOfParents(ctx.app.database, starts)
  for (const [start, ids] of chains) chains.set(start, ids.slice(-MAX_BREADCRUMBS))
  const missing = [...new Set([...chains.values()].flat())].filter(id => !contents.has(id))
  const above = new Map(contents)
  for (const row of await contentsById(ctx, missing)) above.set(row.id, row)
  const trailTo = (start: number): FoundItem['breadcrumbs'] =>
    (chains.get(start) ?? []).flatMap(id => {
      const row = above.get(id)
      const space = row && spaces.get(row.space_id)
      return row && space ? [{ title: row.title, url: contentPath(row, space.key) }] : []
    })
  return new Map(rows.map(row => [row.id, trailTo(firstAbove.get(row.id) ?? 0)]))
}
