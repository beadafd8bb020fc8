import { setImmediate } from 'node:timers/promises'
import type { Phrase } from '#platform/error-text.ts'
import { badRequest, HttpError } from '#platform/server/http/errors.ts'
import type { Context } from '#platform/server/context.ts'
import { titleKey } from '#features/content-core/server/read.ts'
import { allowedTitle } from '#features/content-core/server/write.ts'
import {
  checkKey,
  foldKey,
  importSpace,
  importStars,
  openImportedSpace,
  PERSONAL_MARK,
  spaceOfKey,
  spaceRow,
  type Space,
} from '#features/spaces/server/index.ts'
import { importCategories } from '#features/space-categories/server/index.ts'
import { importWatches } from '#features/watches/server/index.ts'
import type { ImportKind } from '../../contract.ts'
import { openExport, type OpenExport } from '../package/export.ts'
import type { ExportedSpace } from '../package/exported.ts'
import { pageOf } from '../package/pages.ts'
import {
  contentsOf,
  grantsOf,
  spacesOf,
  templateNameOf,
  templatesOf,
  watchesOf,
  type ListedContent,
} from '../package/spaces.ts'
import { readPeople, writePeople } from '../people-file.ts'
import { addToImport, addToRun, clearRun, finishRemarks, finishRunRemarks } from '../report-store.ts'
import { countsByKind, readReport, type StoredReport } from '../stored-report.ts'
import {
  beginUpdate,
  earlierImports,
  finishImport,
  importedItems,
  importToUpdate,
  insertImport,
  itemsOf,
  missingItems,
  takeImport,
  type EarlierImport,
  type SpaceImport,
} from '../store.ts'
import { Addresses } from './addresses.ts'
import { byAccounts } from './contents.ts'
import { changedIdsOf, planIds } from './ids.ts'
import type { ImportRun } from './import-run.ts'
import { categoriesHere } from './labels.ts'
import { reportBrokenLinks } from './links.ts'
import { mergePage } from './merge.ts'
import { readPage, storePage } from './pages.ts'
import { planPeople } from './people-plan.ts'
import { People } from './people.ts'
import { previewOf, previewOfSite } from './preview.ts'
import { addCounts, ImportReport, MOST_LISTED, noCounts, reportNotes, type Count, type ImportCounts } from './report.ts'
import { grantsHere } from './rights.ts'
import { importSiteParts, importTemplates } from './site.ts'
import { Texts } from './texts.ts'
import { checkTimeZone, Clock } from './times.ts'

export interface ImportOptions {
  /** Id of the run that notes what becomes of it. */
  runId: number
  /** The zip file, or the folder that it was unpacked into. */
  path: string
  /** Folder for a temporary file that is about as large as the texts of the export. */
  temporary: string
  /** The spaces that are wanted, by their keys in the export, each with its key here; all of the export where left out. */
  keys?: ReadonlyMap<string, string> | undefined
  /** The key that a space gets here, for an export of one space. */
  key?: string | undefined
  /** Whether people who have no account here get one that may sign in, once they have set a password. */
  enableUsers?: boolean | undefined
  /** The changed file of users and groups; see {@link previewExport}. */
  people?: string | undefined
  /** IANA name of the time zone of the server that wrote the export; what the export says, else UTC. */
  timeZone?: string | undefined
  /** Whether spaces that were imported from an earlier export are brought up to date. */
  update?: boolean | undefined
  /** Address of the wiki that was exported. */
  baseUrl?: string | undefined
  signal?: AbortSignal | undefined
  /** Called after each page. */
  progress?: (done: number, total: number, title: string) => Promise<void>
}

/** A space of the export, and the key that it gets here. */
export interface PlannedSpace {
  readonly space: ExportedSpace
  readonly key: string
  /** The import of this space that was begun before, which goes on, or is done already. */
  readonly begun: EarlierImport | undefined
  /** The import of an earlier export, which this one brings up to date. */
  readonly earlier?: SpaceImport | undefined
}

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
 * @throws HttpError 400 when it is no export, or a key is taken: nothing was changed then
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
    await importSiteParts(run, isOfSite(options))
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
      const row = await bring(run, space, of, async title => {
        await options.progress?.(++done, total, title)
        options.signal?.throwIfAborted()
      })
      spaces.push(row)
    }
    await storeRunFindings(run)
    for (const [, of] of begun) if (of.run_id === run.id) await reportBrokenLinks(ctx.app, of)
    await ctx.app.database.transaction(tx => finishRunRemarks(tx, run.id), { invalidates: false })
    return { spaces, report: await readReport(ctx.app.database.read, run.id) }
  } finally {
    await opened.close()
  }
}

/**
 * The spaces that an import would bring in, and the counts that its report would have; see {@link previewOf}. Changes
 * nothing. Contents that an interrupted import has stored are not counted again.
 * @param options.peopleTo file to which the users and groups are written, with what they would become
 * @throws HttpError 400 as {@link importExport}
 */
export async function previewExport(
  ctx: Context,
  { peopleTo, ...options }: Omit<ImportOptions, 'runId'> & { peopleTo?: string | undefined },
): Promise<{ spaces: PlannedSpace[]; counts: ReadonlyMap<ImportKind, Count> }> {
  const opened = await openExport(options.path, options.temporary)
  try {
    const spaces = await planOf(ctx, opened, options)
    if (peopleTo !== undefined) await writePeople(ctx, opened, peopleTo)
    const sum = isOfSite(options) ? await previewOfSite(ctx, opened) : noCounts()
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

/** Whether all of an export is imported, also its parts that belong to no space. */
function isOfSite({ keys }: Pick<ImportOptions, 'keys'>): boolean {
  return keys === undefined || keys.size === 0
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
  return {
    id: runId,
    ctx,
    export: opened,
    people,
    report,
    clock: new Clock(options.timeZone ?? opened.descriptor.get('timezoneId') ?? 'UTC'),
    texts: new Texts({ ctx, people, report, addresses, templateName: id => templateNameOf(opened.objects, id) }),
  }
}

/** Stores findings on what belongs to no space. */
async function storeRunFindings({ ctx, id, report }: ImportRun): Promise<void> {
  const findings = report.take()
  await ctx.app.database.transaction(tx => addToRun(tx, id, findings), { invalidates: false })
}

/** Which spaces are imported, under which keys. @throws HttpError 400 */
async function planOf(
  ctx: Context,
  opened: OpenExport,
  wanted: Pick<ImportOptions, 'key' | 'keys' | 'update'>,
): Promise<PlannedSpace[]> {
  const planned: PlannedSpace[] = []
  for (const [space, newKey] of wantedSpaces(opened, wanted)) {
    // The same export under another key is another import.
    const earlier = await earlierImports(ctx.app.database.read, opened.fingerprint, space.key)
    const begun = earlier.find(other => foldKey(other.key) === foldKey(newKey))
    const key = begun?.key ?? newKey
    if (!key.startsWith(PERSONAL_MARK)) checkKey(key)
    const isTwice = planned.some(other => other.space === space || foldKey(other.key) === foldKey(key))
    const there = begun ? undefined : await spaceOfKey(ctx.app, key)
    const updated =
      there && wanted.update === true ? await importToUpdate(ctx.app.database.read, space.key, there.id) : undefined
    if (isTwice || (there && !updated)) throw wanted.update === true ? notUpdated(key) : keyTaken(key)
    planned.push({ space, key, begun, earlier: updated })
  }
  const [first] = planned
  if (first && planned.every(({ begun }) => begun && isFinished(begun))) throw keyTaken(first.key)
  return planned
}

/** The reason why a space of an export cannot be imported under a key, and whether it can be brought up to date. */
export async function obstacleOf(
  ctx: Context,
  fingerprint: string,
  { key, target }: { key: string; target: string },
): Promise<{ problem?: Phrase; canUpdate: boolean }> {
  const earlier = await earlierImports(ctx.app.database.read, fingerprint, key)
  const begun = earlier.find(other => foldKey(other.key) === foldKey(target))
  if (begun) return { canUpdate: false, ...(isFinished(begun) && { problem: keyTaken(target).text }) }
  try {
    if (!target.startsWith(PERSONAL_MARK)) checkKey(target)
  } catch (error) {
    if (error instanceof HttpError) return { problem: error.text, canUpdate: false }
    throw error
  }
  const there = await spaceOfKey(ctx.app, target)
  if (!there) return { canUpdate: false }
  const canUpdate = (await importToUpdate(ctx.app.database.read, key, there.id)) !== undefined
  return { problem: keyTaken(target).text, canUpdate }
}

const keyTaken = (key: string) =>
  badRequest('A space already exists with key {{key}}: delete it first, or import under another key', {
    values: { key },
  })

const notUpdated = (key: string) =>
  badRequest(
    'The space {{key}} cannot be brought up to date: it was not imported from an export of the same space, not whole, or by an earlier version of Oxbow. Import under another key',
    { values: { key } },
  )

/** Whether all of a space is here already, and the run that brought it in came to its end. */
const isFinished = ({ state, run_state }: EarlierImport): boolean =>
  state === 'done' && (run_state ?? 'FINISHED') === 'FINISHED'

/** The spaces of the export that are wanted, each with the key that it is to get. @throws HttpError 400 */
function wantedSpaces(
  opened: OpenExport,
  { key, keys }: Pick<ImportOptions, 'key' | 'keys'>,
): [ExportedSpace, string][] {
  const found = spacesOf(opened)
  if (found.size === 0) throw badRequest('The export holds no space')
  if (keys && keys.size > 0)
    return [...keys].map(([source, target]) => {
      const space = found.get(source.toLowerCase())
      if (!space) throw badRequest('The export holds no space with key {{key}}', { values: { key: source } })
      return [space, target]
    })
  if (key !== undefined && found.size > 1)
    throw badRequest('The export holds {{number}} spaces: say which of them gets which key', {
      values: { number: found.size },
    })
  return [...found.values()].map(space => [space, key ?? space.key])
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
    await ctx.app.database.transaction(tx => takeImport(tx, begun.id, run.id), { invalidates: false })
    return { ...begun, run_id: run.id }
  }
  if (earlier)
    return ctx.app.database.transaction(tx =>
      beginUpdate(tx, earlier.id, { fingerprint: opened.fingerprint, run_id: run.id }),
    )
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
    })
  })
}

async function importInto(
  run: ImportRun,
  exported: ExportedSpace,
  of: SpaceImport,
  progress: (title: string) => Promise<void>,
): Promise<Space> {
  const { ctx, report } = run
  const { objects } = run.export
  const space = await requireRow(ctx, of.space_id)
  const ids = await importedItems(ctx.app.database.read, of.id)
  const { contents, drafts } = contentsOf(objects, exported)
  const titles = currentTitles(contents)
  for (const listed of contents) {
    if (!ids.has(listed.id)) {
      const page = await readPage(run, pageOf(run.export, listed))
      const parentId = parentOf(run, listed, ids)
      // Links by title lead to the current page, and not to an archived one of its title.
      const reserved = listed.status === 'archived' ? titles : undefined
      ids.set(listed.id, await storePage(run, page, report.take(), { import: of, space, parentId, reserved }))
    }
    await progress(listed.title)
  }
  report.drafts(drafts)
  await importTemplates(run, space.id, templatesOf(objects, exported))
  const grants = await grantsHere(run, grantsOf(objects, exported))
  const watches = watchesOf(objects, exported)
  const ofAll = await byAccounts(run, watches.all, 'Watches')
  const ofPosts = await byAccounts(run, watches.blogpost, 'Watches')
  const saved = await byAccounts(run, exported.saved, 'Saved for later')
  const categories = await categoriesHere(run, exported.labels)
  const findings = report.take()
  await ctx.app.database.transaction(async tx => {
    await openImportedSpace(tx, ctx, space.id, {
      homePageId: ids.get(exported.homePageId ?? '') ?? null,
      isArchived: exported.isArchived,
      grants,
      administratorId: ctx.viewer.userId,
    })
    await importWatches(tx, { spaceId: space.id, scope: 'all' }, ofAll)
    await importWatches(tx, { spaceId: space.id, scope: 'blogpost' }, ofPosts)
    await importStars(tx, space.id, saved)
    await importCategories(tx, space.id, categories)
    await addToImport(tx, of.id, findings)
    await addToImport(tx, of.id, await changedIdsOf(tx, of))
    await finishRemarks(tx, of.id)
    await finishImport(tx, of.id)
  })
  return requireRow(ctx, space.id)
}

/** Imports a newer export of a space: new contents arrive, and those that were not changed here are brought up to date. */
async function updateSpace(
  run: ImportRun,
  exported: ExportedSpace,
  of: SpaceImport,
  progress: (title: string) => Promise<void>,
): Promise<Space> {
  const { ctx, report } = run
  const { database } = ctx.app
  const { objects } = run.export
  const space = await requireRow(ctx, of.space_id)
  const items = await itemsOf(database.read, of.id)
  const ids = new Map([...items].map(([source, { content_id }]) => [source, content_id]))
  const { contents } = contentsOf(objects, exported)
  const titles = currentTitles(contents)
  const sum = { pages: 0, changed: 0 }
  for (const listed of contents) {
    const item = items.get(listed.id)
    if (!item) {
      const page = await readPage(run, pageOf(run.export, listed))
      const parentId = parentOf(run, listed, ids)
      const reserved = listed.status === 'archived' ? titles : undefined
      ids.set(listed.id, await storePage(run, page, report.take(), { import: of, space, parentId, reserved }))
      sum.pages++
    } else if (item.generation < of.generation) {
      const isChanged = await mergePage(run, pageOf(run.export, listed), { import: of, space, item, ids })
      if (isChanged) sum.changed++
    }
    await progress(listed.title)
  }
  await finishUpdate(run, exported, of, sum)
  return requireRow(ctx, space.id)
}

async function finishUpdate(
  run: ImportRun,
  exported: ExportedSpace,
  of: SpaceImport,
  sum: { pages: number; changed: number },
): Promise<void> {
  const { ctx, report } = run
  const { database } = ctx.app
  const { key } = await requireRow(ctx, of.space_id)
  // Most of it is here and was counted.
  const uncounted = { ...run, report: new ImportReport() }
  await importTemplates(uncounted, of.space_id, templatesOf(run.export.objects, exported))
  const watches = watchesOf(run.export.objects, exported)
  const ofAll = await byAccounts(uncounted, watches.all, 'Watches')
  const ofPosts = await byAccounts(uncounted, watches.blogpost, 'Watches')
  const saved = await byAccounts(uncounted, exported.saved, 'Saved for later')
  const { titles, number } = await missingItems(database.read, of, MOST_LISTED)
  if (number > 0) report.list('Pages that are no longer in the export, and stay here: {{list}}', titles, number)
  report.remark('The space {{key}} was brought up to date: {{pages}} pages are new, {{changed}} have new versions', {
    key,
    ...sum,
  })
  const { remarks } = uncounted.report.take()
  const findings = report.take()
  await database.transaction(async tx => {
    await importWatches(tx, { spaceId: of.space_id, scope: 'all' }, ofAll)
    await importWatches(tx, { spaceId: of.space_id, scope: 'blogpost' }, ofPosts)
    await importStars(tx, of.space_id, saved)
    await addToImport(tx, of.id, { ...findings, remarks: [...findings.remarks, ...remarks] })
    await addToImport(tx, of.id, await changedIdsOf(tx, of))
    await finishRemarks(tx, of.id)
    await finishImport(tx, of.id)
  })
}

/** The content above a page; null for none. The report tells if the one of the export is not here. */
function parentOf(
  { report }: ImportRun,
  { class: name, id, parentId, title }: ListedContent,
  ids: ReadonlyMap<string, number>,
): number | null {
  if (parentId === undefined) return null
  const parent = ids.get(parentId)
  if (parent === undefined && name === 'Page')
    report.remark(
      'The page "{{title}}" is at the top of its space here, since the page above it was not imported',
      { title },
      { kind: 'Pages', id },
    )
  return parent ?? null
}

/** Keys of the titles of current pages. */
function currentTitles(contents: readonly ListedContent[]): ReadonlySet<string> {
  const current = contents.filter(listed => listed.class === 'Page' && listed.status === 'current')
  return new Set(current.map(({ title }) => titleKey(allowedTitle(title))))
}

async function requireRow({ app }: Context, id: number): Promise<Space> {
  const space = await spaceRow(app.database.read, id)
  if (!space || space.status === 'deleting') throw badRequest('The space was deleted while it was imported')
  return space
}
