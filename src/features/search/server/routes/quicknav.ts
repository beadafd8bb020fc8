import type { App } from '#platform/server/app.ts'
import type { Context } from '#platform/server/context.ts'
import { escapeHtml } from '#platform/server/http/markup.ts'
import { requireUse } from '#features/accounts/server/index.ts'
import { quickNav, type QuickNavMatch } from '../../contract.ts'
import { SEARCH_PATH } from '../../address-shared.ts'
import { plainWords, quotedCql } from '../../cql-shared.ts'
import { findHits } from '../find.ts'
import type { Freshness } from '../indexing/freshness.ts'
import { readQuery } from '../query.ts'
import { suggest } from '../quick-search.ts'
import { ENTITIES } from '../tables.ts'
import type { VisitorLimit } from '../visitor-limit.ts'
import { itemOf } from '../wire/items.ts'
import { loadHits } from '../wire/loaded.ts'

const MOST = 25
/** The old product's names of types in the query, and in the class of a match. */
const TYPES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    page: 'page',
    blogpost: 'blogpost',
    attachment: 'attachment',
    comment: 'comment',
    spacedesc: 'space',
    personalspacedesc: 'space',
    space: 'space',
    userinfo: 'user',
    user: 'user',
  }),
)
const CLASSES: Readonly<Record<string, string>> = { space: 'content-type-spacedesc', user: 'content-type-userinfo' }
/** Matches are in groups: pages and posts, files, spaces, people. */
const GROUPS = [['page', 'blogpost', 'comment'], ['attachment'], ['space'], ['user']] as const

interface Match {
  type: string
  id: string
  title: string
  url: string
  space: { key: string; name: string } | null
}

/** Suggestions in the shape of the old product; the last group is the entry that leads to the search page. */
export function quickNavRoute(app: App, freshness: Freshness, limit: VisitorLimit): void {
  app.http.handle(quickNav, async ({ ctx, query, request }) => {
    requireUse(ctx)
    limit(request)
    await freshness.current(app)
    const typed = query.query.trim()
    const types = [...new Set([query.type ?? []].flat().map(type => TYPES.get(type.toLowerCase()) ?? 'unknown'))]
    const matches =
      typed === ''
        ? []
        : types.length === 0 && !query.spaceKey
          ? await suggested(ctx, typed)
          : await narrowed(ctx, typed, types, query.spaceKey)
    const groups = GROUPS.map(group =>
      matches.filter(match => group.some(type => type === match.type)).slice(0, query.maxPerCategory),
    )
    const everywhere: QuickNavMatch = {
      className: 'search-for',
      href: `${SEARCH_PATH}?${new URLSearchParams({ queryString: typed })}`,
      name: `Search for ‘${escapeHtml(typed)}’`,
    }
    return {
      query: typed,
      contentNameMatches: [...groups.filter(group => group.length > 0).map(group => group.map(wire)), [everywhere]],
    }
  })
}

async function suggested(ctx: Context, typed: string): Promise<Match[]> {
  return (await suggest(ctx, typed)).map(item => ({ ...item, title: item.title.map(part => part.text).join('') }))
}

async function narrowed(
  ctx: Context,
  typed: string,
  types: readonly string[],
  spaceKey: string | undefined,
): Promise<Match[]> {
  const words = plainWords(typed)
  if (words === '' || types.includes('unknown')) return []
  const contentTypes = types.filter(type => type !== 'space' && type !== 'user')
  const conditions = [
    `title ~ "${words}*"`,
    ...(types.length > 0 ? [`type in (${types.join(', ')})`] : []),
    ...(spaceKey ? [`space = ${quotedCql(spaceKey)}`] : []),
  ]
  const { query } = readQuery(ctx, conditions.join(' and '), undefined)
  const entities = types.length === 0 || contentTypes.length < types.length ? ENTITIES : (['content'] as const)
  const { hits } = await findHits(ctx, query, { start: 0, limit: MOST * GROUPS.length, entities })
  const loaded = await loadHits(ctx, hits)
  return hits.flatMap(hit => itemOf(ctx, hit, loaded, new Map()) ?? [])
}

function wire({ type, id, title, url, space }: Match): QuickNavMatch {
  return {
    className: CLASSES[type] ?? `content-type-${type}`,
    href: url,
    name: escapeHtml(title),
    id,
    ...(space ? { spaceName: escapeHtml(space.name), spaceKey: space.key } : {}),
  }
}
