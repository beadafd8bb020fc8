import { createHash } from 'node:crypto'
import { findMacro, macros, parse, serialiseNodes, type MacroInvocation } from '#language/index.ts'
import type { App } from '#platform/server/app.ts'
import type { Context } from '#platform/server/context.ts'
import { notFound } from '#platform/server/http/errors.ts'
import { expanded, parseExpand } from '#platform/server/http/expand.ts'
import { Answer } from '#platform/server/http/http.ts'
import { pageOf } from '#platform/server/http/paging.ts'
import { accountsById } from '#features/accounts/server/index.ts'
import { requireContent, requireContentFor } from '#features/content-core/server/policies.ts'
import { versionOf, type ContentRow, type ContentVersionRow } from '#features/content-core/server/read.ts'
import { pageOf as renderPage, renderStorage } from '#features/content-core/server/render.ts'
import { removeVersion, updatePage } from '#features/content-core/server/write.ts'
import { spacesById } from '#features/spaces/server/index.ts'
import {
  compareVersions,
  deleteVersion,
  getHistory,
  getVersion,
  listVersions,
  macroByHash,
  macroById,
  restoreVersion,
  type Comparison,
} from '../../versions-contract.ts'
import { versionWire } from '../wire/expansions.ts'
import { historicalWire } from '../wire/historical.ts'
import { windowFor } from '../wire/window.ts'
import { singleWire } from '../wire/wire.ts'
import { compareTask } from './compare.ts'
import { headViews, type VersionView } from './heads.ts'
import { versionHeads, type VersionHead } from '../store/versions.ts'

/** Paths under which programs look for versions; the newer one is tried first by some. */
const ALIASES = { list: ['/rest/api/content/:id/version'], one: ['/rest/api/content/:id/version/:number'] }

/** Versions: listed, read, compared, made current again and removed; the history and single macros of a page. */
export function versionRoutes(app: App): void {
  readCalls(app)
  changeCalls(app)
  macroCalls(app)
}

function readCalls({ http }: App): void {
  http.handle(
    listVersions,
    async ({ ctx, params, query, request }) => {
      const row = await requireContent(ctx, params.id, { trashed: true })
      const window = windowFor(query, parseExpand(query.expand))
      const page = pageOf(request, ctx.app, window, await versionHeads(ctx, row.id, window.start, window.limit + 1))
      return { ...page, results: await versionWires(ctx, row, page.results, query.expand) }
    },
    { aliases: ALIASES.list },
  )
  http.handle(
    getVersion,
    async ({ ctx, params, query }) => {
      const row = await requireContent(ctx, params.id, { trashed: true })
      const [wire] = await versionWires(ctx, row, [await requireVersion(ctx, row, params.number)], query.expand)
      return wire
    },
    { aliases: ALIASES.one },
  )
  http.handle(getHistory, async ({ ctx, params, query }) => {
    const row = await requireContent(ctx, params.id, { trashed: true })
    // One client works out the next number from `lastUpdated` and asks for nothing.
    const wire = await singleWire(
      ctx,
      row,
      parseExpand(
        'history.lastUpdated,history.previousVersion,history.nextVersion',
        ...(query.expand ?? '')
          .split(',')
          .filter(Boolean)
          .map(name => `history.${name}`),
      ),
    )
    return wire['history']
  })
  http.handle(compareVersions, async ({ ctx, params, query }) =>
    comparisonOf(ctx, await requireContent(ctx, params.id, { trashed: true }), query.from, query.to),
  )
}

function changeCalls({ http }: App): void {
  http.handle(
    deleteVersion,
    async ({ ctx, params }) => {
      const row = await requireContentFor(ctx, params.id, 'update')
      await removeVersion(ctx, row, params.number)
      return Answer.empty()
    },
    { aliases: ALIASES.one },
  )
  http.handle(
    restoreVersion,
    async ({ ctx, params, body }) => {
      const row = await requireContentFor(ctx, params.id, 'update')
      const { versionNumber, message } = body.params
      const old = await requireVersion(ctx, row, versionNumber)
      const restored = await updatePage(ctx, row, {
        version: row.version + 1,
        title: old.title,
        body: { value: old.storage, representation: 'storage' },
        message: message ?? `Reverted from v. ${versionNumber}`,
      })
      return { ...(await singleWire(ctx, restored, parseExpand('history,space,version'))), number: restored.version }
    },
    { aliases: ALIASES.list },
  )
}

function macroCalls({ http }: App): void {
  http.handle(macroById, async ({ ctx, params }) => {
    const version = await historical(ctx, params.id, params.number)
    const macro = findMacro(parse(version.storage), params.macroId)
    if (!macro)
      throw notFound('There is no macro with the id {{macroId}} in version {{number}}', {
        values: { macroId: params.macroId, number: params.number },
        forPrograms: true,
      })
    return macroWire(macro)
  })
  http.handle(macroByHash, async ({ ctx, params }) => {
    const version = await historical(ctx, params.id, params.number)
    const document = parse(version.storage)
    // Programs also send the id that the macro is stored with.
    const macro =
      macros(document).find(candidate => md5(bodyText(candidate)) === params.hash.toLowerCase()) ??
      findMacro(document, params.hash)
    if (!macro)
      throw notFound('There is no macro with the hash {{hash}} in version {{number}}', {
        values: { hash: params.hash, number: params.number },
        forPrograms: true,
      })
    return macroWire(macro)
  })
}

async function versionWires(ctx: Context, row: ContentRow, heads: readonly VersionHead[], expand: string | undefined) {
  const people = await accountsById(
    ctx.app,
    heads.map(head => head.author_id),
  )
  const withContent = expanded(parseExpand(expand), 'content')
  const results = []
  for (const head of heads) {
    results.push({
      ...versionWire(ctx, row, head, people),
      ...(withContent ? { content: await historicalWire(ctx, row, head.number, withContent), _expandable: {} } : {}),
    })
  }
  return results
}

/** Two versions of a content that the viewer may see, with what changed marked. @throws HttpError 404 */
export async function comparisonOf(
  ctx: Context,
  row: ContentRow,
  fromNumber: number,
  toNumber: number,
): Promise<Comparison> {
  const [from, to] = await Promise.all([requireVersion(ctx, row, fromNumber), requireVersion(ctx, row, toNumber)])
  const [fromHead, toHead] = (await headViews(ctx, row.id, [from, to])) as [VersionView, VersionView]
  const sides = { before: await renderVersion(ctx, row, from), after: await renderVersion(ctx, row, to) }
  const marked = await ctx.app.workers.run(compareTask, sides, sides.before.length + sides.after.length)
  return { from: fromHead, to: toHead, ...marked }
}

async function requireVersion(ctx: Context, row: ContentRow, number: number): Promise<ContentVersionRow> {
  const version = await versionOf(ctx.app.database.read, row.id, number)
  if (!version) throw notFound('There is no version {{number}} of this content', { values: { number } })
  return version
}

/** Version 0 means the current one, as macros ask for it. */
async function historical(ctx: Context, id: number, number: number): Promise<ContentVersionRow> {
  const row = await requireContent(ctx, id)
  return requireVersion(ctx, row, number === 0 ? row.version : number)
}

async function renderVersion(ctx: Context, row: ContentRow, version: ContentVersionRow): Promise<string> {
  const space = (await spacesById(ctx.app, [row.space_id])).get(row.space_id)
  const page = { ...renderPage(row, space?.key ?? ''), title: version.title, version: version.number }
  return (await renderStorage(ctx, version.storage, page, 'view', row.space_id)).html
}

function bodyText(macro: MacroInvocation): string {
  return macro.bodyKind === 'rich' ? serialiseNodes(macro.rich) : macro.plain
}

function md5(text: string): string {
  return createHash('md5').update(text).digest('hex')
}

function macroWire(macro: MacroInvocation) {
  return { name: macro.name, body: bodyText(macro), parameters: { ...macro.parameters } }
}
