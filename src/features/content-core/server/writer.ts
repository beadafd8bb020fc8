/**
 * The only module, with those in `write/`, that changes the tables of content (`tables.ts`); the lint rule
 * `house/queries` holds other files to it. Each function is one change of rows inside the caller's transaction. Callers
 * ask the policy, take locks, and append the event; what else follows from a change (guards, links, stored HTML) is
 * theirs to call, in `model/`.
 */
import { sql, type Updateable } from 'kysely'
import { prepared, preparedInsert, type WriteTransaction } from '#platform/server/database/index.ts'
import { conflict } from '#platform/server/http/errors.ts'
import { contentById, withContained, type ContentRow } from './store.ts'
import { forgetWritten, rememberWritten } from './store/written.ts'
import type {
  AwaitedParentTable,
  ContentLinkTable,
  ContentStatus,
  ContentTable,
  ContentType,
  RestrictionSubject,
  RestrictionTable,
} from './tables.ts'
import { titleKey } from './titles.ts'
import { dropRenders } from './writer/renders.ts'
import { insertVersions, type NewVersion } from './writer/versions.ts'

// Rows of content and their versions

export interface NewContent {
  type: ContentType
  status: ContentStatus
  spaceId: number
  parentId: number | null
  containerId: number | null
  title: string
  position: string
  guardId: number | null
  postingDay: string | null
  authorId: number | null
  storage: string
  message: string
  minor?: boolean
}

/** Inserts a content with its first version. */
export async function insertContent(tx: WriteTransaction, input: NewContent): Promise<ContentRow> {
  const at = Date.now()
  const [row] = await contentInserted(tx.db, { ...input, titleKey: titleKey(input.title), at })
  if (!row) throw new Error('an inserted row is returned')
  await insertVersion(tx, row, { ...input, number: 1, at })
  return row
}

const contentInserted = prepared((db, input: Omit<NewContent, 'storage'> & { titleKey: string; at: number }) =>
  db
    .insertInto('content')
    .values({
      type: input.type,
      status: input.status,
      space_id: input.spaceId,
      parent_id: input.parentId,
      container_id: input.containerId,
      title: input.title,
      title_key: input.titleKey,
      position: input.position,
      version: 1,
      creator_id: input.authorId,
      created_at: input.at,
      updater_id: input.authorId,
      updated_at: input.at,
      guard_id: input.guardId,
      posting_day: input.postingDay,
      trashed_at: null,
      trashed_by: null,
    })
    .returningAll(),
)

async function insertVersion(tx: WriteTransaction, row: ContentRow, version: NewVersion): Promise<void> {
  const [stored] = await insertVersions(tx, row.id, [{ ...version, title: row.title }])
  if (stored) rememberWritten(tx, row, stored)
}

/** Fields that a new version may change of its content, beside number, author and time. */
export interface VersionedFields {
  title?: string
  status?: ContentStatus
  createdAt?: number
  place?: Place | undefined
}

export interface Place {
  spaceId: number
  parentId: number | null
  position: string
}

/**
 * Writes a version and makes it the current one.
 * @param row the content as it was read: the version must still be its current one
 * @throws HttpError 409 when another version was written since
 */
export async function addVersion(
  tx: WriteTransaction,
  row: Pick<ContentRow, 'id' | 'type' | 'version'>,
  version: NewVersion,
  fields: VersionedFields = {},
): Promise<ContentRow> {
  const { title, status, createdAt, place } = fields
  const [updated] = [title, status, createdAt, place].every(field => field === undefined)
    ? await versionMadeCurrent(tx.db, { ...version, id: row.id, before: row.version })
    : await tx.db
        .updateTable('content')
        .set({
          version: version.number,
          updater_id: version.authorId,
          updated_at: version.at,
          ...(title === undefined ? {} : titled(title)),
          ...(status === undefined ? {} : { status }),
          ...(createdAt === undefined ? {} : { created_at: createdAt }),
          ...(place ? placed(place) : {}),
        })
        .where('id', '=', row.id)
        .where('version', '=', row.version)
        .returningAll()
        .execute()
  if (!updated) throw stale({ ...row, version: (await contentById(tx.db, row.id))?.version ?? row.version })
  await insertVersion(tx, updated, version)
  return updated
}

const versionMadeCurrent = prepared(
  (db, version: Pick<NewVersion, 'number' | 'authorId' | 'at'> & { id: number; before: number }) =>
    db
      .updateTable('content')
      .set({ version: version.number, updater_id: version.authorId, updated_at: version.at })
      .where('id', '=', version.id)
      .where('version', '=', version.before)
      .returningAll(),
)

/** Refuses a change that was made on another version than the current one. @throws HttpError 409 */
export function refuseStale(row: Pick<ContentRow, 'type' | 'version'>, madeOn: number): void {
  if (row.version !== madeOn) throw stale(row)
}

/** Clients read the number from the message. */
function stale({ type, version }: Pick<ContentRow, 'type' | 'version'>): Error {
  return type === 'attachment'
    ? conflict('The attachment was changed meanwhile. Current version is: {{version}}', { values: { version } })
    : conflict('Version must be incremented on update. Current version is: {{version}}', { values: { version } })
}

/** Overwrites the only version of a draft. */
export async function overwriteDraft(
  tx: WriteTransaction,
  row: Pick<ContentRow, 'id' | 'version'>,
  { title, storage, at }: { title: string; storage: string; at: number },
): Promise<void> {
  await changeVersion(tx, row.id, row.version, { title, storage, at })
  await changeContent(tx, row.id, { ...titled(title), updated_at: at })
}

/**
 * Changes a text in place, as a rename of what it links to does: it means the same as before, so it is no new version.
 */
export async function replaceStorage(
  tx: WriteTransaction,
  row: Pick<ContentRow, 'id' | 'version'>,
  storage: string,
): Promise<void> {
  await changeVersion(tx, row.id, row.version, { storage })
}

/** Fields that may change of a file without a new version of it. */
export interface FileFields {
  title: string
  /** The comment of its current version. */
  message: string
  /** The content that it is attached to: its space, guard and status are the file's too. */
  container: Pick<ContentRow, 'id' | 'space_id' | 'guard_id' | 'status'>
  updaterId: number | null
  at: number
}

/**
 * Renames a file, changes its comment, or attaches it to another page with the comments on it; the number of its
 * version stays.
 */
export async function changeFile(
  tx: WriteTransaction,
  row: Pick<ContentRow, 'id' | 'version'>,
  fields: FileFields,
): Promise<ContentRow> {
  const { title, message, container, updaterId, at } = fields
  await changeVersion(tx, row.id, row.version, { title, message })
  await tx.db
    .updateTable('content')
    .set({ space_id: container.space_id, guard_id: container.guard_id })
    .where('container_id', '=', row.id)
    .execute()
  return changeContent(tx, row.id, {
    ...titled(title),
    container_id: container.id,
    space_id: container.space_id,
    guard_id: container.guard_id,
    status: container.status === 'draft' ? 'draft' : 'current',
    updater_id: updaterId,
    updated_at: at,
  })
}

/** Publishes the draft files of a page. @returns those published */
export async function publishFiles(tx: WriteTransaction, pageId: number): Promise<ContentRow[]> {
  return tx.db
    .updateTable('content')
    .set({ status: 'current' })
    .where('container_id', '=', pageId)
    .where('type', '=', 'attachment')
    .where('status', '=', 'draft')
    .returningAll()
    .execute()
}

/** Publishes comments that were drafts. @returns them in the order of their ids */
export async function publishComments(tx: WriteTransaction, ids: readonly number[]): Promise<ContentRow[]> {
  const rows = await tx.db
    .updateTable('content')
    .set({ status: 'current' })
    .where('id', 'in', tx.dialect.inIntegers(ids))
    .where('type', '=', 'comment')
    .where('status', '=', 'draft')
    .returningAll()
    .execute()
  return rows.toSorted((a, b) => a.id - b.id)
}

/** Notes users besides the author whose changes a version published. */
export async function insertVersionAuthors(
  tx: WriteTransaction,
  { contentId, number }: { contentId: number; number: number },
  accountIds: readonly number[],
): Promise<void> {
  if (accountIds.length === 0) return
  await tx.db
    .insertInto('version_author')
    .values(accountIds.map(account_id => ({ content_id: contentId, number, account_id })))
    .onConflict(conflict => conflict.doNothing())
    .execute()
}

/** Deletes an older version for good. @returns false when there is none of that number */
export async function deleteVersion(tx: WriteTransaction, contentId: number, number: number): Promise<boolean> {
  const { numDeletedRows } = await tx.db
    .deleteFrom('content_version')
    .where('content_id', '=', contentId)
    .where('number', '=', number)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

// Place and status

/** Puts a page at a place. The caller sees to the pages below it and to their guards. */
export async function placeContent(tx: WriteTransaction, id: number, place: Place): Promise<ContentRow> {
  return changeContent(tx, id, placed(place))
}

/** Takes `containerIds` with their comments and files, and the comments of those, to another space. */
export async function moveToSpace(
  tx: WriteTransaction,
  spaceId: number,
  pageIds: readonly number[],
  containerIds: readonly number[],
): Promise<void> {
  await tx.db
    .updateTable('content')
    .set({ space_id: spaceId })
    .where('id', 'in', withContained(tx.dialect, containerIds))
    .execute()
  await dropRenders(tx, pageIds)
}

/** Puts contents into the trash. */
export async function trash(tx: WriteTransaction, ids: readonly number[], actorId: number | null): Promise<void> {
  await tx.db
    .updateTable('content')
    .set({ status: 'trashed', trashed_at: Date.now(), trashed_by: actorId })
    .where('id', 'in', tx.dialect.inIntegers(ids))
    .execute()
}

/** Takes a content out of the trash, to where it was or to `place`. */
export async function untrash(tx: WriteTransaction, id: number, place: Place | undefined): Promise<ContentRow> {
  return changeContent(tx, id, {
    status: 'current',
    trashed_at: null,
    trashed_by: null,
    ...(place ? placed(place) : {}),
  })
}

/** Gives a file in the trash another name; the number of its version stays. */
export async function renameTrashedFile(
  tx: WriteTransaction,
  row: Pick<ContentRow, 'id' | 'version'>,
  title: string,
): Promise<void> {
  await changeVersion(tx, row.id, row.version, { title })
  await changeContent(tx, row.id, titled(title))
}

/** Records the place below a parent in the trash to which a page returns when the parent is restored. */
export async function awaitParent(tx: WriteTransaction, awaited: AwaitedParentTable): Promise<void> {
  const { content_id, ...values } = awaited
  await tx.db
    .insertInto('awaited_parent')
    .values({ content_id, ...values })
    .onConflict(conflict => conflict.column('content_id').doUpdateSet(values))
    .execute()
}

/** Forgets which pages return below a parent. */
export async function forgetAwaited(tx: WriteTransaction, parentId: number): Promise<void> {
  await tx.db.deleteFrom('awaited_parent').where('parent_id', '=', parentId).execute()
}

/** Brings what is below these contents to the top. */
export async function detachChildren(tx: WriteTransaction, parentIds: readonly number[]): Promise<void> {
  await tx.db
    .updateTable('content')
    .set({ parent_id: null })
    .where('parent_id', 'in', tx.dialect.inIntegers(parentIds))
    .execute()
}

/** Deletes contents for good, with all rows that refer to them by a foreign key; nothing may be below or in them. */
export async function deleteContents(tx: WriteTransaction, ids: readonly number[]): Promise<void> {
  await tx.db.deleteFrom('content').where('id', 'in', tx.dialect.inIntegers(ids)).execute()
}

// Guards and restrictions

/** Sets the guard of pages and of what they contain. @returns ids of the rows whose guard was another */
export async function setGuard(
  tx: WriteTransaction,
  pageIds: readonly number[],
  guard: number | null,
): Promise<number[]> {
  const rows = await tx.db
    .updateTable('content')
    .set({ guard_id: guard })
    .where('id', 'in', withContained(tx.dialect, pageIds))
    .where(sql<boolean>`guard_id is distinct from ${guard}`)
    .returning('id')
    .execute()
  return rows.map(row => row.id)
}

/** Replaces the chains of guards above these pages. @param chains by guard: itself and those above it */
export async function replaceGuardLinks(
  tx: WriteTransaction,
  pageIds: readonly number[],
  chains: ReadonlyMap<number, readonly number[]>,
): Promise<void> {
  await tx.db.deleteFrom('guard_link').where('guard_id', 'in', tx.dialect.inIntegers(pageIds)).execute()
  const links = [...chains].flatMap(([guard_id, chain]) => chain.map(link_id => ({ guard_id, link_id })))
  await insertGuardLinks(tx.db, links)
}

const insertGuardLinks = preparedInsert('guard_link', ['guard_id', 'link_id'])

/** Removes contents that go away from every chain of guards. */
export async function deleteGuardLinks(tx: WriteTransaction, ids: readonly number[]): Promise<void> {
  const list = tx.dialect.inIntegers(ids)
  await tx.db.deleteFrom('guard_link').where('guard_id', 'in', list).execute()
  await tx.db.deleteFrom('guard_link').where('link_id', 'in', list).execute()
}

type Operation = RestrictionTable['operation']

/** Adds users and groups to restrictions; those named already stay as they are. The caller refreshes the guards. */
export async function addRestrictions(
  tx: WriteTransaction,
  contentId: number,
  rows: readonly (RestrictionSubject & { operation: Operation })[],
): Promise<void> {
  if (rows.length === 0) return
  await tx.db
    .insertInto('restriction')
    .values(rows.map(row => ({ content_id: contentId, ...row })))
    .onConflict(conflict => conflict.doNothing())
    .execute()
}

/** Lifts a restriction, from everybody or from the users and groups named. The caller refreshes the guards. */
export async function removeRestrictions(
  tx: WriteTransaction,
  contentId: number,
  operation: Operation,
  subjects?: { accountIds: readonly number[]; groupIds: readonly number[] },
): Promise<void> {
  const rows = tx.db.deleteFrom('restriction').where('content_id', '=', contentId).where('operation', '=', operation)
  if (!subjects) await rows.execute()
  else {
    if (subjects.accountIds.length > 0) await rows.where('account_id', 'in', subjects.accountIds).execute()
    if (subjects.groupIds.length > 0) await rows.where('group_id', 'in', subjects.groupIds).execute()
  }
}

// Links, macros, unpublished changes

type Link = Omit<ContentLinkTable, 'id'>

/** Replaces what is known of the references in a text: those that stay are not written again. */
export async function replaceLinks(
  tx: WriteTransaction,
  contentId: number,
  links: readonly Link[],
  { isNew = false } = {},
): Promise<void> {
  const gone = isNew ? [] : await linksFrom(tx.db, { contentId })
  const added: Link[] = []
  const known = Map.groupBy(gone, linkKey)
  for (const link of links) if (!known.get(linkKey(link))?.pop()) added.push(link)
  const ids = [...known.values()].flat().map(({ id }) => id)
  if (ids.length > 0) await tx.db.deleteFrom('content_link').where('id', 'in', tx.dialect.inIntegers(ids)).execute()
  await insertLinks(tx.db, added)
}

function linkKey({ kind, space_id, target_id, target_key }: Link): string {
  return `${kind} ${space_id} ${target_id} ${target_key}`
}

const linksFrom = prepared((db, { contentId }: { contentId: number }) =>
  db.selectFrom('content_link').selectAll().where('from_id', '=', contentId),
)
const insertLinks = preparedInsert('content_link', ['from_id', 'kind', 'space_id', 'target_key', 'target_id'])

/** Replaces the names of the macros in a text: those that stay are not written again. */
export async function replaceMacros(
  tx: WriteTransaction,
  contentId: number,
  names: readonly string[],
  { isNew = false } = {},
): Promise<void> {
  const before = new Set(isNew ? [] : (await macrosOf(tx.db, { contentId })).map(({ name }) => name))
  const gone = [...before].filter(name => !names.includes(name))
  if (gone.length > 0)
    await tx.db.deleteFrom('content_macro').where('content_id', '=', contentId).where('name', 'in', gone).execute()
  const added = names.filter(name => !before.has(name))
  await insertMacros(
    tx.db,
    added.map(name => ({ content_id: contentId, name })),
  )
}

const macrosOf = prepared((db, { contentId }: { contentId: number }) =>
  db.selectFrom('content_macro').select('name').where('content_id', '=', contentId),
)
const insertMacros = preparedInsert('content_macro', ['content_id', 'name'])

/** Keeps what a user has typed on a published page and not published yet. */
export async function keepEdit(
  tx: WriteTransaction,
  contentId: number,
  accountId: number,
  edit: { title: string; storage: string; baseVersion: number; at: number },
): Promise<void> {
  const values = { base_version: edit.baseVersion, title: edit.title, storage: edit.storage, updated_at: edit.at }
  await tx.db
    .insertInto('edit_draft')
    .values({ content_id: contentId, account_id: accountId, ...values })
    .onConflict(c => c.columns(['content_id', 'account_id']).doUpdateSet(values))
    .execute()
}

/** Discards what a user has typed and not published. */
export async function dropEdit(tx: WriteTransaction, contentId: number, accountId: number): Promise<void> {
  await editDropped(tx.db, { contentId, accountId })
}

const editDropped = prepared((db, { contentId, accountId }: { contentId: number; accountId: number }) =>
  db.deleteFrom('edit_draft').where('content_id', '=', contentId).where('account_id', '=', accountId),
)

/** The columns of a title. */
export function titled(title: string) {
  return { title, title_key: titleKey(title) }
}

function placed({ spaceId, parentId, position }: Place) {
  return { space_id: spaceId, parent_id: parentId, position }
}

async function changeContent(tx: WriteTransaction, id: number, fields: Updateable<ContentTable>): Promise<ContentRow> {
  return tx.db.updateTable('content').set(fields).where('id', '=', id).returningAll().executeTakeFirstOrThrow()
}

async function changeVersion(
  tx: WriteTransaction,
  contentId: number,
  number: number,
  fields: { title?: string; message?: string; storage?: string; at?: number },
): Promise<void> {
  forgetWritten(tx, contentId)
  await tx.db
    .updateTable('content_version')
    .set(fields)
    .where('content_id', '=', contentId)
    .where('number', '=', number)
    .execute()
}
