import { createElement as h } from 'react'
import { endpointKey, type SeededQuery } from '#platform/page-data.ts'
import type { App } from '#platform/server/app.ts'
import type { Context } from '#platform/server/context.ts'
import { handleScreen, screenFrame } from '#platform/server/http/screen.ts'
import { readerOf } from '#platform/server/http/view.ts'
import { requireUse } from '#features/accounts/server/index.ts'
import {
  hasCriteria,
  readSearchAddress,
  SEARCH_PATH,
  siteSearchArguments,
  type SearchAddress,
} from '../address-shared.ts'
import { siteSearch, siteSearchQuery, type FoundItem } from '../contract.ts'
import { ResultsView } from '../view/ResultsView.tsx'
import type { ResultCount } from '../view/result-count.ts'
import type { Freshness } from './indexing/freshness.ts'
import { searchSite } from './site-search.ts'
import type { VisitorLimit } from './visitor-limit.ts'
import { totalOf } from './wire/total.ts'

/** The search page: its form and the first results, readable and usable without script. */
export function searchScreen(app: App, freshness: Freshness, limit: VisitorLimit): void {
  handleScreen(app, SEARCH_PATH, 'The search page', async ({ ctx, query, request }) => {
    requireUse(ctx)
    const asked = readSearchAddress(query)
    // The advanced search needs script: what it asks for is found by the browser.
    const plain = asked.cql === null && hasCriteria(asked)
    if (plain) {
      limit(request)
      await freshness.current(app)
    }
    const { found, queries } = plain ? await firstResults(ctx, asked) : { found: undefined, queries: [] }
    const reader = readerOf(ctx)
    const title = reader.t('Search')
    return {
      title: asked.queryString.trim() === '' ? title : `${asked.queryString.trim()} - ${title}`,
      noscript: screenFrame(
        ctx,
        { title, width: 'normal' },
        h(ResultsView, { reader, words: asked.queryString, found }),
      ),
      queries,
    }
  })
}

async function firstResults(
  ctx: Context,
  asked: SearchAddress,
): Promise<{ found: { items: FoundItem[]; count: ResultCount }; queries: SeededQuery[] }> {
  const given = siteSearchArguments(asked)
  const query = siteSearchQuery.parse(given.query)
  const { items, found, cql } = await searchSite(ctx, query)
  const count = totalOf(found)
  const page = {
    results: items,
    start: 0,
    limit: query.limit,
    size: items.length,
    ...count,
    cql,
    _links: found.hasMore ? { next: `${siteSearch.path}?start=${query.limit}` } : {},
  }
  return {
    found: { items, count },
    queries: [{ key: [...endpointKey(siteSearch, given), 'pages'], data: { pages: [page], pageParams: [0] } }],
  }
}
