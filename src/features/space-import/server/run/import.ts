import type { Context } from '#platform/server/context.ts'
import type { WriteTransaction } from '#platform/server/database/index.ts'
import { HttpError } from '#platform/server/http/errors.ts'
import { importSpace, PERSONAL_MARK, type Space } from '#features/spaces/server/index.ts'
import { openExport, type OpenExport } from '../package/export.ts'
import type { ExportedSpace } from '../package/exported.ts'
import { templateNameOf } from '../package/spaces.ts'
import { readPeople } from '../people-file.ts'
import { addToRun, clearRun, finishRunRemarks } from '../report-store.ts'
import { readReport, type StoredReport } from '../stored-report.ts'
import { removeUnusedIds } from '../id-store.ts'
import { isAlive } from '../run-store.ts'
import { heldRun, insertImport, insertUpdate, takeImport, type SpaceImport } from '../store.ts'
import { Addresses } from './addresses.ts'
import { planIds } from './ids.ts'
import type { ImportRun } from './import-run.ts'
import { reportBrokenLinks } from './links.ts'
import { planPeople } from './people-plan.ts'
import { People } from './people.ts'
import { ImportReport, reportNotes } from './report.ts'
import { importSiteParts } from './site.ts'
import { Texts } from './texts.ts'
import { checkTimeZone, Clock } from './times.ts'
import type { ImportOptions } from './options.ts'
import { isFinished, isOfSite, planOf, type PlannedSpace } from './plan.ts'
import { importInto, requireRow } from './space.ts'
import { updateSpace } from './update.ts'

/** The result of an import. */
export interface ImportResult {
  readonly spaces: readonly Space[]
  readonly report: StoredReport
}

/**
 * Imports the spaces of an export with their pages, posts, histories, files, comments and people. Each page is one
 * transaction; only administrators see a space before all of it is there. The same export to the same key goes on where
 * an import was interrupted; spaces of it that are there already stay as they are. The caller has asked whether the
 * viewer may.
 * @throws AlreadyImported, and HttpError 400 when it is no export, or a key is taken: nothing was changed then
 */
export async function importExport(ctx: Context, options: ImportOptions): Promise<ImportResult> {
  const opened = await openExport(options.path, options.temporary)
  try {
    const planned = await planOf(ctx, opened, options)
    const run = await beginRun(ctx, opened, planned, options)
    const { report } = run
    const begun: [PlannedSpace, SpaceImport][] = []
    // All of them first: pages of one may link to pages of another.
    for (const one of planned) begun.push([one, await beginSpace(run, one)])
    await planIds(
      run,
      begun.map(([{ space }, of]) => ({ space, import: of })),
    )
    await importSiteParts(run, isOfSite(opened, planned))
    await storeRunFindings(run)
    const total = opened.objects.count('Page') + opened.objects.count('BlogPost')
    let done = 0
    const spaces: Space[] = []
    for (const [{ space, key }, of] of begun) {
      if (of.state === 'done') {
        report.remark('The space {{key}} was already imported and stays as it is', { key })
        continue
      }
      const bring = of.generation > 0 ? updateSpace : importInto
      const progress = async (title: string) => {
        await options.progress?.(++done, total, title)
        options.signal?.throwIfAborted()
      }
      try {
        spaces.push(await bring(run, space, of, progress))
      } catch (error) {
        // Says so if the space was deleted meanwhile.
        await requireRow(ctx, of.space_id)
        throw error
      }
    }
    await storeRunFindings(run)
    for (const [, of] of begun) if (of.run_id === run.id) await reportBrokenLinks(ctx.app, of)
    await ctx.app.database.transaction(tx => finishRunRemarks(tx, run.id), { invalidates: false })
    return { spaces, report: await readReport(ctx.app.database.read, run.id) }
  } finally {
    await opened.close()
  }
}

/** Begins a run: what is known of it so far is thrown away, since its parts that belong to no space are read again. */
async function beginRun(
  ctx: Context,
  opened: OpenExport,
  planned: readonly PlannedSpace[],
  options: ImportOptions,
): Promise<ImportRun> {
  const { runId } = options
  await ctx.app.database.transaction(tx => clearRun(tx, runId, opened.fingerprint), { invalidates: false })
  const report = new ImportReport()
  reportNotes(report, opened.notes)
  for (const { space } of planned) reportSpaces(report, space)
  await planPeople(ctx, opened, runId)
  if (options.people !== undefined) await readPeople(ctx, runId, options.people)
  const people = new People(ctx, opened.objects, report, { runId, isActive: options.enableUsers ?? false })
  const keys = new Map(planned.flatMap(({ space, key }) => (space.key === key ? [] : [[space.key.toLowerCase(), key]])))
  const addresses = new Addresses({
    here: ctx.app.baseUrl,
    source: options.baseUrl?.replace(/\/+$/, ''),
    idHere: id => opened.objects.plannedId(id),
    keyHere: key => keys.get(key.toLowerCase()),
  })
  if (options.timeZone !== undefined) checkTimeZone(options.timeZone)
  // By the times of versions, an update knows which of them are here.
  const before = planned.find(({ earlier }) => earlier)?.earlier?.time_zone ?? undefined
  const timeZone = options.timeZone ?? before ?? opened.descriptor.get('timezoneId') ?? 'UTC'
  return {
    id: runId,
    ctx,
    export: opened,
    people,
    report,
    clock: new Clock(timeZone),
    timeZone,
    texts: new Texts({ ctx, people, report, addresses, templateName: id => templateNameOf(opened.objects, id) }),
  }
}

/** Stores findings on what belongs to no space. */
async function storeRunFindings({ ctx, id, report }: ImportRun): Promise<void> {
  const findings = report.take()
  await ctx.app.database.transaction(tx => addToRun(tx, id, findings), { invalidates: false })
}

function reportSpaces(report: ImportReport, { key, ids }: ExportedSpace): void {
  if (ids.length > 1)
    report.remark('The export has {{number}} spaces with the key {{key}}; they are one space here', {
      number: ids.length,
      key,
    })
}

async function beginSpace(run: ImportRun, { space, key, begun, earlier }: PlannedSpace): Promise<SpaceImport> {
  const { ctx, people, clock, export: opened } = run
  if (begun) {
    // The report of a run that finished keeps its spaces.
    if (isFinished(begun)) return begun
    await ctx.app.database.transaction(
      async tx => {
        await refuseWhileWorkedOn(tx, run, begun.id, key)
        await takeImport(tx, begun.id, run.id)
      },
      { invalidates: false },
    )
    return { ...begun, run_id: run.id }
  }
  if (earlier)
    return ctx.app.database.transaction(async tx => {
      await refuseWhileWorkedOn(tx, run, earlier.id, key)
      // Of one that was interrupted, some are there without their contents.
      await removeUnusedIds(tx, earlier.id)
      return insertUpdate(tx, earlier, {
        fingerprint: opened.fingerprint,
        run_id: run.id,
        time_zone: run.timeZone,
      })
    })
  const creator = await people.account(space.creator)
  const owner = key.startsWith(PERSONAL_MARK)
    ? await people.account({ username: key.slice(PERSONAL_MARK.length) })
    : null
  const { facts } = await run.texts.read(space.description, space.name)
  return ctx.app.database.transaction(async tx => {
    const { id } = await importSpace(tx, {
      key,
      name: space.name,
      description: facts.text,
      ownerId: owner?.id ?? null,
      creatorId: creator?.id ?? null,
      createdAt: clock.at(space.createdAt),
    })
    return insertImport(tx, {
      fingerprint: opened.fingerprint,
      source_key: space.key,
      space_id: id,
      run_id: run.id,
      time_zone: run.timeZone,
    })
  })
}

/** @throws HttpError 409 if another run works on an import */
async function refuseWhileWorkedOn(tx: WriteTransaction, run: ImportRun, importId: number, key: string): Promise<void> {
  const other = await heldRun(tx, importId)
  if (other && other.id !== run.id && isAlive(other))
    throw new HttpError(409, 'The space {{key}} is being imported by another run: wait until it ends, or cancel it', {
      values: { key },
    })
}
