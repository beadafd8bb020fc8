import { sql } from 'kysely'
import { compilable, prepared } from '#platform/server/database/index.ts'
import type { MatchNode } from '../../text/text-query.ts'
import { commonScope, type IndexedWords, type Scope, type SearchEngine } from './engine.ts'

/**
 * A `tsvector` made by hand from the tokenizer's tokens, so that PostgreSQL cuts and stems nothing itself. Each stream
 * has a weight (A title, B other names of its words, D body, C other names of its words) and a separate stretch of
 * positions, with gaps between, so that no phrase runs from one into the next. PostgreSQL knows positions up to 16,383:
 * words further down a body are found, but not in phrases.
 */
const STREAMS = {
  title: { weight: 'A', first: 1, last: 598 },
  titleExtra: { weight: 'B', first: 601, last: 1198 },
  body: { weight: 'D', first: 1201, last: 12_998 },
  bodyExtra: { weight: 'C', first: 13_001, last: 16_380 },
} as const
const COLUMNS: Record<Scope, string> = { all: 'search_index.words', title: 'search_index.titles' }
/** Weights of D, C, B, A in the rank. */
const RANK_WEIGHTS = '{0.1, 0.05, 0.5, 1}'
/** Takes the logarithm of the text's length into account. */
const RANK_NORMALISATION = 1
/** A tsvector holds at most 1 MB of words and positions. */
const MAX_VECTOR_BYTES = 900_000
/** Positions that PostgreSQL keeps of one word. */
const MAX_POSITIONS = 250
/** Words between two that should be near each other: each distance is a separate phrase. */
const MAX_SLOP = 10
const MAX_ALTERNATIVES = 200

export const postgresEngine: SearchEngine = {
  isSlowAtBeginnings: false,
  // A GIN index answers with a bitmap.
  gathersAllMatches: true,
  async createIndex(db) {
    await sql`create table search_index (
      id bigint primary key references search_document (id) on delete cascade,
      words tsvector not null, titles tsvector not null)`.execute(db)
    // Ranking reads the words of every hit: taking them as they are costs half of unpacking them.
    await sql`alter table search_index alter column words set storage external`.execute(db)
    await sql`create index search_index_words on search_index using gin (words)`.execute(db)
    await sql`create index search_index_titles on search_index using gin (titles)`.execute(db)
  },
  async write(db, documents) {
    for (const document of documents) {
      const titles = vectorOf({
        ...document,
        body: { main: '', extra: '' },
        signs: { title: [], all: document.signs.title },
      })
      await putWords(db, { id: document.id, words: vectorOf(document), titles })
    }
  },
  async remember(db, terms) {
    await addTerms(db, { terms })
  },
  async optimise(db) {
    await sql`select gin_clean_pending_list('search_index_words'), gin_clean_pending_list('search_index_titles')`.execute(
      db,
    )
  },
  expression: (node, scope) => ({ scope, text: printed(node, scope) }),
  join: (queries, how) => ({
    scope: commonScope(queries),
    text: queries.map(query => `(${query.text})`).join(how === 'all' ? ' & ' : ' | '),
  }),
  matching: ({ scope, text }) =>
    sql`(select id from search_index where ${sql.ref(COLUMNS[scope])} @@ ${text}::tsquery)`,
  hits({ scope, text }, among) {
    const column = sql.ref(COLUMNS[scope])
    const score = sql`ts_rank(${RANK_WEIGHTS}::float4[], ${column}, ${text}::tsquery, ${sql.lit(RANK_NORMALISATION)})`
    // On its own, so that it is the index that is asked first, whatever the planner takes the tables for.
    return {
      table: sql`(with hits as materialized (select search_index.id, ${score} as score from search_index
        where ${column} @@ ${text}::tsquery and ${among(sql`search_index.id`)}) select id, score from hits) hits`,
      id: sql`hits.id`,
      where: sql`true`,
      score: sql`hits.score`,
    }
  },
  walk({ scope, text }, among) {
    const id = sql<number>`search_index.id`
    const column = sql.ref(COLUMNS[scope])
    const kept = among ? sql` and ${among(id)}` : sql``
    return { table: sql`search_index`, id, where: sql`(${column} @@ ${text}::tsquery${kept})` }
  },
  // `offset 0` keeps the planner from turning the look-ups into a join: without statistics it would take a quadratic
  // one.
  lookUp: (documents, table, on) => ({
    from: sql`${documents} cross join lateral (select * from ${table} where ${on} offset 0) ${table}`,
    where: sql`true`,
  }),
  byteOrder: text => sql`(${text}) collate "C"`,
}

const putWords = prepared((db, { id, words, titles }: { id: number; words: string; titles: string }) =>
  compilable(
    db,
    sql`insert into search_index (id, words, titles) values (${id}, ${words}::tsvector, ${titles}::tsvector)
      on conflict (id) do update set words = excluded.words, titles = excluded.titles`,
  ),
)
const addTerms = prepared((db, { terms }: { terms: readonly string[] }) =>
  compilable(
    db,
    sql`insert into search_term (term) select unnest(${terms as string[]}::text[]) on conflict do nothing`,
  ),
)

/** `'word':1A,7D 'other':2A`: the text form of a tsvector. */
export function vectorOf(document: IndexedWords): string {
  const positions = new Map<string, string[]>()
  let bytes = 0
  const add = (tokens: string, stream: (typeof STREAMS)[keyof typeof STREAMS]) => {
    if (tokens === '') return
    let position: number = stream.first
    for (const token of tokens.split(' ')) {
      // Those past the end share one place, two off the last that counts: nothing is next to them.
      const at = (position > stream.last - 2 ? stream.last : position) + (stream.weight === 'D' ? '' : stream.weight)
      position++
      let found = positions.get(token)
      if (!found) {
        bytes += Buffer.byteLength(token) + 8
        if (bytes > MAX_VECTOR_BYTES) continue
        positions.set(token, (found = []))
      }
      if (found.length < MAX_POSITIONS && found.at(-1) !== at) {
        found.push(at)
        bytes += 2
      }
    }
  }
  add(document.title.main, STREAMS.title)
  add(document.title.extra, STREAMS.titleExtra)
  add(document.body.main, STREAMS.body)
  add(document.body.extra, STREAMS.bodyExtra)
  const words = [...positions].map(([token, at]) => `'${token}':${at.join(',')}`)
  return [...words, ...document.signs.all.map(sign => `'${sign}'`)].join(' ')
}

function printed(node: MatchNode, scope: Scope): string {
  // Without weights a word is looked for everywhere.
  const operand = (token: string, prefix: boolean) => {
    const flags = (prefix ? '*' : '') + (scope === 'title' ? 'AB' : '')
    return `'${token}'${flags ? `:${flags}` : ''}`
  }
  switch (node.kind) {
    case 'term':
    case 'prefix':
      return operand(node.token, node.kind === 'prefix')
    case 'phrase':
      return phrase(
        node.tokens.map((token, index) => operand(token, node.prefix && index === node.tokens.length - 1)),
        node.slop,
      )
    case 'or':
      return `(${node.nodes.map(inner => printed(inner, scope)).join(' | ')})`
    case 'and': {
      const must = node.must.map(inner => printed(inner, scope)).join(' & ')
      const not = node.not.map(inner => ` & !${printed(inner, scope)}`).join('')
      return `(${must}${not})`
    }
  }
}

/** Words one after another; with slop, two words in either order, and more in the given order, with others between. */
function phrase(operands: readonly string[], slop: number): string {
  const [first = '', second = ''] = operands
  // Each further word multiplies the alternatives.
  const most = Math.max(1, Math.floor(MAX_ALTERNATIVES ** (1 / Math.max(1, operands.length - 1))))
  const distances = Array.from({ length: Math.min(slop + 1, MAX_SLOP + 1, most) }, (_, index) => index + 1)
  if (operands.length === 2 && slop > 0) {
    return `(${distances.flatMap(distance => [`${first} <${distance}> ${second}`, `${second} <${distance}> ${first}`]).join(' | ')})`
  }
  return operands.reduce((before, operand) => {
    const placed = distances.map(distance => `${before} <${distance}> ${operand}`)
    return placed.length === 1 ? `(${placed[0]})` : `(${placed.join(' | ')})`
  })
}
