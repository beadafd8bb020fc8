import type { App } from '#platform/server/app.ts'
import type { Context } from '#platform/server/context.ts'
import { siteTitle } from '#platform/server/http/document.ts'
import { html, type Markup } from '#platform/server/http/markup.ts'
import { HttpError, notFound } from '#platform/server/http/errors.ts'
import { rateLimited } from '#platform/server/http/rate-limited.ts'
import { asAnonymous } from '#features/accounts/server/index.ts'
import { pageAddress, pagePath } from '#features/content-core/address-shared.ts'
import { contentAt, contentsById, factsOf, storageOf, type ContentRow } from '#features/content-core/server/read.ts'
import { pageOembed, type PageView } from '../../view-contract.ts'

/** Characters of a description. */
const MOST_DESCRIPTION = 200
/** Requests of one address in a minute. */
const MOST_REQUESTS = 300

/**
 * Open Graph metadata and the address of oEmbed, from which other tools make a preview of a link. For visitors alone:
 * such tools do not sign in, and the document of a user tells no more to whom it is passed on.
 */
export async function previewTags(ctx: Context, row: ContentRow, view: PageView): Promise<Markup> {
  if (ctx.viewer.userId !== null) return html``
  const { app } = ctx
  const url = `${app.baseUrl}${pagePath(view.id)}`
  const properties = {
    'og:type': 'article',
    'og:site_name': app.settings.get(siteTitle),
    'og:title': view.title,
    'og:url': url,
    'og:description': await descriptionOf(ctx, row),
  }
  const oembed = `${app.baseUrl}${pageOembed.path}?${new URLSearchParams({ url, format: 'json' })}`
  return html`${Object.entries(properties)
    .filter(([, content]) => content !== '')
    .map(
      ([property, content]) => html`<meta property="${property}" content="${content}">\n`,
    )}<link rel="alternate" type="application/json+oembed" href="${oembed}" title="${view.title}">\n`
}

/** The beginning of a page's text; empty for large pages, which would hold up others. */
async function descriptionOf({ app }: Context, row: ContentRow): Promise<string> {
  const storage = (await storageOf(app, [row])).get(row.id) ?? ''
  if (app.workers.isLarge(storage.length)) return ''
  const text = (await factsOf(app, storage)).text.replaceAll(/\s+/g, ' ').trim()
  return text.length > MOST_DESCRIPTION ? `${text.slice(0, MOST_DESCRIPTION).toWellFormed()}…` : text
}

/** oEmbed of pages, which answers everyone as a visitor. */
export function oembedRoute(app: App): void {
  const limit = rateLimited(app, { name: 'page-oembed', max: MOST_REQUESTS, windowMs: 60_000 }, request => request.ip)
  app.http.handle(pageOembed, async ({ ctx, query, request }) => {
    limit(request)
    if (query.format !== 'json') throw new HttpError(501, 'format: only json is offered', { forPrograms: true })
    const row = await publicPage(await asAnonymous(ctx), query.url)
    // The same answer for pages that do not exist and for those that are not public.
    if (!row) throw notFound('No public page has this address', { forPrograms: true })
    return {
      version: '1.0' as const,
      type: 'link' as const,
      title: row.title,
      provider_name: app.settings.get(siteTitle),
      provider_url: app.baseUrl,
    }
  })
}

async function publicPage(ctx: Context, url: string): Promise<ContentRow | undefined> {
  const { app } = ctx
  if (!url.startsWith(`${app.baseUrl}/`)) return undefined
  const address = pageAddress(url.slice(app.baseUrl.length))
  if (!address) return undefined
  const named = await contentAt(
    app,
    'pageId' in address ? { pageId: Number(address.pageId.replace(/^att/, '')) } : address,
  )
  if (!named || named.status !== 'current') return undefined
  const [row] = await contentsById(ctx, [named.id])
  return row
}
