import type { WriteTransaction } from '#platform/server/database/index.ts'
import { HttpError } from '#platform/server/http/errors.ts'
import { importFileVersions } from '#features/attachments/server/index.ts'
import { contentById, versionOf, type ContentRow } from '#features/content-core/server/read.ts'
import {
  addRestrictions,
  importVersions,
  lockContent,
  movePage,
  refreshGuards,
} from '#features/content-core/server/write.ts'
import { importLabels } from '#features/labels/server/index.ts'
import { importLikes } from '#features/likes/server/index.ts'
import { importSaved } from '#features/saved-pages/server/index.ts'
import type { Space } from '#features/spaces/server/index.ts'
import { importTasks } from '#features/tasks/server/index.ts'
import { importWatches } from '#features/watches/server/index.ts'
import { contentsWithTimes, countLabels, fileNames, restrictedOperations, type DatedContent } from '../merge-store.ts'
import type { ExportedComment, ExportedContent, ExportedFile, ExportedPage } from '../package/exported.ts'
import { isRestrictedAbove } from '../package/pages.ts'
import { addToImport } from '../report-store.ts'
import { updateItem, type ImportedItem, type SpaceImport } from '../store.ts'
import { readComments, type ReadComment } from './comments.ts'
import { byAccounts, versionsOf, type History } from './contents.ts'
import { isNumbered } from './file-names.ts'
import { nameOf, readFiles, storedFile, type ReadFile } from './files.ts'
import { idHere, isNewHere } from './ids.ts'
import type { ImportRun } from './import-run.ts'
import { labelsHere } from './labels.ts'
import { storeComments, storeFiles, thingOf } from './pages.ts'
import { ImportReport, withRemark, type ImportFindings } from './report.ts'
import { restrictionsHere } from './rights.ts'

type Later = Pick<History, 'versions' | 'body'>
type LaterFile = NonNullable<Awaited<ReturnType<typeof storedFile>>>

/** Comments of a newer export on a content that is here. */
interface LaterComments {
  added: ReadComment[]
  /** Ids here of comments that are there already, by those in the export. */
  known: Map<string, number>
  changed: { row: ContentRow; later: Later }[]
}

/** Destination of the changes of a page. */
interface MergeTarget {
  import: SpaceImport
  space: Space
  item: ImportedItem
  /** Ids here of pages, by those in the export. */
  ids: ReadonlyMap<string, number>
}

/** A content was changed while what is new in it was read. */
class ChangedMeanwhile extends Error {
  override name = 'ChangedMeanwhile'
}

/** Times that a page is read again that users change meanwhile. */
const ATTEMPTS = 5

/**
 * Brings a page that an earlier export brought in up to date: later versions of its text, of its comments and files,
 * and what has been added to it. A content that was changed here since then stays as it is, and the report says so where
 * the export has a change, too. Nothing is deleted.
 */
export async function mergePage(run: ImportRun, page: ExportedPage, target: MergeTarget): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await mergeOnce(run, page, target)
    } catch (error) {
      if (!(error instanceof ChangedMeanwhile) || attempt === ATTEMPTS) throw error
      run.report.take()
    }
  }
}

async function mergeOnce(run: ImportRun, page: ExportedPage, target: MergeTarget): Promise<void> {
  const { report } = run
  const { content_id } = target.item
  const rows = await rowsHere(run, page, content_id)
  const before = rows.get(content_id)
  if (!before || (before.status === 'trashed' && page.status !== 'deleted')) {
    const title = before?.title ?? page.versions.at(-1)?.title ?? ''
    report.remark('The page "{{title}}" is in the trash here or was deleted, and stays so', { title }, undefined)
    return keepAsIs(run, page, target)
  }
  await moveLike(run, page, before, target)
  if (!(await isAsClosed(run, page, before.id))) {
    report.remark(
      '"{{where}}" is below a restricted page in the export, and not here; what is new in it was left out',
      { where: before.title },
      undefined,
    )
    return keepAsIs(run, page, target)
  }
  if (page.status === 'deleted' && before.status === 'current')
    report.remark(
      'The page "{{title}}" is in the trash of the export, and stays here',
      { title: before.title },
      undefined,
    )
  const news = await newsOf(run, page, before, rows)
  await storeNews(run, page, target, before, news)
}

/** Everything that is new in a page. */
interface News {
  text: Later | undefined
  comments: LaterComments
  files: LaterFiles
  marks: Marks
}

async function newsOf(
  run: ImportRun,
  page: ExportedPage,
  here: DatedContent,
  rows: ReadonlyMap<number, DatedContent>,
): Promise<News> {
  const where = here.title
  const text = await laterText(run, page, here, thingOf(page).kind, () =>
    run.report.remark(
      '"{{where}}" was changed here and in the export since it was imported; it stays as it is here',
      { where },
      undefined,
    ),
  )
  return {
    text,
    comments: await laterComments(run, page.comments, where, rows),
    files: await laterFiles(run, page.files, here, rows),
    marks: await marksOf(run, page),
  }
}

async function storeNews(
  run: ImportRun,
  page: ExportedPage,
  target: MergeTarget,
  before: DatedContent,
  { text, comments, files, marks }: News,
): Promise<void> {
  const { ctx } = run
  const findings = run.report.take()
  await ctx.app.database.transaction(async tx => {
    const row = await heldAsRead(tx, before)
    const updated = text ? await importVersions(tx, ctx, row, text) : row
    if (text) await importTasks(tx, ctx.app, updated, text.body.storage, { isNew: false })
    const guarded = await restrictedLike(tx, updated, marks.restrictions)
    await storeLaterFiles(tx, run, guarded, target, files)
    await storeLaterComments(tx, run, guarded, target, comments)
    await storeMarks(tx, run, guarded, marks)
    await noteMerged(tx, page, target, titled(findings, page, text, updated.title))
  })
}

/** The findings on a page with the title that it got here. */
function titled(findings: ImportFindings, page: ExportedPage, text: Later | undefined, name: string): ImportFindings {
  const title = text?.versions.at(-1)?.title ?? name
  if (title === name) return findings
  const remark = 'The page "{{title}}" is called "{{name}}" here, since another page has its title'
  return withRemark(findings, remark, { title, name }, thingOf(page))
}

/** Locks a content. @throws ChangedMeanwhile if it is not as it was read */
async function heldAsRead(tx: WriteTransaction, before: ContentRow): Promise<ContentRow> {
  const row = await lockContent(tx, before.id)
  if (!row || row.version !== before.version || row.status !== before.status) throw new ChangedMeanwhile()
  return row
}

/** Notes that a page was looked at, and stays as it is. */
async function keepAsIs(run: ImportRun, page: ExportedPage, target: MergeTarget): Promise<void> {
  const findings = run.report.take()
  await run.ctx.app.database.transaction(tx => noteMerged(tx, page, target, findings), { invalidates: false })
}

/** Stores the findings on a page, and that it was looked at. */
async function noteMerged(
  tx: WriteTransaction,
  page: ExportedPage,
  { import: of, item: { content_id } }: MergeTarget,
  findings: ImportFindings,
): Promise<void> {
  await addToImport(tx, of.id, findings, content_id)
  await updateItem(tx, {
    import_id: of.id,
    source_id: page.id,
    content_id,
    generation: of.generation,
    source_parent: page.parentId ?? null,
  })
}

/** Whether a page is below a restricted page here if it is in the export: what is new in it may be for few. */
async function isAsClosed({ ctx, export: { objects } }: ImportRun, page: ExportedPage, id: number): Promise<boolean> {
  if (!isRestrictedAbove(objects, page)) return true
  const row = await contentById(ctx.app.database.read, id)
  return row?.guard_id !== null
}

/** A page, its comments and its files as they are here, by their ids. */
function rowsHere(run: ImportRun, page: ExportedPage, pageId: number): Promise<Map<number, DatedContent>> {
  const { database } = run.ctx.app
  const on = [...page.comments, ...page.files, ...page.files.flatMap(file => file.comments)]
  const ids = on.flatMap(content => idHere(run, content) ?? [])
  return contentsWithTimes(database.read, database.dialect, [pageId, ...ids])
}

/** Versions that the export has after the one that is here. */
type Compared<V> = V[] | 'changed here' | 'changed in both'

/**
 * Compares the versions of a content: one whose current version here is among those of the export was not changed here.
 */
async function laterVersions<V extends { number: number | undefined; at: string | undefined }>(
  { ctx, clock }: ImportRun,
  versions: readonly V[],
  here: DatedContent,
): Promise<Compared<V>> {
  const isHere = (version: V, number: number, at: number) => version.number === number && clock.at(version.at) === at
  const current = versions.findIndex(version => isHere(version, here.version, here.version_at))
  if (current >= 0) return versions.slice(current + 1)
  const newest = versions.at(-1)
  const known = newest && (await versionOf(ctx.app.database.read, here.id, newest.number ?? 1))
  return known && newest && isHere(newest, known.number, known.at) ? 'changed here' : 'changed in both'
}

/** The later versions of a page, post or comment; undefined where it stays as it is. */
async function laterText(
  run: ImportRun,
  content: ExportedContent,
  here: DatedContent,
  kind: Parameters<typeof versionsOf>[3],
  onConflict: () => void,
): Promise<Later | undefined> {
  const versions = await laterVersions(run, content.versions, here)
  if (versions === 'changed in both') onConflict()
  if (typeof versions === 'string' || versions.length === 0) return undefined
  if (kind !== 'Comments') {
    run.report.source('Versions', versions.length)
    run.report.arrived('Versions', versions.length)
  }
  // A version without a title keeps the one before it.
  const named = versions.map(version => ({ ...version, title: version.title.trim() || here.title }))
  return versionsOf(run, { id: content.id, versions: named }, here.title, kind)
}

async function laterComments(
  run: ImportRun,
  comments: readonly ExportedComment[],
  where: string,
  rows: ReadonlyMap<number, DatedContent>,
): Promise<LaterComments> {
  const known = new Map<string, number>()
  const changed: LaterComments['changed'] = []
  for (const comment of comments.filter(one => !isNewHere(run, one))) {
    const here = rows.get(idHere(run, comment) ?? 0)
    if (here?.status !== 'current') continue
    known.set(comment.id, here.id)
    const later = await laterText(run, comment, here, 'Comments', () =>
      run.report.remark(
        'A comment on "{{where}}" was changed here and in the export since it was imported; it stays as it is here',
        { where },
        undefined,
      ),
    )
    if (later) changed.push({ row: here, later })
  }
  const added = await readComments(
    run,
    comments.filter(one => isNewHere(run, one)),
    where,
  )
  return { added, known, changed }
}

/** Files of a newer export on a page that is here. */
interface LaterFiles {
  added: ReadFile[]
  changed: { row: ContentRow; later: LaterFile | undefined; comments: LaterComments }[]
}

async function laterFiles(
  run: ImportRun,
  files: readonly ExportedFile[],
  page: ContentRow,
  rows: ReadonlyMap<number, DatedContent>,
): Promise<LaterFiles> {
  const { report } = run
  const changed: LaterFiles['changed'] = []
  for (const file of files.filter(one => !isNewHere(run, one))) {
    const row = rows.get(idHere(run, file) ?? 0)
    if (row?.status !== 'current') continue
    if (row.container_id !== page.id) {
      const remark = 'The file "{{file}}" is on another page here than in the export, and stays there'
      report.remark(remark, { file: row.title }, undefined)
      continue
    }
    const name = nameOf(file)
    if (name !== row.title && !isNumbered(row.title, name))
      report.remark(
        'The file "{{file}}" of "{{where}}" is called "{{name}}" in the export, and keeps its name here',
        { file: row.title, where: page.title, name },
        undefined,
      )
    const versions = await laterVersions(run, file.versions, row)
    if (versions === 'changed in both')
      report.remark(
        'The file "{{file}}" of "{{where}}" was changed here and in the export since it was imported; it stays as it is here',
        { file: row.title, where: page.title },
        undefined,
      )
    const later =
      typeof versions === 'string' || versions.length === 0
        ? undefined
        : await storedFile(run, { ...file, versions, leftOut: { drafts: 0, deleted: 0 } }, row.title)
    changed.push({ row, later, comments: await laterComments(run, file.comments, row.title, rows) })
  }
  const added = files.filter(one => isNewHere(run, one))
  const taken = added.length > 0 ? await fileNames(run.ctx.app.database.read, page.id) : []
  return { added: await readFiles(run, added, page.title, taken), changed }
}

/** Labels, marks and restrictions of a page. They are not counted: most of them are here already. */
async function marksOf(run: ImportRun, page: ExportedPage) {
  const uncounted = { ...run, report: new ImportReport() }
  return {
    labels: await labelsHere(uncounted, page.labels),
    likes: await byAccounts(uncounted, page.likes, 'Likes'),
    watches: await byAccounts(uncounted, page.watches, 'Watches'),
    saved: await byAccounts(uncounted, page.saved, 'Saved for later'),
    restrictions: await restrictionsHere(uncounted, page.restrictions),
  }
}

type Marks = Awaited<ReturnType<typeof marksOf>>

/** Adds the marks that are not here. */
async function storeMarks(
  tx: WriteTransaction,
  { ctx }: ImportRun,
  row: ContentRow,
  { labels, likes, watches, saved }: Marks,
): Promise<void> {
  const before = labels.length > 0 ? await countLabels(tx.db, row.id) : 0
  await importLabels(tx, row.id, labels)
  await importLikes(tx, row.id, likes)
  await importWatches(tx, { contentId: row.id }, watches)
  await importSaved(tx, row.id, saved)
  const isLabelled = labels.length > 0 && (await countLabels(tx.db, row.id)) > before
  if (!isLabelled) return
  // Search finds contents by their labels.
  tx.append({
    kind: `${row.type}.imported`,
    actorId: ctx.viewer.userId,
    spaceId: row.space_id,
    contentId: row.id,
    data: {},
  })
}

/** Restricts a page that everybody could see, or edit: restrictions that are here stay as they are. */
async function restrictedLike(
  tx: WriteTransaction,
  row: ContentRow,
  restrictions: Marks['restrictions'],
): Promise<ContentRow> {
  if (restrictions.length === 0) return row
  const here = await restrictedOperations(tx.db, row.id)
  const added = restrictions.filter(({ operation }) => !here.has(operation))
  if (added.length === 0) return row
  await addRestrictions(tx, row.id, added)
  await refreshGuards(tx, row.id)
  return (await contentById(tx.db, row.id)) ?? row
}

async function storeLaterFiles(
  tx: WriteTransaction,
  run: ImportRun,
  page: ContentRow,
  target: MergeTarget,
  { added, changed }: LaterFiles,
): Promise<void> {
  for (const { row, later, comments } of changed) {
    const held = await heldAsRead(tx, row)
    if (later) await importFileVersions(tx, run.ctx, held, later)
    await storeLaterComments(tx, run, held, target, comments)
  }
  await storeFiles(tx, run, page, target.space, added)
}

async function storeLaterComments(
  tx: WriteTransaction,
  run: ImportRun,
  container: ContentRow,
  { space }: MergeTarget,
  { added, changed, known }: LaterComments,
): Promise<void> {
  for (const { row, later } of changed) {
    const held = await heldAsRead(tx, row)
    const updated = await importVersions(tx, run.ctx, held, {
      ...later,
      versions: later.versions.map(version => ({ ...version, title: held.title })),
    })
    await importTasks(tx, run.ctx.app, updated, later.body.storage, { isNew: false })
  }
  await storeComments(tx, run, container, space, added, known)
}

/** Moves a page that was moved in the other wiki, and not here. */
async function moveLike(
  { ctx, report }: ImportRun,
  page: ExportedPage,
  row: DatedContent,
  { ids, item, space }: MergeTarget,
): Promise<void> {
  const wanted = page.parentId ?? null
  if (row.type !== 'page' || row.status !== 'current' || wanted === item.source_parent) return
  const former = item.source_parent === null ? null : (ids.get(item.source_parent) ?? null)
  const parentId = wanted === null ? null : ids.get(wanted)
  if (row.parent_id !== former || parentId === undefined) return
  try {
    const above = parentId === null ? undefined : await contentById(ctx.app.database.read, parentId)
    await movePage(ctx, row.id, above ? { at: 'append', target: above } : { at: 'topLevel', spaceId: space.id }, space)
  } catch (error) {
    if (!(error instanceof HttpError) || error.status >= 500) throw error
    report.remark(
      'The page "{{title}}" could not be moved to where it is in the export: {{reason}}',
      { title: row.title, reason: error.text },
      undefined,
    )
  }
}
