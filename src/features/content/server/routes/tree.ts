import type { App } from '#platform/server/app.ts'
import type { Context } from '#platform/server/context.ts'
import { badRequest, noContent } from '#platform/server/http/errors.ts'
import { parseExpand } from '#platform/server/http/expand.ts'
import { pageOf } from '#platform/server/http/paging.ts'
import { requireContent } from '#features/content-core/server/policies.ts'
import {
  childrenOf,
  contentOfSpace,
  descendants,
  findPage,
  meantTitleKey,
  type ContentRow,
  type ContentType,
} from '#features/content-core/server/read.ts'
import { movePage, type Placement, type TargetSpace } from '#features/content-core/server/write.ts'
import { requireSpace, spacesById } from '#features/spaces/server/index.ts'
import {
  children,
  childTypes,
  descendantsOfType,
  descendantTypes,
  movePageAction,
  movePosition,
  spaceContent,
  spaceContentOfType,
} from '../../contract.ts'
import { windowFor } from '../wire/window.ts'
import { contentWire, singleWire } from '../wire/wire.ts'

const CHILD_TYPES: readonly ContentType[] = ['page', 'comment', 'attachment']

/** The tree of pages: children, descendants, a space's content by type, and moving. */
export function treeRoutes(app: App): void {
  descendantCalls(app)
  spaceCalls(app)
  moveCalls(app)
}

function descendantCalls({ http }: App): void {
  http.handle(childTypes, async ({ ctx, params, query }) => ({
    ...(await expandedTypes(ctx, params.id, 'children', query.expand)),
    _links: { self: `${ctx.app.baseUrl}/rest/api/content/${params.id}/child` },
  }))
  http.handleCached(children, async ({ ctx, params, query, url }) => {
    const type = childType(params.type)
    const row = await requireContent(ctx, params.id)
    const expand = parseExpand(query.expand)
    const window = windowFor(query, expand)
    const rows = await childrenOf(ctx, row, type, window.start, window.limit + 1)
    const page = pageOf({ url }, ctx.app, window, rows)
    return { ...page, results: await contentWire(ctx, page.results, expand) }
  })
  http.handle(descendantTypes, async ({ ctx, params, query }) => ({
    ...(await expandedTypes(ctx, params.id, 'descendants', query.expand)),
    _links: { self: `${ctx.app.baseUrl}/rest/api/content/${params.id}/descendant` },
  }))
  http.handle(descendantsOfType, async ({ ctx, params, query, request }) => {
    const type = childType(params.type)
    await requireContent(ctx, params.id)
    const expand = parseExpand(query.expand)
    const window = windowFor(query, expand)
    const rows = await descendants(ctx, params.id, type, window.start, window.limit + 1)
    const page = pageOf(request, ctx.app, window, rows)
    return { ...page, results: await contentWire(ctx, page.results, expand) }
  })
}

function spaceCalls({ http }: App): void {
  http.handle(spaceContent, async ({ ctx, params, query, request }) => {
    const space = await requireSpace(ctx, params.key)
    const expand = parseExpand(query.expand)
    const window = windowFor(query, expand)
    const answer: Record<string, unknown> = {}
    for (const type of ['page', 'blogpost'] as const) {
      // `next` continues the one list, so it is that list's address.
      const url = request.url.replace(/\/content\/?(?=\?|$)/, `/content/${type}`)
      const page = pageOf({ url }, ctx.app, window, await contentOfSpace(ctx, space.id, type, window))
      answer[type] = { ...page, results: await contentWire(ctx, page.results, expand) }
    }
    return { ...answer, _links: { self: `${ctx.app.baseUrl}/rest/api/space/${space.key}/content` } }
  })
  http.handle(spaceContentOfType, async ({ ctx, params, query, request }) => {
    const space = await requireSpace(ctx, params.key)
    const expand = parseExpand(query.expand)
    const window = windowFor(query, expand)
    const page = pageOf(request, ctx.app, window, await contentOfSpace(ctx, space.id, params.type, window))
    return { ...page, results: await contentWire(ctx, page.results, expand) }
  })
}

function moveCalls({ http }: App): void {
  http.handle(movePosition, async ({ ctx, params }) => {
    const target = await requireContent(ctx, params.target)
    const at = { append: 'append', before: 'above', after: 'below' } as const
    const row = await movePage(ctx, params.id, { at: at[params.position], target }, await spaceOfRow(ctx, target))
    return { pageId: String(row.id), id: String(row.id) }
  })
  http.handle(movePageAction, async ({ ctx, body }) => {
    const page = await requireContent(ctx, body.pageId)
    const space = body.spaceKey ? await requireSpace(ctx, body.spaceKey) : await spaceOfRow(ctx, page)
    const placement = await placementOf(ctx, body, space)
    const row = await movePage(
      ctx,
      page.id,
      placement,
      placement.at === 'topLevel' ? space : await spaceOfRow(ctx, placement.target),
    )
    return { page: await singleWire(ctx, row, parseExpand('space,version,ancestors')), actionErrors: [] }
  })
}

async function expandedTypes(
  ctx: Context,
  id: number,
  axis: 'children' | 'descendants',
  expand: string | undefined,
): Promise<object> {
  const row = await requireContent(ctx, id)
  const names = (expand ?? '').split(',').filter(name => name !== '')
  const wire = await singleWire(ctx, row, parseExpand(names.map(name => `${axis}.${name}`).join(',') || axis))
  return wire[axis] as object
}

async function placementOf(
  ctx: Context,
  body: {
    targetId?: number | undefined
    targetTitle?: string | undefined
    position: 'append' | 'above' | 'below' | 'topLevel'
  },
  space: TargetSpace,
): Promise<Placement> {
  if (body.position === 'topLevel') return { at: 'topLevel', spaceId: space.id }
  if (body.targetId !== undefined) return { at: body.position, target: await requireContent(ctx, body.targetId) }
  if (body.targetTitle === undefined) {
    throw badRequest('targetId or targetTitle: is required unless position is topLevel', { forPrograms: true })
  }
  const target = await findPage(ctx, space.id, meantTitleKey(body.targetTitle))
  if (!target) throw noContent(body.targetTitle)
  return { at: body.position, target }
}

async function spaceOfRow(ctx: Context, row: ContentRow): Promise<TargetSpace> {
  const space = (await spacesById(ctx.app, [row.space_id])).get(row.space_id)
  if (!space) throw noContent(row.id)
  return space
}

function childType(name: string): ContentType {
  const type = CHILD_TYPES.find(candidate => candidate === name)
  if (!type)
    throw badRequest('"{{name}}" is not a type of child; use {{known}}', {
      field: 'type',
      values: { name: name.slice(0, 40), known: CHILD_TYPES.join(', ') },
      forPrograms: true,
    })
  return type
}
