import { sql } from 'kysely'
import { preparedWithLists } from '#platform/server/database/index.ts'

type Ids = Readonly<{ ids: readonly number[] }>

/** The texts of documents, of long ones the first passage; `continues` is 1 for those. */
export const textsOf = preparedWithLists(({ db, dialect }, { ids }: Ids) =>
  db
    .selectFrom('search_document')
    .select(['id', 'text', sql<number>`case when passages is null then 0 else 1 end`.as('continues')])
    .where('id', 'in', dialect.inIntegers(ids)),
)

/** Which words are in which passage, for those documents that are long. */
export const passageWordsOf = preparedWithLists(({ db, dialect }, { ids }: Ids) =>
  db.selectFrom('search_document').select(['id', 'passages']).where('id', 'in', dialect.inIntegers(ids)),
)

/** Passages but the first, by their own ids. */
export const furtherPassages = preparedWithLists(({ db, dialect }, { ids }: Ids) =>
  db.selectFrom('search_passage').select(['id', 'text']).where('id', 'in', dialect.inIntegers(ids)).orderBy('id'),
)
