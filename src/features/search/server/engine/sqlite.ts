import { sql } from 'kysely'
import type { MatchNode, SearchEngine } from './engine.ts'

/**
 * FTS5. The table keeps no text of its own (`content=''`): it weighs half of one that does, and excerpts come from
 * `search_document`. `ascii` leaves the tokenizer's tokens whole. What a word weighs by where it stands:
 * title, other names of its words, body, other names of its words.
 */
const WEIGHTS = [10, 5, 1, 0.5]
const TITLE_COLUMNS = '{title_main title_extra}'

export const sqliteEngine: SearchEngine = {
  async createIndex(db) {
    await sql`create virtual table search_index using fts5(
      title_main, title_extra, body_main, body_extra, content='', contentless_delete=1, tokenize='ascii')`.execute(db)
    await sql`create trigger search_document_deleted after delete on search_document begin
      delete from search_index where rowid = old.id; end`.execute(db)
  },
  async write(db, documents) {
    for (const { id, title, body } of documents) {
      await sql`insert or replace into search_index (rowid, title_main, title_extra, body_main, body_extra)
        values (${id}, ${title.main}, ${title.extra}, ${body.main}, ${body.extra})`.execute(db)
    }
  },
  async remember(db, terms) {
    await sql`insert or ignore into search_term (term) select value from json_each(${JSON.stringify(terms)})`.execute(db)
  },
  async optimise(db) {
    await sql`insert into search_index (search_index) values ('optimize')`.execute(db)
  },
  expression: (node, scope) => (scope === 'title' ? `${TITLE_COLUMNS} : (${printed(node)})` : printed(node)),
  join: (expressions, how) => expressions.map(part => `(${part})`).join(how === 'all' ? ' AND ' : ' OR '),
  matching: expression => sql`(select rowid from search_index where search_index match ${expression})`,
  hits: expression => ({
    table: sql`search_index`,
    id: sql`search_index.rowid`,
    where: sql`search_index match ${expression}`,
    score: sql`-bm25(search_index, ${sql.raw(WEIGHTS.join(', '))})`,
  }),
  byteOrder: text => sql`${text}`,
}

function printed(node: MatchNode): string {
  switch (node.kind) {
    case 'term':
      return quoted([node.token])
    case 'prefix':
      return `${quoted([node.token])} *`
    case 'phrase':
      if (node.slop > 0) return `NEAR(${node.tokens.map(token => quoted([token])).join(' ')}${node.prefix ? ' *' : ''}, ${node.slop})`
      return quoted(node.tokens) + (node.prefix ? ' *' : '')
    case 'or':
      return `(${node.nodes.map(printed).join(' OR ')})`
    case 'and': {
      const must = node.must.map(printed).join(' AND ')
      return node.not.length === 0 ? `(${must})` : `((${must}) NOT (${node.not.map(printed).join(' OR ')}))`
    }
  }
}

/** Tokens hold letters and digits alone: nothing in them could end the quotes. */
const quoted = (tokens: readonly string[]) => `"${tokens.join(' ')}"`
