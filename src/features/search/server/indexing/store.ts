import type { Selectable } from 'kysely'
import {
  prepared,
  preparedInsert,
  preparedWithLists,
  type Queries,
  type Tables,
  type WriteTransaction,
} from '#platform/server/database/index.ts'
import { ENTITIES, type SearchDocumentTable, type SearchEntity, type SearchPassageTable } from '../tables.ts'

/** Under what the event log knows the one who writes the index. */
export const SUBSCRIBER = 'search'

/** The last event that was indexed. */
export const indexedTo = prepared(db =>
  db.selectFrom('event_cursor').select('position').where('subscriber', '=', SUBSCRIBER),
)

/** Held by writers of the index, so that on many machines none writes rows that another has just overtaken. */
export async function lockIndex(tx: WriteTransaction): Promise<void> {
  if (tx.engine === 'sqlite') return
  await tx.db.selectFrom('event_cursor').select('position').where('subscriber', '=', SUBSCRIBER).forUpdate().execute()
}

const STATE = 1
type State = Selectable<Tables['search_state']>

/** The format of the index, and how far a rebuild has come. */
export async function rebuildState(db: Queries): Promise<State> {
  return db.selectFrom('search_state').selectAll().where('id', '=', STATE).executeTakeFirstOrThrow()
}

/** Stores how far a rebuild has come, or the format of the index that it has made. */
export async function storeState(
  tx: WriteTransaction,
  state: { phase: SearchEntity | null; after_id: number; format?: number },
): Promise<void> {
  await tx.db.updateTable('search_state').set(state).where('id', '=', STATE).execute()
}

const TABLES = { content: 'content', space: 'space', user: 'account' } as const

/** Ids of things of a kind behind one, in order. */
export async function idsAfter(db: Queries, entity: SearchEntity, after: number, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom(TABLES[entity])
    .select('id')
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(row => row.id)
}

/** How many things of all kinds there are. */
export async function countAll(db: Queries): Promise<number> {
  let total = 0
  for (const entity of ENTITIES) {
    const row = await db
      .selectFrom(TABLES[entity])
      .select(eb => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
    total += Number(row.n)
  }
  return total
}

/** Current contents of these ids with their texts. */
export async function contentsToIndex(tx: WriteTransaction, ids: readonly number[]) {
  return contentsOfIds(tx, { ids })
}

const contentsOfIds = preparedWithLists(({ db, dialect }, { ids }: { ids: readonly number[] }) =>
  db
    .selectFrom('content')
    .innerJoin('content_version', join =>
      join
        .onRef('content_version.content_id', '=', 'content.id')
        .onRef('content_version.number', '=', 'content.version'),
    )
    .select(['content.id', 'content.type', 'content.title', 'content.version', 'content_version.storage'])
    .where('content.id', 'in', dialect.inIntegers(ids))
    .where('content.status', '=', 'current')
    .orderBy('content.id'),
)

/** Searchable text of the spaces of these ids. */
export async function spacesToIndex({ db, dialect }: WriteTransaction, ids: readonly number[]) {
  return db
    .selectFrom('space')
    .select(['id', 'key', 'name', 'description'])
    .where('id', 'in', dialect.inIntegers(ids))
    .where('status', '<>', 'deleting')
    .orderBy('id')
    .execute()
}

/** Searchable text of the active users of these ids. */
export async function usersToIndex({ db, dialect }: WriteTransaction, ids: readonly number[]) {
  return db
    .selectFrom('account')
    .select(['id', 'username', 'display_name'])
    .where('id', 'in', dialect.inIntegers(ids))
    .where('active', '=', 1)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()
}

/** Writes documents with their passages but the first, in place of what was there under the same ids. */
export async function storeDocuments(
  tx: WriteTransaction,
  documents: readonly SearchDocumentTable[],
  passages: readonly SearchPassageTable[],
): Promise<void> {
  await putDocuments(tx.db, documents)
  await deletePassages(tx, { ids: documents.map(({ id }) => id) })
  await insertPassages(tx.db, passages)
}

const putDocuments = preparedInsert(
  'search_document',
  ['id', 'content_id', 'space_id', 'account_id', 'version', 'title', 'text', 'passages'],
  { replaces: ['id'], keeps: ['content_id', 'space_id', 'account_id'] },
)
const deletePassages = preparedWithLists(({ db, dialect }, { ids }: { ids: readonly number[] }) =>
  db.deleteFrom('search_passage').where('document_id', 'in', dialect.inIntegers(ids)),
)
const insertPassages = preparedInsert('search_passage', ['id', 'document_id', 'text'])

/** Removes documents with their passages and words. */
export async function deleteDocuments({ db, dialect }: WriteTransaction, ids: readonly number[]): Promise<void> {
  await db.deleteFrom('search_document').where('id', 'in', dialect.inIntegers(ids)).execute()
}
