import { sql } from 'kysely'
import { compilable, prepared } from '#platform/server/database/index.ts'
import type { MatchNode } from '../../text/text-query.ts'
import { commonScope, type Scope, type SearchEngine } from './engine.ts'

/**
 * FTS5. The table does not keep its text (`content=''`): it weighs 38 % of one that does, and excerpts come from
 * `search_document`. `ascii` leaves the tokenizer's tokens whole. Weights of a word by column: title, other names of
 * its words, body, other names of its words.
 */
const WEIGHTS = [10, 5, 1, 0.5]
const TITLE_COLUMNS = '{title_main title_extra}'
/** Titles are in both tables: a word's beginning is found among titles alone a hundred times faster. */
const TABLES: Record<Scope, string> = { all: 'search_index', title: 'search_titles' }

export const sqliteEngine: SearchEngine = {
  // FTS5 gathers all documents that have one of them before it gives the first.
  isSlowAtBeginnings: true,
  gathersAllMatches: false,
  async createIndex(db) {
    await sql`create virtual table search_index using fts5(
      title_main, title_extra, body_main, body_extra, content='', contentless_delete=1, tokenize='ascii')`.execute(db)
    await sql`create virtual table search_titles using fts5(
      title_main, title_extra, content='', contentless_delete=1, tokenize='ascii', prefix='1 2 3')`.execute(db)
    await sql`create trigger search_document_deleted after delete on search_document begin
      delete from search_index where rowid = old.id;
      delete from search_titles where rowid = old.id; end`.execute(db)
  },
  async write(db, documents) {
    for (const { id, title, body, signs } of documents) {
      const { main } = title
      await putWords(db, { id, main, extra: title.extra, body: body.main, others: withSigns(body.extra, signs.all) })
      await putTitle(db, { id, main, extra: withSigns(title.extra, signs.title) })
    }
  },
  async remember(db, terms) {
    await addTerms(db, { terms: JSON.stringify(terms) })
  },
  async optimise(db) {
    await sql`insert into search_index (search_index) values ('optimize')`.execute(db)
    await sql`insert into search_titles (search_titles) values ('optimize')`.execute(db)
  },
  expression: (node, scope) => ({
    scope,
    text: scope === 'title' ? `${TITLE_COLUMNS} : (${printed(node)})` : printed(node),
  }),
  join: (queries, how) => ({
    scope: commonScope(queries),
    text: queries.map(query => `(${query.text})`).join(how === 'all' ? ' AND ' : ' OR '),
  }),
  matching({ scope, text }) {
    const table = sql.ref(TABLES[scope])
    return sql`(select rowid from ${table} where ${table} match ${text})`
  },
  hits(query, among) {
    const { scope } = query
    const weights = scope === 'title' ? WEIGHTS.slice(0, 2) : WEIGHTS
    return {
      ...sqliteEngine.walk(query, among),
      score: sql`-bm25(${sql.ref(TABLES[scope])}, ${sql.raw(weights.join(', '))})`,
    }
  },
  walk({ scope, text }, among) {
    const table = sql.ref(TABLES[scope])
    const id = sql<number>`${table}.rowid`
    return { table, id, where: sql`(${table} match ${text}${among ? sql` and ${among(id)}` : sql``})` }
  },
  // A cross join keeps SQLite from searching the index again for each row of the table.
  lookUp: (documents, table, on) => ({ from: sql`${documents} cross join ${table}`, where: on }),
  byteOrder: text => sql`${text}`,
}

const putWords = prepared((db, words: { id: number; main: string; extra: string; body: string; others: string }) =>
  compilable(
    db,
    sql`insert or replace into search_index (rowid, title_main, title_extra, body_main, body_extra)
        values (${words.id}, ${words.main}, ${words.extra}, ${words.body}, ${words.others})`,
  ),
)
const putTitle = prepared((db, { id, main, extra }: { id: number; main: string; extra: string }) =>
  compilable(
    db,
    sql`insert or replace into search_titles (rowid, title_main, title_extra) values (${id}, ${main}, ${extra})`,
  ),
)
const addTerms = prepared((db, { terms }: { terms: string }) =>
  compilable(db, sql`insert or ignore into search_term (term) select value from json_each(${terms})`),
)

function printed(node: MatchNode): string {
  switch (node.kind) {
    case 'term':
      return quoted([node.token])
    case 'prefix':
      return `${quoted([node.token])} *`
    case 'phrase':
      if (node.slop > 0)
        return `NEAR(${node.tokens.map(token => quoted([token])).join(' ')}${node.prefix ? ' *' : ''}, ${node.slop})`
      return quoted(node.tokens) + (node.prefix ? ' *' : '')
    case 'or':
      return `(${node.nodes.map(printed).join(' OR ')})`
    case 'and': {
      const must = node.must.map(printed).join(' AND ')
      return node.not.length === 0 ? `(${must})` : `((${must}) NOT (${node.not.map(printed).join(' OR ')}))`
    }
  }
}

const withSigns = (tokens: string, signs: readonly string[]) =>
  signs.length === 0 ? tokens : [tokens, ...signs].join(' ')

/** Tokens hold letters, digits and signs alone: nothing in them could end the quotes. */
const quoted = (tokens: readonly string[]) => `"${tokens.join(' ')}"`
