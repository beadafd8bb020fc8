import { createWriteStream } from 'node:fs'
import { readFile, rename, rm, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Context } from '#platform/server/context.ts'
import { csvParts } from '#platform/server/http/csv.ts'
import type { OpenExport } from './package/export.ts'
import { applyCsv, checkSize, linesOf } from './people-csv.ts'
import { planRows } from './run/people-plan.ts'

/** Writes what the users and groups of an export would become to a file, of which an import can be told. */
export async function writePeople(ctx: Context, opened: OpenExport, path: string): Promise<void> {
  const partial = `${path}.partial`
  const parts = csvParts(linesOf(planRows(ctx, opened)))
  try {
    await pipeline(Readable.from(parts, { objectMode: false }), createWriteStream(partial, { mode: 0o600 }))
    await rename(partial, path)
  } catch (error) {
    await rm(partial, { force: true })
    throw error
  }
}

/**
 * Has the users and groups of an import become what a file says that {@link writePeople} wrote and an administrator
 * changed.
 * @throws HttpError 400 that names the lines that are wrong
 */
export async function readPeople(ctx: Context, runId: number, path: string): Promise<void> {
  checkSize((await stat(path)).size)
  await applyCsv(ctx, runId, await readFile(path))
}
