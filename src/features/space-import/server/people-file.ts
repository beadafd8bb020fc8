import { createWriteStream } from 'node:fs'
import { readFile, rename, rm, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Context } from '#platform/server/context.ts'
import { csvParts } from '#platform/server/http/csv.ts'
import type { OpenExport } from './package/export.ts'
import { applyCsv, checkSize, chosenByFile, linesOf, readLines } from './people-csv.ts'
import type { PersonKind, PersonWithTarget } from './people-store.ts'
import { planRows } from './run/people-plan.ts'

/** Numbers of users and groups of an export by what they would become. */
export interface PeopleForecast {
  people: Record<PersonKind, { matched: number; created: number; skipped: number }>
  /** Number of those that become what was chosen for an earlier import. */
  chosenBefore: number
}

/**
 * Plans what the users and groups of an export would become, and changes nothing.
 * @param from file of which an import is to be told
 * @param to file to which they are written, so that it can be changed
 * @throws HttpError 400 that names the lines that are wrong
 */
export async function forecastPeople(
  ctx: Context,
  opened: OpenExport,
  { from, to }: { from?: string | undefined; to?: string | undefined },
): Promise<PeopleForecast> {
  const forecast: PeopleForecast = {
    people: { user: { matched: 0, created: 0, skipped: 0 }, group: { matched: 0, created: 0, skipped: 0 } },
    chosenBefore: 0,
  }
  const file = from === undefined ? undefined : await readLines(await bytesOf(from))
  const named = new Set(file?.lines.map(({ kind, source }) => `${kind} ${source}`))
  const planned = planRows(ctx, opened)
  const { read } = ctx.app.database
  const rows = counted(file ? chosenByFile(read, opened.fingerprint, planned, file) : planned, forecast, named)
  if (to === undefined) for await (const _ of rows);
  else await writeRows(rows, to)
  return forecast
}

async function* counted(
  rows: AsyncIterable<PersonWithTarget[]>,
  forecast: PeopleForecast,
  named: ReadonlySet<string>,
): AsyncGenerator<PersonWithTarget[]> {
  for await (const batch of rows) {
    for (const { kind, action, matched_by, source } of batch) {
      forecast.people[kind][OUTCOMES[action]]++
      if (matched_by === 'choice' && !named.has(`${kind} ${source}`)) forecast.chosenBefore++
    }
    yield batch
  }
}

const OUTCOMES = { match: 'matched', create: 'created', skip: 'skipped' } as const

async function writeRows(rows: AsyncIterable<readonly PersonWithTarget[]>, path: string): Promise<void> {
  const partial = `${path}.partial`
  const parts = csvParts(linesOf(rows))
  try {
    await pipeline(Readable.from(parts, { objectMode: false }), createWriteStream(partial, { mode: 0o600 }))
    await rename(partial, path)
  } catch (error) {
    await rm(partial, { force: true })
    throw error
  }
}

/**
 * Has the users and groups of an import become what a file says that {@link forecastPeople} wrote and an administrator
 * changed.
 * @throws HttpError 400 that names the lines that are wrong
 */
export async function readPeople(ctx: Context, runId: number, path: string): Promise<void> {
  await applyCsv(ctx, runId, await bytesOf(path))
}

async function bytesOf(path: string): Promise<Buffer> {
  checkSize((await stat(path)).size)
  return readFile(path)
}
