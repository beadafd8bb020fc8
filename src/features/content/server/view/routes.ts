import { createHash } from 'node:crypto'
import { z } from 'zod'
import { endpoint } from '#platform/contract.ts'
import { loginPath } from '#platform/login-path.ts'
import { endpointKey } from '#platform/page-data.ts'
import { contentId, looseInteger } from '#platform/wire.ts'
import type { App } from '#platform/server/app.ts'
import type { Context } from '#platform/server/context.ts'
import { madeFrom } from '#platform/server/database/index.ts'
import { DOCUMENT_COOKIES } from '#platform/server/http/document.ts'
import { HttpError, noContent } from '#platform/server/http/errors.ts'
import { Answer, type OnServe, HTML_TYPE } from '#platform/server/http/http.ts'
import { documentOr, errorDocument } from '#platform/server/http/not-found.ts'
import { pageOf } from '#platform/server/http/paging.ts'
import { withOtherParameters } from '#features/content-core/address-shared.ts'
import { requireContent } from '#features/content-core/server/policies.ts'
import {
  contentById,
  contentPath,
  findContent,
  findPage,
  findPost,
  firstPage,
  idOfTiny,
  meantTitleKey,
  pathSinceRename,
  titleFromPath,
  type ContentRow,
} from '#features/content-core/server/read.ts'
import { findSpace, requireSpace, spacesById } from '#features/spaces/server/index.ts'
import { PAGE_WIDTH_COOKIE } from '../../page-links.ts'
import { getPageView, openTree, resolveAddress, treeChildren, type Address } from '../../view-contract.ts'
import { pageVisits } from '../extension-points.ts'
import { pageDocument, type PageRequest } from './document.ts'
import { markdownAnswer } from './markdown-answer.ts'
import { loadPageView } from './page-view.ts'
import { spaceTree } from './sidebar-parts.ts'
import { treeNodes } from './tree.ts'

const TAG = 'addresses'
/** How the documents of pages are cached. */
const DOCUMENT = { varies: [...DOCUMENT_COOKIES, PAGE_WIDTH_COOKIE], onError: errorDocument } as const
const address = (path: string, query: z.ZodType = z.object({}).loose()) =>
  endpoint({
    method: 'GET',
    path,
    tag: TAG,
    summary: 'Page for people',
    params: z.record(z.string(), z.string()),
    query,
  })

const viewPage = address(
  '/pages/viewpage.action',
  z
    .object({
      pageId: contentId.optional(),
      spaceKey: z.string().optional(),
      title: z.string().optional(),
      pageVersion: looseInteger.optional(),
    })
    .loose(),
)
const display = address('/display/:key')
const displayTitle = address('/display/:key/:title')
const displayPost = address('/display/:key/:year/:month/:day/:title')
const spacesPage = address('/spaces/:key/pages/:id')
const spacesPageTitled = address('/spaces/:key/pages/:id/:title')
const spaceSummary = address('/spaces/viewspacesummary.action', z.object({ key: z.string() }).loose())
const spaceOverview = address('/spaces/viewspace.action', z.object({ key: z.string() }).loose())
const tiny = address('/x/:tiny')

/** Screens' own calls, and every address of a page that the old product had. */
export function viewRoutes(app: App): void {
  screenCalls(app)
  pageAddresses(app)
  spaceAddresses(app)
}

function screenCalls({ http }: App): void {
  http.handleCached(getPageView, async ({ ctx, params, query }) =>
    loadPageView(ctx, await requirePage(ctx, params.id), query.version),
  )
  http.handleCached(treeChildren, async ({ ctx, params, query, url }) => {
    const space = await requireSpace(ctx, params.key)
    return pageOf(
      { url },
      ctx.app,
      query,
      await treeNodes(ctx, space, query.parent ?? null, query.start, query.limit + 1),
    )
  })
  http.handleCached(openTree, async ({ ctx, params, query }) => {
    const space = await requireSpace(ctx, params.key)
    const page = query.page === undefined ? undefined : await requireContent(ctx, query.page, { trashed: true })
    return spaceTree(ctx, space, page)
  })
  http.handle(resolveAddress, async ({ ctx, query }) => {
    const isHome = query.title === undefined && query.tiny === undefined
    const profile = isHome ? await profileInstead(ctx, query.spaceKey ?? '') : undefined
    if (profile !== undefined) return { redirect: profile }
    try {
      return { id: String((await atAddress(ctx, query)).id) }
    } catch (error) {
      const redirect = isMissing(error) ? await pathSinceRename(ctx, query) : undefined
      if (redirect === undefined) throw error
      return { redirect }
    }
  })
}

function pageAddresses({ http }: App): void {
  http.handleCached(
    viewPage,
    call => {
      const { pageId, spaceKey, title, pageVersion } = call.query as {
        pageId?: number
        spaceKey?: string
        title?: string
        pageVersion?: number
      }
      return pageAnswer(call.ctx, call, pageId ?? { spaceKey, title }, pageVersion)
    },
    DOCUMENT,
  )
  http.handleCached(
    displayTitle,
    call => pageAnswer(call.ctx, call, { spaceKey: call.params['key'], title: rawSegment(call.url, 3) }),
    DOCUMENT,
  )
  http.handleCached(
    displayPost,
    call => {
      const { key, year, month, day } = call.params
      const target = { spaceKey: key, title: rawSegment(call.url, 6), postingDay: `${year}/${month}/${day}` }
      return pageAnswer(call.ctx, call, target)
    },
    DOCUMENT,
  )
  for (const route of [spacesPage, spacesPageTitled]) {
    http.handleCached(route, call => pageAnswer(call.ctx, call, contentId.parse(call.params['id'])), DOCUMENT)
  }
  http.handle(tiny, async ({ ctx, params, request }) => {
    const id = idOfTiny(params['tiny'] ?? '')
    const row = id === undefined ? undefined : await findContent(ctx, id)
    if (!row || row.status === 'trashed') {
      return documentOr(ctx, request, () => pageAnswer(ctx, request, { tiny: params['tiny'] }))
    }
    const space = (await spacesById(ctx.app, [row.space_id])).get(row.space_id)
    return Answer.redirect(contentPath(row, space?.key ?? ''))
  })
}

function spaceAddresses({ http }: App): void {
  http.handleCached(
    display,
    async call => {
      const { key } = call.params
      const profile = await profileInstead(call.ctx, key ?? '')
      return profile === undefined ? pageAnswer(call.ctx, call, { spaceKey: key }) : Answer.redirect(profile)
    },
    DOCUMENT,
  )
  for (const route of [spaceSummary, spaceOverview]) {
    http.handleCached(
      route,
      call => pageAnswer(call.ctx, call, { spaceKey: (call.query as { key: string }).key }),
      DOCUMENT,
    )
  }
}

/** `/display/~ada` is the home of a personal space; the profile for who has none, or none that the reader may see. */
async function profileInstead(ctx: Context, key: string): Promise<string | undefined> {
  if (!key.startsWith('~') || (await findSpace(ctx, key))) return undefined
  return `/users/viewuserprofile.action?username=${encodeURIComponent(key.slice(1))}`
}

/** Title segments keep their `+`, which the router's own decoding leaves as it is; `%2B` is a plus. */
function rawSegment(url: string, index: number): string {
  const path = url.split('?', 1)[0] ?? ''
  return titleFromPath(path.split('/')[index] ?? '')
}

async function requirePage(ctx: Context, id: number): Promise<ContentRow> {
  const row = await requireContent(ctx, id, { trashed: true })
  if (row.type === 'page' || row.type === 'blogpost') return row
  if (row.container_id === null) throw noContent(id)
  return requireContent(ctx, row.container_id)
}

/** The page or post that an address names. @throws HttpError 404 */
async function atAddress(ctx: Context, { spaceKey, title, postingDay, tiny: short }: Address): Promise<ContentRow> {
  if (short !== undefined) {
    const id = idOfTiny(short)
    if (id === undefined) throw noContent(short)
    return requirePage(ctx, id)
  }
  if (spaceKey === undefined) throw noContent('')
  if (title === undefined) return homeOf(ctx, spaceKey)
  const space = await requireSpace(ctx, spaceKey)
  const row = postingDay
    ? await madeFrom([`titles ${space.id}`], () => findPost(ctx, space.id, meantTitleKey(title), postingDay))
    : await findPage(ctx, space.id, meantTitleKey(title))
  if (!row) throw noContent(title)
  return row
}

async function homeOf(ctx: Context, key: string): Promise<ContentRow> {
  const space = await requireSpace(ctx, key)
  const { home_page_id: homeId } = space
  const home =
    homeId === null ? undefined : await madeFrom([`page ${homeId}`], () => contentById(ctx.app.database.read, homeId))
  const row = home?.status === 'current' ? await findContent(ctx, home.id) : undefined
  if (row) return row
  const first = await madeFrom([`space ${space.id}`], () => firstPage(ctx, space.id))
  if (!first) throw noContent(key)
  return first
}

/**
 * The document with an ETag, or a redirect for the former title of one page. Visitors who find nothing are asked to
 * sign in. The browser's app finds what the address names in the document, and so asks for nothing.
 */
async function pageAnswer(
  ctx: Context,
  request: PageRequest & { readonly asMarkdown?: boolean },
  target: number | Address,
  version?: number,
): Promise<Answer> {
  let row: ContentRow
  try {
    row = typeof target === 'number' ? await requirePage(ctx, target) : await atAddress(ctx, target)
  } catch (error) {
    if (!isMissing(error)) throw error
    const path = typeof target === 'number' ? undefined : await pathSinceRename(ctx, target)
    if (path !== undefined) return Answer.redirect(withOtherParameters(path, parametersOf(request.url)))
    if (ctx.viewer.userId === null) return Answer.redirect(`${loginPath(request.url)}&permissionViolation=true`)
    throw error
  }
  if (request.asMarkdown) return markdownAnswer(ctx, row, version)
  const queries =
    typeof target === 'number'
      ? []
      : [{ key: endpointKey(resolveAddress, { query: target }), data: { id: String(row.id) } }]
  const body = Buffer.from(await pageDocument(ctx, request, row, { version, queries }))
  const headers = { 'content-type': HTML_TYPE, etag: `"${digestOf(body)}"`, 'cache-control': 'private, no-cache' }
  return new Answer(200, headers, body, version === undefined ? visitOf(row) : undefined)
}

function isMissing(error: unknown): boolean {
  return error instanceof HttpError && error.status === 404
}

function parametersOf(url: string): URLSearchParams {
  return new URLSearchParams(url.split('?').slice(1).join('?'))
}

/** Reports the visit to a page whose document is served. */
function visitOf({ id, status }: ContentRow): OnServe {
  return (ctx, request) => {
    for (const visited of ctx.app.extensions.all(pageVisits)) visited(ctx, { id, status }, request)
  }
}

const REQUEST_TIME = '<meta name="confluence-request-time" content="'

/** ETag of a document, but for the time of the request that is in it. */
function digestOf(document: Buffer): string {
  const start = document.indexOf(REQUEST_TIME) + REQUEST_TIME.length
  const end = document.indexOf('"', start)
  const [before, after] = [document.subarray(0, start), document.subarray(end)]
  return createHash('sha1').update(before).update(after).digest('base64url')
}
