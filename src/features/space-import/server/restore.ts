import type { Phrase } from '#platform/error-text.ts'
import type { Context } from '#platform/server/context.ts'
import type { ImportKind } from '../contract.ts'
import { HelperEnded } from '#platform/server/processes/helper.ts'
import { performRun } from './perform.ts'
import type { ImportOptions } from './run/options.ts'
import { fail } from './runs.ts'
import { readReport } from './stored-report.ts'
import { importedSpaces } from './store.ts'
import { changeRun, insertRun, openRestore } from './run-store.ts'

/** The outcome of an import, as JSON can hold it. */
export interface ImportSummary {
  spaces: { key: string; name: string }[]
  counts: { what: ImportKind; number: number }[]
  /** The first of what could not be imported as it was. */
  remarks: Phrase[]
  /** Number of further remarks. */
  more: number
}

/** An export whose bytes are stored as a blob. */
export interface StoredExport {
  readonly name: string
  readonly sha256: string
  /** Bytes. */
  readonly size: number
}

/**
 * Imports all of a stored export for a restore, as a run of the list of imports. Begun again after a crash, it goes on.
 * The viewer's rights are for the caller to check.
 * @param progress ends the import by throwing
 * @throws HttpError 400 for a file that is no export, and as `importExport`
 */
export async function importStored(
  ctx: Context,
  { name, sha256, size }: StoredExport,
  { signal, progress }: Pick<ImportOptions, 'signal' | 'progress'>,
): Promise<ImportSummary> {
  const { database } = ctx.app
  const row =
    (await openRestore(database.read, sha256)) ??
    (await database.transaction(tx =>
      insertRun(tx, {
        origin: 'restore',
        owner_id: ctx.viewer.userId,
        file_name: name,
        file_size: size,
        file_sha256: sha256,
        options: {},
        state: 'QUEUED',
      }),
    ))
  const ended = new AbortController()
  try {
    await performRun(ctx, row, {
      signal: signal ? AbortSignal.any([signal, ended.signal]) : ended.signal,
      async progress(...args) {
        try {
          await progress?.(...args)
        } catch (error) {
          ended.abort(error)
          throw error
        }
      },
    })
    const spaces = await importedSpaces(database, [row.id])
    const report = await readReport(database.read, row.id)
    return {
      spaces: spaces.map(({ key, name: title }) => ({ key, name: title })),
      counts: [...report.counts].map(([what, { arrived }]) => ({ what, number: arrived })),
      remarks: [...report.remarks],
      more: report.more,
    }
  } catch (error) {
    if (error instanceof HelperEnded) await fail(ctx.app, row.id, { key: error.text.key, values: error.text.values })
    if (ended.signal.aborted && signal?.aborted !== true)
      await database.transaction(
        tx => changeRun(tx, row.id, { state: 'CANCELLED', finished_at: Date.now(), file_sha256: null }),
        { invalidates: false },
      )
    throw error
  }
}
