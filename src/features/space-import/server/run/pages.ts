import type { WriteTransaction } from '#platform/server/database/index.ts'
import { MAX_PROPERTY_BYTES } from '#platform/server/properties.ts'
import { importFile } from '#features/attachments/server/index.ts'
import { importComment } from '#features/comments/server/index.ts'
import { contentById, type ContentRow } from '#features/content-core/server/read.ts'
import {
  addRestrictions,
  allowedTitle,
  importPage,
  refreshGuards,
  type ImportedPage,
} from '#features/content-core/server/write.ts'
import { importLabels, type ImportedLabel } from '#features/labels/server/index.ts'
import { importLikes } from '#features/likes/server/index.ts'
import { importProperties } from '#features/properties/server/index.ts'
import { importSaved } from '#features/saved-pages/server/index.ts'
import type { Space } from '#features/spaces/server/index.ts'
import { importTasks } from '#features/tasks/server/index.ts'
import { importWatches } from '#features/watches/server/index.ts'
import type { ExportedPage } from '../package/exported.ts'
import { addToImport } from '../report-store.ts'
import { insertItem, type SpaceImport } from '../store.ts'
import { readComments, type ReadComment } from './comments.ts'
import { byAccounts, historyOf, type History } from './contents.ts'
import { readFiles, type ReadFile } from './files.ts'
import type { ImportRun } from './import-run.ts'
import { labelsHere } from './labels.ts'
import { withRemark, type ImportFindings, type ReportedThing } from './report.ts'
import { restrictionsHere } from './rights.ts'

type By = { accountId: number; at: number }[]

/** A page or post of the export with all that hangs on it, ready to be stored. */
export interface ReadPage {
  sourceId: string
  /** Id in the export of the page above it. */
  sourceParent: string | null
  type: ImportedPage['type']
  status: ImportedPage['status']
  title: string
  postingDay: string | null
  history: History
  files: ReadFile[]
  comments: ReadComment[]
  labels: ImportedLabel[]
  restrictions: Awaited<ReturnType<typeof restrictionsHere>>
  likes: By
  watches: By
  saved: By
  properties: Map<string, string>
}

/** Brings a page or post of the export into this wiki's terms; makes accounts, and stores the bytes of files. */
export async function readPage(run: ImportRun, page: ExportedPage): Promise<ReadPage> {
  const title = allowedTitle(page.versions.at(-1)?.title ?? '') || `Untitled ${page.id}`
  const history = await historyOf(run, page, title, thingOf(page).kind)
  if (page.status === 'archived')
    run.report.remark('The page "{{title}}" was archived; it is among the other pages here', { title })
  countPage(run, page)
  return {
    sourceId: page.id,
    sourceParent: page.parentId ?? null,
    type: page.type,
    status: page.status === 'deleted' ? 'trashed' : 'current',
    title,
    postingDay: page.type === 'blogpost' ? run.clock.day(history.createdAt) : null,
    history,
    files: await readFiles(run, page.files, title),
    comments: await readComments(run, page.comments, title),
    labels: await labelsHere(run, page.labels),
    restrictions: await restrictionsHere(run, page.restrictions),
    likes: await byAccounts(run, page.likes, 'Likes'),
    watches: await byAccounts(run, page.watches, 'Watches'),
    saved: await byAccounts(run, page.saved, 'Saved for later'),
    properties: jsonProperties(run, page.properties),
  }
}

export const thingOf = ({ type, id }: Pick<ExportedPage, 'type' | 'id'>): ReportedThing => ({
  kind: type === 'page' ? 'Pages' : 'Blog posts',
  id,
})

/** Counts a page with its versions, and what is on it and is no longer there, or not yet. */
function countPage({ report }: ImportRun, page: ExportedPage): void {
  const { kind } = thingOf(page)
  const { deletedComments, draftComments, deletedFiles } = page.leftOutOn
  report.source(kind)
  report.arrived(kind)
  report.source('Versions', page.versions.length + page.leftOut.deleted)
  report.arrived('Versions', page.versions.length)
  report.skipped('Versions', page.leftOut.deleted)
  report.drafts(draftComments)
  report.source('Comments', deletedComments)
  report.leaveOut('Comments left out, since they were deleted: {{number}}', deletedComments)
  report.source('Files', deletedFiles)
  report.leaveOut('Files left out, since they were deleted: {{number}}', deletedFiles)
}

/** Properties that programs keep with a page: JSON by keys. */
function jsonProperties({ report }: ImportRun, exported: ExportedPage['properties']): Map<string, string> {
  const found = new Map<string, string>()
  report.source('Properties', exported.size)
  for (const [key, value] of exported) {
    if (key === '' || key.length > 255)
      report.leaveOut('Properties left out, since they have no key or a key that is too long: {{number}}')
    else if (Buffer.byteLength(value) <= MAX_PROPERTY_BYTES && isJson(value)) found.set(key, value)
    else {
      report.remark('The property "{{key}}" of a page was left out: its value is no JSON, or too long', { key })
      report.skipped('Properties')
    }
  }
  report.arrived('Properties', found.size)
  return found
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** Destination of a page. */
export interface Destination {
  import: SpaceImport
  space: Pick<Space, 'id' | 'key'>
  parentId: number | null
  /** Keys of titles that the page must leave to others. */
  reserved?: ReadonlySet<string> | undefined
}

/** Stores a page with all that hangs on it and what the report says of it, in one transaction. @returns its id */
export async function storePage(
  run: ImportRun,
  page: ReadPage,
  findings: ImportFindings,
  { space, parentId, reserved, ...to }: Destination,
): Promise<number> {
  const { ctx } = run
  const actorId = ctx.viewer.userId
  const store = async (tx: WriteTransaction) => {
    const { history, type, status, postingDay } = page
    const inserted = await importPage(tx, actorId, {
      ...history,
      type,
      status,
      title: page.title,
      postingDay,
      parentId,
      space,
      reserved,
    })
    const row = await restricted(tx, inserted, page)
    await importTasks(tx, ctx.app, row, history.body.storage)
    await storeFiles(tx, run, row, space, page.files)
    await storeComments(tx, run, row, space, page.comments)
    await importLabels(tx, row.id, page.labels)
    await importLikes(tx, row.id, page.likes)
    await importWatches(tx, { contentId: row.id }, page.watches)
    await importSaved(tx, row.id, page.saved)
    await importProperties(tx, row.id, page.properties, row.updated_at)
    await insertItem(tx, {
      import_id: to.import.id,
      source_id: page.sourceId,
      content_id: row.id,
      generation: to.import.generation,
      source_parent: page.sourceParent,
    })
    await addToImport(tx, to.import.id, renamed(findings, page, row.title), row.id)
    return row.id
  }
  // Pages that are lost with the machine are imported again when the import goes on. Its end is durable, with all pages.
  return ctx.app.database.transaction(store, { durable: false })
}

/** The findings on a page with the title that it has here. */
function renamed(findings: ImportFindings, { type, sourceId: id, title }: ReadPage, name: string): ImportFindings {
  if (title === name) return findings
  const text = 'The page "{{title}}" is called "{{name}}" here, since another page has its title'
  return withRemark(findings, text, { title, name }, thingOf({ type, id }))
}

/** Restricts a page before anything hangs on it: that is guarded as it is. */
async function restricted(tx: WriteTransaction, row: ContentRow, { restrictions }: ReadPage): Promise<ContentRow> {
  if (restrictions.length === 0) return row
  await addRestrictions(tx, row.id, restrictions)
  await refreshGuards(tx, row.id)
  return (await contentById(tx.db, row.id)) ?? row
}

/** Stores files of a page with what is on them. */
export async function storeFiles(
  tx: WriteTransaction,
  run: ImportRun,
  page: ContentRow,
  space: Destination['space'],
  files: readonly ReadFile[],
): Promise<void> {
  for (const { file, comments, labels } of files) {
    const attached = await importFile(tx, run.ctx, page, { ...file, space })
    await importLabels(tx, attached.id, labels)
    await storeComments(tx, run, attached, space, comments)
  }
}

/** @param known ids here of comments that are there already, by those in the export */
export async function storeComments(
  tx: WriteTransaction,
  { ctx }: ImportRun,
  container: ContentRow,
  space: Destination['space'],
  comments: readonly ReadComment[],
  known: ReadonlyMap<string, number> = new Map(),
): Promise<void> {
  const ids = new Map(known)
  for (const { sourceId, parentId, history, place, likes } of comments) {
    const above = parentId === undefined ? null : (ids.get(parentId) ?? null)
    const row = await importComment(tx, ctx.viewer.userId, container, { ...history, space, parentId: above, place })
    ids.set(sourceId, row.id)
    await importTasks(tx, ctx.app, row, history.body.storage)
    await importLikes(tx, row.id, likes)
  }
}
