import type { Transaction } from 'kysely'
import type { App } from '#platform/server/app.ts'
import type { Tables, WriteTransaction } from '#platform/server/database/index.ts'
import { StorageSyntaxError, toText } from '#language/index.ts'
import { documentOf, type ContentType } from '#features/content/server/index.ts'
import { engineOf, type IndexedWords } from '../store/engine/index.ts'
import { searchableTexts } from '../extension-points.ts'
import { documentIds, type SearchDocumentTable, type SearchEntity, type SearchPassageTable } from '../tables.ts'
import { passageId, passagesOf, PassageWords } from '../text/passages.ts'
import { signsOf } from '../text/prominence.ts'
import { indexStreams } from '../text/tokenizer.ts'
import { contentsToIndex, deleteDocuments, spacesToIndex, storeDocuments, usersToIndex } from './store.ts'

/** Text stored for excerpts, in UTF-16 units. */
export const MAX_TEXT = 100_000
/** Words of a body that are indexed. */
const MAX_BODY_TOKENS = 100_000
const MAX_TITLE_TOKENS = 500
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
    if (documents.length > 0) await write(tx, documents)
  }
}

async function write(tx: WriteTransaction, documents: readonly NewDocument[]): Promise<void> {
  const engine = engineOf(tx.engine)
  const indexed = documents.map(indexedOf)
  await storeDocuments(
    tx,
    indexed.map(({ row }) => row),
    indexed.flatMap(({ further }) => further),
  )
  const words = indexed.map(document => document.words)
  await engine.write(tx.db, words)
  await engine.remember(tx.db, [...new Set(indexed.flatMap(({ tokens }) => tokens))])
}

interface IndexedDocument {
  row: SearchDocumentTable
  further: SearchPassageTable[]
  words: IndexedWords
  tokens: string[]
}

function indexedOf({ fullText, isComment, ...document }: NewDocument): IndexedDocument {
  const { id } = document
  const text = cut(fullText)
  const passages = passagesOf(text)
  const [first, ...further] = passages.map(({ start, end }) => text.slice(start, end))
  const places = further.length > 0 ? new PassageWords(passages) : undefined
  const seen = places && ((token: string, start: number, end: number) => places.add(token, start, end))
  const title = indexStreams(document.title, { maxTokens: MAX_TITLE_TOKENS })
  const body = indexStreams(fullText, { maxTokens: MAX_BODY_TOKENS }, seen)
  const tokens = { title: tokensOf(title), body: tokensOf(body) }
  return {
    row: { ...document, text: first ?? '', passages: places?.encoded() ?? null },
    further: further.map((passage, index) => ({ id: passageId(id, index + 1), document_id: id, text: passage })),
    words: { id, title, body, signs: signsOf({ ...tokens, isComment }) },
    tokens: [...tokens.title, ...tokens.body],
  }
}

const tokensOf = ({ main, extra }: { main: string; extra: string }) =>
  [main, extra].flatMap(stream => (stream === '' ? [] : stream.split(' ')))

type Loader = (app: App, tx: WriteTransaction, ids: readonly number[]) => Promise<NewDocument[]>

/** What can be found of each kind; permissions are asked when someone searches. */
const LOADERS: Record<SearchEntity, Loader> = {
  async content(app, tx, ids) {
    const rows = await contentsToIndex(tx, ids)
    const more = await furtherTexts(app, tx.db, rows)
    return rows.map(row =>
      document('content', row, row.title, [textOf(row.storage), ...(more.get(row.id) ?? [])].join('\n')),
    )
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

/** Text that was stored by a parser of other manners is searched as it is rather than not at all. */
function textOf(storage: string): string {
  if (storage === '') return ''
  try {
    return toText(documentOf(storage))
  } catch (error) {
    if (error instanceof StorageSyntaxError) return storage.replace(/<[^>]*>/g, ' ')
    throw error
  }
}

function cut(text: string): string {
  if (text.length <= MAX_TEXT) return text
  const last = text.charCodeAt(MAX_TEXT - 1)
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? MAX_TEXT - 1 : MAX_TEXT)
}
