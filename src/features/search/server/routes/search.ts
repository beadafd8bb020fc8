import type { App } from '#platform/server/app.ts'
import { parseExpand } from '#platform/server/http/expand.ts'
import { pageLinks } from '#platform/server/http/paging.ts'
import { requireUse } from '#features/accounts/server/index.ts'
import { contentsById } from '#features/content-core/server/read.ts'
import { contentWire, windowFor } from '#features/content/server/index.ts'
import { addressCandidates, quickSearch, searchContent, searchEverything, siteSearch } from '../../contract.ts'
import type { EXCERPTS } from '../../shared.ts'
import { findHits, NOTHING_FOUND, type Found } from '../find.ts'
import { candidatesAt } from '../candidates.ts'
import type { Freshness } from '../indexing/freshness.ts'
import { quickNavRoute } from './quicknav.ts'
import { readQuery } from '../query.ts'
import { suggest } from '../quick-search.ts'
import { searchSite } from '../site-search.ts'
import { ENTITIES } from '../tables.ts'
import { searchResults, type ExcerptForm } from '../wire/result.ts'
import type { VisitorLimit } from '../visitor-limit.ts'
import { totalOf } from '../wire/total.ts'

/** The calls of the search. Each waits until what was written before it can be found. */
export function searchRoutes(app: App, freshness: Freshness, limitVisitors: VisitorLimit): void {
  cqlRoutes(app, freshness, limitVisitors)
  screenRoutes(app, freshness, limitVisitors)
  quickNavRoute(app, freshness, limitVisitors)
}

/** The calls that take CQL. */
function cqlRoutes(app: App, freshness: Freshness, limitVisitors: VisitorLimit): void {
  const { http } = app
  http.handleCached(
    searchContent,
    async ({ ctx, query, url }) => {
      requireUse(ctx)
      const since = performance.now()
      const asked = readQuery(ctx, query.cql, query.cqlcontext)
      await freshness.current(app)
      const expand = parseExpand(query.expand)
      const window = windowFor(query, expand)
      const found = asked.current
        ? await findHits(ctx, asked.query, {
            ...window,
            entities: ['content'],
            includeArchived: query.includeArchivedSpaces ?? false,
          })
        : NOTHING_FOUND
      const rows = await contentsById(
        ctx,
        found.hits.map(hit => hit.id),
      )
      return page(app, url, window, await contentWire(ctx, rows, expand), found, query.cql, since)
    },
    { limit: limitVisitors },
  )

  http.handleCached(
    searchEverything,
    async ({ ctx, query, url }) => {
      requireUse(ctx)
      const since = performance.now()
      const asked = readQuery(ctx, query.cql, query.cqlcontext)
      await freshness.current(app)
      const entities = asked.current ? ENTITIES : ENTITIES.filter(entity => entity !== 'content')
      const expand = parseExpand(query.expand)
      const window = windowFor(query, expand)
      const found = await findHits(ctx, asked.query, {
        ...window,
        entities,
        includeArchived: query.includeArchivedSpaces ?? false,
      })
      const results = await searchResults(ctx, found.hits, asked.query.where, {
        excerpt: excerptForm(query.excerpt),
        expand,
      })
      return page(app, url, window, results, found, query.cql, since)
    },
    { aliases: ['/rest/experimental/search'], limit: limitVisitors },
  )
}

/** The calls of the wiki's own screens. */
function screenRoutes(app: App, freshness: Freshness, limitVisitors: VisitorLimit): void {
  const { http } = app
  http.handleCached(
    addressCandidates,
    async ({ ctx, query }) => {
      requireUse(ctx)
      await freshness.current(app)
      return { results: await candidatesAt(ctx, query) }
    },
    { limit: limitVisitors },
  )

  http.handleCached(
    siteSearch,
    async ({ ctx, query, url }) => {
      requireUse(ctx)
      await freshness.current(app)
      const { items, found, cql, facets } = await searchSite(ctx, query)
      const { start, limit } = query
      return {
        results: items,
        start,
        limit,
        size: items.length,
        ...totalOf(found),
        cql,
        ...(facets ? { facets } : {}),
        _links: linksOf(app, url, start, limit, found),
      }
    },
    { limit: limitVisitors },
  )

  http.handleCached(
    quickSearch,
    async ({ ctx, query }) => {
      requireUse(ctx)
      await freshness.current(app)
      return { results: await suggest(ctx, query.query) }
    },
    { limit: limitVisitors },
  )
}

/** A list of results as the REST interface pages it; `results` is first, as clients look for it there. */
function page<T>(
  app: App,
  url: string,
  { start, limit }: { start: number; limit: number },
  results: T[],
  found: Found,
  cqlQuery: string,
  since: number,
) {
  return {
    results,
    start,
    limit,
    size: results.length,
    ...totalOf(found),
    cqlQuery,
    searchDuration: Math.round(performance.now() - since),
    _links: linksOf(app, url, start, limit, found),
  }
}

function linksOf(app: App, url: string, start: number, limit: number, { hasMore }: Found): Record<string, string> {
  return { ...pageLinks({ url }, app, start, limit, hasMore), base: app.baseUrl, context: '' } as Record<string, string>
}

function excerptForm(asked: (typeof EXCERPTS)[number]): ExcerptForm {
  return asked === 'none' ? 'none' : asked.startsWith('indexed') ? 'indexed' : 'highlight'
}
