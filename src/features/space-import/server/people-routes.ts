import { Readable } from 'node:stream'
import type { App } from '#platform/server/app.ts'
import { csvAnswer } from '#platform/server/http/csv.ts'
import { badRequest, notFound } from '#platform/server/http/errors.ts'
import { pageOf } from '#platform/server/http/paging.ts'
import { requireAdministrator, requireElevatedAdministrator } from '#features/accounts/server/index.ts'
import {
  changeImportPerson,
  importPeopleCsv,
  listImportPeople,
  uploadImportPeople,
  type ImportPerson,
} from '../contract.ts'
import { applyChoices, holdChoosing, UNKNOWN } from './people-choices.ts'
import { allPeople, applyCsv, checkSize, linesOf } from './people-csv.ts'
import { listPeople, peopleBySource, type PersonKind, type PersonWithTarget } from './people-store.ts'
import { runById } from './run-store.ts'

/** Calls for administrators: what users and groups of an export become. */
export function importPeopleRoutes({ http, database }: App): void {
  http.handle(listImportPeople, async ({ ctx, params, query, request }) => {
    requireAdministrator(ctx)
    await requireRun(ctx.app, params.id)
    const page = pageOf(request, ctx.app, query, await listPeople(database.read, params.id, query))
    return { ...page, results: page.results.map(viewOf) }
  })
  http.handle(changeImportPerson, async ({ ctx, params, body }) => {
    await requireElevatedAdministrator(ctx)
    await requireRun(ctx.app, params.id)
    const choice = { ...body, target: body.target?.trim() ?? '' }
    await database.transaction(
      async tx => {
        await holdChoosing(tx, params.id)
        const { problems } = await applyChoices(tx, params.id, choice.kind, [choice])
        const [first] = problems
        if (!first) return
        const { key, values = {} } = first.problem
        throw first.column === 'source' ? notFound(key, { values }) : badRequest(key, { values })
      },
      { invalidates: false },
    )
    return viewOf(await requirePerson(ctx.app, params.id, choice))
  })
  http.handle(importPeopleCsv, async ({ ctx, params }) => {
    requireAdministrator(ctx)
    await requireRun(ctx.app, params.id)
    return csvAnswer('people.csv', linesOf(allPeople(database.read, params.id)))
  })
  http.handle(uploadImportPeople, async ({ ctx, params, request }) => {
    await requireElevatedAdministrator(ctx)
    await requireRun(ctx.app, params.id)
    const bytes = await bytesOf(request.body)
    return { changed: await applyCsv(ctx, params.id, bytes, tx => holdChoosing(tx, params.id)) }
  })
}

/** @throws HttpError 404 */
async function requireRun({ database }: App, id: number): Promise<void> {
  if (!(await runById(database.read, id))) throw notFound('There is no import with the id {{id}}', { values: { id } })
}

/** @throws HttpError 404 */
async function requirePerson(
  { database }: App,
  runId: number,
  { kind, source }: { kind: PersonKind; source: string },
): Promise<PersonWithTarget> {
  const row = (await peopleBySource(database.read, runId, kind, [source])).get(source)
  if (row) return row
  const { key, values = {} } = UNKNOWN[kind](source)
  throw notFound(key, { values })
}

/** @throws HttpError 400, 413 */
async function bytesOf(body: unknown): Promise<Buffer> {
  if (!(body instanceof Readable)) throw badRequest('send the bytes of the file as the body', { forPrograms: true })
  const pieces: Buffer[] = []
  let size = 0
  for await (const piece of body as AsyncIterable<Buffer>) {
    size += piece.length
    checkSize(size)
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}

function viewOf(row: PersonWithTarget): ImportPerson {
  return {
    kind: row.kind,
    source: row.source,
    name: row.name,
    displayName: row.display_name,
    email: row.email,
    action: row.action,
    matchedBy: row.matched_by,
    target: row.action === 'match' ? row.target : null,
    outcome: row.outcome,
  }
}
