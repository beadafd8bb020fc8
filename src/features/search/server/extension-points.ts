import type { RawBuilder, SqlBool, Transaction } from 'kysely'
import type { Context } from '#platform/server/context.ts'
import type { Tables } from '#platform/server/database/index.ts'
import { extensionPoint } from '#platform/server/extensions.ts'
import type { ContentType } from '#features/content-core/server/read.ts'
import type { FieldName, Predicate } from './cql/index.ts'
import type { Collection } from './cql/functions.ts'
import type { SearchEntity } from './tables.ts'

/**
 * A field of CQL that another feature knows the answer to: `label`, `watcher`, `favourite` of content, `macro` …
 * Until a field is registered, nothing has it.
 */
export interface CqlField {
  readonly field: FieldName
  /** Which things have the field here: `content`, `space` or `user`. Register one for each. */
  readonly entity: SearchEntity
  /**
   * The predicate over the rows of `content`, `space` or `account`, never null; negation is added outside. Any user may
   * search: this predicate must keep back facts that they may not know (others' personal labels, watchers).
   */
  compile(ctx: Context, predicate: Predicate): RawBuilder<SqlBool>
  /** The value to sort by, as a number; null sorts last. */
  order?(ctx: Context): RawBuilder<number | null>
}
export const cqlFields = extensionPoint<CqlField>('search.cql-fields')

/** A list that a function of CQL represents, e.g. `recentlyViewedContent()`. Until it is registered it is empty. */
export interface CqlCollection {
  readonly collection: Collection
  /** Ids of contents or spaces, as a subquery for `in`: at most `limit` from `offset` where the list is a history. */
  ids(ctx: Context, range: { limit: number; offset: number }): RawBuilder<number>
}
export const cqlCollections = extensionPoint<CqlCollection>('search.cql-collections')

/**
 * Further text by which contents of a type are found, e.g. the comment and the words of an attachment or the labels of
 * a diagram. Read when the content is indexed: append an event `<type>.updated` when it changes.
 */
export interface SearchableText {
  readonly type: ContentType
  load(db: Transaction<Tables>, ids: readonly number[]): Promise<ReadonlyMap<number, string>>
}
export const searchableTexts = extensionPoint<SearchableText>('search.texts')
