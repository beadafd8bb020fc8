import { friendlyTime } from '#platform/friendly-time.ts'
import type { Context } from '#platform/server/context.ts'
import { expanded, NOTHING, type Expand } from '#platform/server/http/expand.ts'
import { isoTime } from '#platform/wire.ts'
import { personOf, profilePath } from '#features/accounts/server/index.ts'
import { contentPath, type ContentRow } from '#features/content-core/server/read.ts'
import { contentWire } from '#features/content/server/index.ts'
import { spacePath, spaceWires, type Space } from '#features/spaces/server/index.ts'
import type { SearchResult } from '../../contract.ts'
import type { QueryNode } from '../cql/index.ts'
import type { Hit } from '../find.ts'
import { documentIds } from '../tables.ts'
import { markedText, plainText } from '../text/highlight.ts'
import { loadHits, type Loaded } from './loaded.ts'
import { excerptsOf } from './excerpts.ts'
import { marksOf, markTitle, NO_MARKS } from './marks.ts'

export type ExcerptForm = 'highlight' | 'indexed' | 'none'

/** The results of `/rest/api/search`, in the order of the hits. */
export async function searchResults(
  ctx: Context,
  hits: readonly Hit[],
  where: QueryNode | null,
  options: { excerpt: ExcerptForm; expand: Expand },
): Promise<SearchResult[]> {
  const loaded = await loadHits(ctx, hits)
  const marks = options.excerpt === 'highlight' ? marksOf(where) : NO_MARKS
  const source = options.excerpt === 'indexed' ? marksOf(where) : marks
  const excerpts = await excerptsOf(ctx.app.database, options.excerpt === 'none' ? [] : hits, source.body)
  const entities = await entityWires(ctx, hits, loaded, options.expand)
  const show = options.excerpt === 'highlight' ? markedText : plainText
  return hits.flatMap(hit => {
    const entity = entities.get(`${hit.entity}:${hit.id}`)
    const about = entity === undefined ? undefined : describe(hit, loaded)
    if (!about) return []
    const { title, url, parent, space, icon, at } = about
    return [
      {
        [hit.entity]: entity,
        title: show(markTitle(title, marks)),
        excerpt: show(excerpts.get(documentIds[hit.entity](hit.id)) ?? []),
        url,
        ...(parent ? { resultParentContainer: parent } : {}),
        ...(space ? { resultGlobalContainer: space } : {}),
        entityType: hit.entity,
        iconCssClass: `aui-icon content-type-${icon}`,
        lastModified: isoTime(at),
        friendlyLastModified: friendlyTime(at, Date.now(), ctx.locale, ctx.viewer.timeZone ?? 'UTC'),
        timestamp: at,
      },
    ]
  })
}

/** The entities themselves, by kind and id, with what `expand` asks for below `content`, `space` and `user`. */
async function entityWires(
  ctx: Context,
  hits: readonly Hit[],
  loaded: Loaded,
  expand: Expand,
): Promise<Map<string, unknown>> {
  const rows = hits.flatMap(hit => (hit.entity === 'content' ? (loaded.contents.get(hit.id) ?? []) : []))
  const spaces = hits.flatMap(hit => (hit.entity === 'space' ? (loaded.spaces.get(hit.id) ?? []) : []))
  const contents = await contentWire(ctx, rows, expanded(expand, 'content') ?? NOTHING)
  const spaceValues = await spaceWires(ctx, spaces, expanded(expand, 'space') ?? NOTHING)
  return new Map<string, unknown>([
    ...rows.map((row, index): [string, unknown] => [`content:${row.id}`, contents[index]]),
    ...spaces.map((space, index): [string, unknown] => [`space:${space.id}`, spaceValues[index]]),
    ...hits.flatMap((hit): [string, unknown][] => {
      const account = hit.entity === 'user' ? loaded.accounts.get(hit.id) : undefined
      return account ? [[`user:${account.id}`, personOf(ctx.app, account)]] : []
    }),
  ])
}

interface About {
  title: string
  url: string
  icon: string
  at: number
  parent?: { title: string; displayUrl: string }
  space?: { title: string; displayUrl: string }
}

function describe(hit: Hit, { contents, spaces, accounts }: Loaded): About | undefined {
  if (hit.entity === 'user') {
    const account = accounts.get(hit.id)
    return (
      account && {
        title: account.display_name,
        url: profilePath(account.username),
        icon: 'userinfo',
        at: account.created_at,
      }
    )
  }
  if (hit.entity === 'space') {
    const space = spaces.get(hit.id)
    if (!space) return undefined
    const icon = space.type === 'personal' ? 'personalspacedesc' : 'spacedesc'
    return { title: space.name, url: spacePath(space), icon, at: space.updated_at, space: containerOf(space) }
  }
  const row = contents.get(hit.id)
  const space = row && spaces.get(row.space_id)
  if (!row || !space) return undefined
  const above = contents.get(row.container_id ?? row.parent_id ?? 0)
  return {
    title: hitTitle(row, contents),
    url: contentPath(row, space.key),
    icon: row.type,
    at: row.updated_at,
    ...(above ? { parent: { title: above.title, displayUrl: contentPath(above, space.key) } } : {}),
    space: containerOf(space),
  }
}

/** A comment is called after what it is about. */
export function hitTitle(row: ContentRow, contents: ReadonlyMap<number, ContentRow>): string {
  if (row.type !== 'comment' || row.title !== '') return row.title
  const about = contents.get(row.container_id ?? 0)
  return about ? `Re: ${about.title}` : ''
}

const containerOf = (space: Space) => ({ title: space.name, displayUrl: spacePath(space) })

/** Address of a user's profile. */
