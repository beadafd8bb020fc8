import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { App } from '#platform/server/app.ts'
import { notFound, HttpError } from '#platform/server/http/errors.ts'
import { isFresh } from '#platform/server/http/fresh.ts'
import { Answer, HTML_TYPE, type Call } from '#platform/server/http/http.ts'
import { rateLimited } from '#platform/server/http/rate-limited.ts'
import { fileAnswer } from '#features/attachments/server/index.ts'
import { pictureOf, readerOf, RENDERER, selfContainedSvg } from '#features/diagrams/server/index.ts'
import { pinnedPage } from '#features/diagrams/reference-shared.ts'
import type { ReadDiagram } from '#diagrams/import/parse.ts'
import type { RenderedDiagram } from '#diagrams/render/contract.ts'
import * as contract from '../contract.ts'
import { EMBED_PATH, embedPath } from '../shared.ts'
import { gonePage, PAGE_STYLE_HASH, shownPage } from './page.ts'
import { iframeOf, shownWithin } from './oembed.ts'
import { tokenHash } from './service.ts'
import { embeddingOn, embedOrigins } from './settings.ts'
import { linkedDiagram, type LinkedDiagram } from './store.ts'
import { linkUsesOf } from './uses.ts'

/** Requests of one address in a minute: a page of an issue tracker may show many diagrams to many in one office. */
const MOST_REQUESTS = 1200
/** Links that do not exist, from one address in a minute. */
const MOST_MISSES = 60
const MINUTE_MS = 60_000

/** All three addresses take the same. */
type EmbeddedCall = Call<typeof contract.embeddedPage>

/** Content of a link: a page of its diagram, drawn. */
interface Shown {
  diagram: LinkedDiagram
  document: ReadDiagram['document']
  drawing: RenderedDiagram
  /** Id of the page; undefined for the first. */
  page: string | undefined
}

/** The public addresses: they need no session, and show a diagram and nothing else of the wiki. */
export function publicRoutes(app: App): void {
  const find = finder(app)
  app.http.handle(contract.embeddedPage, async call => {
    const shown = await find(call, call.params.token)
    if (!shown) return framed(app, call, new Answer(404, { 'content-type': HTML_TYPE }, gonePage(call.ctx)))
    const answer = wantsPicture(call.request) ? await png(app, call, shown) : page(app, call, shown)
    return framed(app, call, withHeaders(answer, { vary: 'Accept, Accept-Language, Sec-Fetch-Dest' }))
  })
  app.http.handle(contract.embeddedSvg, async call =>
    framed(app, call, await svg(app, call, await required(find(call, call.params.token)))),
  )
  app.http.handle(contract.embeddedPng, async call =>
    framed(app, call, await png(app, call, await required(find(call, call.params.token)))),
  )
  app.http.handle(contract.oembed, async ({ query, request }) => {
    if (query.format !== 'json') throw new HttpError(501, 'format: only json is offered', { forPrograms: true })
    const url = URL.parse(query.url)
    const prefix = `${app.baseUrl}${EMBED_PATH}/`
    const token = url && query.url.startsWith(prefix) ? url.pathname.slice(url.pathname.lastIndexOf('/') + 1) : ''
    const { diagram, drawing } = await required(find({ request, query: { within: 'oembed' } }, token))
    const size = shownWithin(drawing, query)
    return {
      version: '1.0' as const,
      type: 'rich' as const,
      title: diagram.name,
      provider_name: 'Oxbow',
      provider_url: app.baseUrl,
      html: iframeOf(`${prefix}${token}`, diagram.name, size),
      ...size,
      thumbnail_url: `${prefix}${token}/diagram.png`,
      thumbnail_width: Math.ceil(drawing.width),
      thumbnail_height: Math.ceil(drawing.height),
    }
  })
}

/** Looks up what a link shows, within the limits of its caller, and counts it. */
function finder(app: App) {
  const limit = rateLimited(
    app,
    { name: 'diagram-embed', max: MOST_REQUESTS, windowMs: MINUTE_MS },
    request => request.ip,
  )
  const limitMisses = rateLimited(
    app,
    { name: 'diagram-embed.misses', max: MOST_MISSES, windowMs: MINUTE_MS },
    request => request.ip,
  )
  return async (
    { request, query }: Pick<EmbeddedCall, 'request' | 'query'>,
    token: string,
  ): Promise<Shown | undefined> => {
    limit(request)
    const hash = app.settings.get(embeddingOn) ? tokenHash(token) : undefined
    const diagram = hash === undefined ? undefined : await linkedDiagram(app.database, hash)
    const reader = readerOf(app)
    const read = diagram && (await reader.read(diagram))
    const pageId = read && pinnedPage(read.document.pages, query.page)
    const drawing = diagram && (await reader.draw(diagram, pageId))
    if (!diagram || !read || !drawing) {
      limitMisses(request)
      return undefined
    }
    if (query.within === undefined && request.method === 'GET') linkUsesOf(app).note(diagram.linkId, query.utm_source)
    return { diagram, document: read.document, drawing, page: pageId }
  }
}

async function required(shown: Promise<Shown | undefined>): Promise<Shown> {
  const found = await shown
  if (!found) throw notFound('This link shows no diagram, or no longer does', { forPrograms: true })
  return found
}

/** An `<img>` of another tool asks for a picture, where a browser's address bar or frame asks for a page. */
function wantsPicture({ headers }: FastifyRequest): boolean {
  if (headers['sec-fetch-dest'] !== undefined) return headers['sec-fetch-dest'] === 'image'
  const accept = headers.accept ?? ''
  return accept.includes('image/') && !accept.includes('text/html')
}

/** Caches ask again before they show an answer: a link that was revoked must not go on working. */
const REVALIDATED = { 'cache-control': 'private, no-cache' }

function page(app: App, { ctx, params, request }: EmbeddedCall, { diagram, document, drawing, page }: Shown): Answer {
  const at = Math.max(
    0,
    document.pages.findIndex(({ id }) => id === page),
  )
  const body = shownPage(ctx, {
    address: app.baseUrl + embedPath(params.token),
    name: diagram.name,
    drawing,
    at,
    pages: document.pages.map(({ name }) => name),
  })
  return conditional(request, `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`, () => ({
    type: HTML_TYPE,
    body,
  }))
}

async function svg(app: App, { request }: EmbeddedCall, { diagram, drawing, page }: Shown): Promise<Answer> {
  const etag = `"${diagram.sha256.slice(0, 22)}-${RENDERER}-${createHash('sha256')
    .update(page ?? '')
    .digest('hex')
    .slice(0, 8)}"`
  if (isFresh(request, { etag })) return new Answer(304, { etag, ...REVALIDATED }, null)
  const body = await selfContainedSvg(drawing)
  return conditional(request, etag, () => ({ type: 'image/svg+xml', body }))
}

async function png(app: App, { request }: EmbeddedCall, { diagram, page }: Shown): Promise<Answer> {
  const picture = await pictureOf(app, diagram, { accountId: null, page, scale: 1 })
  const answer = await fileAnswer(app, request, {
    ...picture,
    title: `${diagram.name}.png`,
    mediaType: 'image/png',
    modifiedAt: diagram.at,
    immutable: false,
  })
  return withHeaders(answer, { vary: 'Accept' })
}

function conditional(request: FastifyRequest, etag: string, made: () => { type: string; body: string }): Answer {
  const headers = { etag, ...REVALIDATED }
  if (isFresh(request, headers)) return new Answer(304, headers, null)
  const { type, body } = made()
  return new Answer(200, { 'content-type': type, ...headers }, body)
}

/**
 * With the policy of the public addresses: no script, nothing from elsewhere, and in frames of the allowed sites alone.
 * Pictures may be shown by any page, since who has the link has the picture.
 */
function framed(app: App, { reply }: EmbeddedCall, answer: Answer): Answer {
  // It knows no list of sites, and browsers that know `frame-ancestors` ignore it.
  reply.removeHeader('x-frame-options')
  return withHeaders(answer, {
    'content-security-policy': [
      "default-src 'none'",
      "img-src 'self' data:",
      'font-src data:',
      `style-src ${answer.headers['content-type'] === 'image/svg+xml' ? "'unsafe-inline'" : `'${PAGE_STYLE_HASH}'`}`,
      "style-src-attr 'unsafe-inline'",
      "base-uri 'none'",
      "form-action 'none'",
      `frame-ancestors ${["'self'", ...app.settings.get(embedOrigins)].join(' ')}`,
    ].join('; '),
    'cross-origin-resource-policy': 'cross-origin',
    'x-robots-tag': 'noindex',
    'referrer-policy': 'no-referrer',
  })
}

function withHeaders({ status, headers, body, onServe }: Answer, more: Readonly<Record<string, string>>): Answer {
  return new Answer(status, { ...headers, ...more }, body, onServe)
}
