import type { Transaction } from 'kysely'
import type { App } from '#platform/server/app.ts'
import type { Tables, WriteTransaction } from '#platform/server/database/index.ts'
import { StorageSyntaxError } from '#language/index.ts'
import { WorkerError } from '#platform/server/workers/index.ts'
import { factsOf, type ContentType } from '#features/content-core/server/read.ts'
import { engineOf, type IndexedWords } from '../store/engine/index.ts'
import { searchableTexts } from '../extension-points.ts'
import { documentIds, type SearchDocumentTable, type SearchEntity, type SearchPassageTable } from '../tables.ts'
import { passageId } from '../text/passages.ts'
import { contentsToIndex, deleteDocuments, spacesToIndex, storeDocuments, usersToIndex } from './store.ts'
import { indexedTextTask } from './words.ts'

/** Things indexed at once. */
const CHUNK = 50

type NewDocument = Omit<SearchDocumentTable, 'text' | 'passages'> & { fullText: string; isComment: boolean }

/**
 * Brings the index up to date for these contents, spaces or users, whatever happened to them: what can be found is
 * written, what cannot any more is taken out. Repeating it changes nothing.
 */
export async function indexEntities(
  app: App,
  tx: WriteTransaction,
  entity: SearchEntity,
  ids: readonly number[],
): Promise<void> {
  for (let i = 0; i < ids.length; i += CHUNK) {
    const part = ids.slice(i, i + CHUNK)
    const documents = await LOADERS[entity](app, tx, part)
    const found = new Set(documents.map(document => document.id))
    const gone = part.map(documentIds[entity]).filter(id => !found.has(id))
    if (gone.length > 0) await deleteDocuments(tx, gone)
    if (documents.length > 0) await write(app, tx, documents)
  }
}

async function write(app: App, tx: WriteTransaction, documents: readonly NewDocument[]): Promise<void> {
  const engine = engineOf(tx.engine)
  const rows: SearchDocumentTable[] = []
  const further: SearchPassageTable[] = []
  const words: IndexedWords[] = []
  const terms = new Set<string>()
  for (const { fullText, isComment, ...document } of documents) {
    const { id, title } = document
    const indexed = await app.workers.run(indexedTextTask, { title, fullText, isComment }, fullText.length)
    const [first = '', ...others] = indexed.passages
    rows.push({ ...document, text: first, passages: indexed.places && Buffer.from(indexed.places) })
    further.push(...others.map((text, index) => ({ id: passageId(id, index + 1), document_id: id, text })))
    words.push({ id, title: indexed.title, body: indexed.body, signs: indexed.signs })
    for (const term of indexed.terms) terms.add(term)
  }
  await storeDocuments(tx, rows, further)
  await engine.write(tx.db, words)
  await engine.remember(tx.db, [...terms])
}

type Loader = (app: App, tx: WriteTransaction, ids: readonly number[]) => Promise<NewDocument[]>

/** Searchable text of each kind; permissions are asked when someone searches. */
const LOADERS: Record<SearchEntity, Loader> = {
  async content(app, tx, ids) {
    const rows = await contentsToIndex(tx, ids)
    const more = await furtherTexts(app, tx.db, rows)
    const documents: NewDocument[] = []
    for (const row of rows) {
      const fullText = [await textOf(app, row.storage), ...(more.get(row.id) ?? [])].join('\n')
      documents.push(document('content', row, row.title, fullText))
    }
    return documents
  },
  async space(_app, tx, ids) {
    const rows = await spacesToIndex(tx, ids)
    return rows.map(row => document('space', row, row.name, [row.key, row.description].join('\n')))
  },
  async user(_app, tx, ids) {
    const rows = await usersToIndex(tx, ids)
    return rows.map(row => document('user', row, row.display_name, row.username))
  },
}

function document(
  entity: SearchEntity,
  { id, type, version = 0 }: { id: number; type?: ContentType; version?: number },
  title: string,
  fullText: string,
): NewDocument {
  return {
    id: documentIds[entity](id),
    content_id: entity === 'content' ? id : null,
    space_id: entity === 'space' ? id : null,
    account_id: entity === 'user' ? id : null,
    version,
    title,
    fullText,
    isComment: type === 'comment',
  }
}

async function furtherTexts(
  app: App,
  db: Transaction<Tables>,
  rows: readonly { id: number; type: string }[],
): Promise<Map<number, string[]>> {
  const all = new Map<number, string[]>()
  for (const further of app.extensions.all(searchableTexts)) {
    const ids = rows.filter(row => row.type === further.type).map(row => row.id)
    if (ids.length === 0) continue
    for (const [id, text] of await further.load(db, ids)) all.set(id, [...(all.get(id) ?? []), text])
  }
  return all
}

/**
 * Text that was stored by a parser of other manners, or is too much to read, is searched as it is rather than not at
 * all.
 */
async function textOf(app: App, storage: string): Promise<string> {
  if (storage === '') return ''
  try {
    return (await factsOf(app, storage)).text
  } catch (error) {
    const isUnreadable = error instanceof StorageSyntaxError || (error instanceof WorkerError && error.wasBegun)
    if (isUnreadable) return storage.replace(/<[^>]*>/g, ' ')
    throw error
  }
}
