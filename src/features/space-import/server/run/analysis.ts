import { setImmediate } from 'node:timers/promises'
import type { Context } from '#platform/server/context.ts'
import type { ImportKind } from '../../contract.ts'
import { openExport } from '../package/export.ts'
import { spacesOf } from '../package/spaces.ts'
import { writePeople } from '../people-file.ts'
import { countsByKind } from '../stored-report.ts'
import { importedItems, type SpaceImport } from '../store.ts'
import { planPeople } from './people-plan.ts'
import { previewOf, previewOfSite } from './preview.ts'
import { addCounts, noCounts, type Count, type ImportCounts } from './report.ts'
import type { ImportOptions } from './options.ts'
import { isOfSite, planOf, type PlannedSpace } from './plan.ts'

/**
 * The spaces that an import would bring in, and the counts that its report would have; see {@link previewOf}. Changes
 * nothing. Contents that an interrupted import has stored are not counted again.
 * @param options.peopleTo file to which the users and groups are written, with what they would become
 * @throws HttpError 400 as an import
 */
export async function previewExport(
  ctx: Context,
  { peopleTo, ...options }: Omit<ImportOptions, 'runId'> & { peopleTo?: string | undefined },
): Promise<{ spaces: PlannedSpace[]; counts: ReadonlyMap<ImportKind, Count> }> {
  const opened = await openExport(options.path, options.temporary)
  try {
    const spaces = await planOf(ctx, opened, options)
    if (peopleTo !== undefined) await writePeople(ctx, opened, peopleTo)
    const sum = isOfSite(opened, spaces) ? await previewOfSite(ctx, opened) : noCounts()
    for (const { space, begun } of spaces)
      if (begun?.state !== 'done') addCounts(sum, await previewOf(opened, space, await storedOf(ctx, begun)))
    return { spaces, counts: countsByKind(sum) }
  } finally {
    await opened.close()
  }
}

/** The spaces of an export, and what is in each of them and in none. */
export interface ImportAnalysis {
  spaces: { key: string; name: string; counts: ImportCounts }[]
  site: ImportCounts
}

/**
 * Reads an export without importing any of it, and plans what its users and groups become.
 * @throws HttpError 400 when it is none
 */
export async function analyseExport(
  ctx: Context,
  { runId, path, temporary, signal }: Pick<ImportOptions, 'runId' | 'path' | 'temporary' | 'signal'>,
): Promise<ImportAnalysis & { fingerprint: string }> {
  const opened = await openExport(path, temporary)
  try {
    const spaces: ImportAnalysis['spaces'] = []
    const look = async () => {
      // Others are served meanwhile.
      await setImmediate()
      signal?.throwIfAborted()
    }
    for (const space of spacesOf(opened).values()) {
      const counts = await previewOf(opened, space, new Set(), look)
      spaces.push({ key: space.key, name: space.name, counts })
    }
    await planPeople(ctx, opened, runId)
    return { spaces, site: await previewOfSite(ctx, opened), fingerprint: opened.fingerprint }
  } finally {
    await opened.close()
  }
}

/** Ids in the export of what an import has stored so far. */
async function storedOf({ app }: Context, begun: SpaceImport | undefined): Promise<ReadonlySet<string>> {
  return new Set(begun ? (await importedItems(app.database.read, begun.id)).keys() : [])
}
