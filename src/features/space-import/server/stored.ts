import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Phrase } from '#platform/error-text.ts'
import type { Context } from '#platform/server/context.ts'
import type { ImportCount } from '../contract.ts'
import { makeImportFolder, removeLeftFolders } from './folders.ts'
import { importExport, type ImportOptions } from './run/import.ts'

/** Bytes of an export that is sent to the wiki; larger exports are imported on the server, by the command. */
export const MOST_EXPORT_BYTES = 8 * 1024 ** 3

/** The outcome of an import, as JSON can hold it. */
export interface ImportSummary {
  spaces: { key: string; name: string }[]
  counts: { what: ImportCount; number: number }[]
  /** Everything that could not be imported as it was. */
  remarks: Phrase[]
  /** Number of further remarks, which are left out. */
  more: number
}

/**
 * Imports an export whose bytes are stored as a blob. The viewer's rights are for the caller to check.
 * @throws HttpError 400 for a file that is no export, and as {@link importExport}
 */
export async function importStored(
  ctx: Context,
  sha256: string,
  options: Omit<ImportOptions, 'path' | 'temporary'>,
): Promise<ImportSummary> {
  const { blobs, config } = ctx.app
  await removeLeftFolders(config.home)
  const temporary = await makeImportFolder(config.home)
  try {
    const path = join(temporary, 'export.zip')
    await pipeline(await blobs.open(sha256), createWriteStream(path), { signal: options.signal })
    const { spaces, report } = await importExport(ctx, { ...options, path, temporary })
    return {
      spaces: spaces.map(({ key, name }) => ({ key, name })),
      counts: [...report.counts()].map(([what, number]) => ({ what, number })),
      remarks: report.remarks,
      more: report.more,
    }
  } finally {
    await rm(temporary, { recursive: true, force: true })
  }
}
