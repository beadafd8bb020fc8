import type { Kysely, RawBuilder, SqlBool } from 'kysely'
import type { Queries, Tables } from '#platform/server/database/index.ts'
import type { MatchNode, TextNode } from '../../text/text-query.ts'

/** Scope of a text: titles alone, or titles and bodies. */
export type Scope = 'title' | 'all'

/** A query in the engine's own form. One over titles alone is answered by an index of titles, which is small. */
export interface IndexQuery {
  readonly scope: Scope
  readonly text: string
}

/** Node kinds that represent indexed words, and are resolved before an engine is asked. */
export type PatternNode = Extract<TextNode, { kind: 'wildcard' | 'fuzzy' }>

/** The words of a document, cut by the tokenizer: tokens joined by blanks. */
export interface IndexedWords {
  readonly id: number
  readonly title: { readonly main: string; readonly extra: string }
  readonly body: { readonly main: string; readonly extra: string }
  /** Further tokens that no word has, without a place in the text: for titles alone, and for all. */
  readonly signs: { readonly title: readonly string[]; readonly all: readonly string[] }
}

/** The documents that a query finds, as the driving table of a statement. */
export interface WalkedIndex {
  readonly table: RawBuilder<unknown>
  /** Document id. */
  readonly id: RawBuilder<number>
  readonly where: RawBuilder<SqlBool>
}

export interface RankedHits extends WalkedIndex {
  /** Grows with relevance. */
  readonly score: RawBuilder<number>
}

/** Which documents are meant, by their ids. */
export type Among = (id: RawBuilder<number>) => RawBuilder<SqlBool>

export type SearchDb = Pick<Kysely<Tables>, 'selectFrom' | 'getExecutor' | 'insertInto' | 'deleteFrom' | 'updateTable'>

/** The scope of queries joined. */
export function commonScope(queries: readonly IndexQuery[]): Scope {
  return queries.every(query => query.scope === 'title') ? 'title' : 'all'
}

/** The differences between the two databases in full-text search. Their two files are the only places that know it. */
export interface SearchEngine {
  /** Whether the words that begin with something are found sooner one by one, as long as they are few. */
  readonly isSlowAtBeginnings: boolean
  /** Whether a statement that needs some of the matches gathers all of them first. */
  readonly gathersAllMatches: boolean
  /** Makes the index; part of a migration. Deleting a row of `search_document` deletes its words. */
  createIndex(db: SearchDb): Promise<void>
  /** Puts words into the index, in place of those that was there under the same ids. */
  write(db: Queries, documents: readonly IndexedWords[]): Promise<void>
  /** Adds words to the vocabulary, so that patterns find them. */
  remember(db: Queries, terms: readonly string[]): Promise<void>
  /** Tidies the index after a rebuild. */
  optimise(db: SearchDb): Promise<void>
  /** The engine's own form of a query. */
  expression(node: MatchNode, scope: Scope): IndexQuery
  /** Queries joined: all of them, or any. */
  join(queries: readonly IndexQuery[], how: 'all' | 'any'): IndexQuery
  /** Ids of the documents that match, as a subquery for `in`. */
  matching(query: IndexQuery): RawBuilder<number>
  /** All that match, ranked. */
  hits(query: IndexQuery, among: Among): RankedHits
  /** Matching documents, one after the other, as far as they are asked for. */
  walk(query: IndexQuery, among?: Among): WalkedIndex
  /** Joins documents to the rows of a table by `on`, one look-up for each document. */
  lookUp(
    documents: RawBuilder<unknown>,
    table: RawBuilder<unknown>,
    on: RawBuilder<SqlBool>,
  ): { from: RawBuilder<unknown>; where: RawBuilder<SqlBool> }
  /** A text to sort by, in the order of its bytes. */
  byteOrder(text: RawBuilder<unknown>): RawBuilder<string>
}
