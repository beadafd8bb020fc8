import type { WriteTransaction } from '#platform/server/database/index.ts'
import { MAX_PROPERTY_BYTES } from '#platform/server/properties.ts'
import { importFile, type ImportedFile } from '#features/attachments/server/index.ts'
import { importComment } from '#features/comments/server/index.ts'
import {
  addRestrictions,
  contentById,
  importPage,
  refreshGuards,
  type ContentRow,
  type ImportedPage,
} from '#features/content/server/index.ts'
import { importLabels, labelName, type ImportedLabel } from '#features/labels/server/index.ts'
import { importLikes } from '#features/likes/server/index.ts'
import { importProperties } from '#features/properties/server/index.ts'
import { importSaved } from '#features/saved-pages/server/index.ts'
import type { Space } from '#features/spaces/server/index.ts'
import { importTasks } from '#features/tasks/server/index.ts'
import { importWatches } from '#features/watches/server/index.ts'
import { membersOf, referenceOf, textOf, type ExportObject } from '../package/objects.ts'
import { insertItem, type SpaceImport } from '../store.ts'
import { commentsOn, type ReadComment } from './comments.ts'
import { byAccounts, historyOf, personOf, statusOf, titleOf, type History } from './contents.ts'
import { FileNames } from './file-names.ts'
import { fileOf, nameOfFile } from './files.ts'
import type { ImportRun } from './import-run.ts'
import { restrictionsOf } from './rights.ts'

type By = { accountId: number; at: number }[]

/** A file with what hangs on it. */
interface ReadFile {
  sourceId: string
  file: Omit<ImportedFile, 'space'>
  comments: ReadComment[]
}

/** A page or post of the export with all that hangs on it, ready to be stored. */
export interface ReadPage {
  sourceId: string
  type: ImportedPage['type']
  status: ImportedPage['status']
  title: string
  postingDay: string | null
  history: History
  files: ReadFile[]
  comments: ReadComment[]
  labels: ImportedLabel[]
  restrictions: Awaited<ReturnType<typeof restrictionsOf>>
  likes: By
  watches: By
  saved: By
  properties: Map<string, string>
}

/** Reads a page or post with its history, files, comments and the rest; makes accounts, and stores the bytes of files. */
export async function readPage(run: ImportRun, object: ExportObject): Promise<ReadPage> {
  const { objects } = run.export
  const title = titleOf(object) || `Untitled ${object.id}`
  const history = await historyOf(run, object, title)
  const isPost = object.class === 'BlogPost'
  const status = statusOf(object)
  if (status === 'archived')
    run.report.remark('The page "{{title}}" was archived; it is among the other pages here', { title })
  const { labels, saved } = await labelsOf(run, object)
  return {
    sourceId: object.id,
    type: isPost ? 'blogpost' : 'page',
    status: status === 'deleted' ? 'trashed' : 'current',
    title,
    postingDay: isPost ? run.clock.day(history.createdAt) : null,
    history,
    files: await filesOf(run, object, title),
    comments: await commentsOn(run, object.id, title),
    labels,
    restrictions: await restrictionsOf(run, object),
    likes: await byAccounts(run, objects.of('LikeEntity', object.id), 'user'),
    watches: await byAccounts(run, objects.of('Notification', object.id), 'receiver'),
    saved: [
      ...saved,
      ...(await byAccounts(
        run,
        objects.of('User2ContentRelationEntity', object.id).filter(of => textOf(of, 'relationName') === 'favourite'),
        'sourceContent',
      )),
    ],
    properties: jsonProperties(run, object),
  }
}

/**
 * Files of a page, and of the comments on it, which belong to the page here. A page has one file of each name: the first
 * keeps it, others get a number.
 */
async function filesOf(run: ImportRun, page: ExportObject, where: string): Promise<ReadFile[]> {
  const { objects } = run.export
  const found = [page, ...objects.of('Comment', page.id)].flatMap(container =>
    objects
      .of('Attachment', container.id)
      .filter(object => statusOf(object) === 'current')
      .map(object => ({ container, object })),
  )
  const names = new FileNames(found.map(({ object }) => nameOfFile(object)))
  const read: ReadFile[] = []
  for (const { container, object } of found) {
    const given = nameOfFile(object)
    const title = names.take(given)
    if (title !== given)
      run.report.remark('"{{where}}" has several files named "{{file}}"; one of them is "{{name}}" here', {
        where,
        file: given,
        name: title,
      })
    const file = await fileOf(run, object, { containerId: container.id, title })
    if (file) read.push({ sourceId: object.id, file, comments: await commentsOn(run, object.id, file.title) })
  }
  return read
}

async function labelsOf(run: ImportRun, page: ExportObject): Promise<{ labels: ImportedLabel[]; saved: By }> {
  const { objects } = run.export
  const listed = membersOf(page, 'labellings').flatMap(({ id }) => objects.get('Labelling', id) ?? [])
  const labels: ImportedLabel[] = []
  const saved: By = []
  for (const labelling of listed.length > 0 ? listed : objects.of('Labelling', page.id)) {
    // Templates have labels, too, and separate numbers.
    if ((textOf(labelling, 'labelableType') ?? 'CONTENT') !== 'CONTENT') continue
    const label = objects.get('Label', referenceOf(labelling, 'label')?.id ?? '')
    const prefix = label && (textOf(label, 'namespace') ?? 'global')
    if (!label || (prefix !== 'global' && prefix !== 'my' && prefix !== 'team')) continue
    const account = await personOf(run, labelling, referenceOf(labelling, 'owningUser') ? 'owningUser' : 'user')
    const by = { accountId: account?.id ?? null, at: run.clock.of(labelling, 'creationDate') }
    const name = textOf(label, 'name') ?? ''
    if (prefix === 'my' && account && /^favou?rite$/.test(name)) saved.push({ ...by, accountId: account.id })
    else if (prefix === 'my' && !account) continue
    else {
      const read = nameOf(name, prefix)
      if (read) labels.push({ ...read, ...by })
      else run.report.remark('The label "{{name}}" was left out: no label can have that name', { name })
    }
  }
  return { labels, saved }
}

function nameOf(name: string, prefix: string) {
  try {
    return labelName(name, prefix)
  } catch {
    return undefined
  }
}

const PROPERTY = /:content-property$/

/** Properties that programs keep with a page: JSON by keys. */
function jsonProperties({ export: { objects }, report }: ImportRun, page: ExportObject): Map<string, string> {
  const found = new Map<string, string>()
  for (const property of objects.of('CustomContentEntityObject', page.id)) {
    const key = textOf(property, 'title') ?? ''
    const value = objects.body(property.id)?.text ?? ''
    if (!PROPERTY.test(textOf(property, 'pluginModuleKey') ?? '') || key === '' || key.length > 255) continue
    if (Buffer.byteLength(value) <= MAX_PROPERTY_BYTES && isJson(value)) found.set(key, value)
    else report.remark('The property "{{key}}" of a page was left out: its value is no JSON, or too long', { key })
  }
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
}

/** Stores a page with all that hangs on it, in one transaction. @returns its id */
export async function storePage(
  run: ImportRun,
  page: ReadPage,
  { space, parentId, ...to }: Destination,
): Promise<number> {
  const { ctx } = run
  const actorId = ctx.viewer.userId
  return ctx.app.database.transaction(async tx => {
    const { history, type, status, postingDay } = page
    const inserted = await importPage(tx, actorId, {
      ...history,
      type,
      status,
      title: page.title,
      postingDay,
      parentId,
      space,
    })
    const row = await restricted(tx, inserted, page)
    await importTasks(tx, ctx.app, row, history.body.storage)
    for (const { file, comments } of page.files) {
      const attached = await importFile(tx, ctx, row, { ...file, space })
      await storeComments(tx, run, attached, space, comments)
    }
    await storeComments(tx, run, row, space, page.comments)
    await importLabels(tx, row.id, page.labels)
    await importLikes(tx, row.id, page.likes)
    await importWatches(tx, { contentId: row.id }, page.watches)
    await importSaved(tx, row.id, page.saved)
    await importProperties(tx, row.id, page.properties, row.updated_at)
    await insertItem(tx, { import_id: to.import.id, source_id: page.sourceId, content_id: row.id })
    return row.id
  })
}

/** Restricts a page before anything hangs on it: that is guarded as it is. */
async function restricted(tx: WriteTransaction, row: ContentRow, { restrictions }: ReadPage): Promise<ContentRow> {
  if (restrictions.length === 0) return row
  await addRestrictions(tx, row.id, restrictions)
  await refreshGuards(tx, row.id)
  return (await contentById(tx.db, row.id)) ?? row
}

async function storeComments(
  tx: WriteTransaction,
  { ctx }: ImportRun,
  container: ContentRow,
  space: Destination['space'],
  comments: readonly ReadComment[],
): Promise<void> {
  const ids = new Map<string, number>()
  for (const { sourceId, parentId, history, place, likes } of comments) {
    const above = parentId === undefined ? null : (ids.get(parentId) ?? null)
    const row = await importComment(tx, ctx.viewer.userId, container, { ...history, space, parentId: above, place })
    ids.set(sourceId, row.id)
    await importTasks(tx, ctx.app, row, history.body.storage)
    await importLikes(tx, row.id, likes)
  }
}
