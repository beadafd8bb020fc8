import type { FastifyRequest } from 'fastify'
import type { App } from '#platform/server/app.ts'
import type { Context } from '#platform/server/context.ts'
import { badRequest, notFound, type HttpError } from '#platform/server/http/errors.ts'
import { Answer } from '#platform/server/http/http.ts'
import { pageOf } from '#platform/server/http/paging.ts'
import { findAccount } from '#features/accounts/server/index.ts'
import { authorise, requireContent } from '#features/content-core/server/policies.ts'
import type { ContentRow } from '#features/content-core/server/read.ts'
import { requireSpace } from '#features/spaces/server/index.ts'
import * as contract from '../contract.ts'
import { labelName, labelNamesIn, type LabelName } from './names.ts'
import { attachLabels, detachLabel, labelsInUse, labelsOf, labelWire, type LabelQuery, type LabelRow } from './store.ts'

/** Labels added in one call at most. */
const MAX_ADDED = 100

/** Labels of content and of spaces. */
export function labelRoutes({ http }: App): void {
  http.handle(contract.listLabels, async ({ ctx, params, query, request }) => {
    const row = await requireContent(ctx, params.id)
    const prefixes = query.prefix.length === 0 ? undefined : query.prefix
    const all = (await ownLabels(ctx, row)).filter(label => !prefixes || prefixes.includes(label.prefix))
    return page(ctx, request, query, all.slice(query.start, query.start + query.limit + 1))
  })
  http.handle(contract.addLabels, async ({ ctx, params, body, request }) => {
    const row = await add(ctx, params.id, body)
    return page(ctx, request, { start: 0, limit: 200 }, await ownLabels(ctx, row))
  })
  http.handle(contract.removeLabel, ({ ctx, params }) => remove(ctx, params.id, params.name))
  http.handle(contract.removeLabelByName, ({ ctx, params, query }) => remove(ctx, params.id, query.name))

  http.handle(contract.getUiLabels, async ({ ctx, params }) =>
    uiWire(await ownLabels(ctx, await requireContent(ctx, params.id))),
  )
  http.handle(contract.addUiLabels, async ({ ctx, params, body }) =>
    uiWire(await ownLabels(ctx, await add(ctx, params.id, body))),
  )

  const inUse = async (ctx: Context, request: FastifyRequest, query: Omit<LabelQuery, 'limit'> & { limit: number }) =>
    page(ctx, request, query, await labelsInUse(ctx, ctx.app, { ...query, limit: query.limit + 1 }))
  http.handle(contract.findLabels, async ({ ctx, query, request }) => {
    const name = query.labelName ? labelName(query.labelName) : undefined
    const space = query.spaceKey ? await requireSpace(ctx, query.spaceKey) : undefined
    const found = await inUse(ctx, request, {
      order: 'name',
      start: query.start,
      limit: query.limit,
      ...(name ? { name: name.name } : {}),
      ...(space ? { spaceId: space.id } : {}),
      ...(query.namespace ? { prefix: query.namespace } : {}),
      // Unknown users have put no labels anywhere: the answer does not disclose which names there are.
      ...(query.owner ? { addedBy: (await findAccount(ctx.app, { username: query.owner }))?.id ?? 0 } : {}),
    })
    if (name && found.size === 0 && query.start === 0 && query.limit > 0) throw noLabel(name.name)
    return found
  })
  http.handle(contract.popularLabels, ({ ctx, query, request }) => inUse(ctx, request, { ...query, order: 'popular' }))
  http.handle(contract.recentLabels, ({ ctx, query, request }) => inUse(ctx, request, { ...query, order: 'recent' }))
  http.handle(contract.relatedLabels, async ({ ctx, params, query, request }) => {
    const { name } = labelName(params.name)
    const [known] = await labelsInUse(ctx, ctx.app, { name, order: 'name', start: 0, limit: 1 })
    if (!known) throw noLabel(name)
    return inUse(ctx, request, { ...query, order: 'popular', relatedTo: [name] })
  })
  const inSpace = async (ctx: Context, key: string) => (await requireSpace(ctx, key)).id
  http.handle(contract.spaceLabels, async ({ ctx, params, query, request }) =>
    inUse(ctx, request, { ...query, order: 'name', spaceId: await inSpace(ctx, params.key) }),
  )
  http.handle(contract.spacePopularLabels, async ({ ctx, params, query, request }) =>
    inUse(ctx, request, { ...query, order: 'popular', spaceId: await inSpace(ctx, params.key) }),
  )
  http.handle(contract.spaceRecentLabels, async ({ ctx, params, query, request }) =>
    inUse(ctx, request, { ...query, order: 'recent', spaceId: await inSpace(ctx, params.key) }),
  )
  http.handle(contract.spaceRelatedLabels, async ({ ctx, params, query, request }) =>
    inUse(ctx, request, {
      ...query,
      order: 'popular',
      spaceId: await inSpace(ctx, params.key),
      relatedTo: [labelName(params.name).name],
    }),
  )
}

function noLabel(name: string): HttpError {
  return notFound('No label found with name: {{name}}', { values: { name } })
}

async function ownLabels(ctx: Context, row: ContentRow): Promise<LabelRow[]> {
  return (await labelsOf(ctx, [row.id])).get(row.id) ?? []
}

function page(
  ctx: Context,
  request: FastifyRequest,
  window: { start: number; limit: number },
  rows: readonly LabelRow[],
) {
  return pageOf(request, ctx.app, window, rows.map(labelWire))
}

function uiWire(rows: readonly LabelRow[]) {
  return {
    success: true as const,
    labels: rows.map(row => ({ id: row.id, name: row.name, prefix: row.prefix, label: labelWire(row).label })),
  }
}

/** Editors of a page label it; personal labels are anyone's who sees it. */
async function authoriseLabels(ctx: Context, row: ContentRow, names: readonly LabelName[]): Promise<void> {
  const own = names.every(name => name.prefix === 'my') && ctx.viewer.userId !== null
  if (!own) await authorise(ctx, row, 'update')
}

async function add(
  ctx: Context,
  id: number,
  body: readonly { name: string; prefix?: string | null | undefined }[],
): Promise<ContentRow> {
  const row = await requireContent(ctx, id)
  const names = body.flatMap(label => labelNamesIn(label.name, label.prefix))
  if (names.length > MAX_ADDED)
    throw badRequest('At most {{most}} labels can be added at once', {
      values: { most: MAX_ADDED },
    })
  await authoriseLabels(ctx, row, names)
  await ctx.app.database.transaction(tx => attachLabels(tx, ctx, row, names))
  return row
}

async function remove(ctx: Context, id: number, text: string): Promise<Answer> {
  const row = await requireContent(ctx, id)
  const name = labelName(text)
  await authoriseLabels(ctx, row, [name])
  const removed = await ctx.app.database.transaction(tx => detachLabel(tx, ctx, row, name))
  if (!removed)
    throw notFound('The content {{id}} does not have the label {{label}}', {
      values: { id, label: text.slice(0, 100) },
      forPrograms: true,
    })
  return Answer.empty()
}
