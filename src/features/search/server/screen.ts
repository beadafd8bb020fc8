import { endpointKey, type SeededQuery } from '#platform/page-data.ts'
import type { App } from '#platform/server/app.ts'
import type { Context } from '#platform/server/context.ts'
import { html, type Markup } from '#platform/server/http/markup.ts'
import { handleScreen, screenMarkup } from '#platform/server/http/screen.ts'
import { say } from '#platform/server/http/words.ts'
import { requireUse } from '#features/accounts/server/index.ts'
import { asksForSomething, readSearchAddress, SEARCH_PATH, siteSearchArguments, type SearchAddress } from '../address.ts'
import { siteSearch, siteSearchQuery, type FoundItem } from '../contract.ts'
import type { Freshness } from './indexing/freshness.ts'
import { searchSite } from './site-search.ts'

/** The search page: its form and the first results, readable and usable without script. */
export function searchScreen(app: App, freshness: Freshness): void {
  handleScreen(app, SEARCH_PATH, 'The search page', async ({ ctx, query }) => {
    requireUse(ctx)
    const asked = readSearchAddress(query)
    // The advanced search needs script: what it asks for is found by the browser.
    const plain = asked.cql === null && asksForSomething(asked)
    if (plain) await freshness.current(app)
    const { content, queries } = plain ? await firstResults(ctx, asked) : { content: html``, queries: [] }
    const title = say(ctx.locale, 'Search')
    return {
      title: asked.queryString.trim() === '' ? title : `${asked.queryString.trim()} - ${title}`,
      main: screenMarkup({ locale: ctx.locale, title, width: 'normal', content: html`${form(asked, title)}${content}` }),
      queries,
    }
  })
}

async function firstResults(ctx: Context, asked: SearchAddress): Promise<{ content: Markup; queries: SeededQuery[] }> {
  const given = siteSearchArguments(asked)
  const query = siteSearchQuery.parse(given.query)
  const { items, total, cql } = await searchSite(ctx, query)
  const more = items.length < total
  const page = {
    results: items, start: 0, limit: query.limit, size: items.length, totalSize: total, cql,
    _links: more ? { next: `${siteSearch.path}?start=${query.limit}` } : {},
  }
  return {
    content: results(items, total),
    queries: [{ key: [...endpointKey(siteSearch, given), 'pages'], data: { pages: [page], pageParams: [0] } }],
  }
}

function form(asked: SearchAddress, label: string): Markup {
  return html`<form class="ox-search-form" action="${SEARCH_PATH}" method="get" role="search"><input type="search" name="queryString" value="${asked.queryString}" aria-label="${label}" maxlength="255"> <button type="submit">${label}</button></form>`
}

function results(items: readonly FoundItem[], total: number): Markup {
  if (items.length === 0) return html`<p id="search-result-container">Nothing was found. Try fewer or other words.</p>`
  return html`<p role="status">${total} ${total === 1 ? 'result' : 'results'}</p><ol id="search-result-container" class="ox-results">${items.map(item =>
    html`<li><h2><a href="${item.url}">${marked(item.title)}</a></h2><p>${marked(item.excerpt)}</p>${item.space && html`<p>${[item.space.name, ...item.breadcrumbs.map(crumb => crumb.title)].join(' / ')}</p>`}</li>`)}</ol>`
}

function marked(parts: FoundItem['title']): Markup[] {
  return parts.map(({ text, hit }) => (hit ? html`<mark>${text}</mark>` : html`${text}`))
}
