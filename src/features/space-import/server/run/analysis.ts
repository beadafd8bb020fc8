import { setImmediate } from 'node:timers/promises'
import type { ErrorText } from '#platform/error-text.ts'
import type { Context } from '#platform/server/context.ts'
import type { ImportKind } from '../../contract.ts'
import { openExport, type OpenExport } from '../package/export.ts'
import { contentsOf, spacesOf } from '../package/spaces.ts'
import { forecastPeople, type PeopleForecast } from '../people-file.ts'
import { countsByKind } from '../stored-report.ts'
import { itemsOf, type SpaceImport } from '../store.ts'
import { planPeople } from './people-plan.ts'
import { previewOf, previewOfSite } from './preview.ts'
import { addCounts, noCounts, type Count, type ImportCounts } from './report.ts'
import type { ImportOptions } from './options.ts'
import { isOfSite, placesOf, type SpacePlace } from './plan.ts'

/** A space of the export, and what an import would do with it. */
export interface PreviewedSpace {
  /** Its key in the export. */
  readonly source: string
  /** The key that it would get here. */
  readonly key: string
  readonly name: string
  /** New, brought up to date, gone on with, here already, or refused. */
  readonly outcome: 'new' | 'update' | 'go on' | 'done' | 'refused'
  /** Why it is refused. */
  readonly problem: ErrorText | undefined
  /** Whether it could be brought up to date. */
  readonly canUpdate: boolean
  /** Pages and posts of the export, and those of them that an interrupted import has brought in. */
  readonly contents: { readonly all: number; readonly here: number }
  /** Numbers of things that would arrive or be left out. */
  readonly counts: ReadonlyMap<ImportKind, Count>
}

/** The outcome that an import would have. */
export interface ImportPreview extends PeopleForecast {
  readonly spaces: readonly PreviewedSpace[]
  /** Of all spaces together, and of what belongs to none. */
  readonly counts: ReadonlyMap<ImportKind, Count>
}

/**
 * Tells what an import would do with the spaces that are wanted, also those that it would refuse, and the counts that
 * its report would have; see {@link previewOf}. Changes nothing. Contents that an interrupted import has stored are not
 * counted again.
 * @param options.people file of which the import is to be told
 * @param options.peopleTo file to which the users and groups are written, with what they would become
 * @throws HttpError 400 for spaces that the export does not hold, and for what is wrong in the file
 */
export async function previewExport(
  ctx: Context,
  { people, peopleTo, ...options }: Omit<ImportOptions, 'runId'> & { peopleTo?: string | undefined },
): Promise<ImportPreview> {
  const opened = await openExport(options.path, options.temporary)
  try {
    const places = await placesOf(ctx, opened, options)
    const forecast = await forecastPeople(ctx, opened, { from: people, to: peopleTo })
    const sum = await previewOfSite(ctx, opened, isOfSite(opened, places))
    const spaces: PreviewedSpace[] = []
    for (const place of places) {
      const { counts, ...space } = await previewOfPlace(ctx, opened, place)
      addCounts(sum, counts)
      spaces.push({ ...space, counts: countsByKind(counts) })
    }
    return { spaces, counts: countsByKind(sum), ...forecast }
  } finally {
    await opened.close()
  }
}

async function previewOfPlace(
  ctx: Context,
  opened: OpenExport,
  { space, key, begun, earlier, obstacle, canUpdate }: SpacePlace,
): Promise<Omit<PreviewedSpace, 'counts'> & { counts: ImportCounts }> {
  const isDone = begun?.state === 'done'
  const stored = await storedOf(ctx, begun)
  const all = contentsOf(opened.objects, space).contents.length
  return {
    source: space.key,
    key,
    name: space.name,
    outcome: obstacle ? 'refused' : begun ? (isDone ? 'done' : 'go on') : earlier ? 'update' : 'new',
    problem: obstacle?.text,
    canUpdate,
    contents: { all, here: stored.size },
    counts: isDone ? noCounts() : await previewOf(opened, space, stored),
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

/** Ids in the export of what an import has stored, or brought up to date, so far. */
async function storedOf({ app }: Context, begun: SpaceImport | undefined): Promise<ReadonlySet<string>> {
  if (!begun) return new Set()
  const items = await itemsOf(app.database.read, begun.id)
  return new Set([...items].flatMap(([id, { generation }]) => (generation < begun.generation ? [] : [id])))
}
