import { sql, type RawBuilder } from 'kysely'
import type { Context } from '#platform/server/context.ts'
import { compilable, preparedForViewer, preparedWithLists, type Database } from '#platform/server/database/index.ts'
import { recentlyUsed } from '#platform/server/recently-used.ts'
import type { ContentType } from '#features/content-core/server/read.ts'
import { BRANCHES } from './compile/branches.ts'
import { conjunctsOf, drivingOf, type ResolvedTexts } from './compile/driving.ts'
import { compileBranch, orderOfValues, typesOf, type BranchSelect } from './compile/select.ts'
import type { FieldName, QueryNode, ResolvedQuery } from '../cql/index.ts'
import { engineOf, type IndexQuery, type Scope, type SearchEngine } from './engine/index.ts'
import type { SearchEntity } from '../tables.ts'

export interface Hit {
  entity: SearchEntity
  id: number
}

/** A query with its texts resolved, and what it is asked of. */
export interface SearchedFor {
  query: ResolvedQuery
  texts: ResolvedTexts
  /** Kinds of things that may come out. */
  entities: readonly SearchEntity[]
  includeArchived: boolean
}

/** Queries to the index, by kind of entity. */
export type Asked = Readonly<Partial<Record<SearchEntity, IndexQuery>>>

/** How a query without an order is ranked: by the words that drive it, by words that need not occur, or not at all. */
export type Ranking = 'driven' | 'aside' | 'none'

type Numbers = Readonly<Record<'limit' | 'start' | 'most', number>>
type Values = Numbers & Readonly<Record<SearchEntity, string>>
/** Makes a statement of the rows of some kinds. */
type Build = (selects: readonly BranchSelect[], asked: Asked, numbers: Numbers) => RawBuilder<unknown>
type PreparedSearch = (ctx: Context, values: Values) => Promise<unknown[]>

const NO_NUMBERS: Numbers = { limit: 0, start: 0, most: 0 }
/** Fields that are looked up in the index where a thing has them, and say nothing of it where it has not. */
const PLAIN_FIELDS: ReadonlySet<FieldName> = new Set(['text', 'siteSearch', 'title', 'user.fullname'])
const MOST_PREPARED = 300
/** So many times the limit of a count, an estimate makes a higher number likely. */
const MANY_MORE = 1.5
const preparedSearches = () => recentlyUsed<string, PreparedSearch>(MOST_PREPARED)

/**
 * The statements that answer one query, with its reader's policy inside. Those of plain queries, which differ in their
 * words alone, are built once for all of their form.
 */
export class Statements {
  readonly #ctx: Context
  readonly #of: SearchedFor
  readonly #engine: SearchEngine
  readonly #form: string | undefined
  /** The index's part of the query. */
  readonly driving: Asked

  constructor(ctx: Context, of: SearchedFor) {
    this.#ctx = ctx
    this.#of = of
    this.#engine = engineOf(ctx.app.database.engine)
    this.#form = formOf(of)
    this.driving = Object.fromEntries(
      of.entities.flatMap(entity => {
        const { driving } = drivingOf(this.#engine, BRANCHES[entity], of.query.where, of.texts)
        return driving ? [[entity, driving]] : []
      }),
    )
  }

  ranking(): Ranking {
    const drives = ({ branch }: BranchSelect) => this.driving[branch.entity] !== undefined
    if (this.#form !== undefined) return Object.keys(this.driving).length > 0 ? 'driven' : 'none'
    const selects = this.#compile(this.#ctx, this.#of.entities)
    if (selects.length > 0 && selects.every(drives)) return 'driven'
    return selects.some(select => select.aside !== undefined || drives(select)) ? 'aside' : 'none'
  }

  /** A page of all that match, ranked, with their count. */
  ranked(limit: number, start: number): Promise<(Hit & { total: number })[]> {
    const build: Build = (selects, asked, numbers) => sql`
      with matches as materialized (${union(selects.map(select => select.ranked(asked[select.branch.entity])))})
      select entity, id, (select count(*) from matches) as total from matches
      order by score desc, entity, id limit ${numbers.limit} offset ${numbers.start}`
    return this.#run('ranked', this.#of.entities, this.driving, { ...NO_NUMBERS, limit, start }, build)
  }

  /** A page of what matches in the order that the query asks for; without one, by kind and id. */
  sorted(limit: number, start: number): Promise<Hit[]> {
    const build: Build = (selects, asked, numbers) => {
      const types = typesOf(selects)
      const parts = selects.map(select => select.sorted(asked[select.branch.entity], types))
      const page = sql`limit ${numbers.limit} offset ${numbers.start}`
      const [only] = parts
      if (only && parts.length === 1) return sql`${only} ${page}`
      const all = union(parts.map(part => sql`select * from (${part} limit ${numbers.most}) as part`))
      const order = orderOfValues(this.#engine, types, this.#of.query.orderBy)
      return sql`select entity, id from (${all}) as matches
        order by ${sql.join([...order, sql`entity`, sql`id`])} ${page}`
    }
    return this.#run('sorted', this.#of.entities, this.driving, { limit, start, most: limit + start }, build)
  }

  /**
   * The last hits of a part of all matches, kind after kind.
   * @param asked that part, in place of the driving one
   */
  latest(kinds: readonly SearchEntity[], asked: Asked, most: number): Promise<Hit[]> {
    const build: Build = (selects, texts, numbers) => {
      const parts = selects.flatMap(({ branch: { entity }, latest }, nth) => {
        const text = texts[entity]
        return text
          ? [sql`select ${sql.lit(nth)} as nth, * from (${latest(text, numbers.most)}) as ${sql.ref(entity)}`]
          : []
      })
      return sql`select entity, id from (${union(parts)}) as matches
        order by nth, document_id desc limit ${numbers.most}`
    }
    return this.#run('latest', kinds, asked, { ...NO_NUMBERS, most }, build)
  }

  /**
   * How many match, of each kind at most so many.
   * @param expected estimate of the matches ({@link estimateMatches}). If there are many more, plain rows among the first
   *   ones are likely to be as many, and the permissions of the others need not be looked up.
   */
  async count(most: number, expected = 0): Promise<number> {
    const { viewer } = this.#ctx
    if (expected > most * MANY_MORE && !viewer.isAdmin && !this.#engine.gathersAllMatches) {
      const plain = await this.#count('somePlain', most)
      if (plain >= most) return plain
    }
    return this.#count('some', most)
  }

  async #count(rows: 'some' | 'somePlain', most: number): Promise<number> {
    const build: Build = (selects, asked, numbers) => {
      const counts = selects.map(select => {
        const { entity } = select.branch
        const text = asked[entity]
        const part =
          rows === 'somePlain' && text ? select.somePlain(text, numbers.most) : select.some(text, numbers.most)
        return sql`(select count(*) from (${part}) as ${sql.ref(entity)})`
      })
      return sql`select ${sql.join(counts, sql` + `)} as total`
    }
    const numbers = { ...NO_NUMBERS, most }
    const [row] = await this.#run<{ total: number }>(`count ${rows}`, this.#of.entities, this.driving, numbers, build)
    return row?.total ?? 0
  }

  /** Counts of contents by type and space, the largest first, among so many of those that match, the latest of them. */
  countContents(limit: number, most: number): Promise<{ type: ContentType; space_id: number; count: number }[]> {
    const build: Build = ([content], asked, numbers) => {
      const rows = asked.content ? content?.latest(asked.content, numbers.most) : content?.some(undefined, numbers.most)
      return sql`select content.type, content.space_id, count(*) as count
        from (${rows}) as matches inner join content on content.id = matches.id
        group by content.type, content.space_id order by count(*) desc, content.space_id limit ${numbers.limit}`
    }
    return this.#run('contents', ['content'], this.driving, { ...NO_NUMBERS, limit, most }, build)
  }

  async #run<R>(
    name: string,
    kinds: readonly SearchEntity[],
    asked: Asked,
    numbers: Numbers,
    build: Build,
  ): Promise<R[]> {
    const { app } = this.#ctx
    if (this.#form === undefined) {
      const selects = this.#compile(this.#ctx, kinds)
      if (selects.length === 0) return []
      return (await build(selects, asked, numbers).execute(app.database.read)).rows as R[]
    }
    const searches = app.own(preparedSearches)
    const key = JSON.stringify([name, kinds, this.#form])
    let search = searches.get(key)
    if (!search) searches.set(key, (search = this.#prepare(kinds, asked, build)))
    const textOf = (entity: SearchEntity) => asked[entity]?.text ?? ''
    const texts = { content: textOf('content'), space: textOf('space'), user: textOf('user') }
    return (await search(this.#ctx, { ...texts, ...numbers })) as R[]
  }

  #prepare(kinds: readonly SearchEntity[], asked: Asked, build: Build): PreparedSearch {
    const system = this.#ctx.app.systemContext()
    const scopes = Object.entries(asked) as [SearchEntity, IndexQuery][]
    return preparedForViewer(({ db, viewer }, parameter: Values) => {
      const selects = this.#compile({ ...system, viewer }, kinds)
      const texts = Object.fromEntries(scopes.map(([kind, { scope }]) => [kind, { scope, text: parameter[kind] }]))
      return compilable(db, selects.length === 0 ? sql`select 1 where 1 = 0` : build(selects, texts, parameter))
    })
  }

  #compile(ctx: Context, kinds: readonly SearchEntity[]): BranchSelect[] {
    const { query, texts, includeArchived } = this.#of
    const compiling = {
      ctx,
      dialect: ctx.app.database.dialect,
      engine: this.#engine,
      includeArchived,
      mayViewUsers: ctx.viewer.mayViewUsers,
    }
    return kinds.flatMap(kind => compileBranch(compiling, BRANCHES[kind], query.where, query.orderBy, texts) ?? [])
  }
}

const union = (parts: readonly RawBuilder<unknown>[]) => sql.join(parts, sql` union all `)

/**
 * The form of a query of the search box, of words of a text and types; undefined for others. Those of one form have the
 * same statements, but for the words.
 */
function formOf({ query: { where, orderBy }, texts, includeArchived }: SearchedFor): string | undefined {
  const isOfTypes = (node: QueryNode) => node.kind === 'strings' && node.field === 'type'
  const conjuncts = conjunctsOf(where)
  const isPlain = conjuncts.every(node =>
    node.kind === 'text'
      ? PLAIN_FIELDS.has(node.field) && texts.get(node)?.kind === 'match'
      : isOfTypes(node) || (node.kind === 'not' && isOfTypes(node.node)),
  )
  if (!isPlain || orderBy.length > 0) return undefined
  return JSON.stringify([conjuncts.map(node => (node.kind === 'text' ? node.field : node)), includeArchived])
}

/**
 * Estimates how many documents match, without a check of permissions, as if matches were spread evenly.
 * @returns 0 if there are no more than so many
 */
export async function estimateMatches(
  documents: number,
  { scope, text }: IndexQuery,
  database: Database,
): Promise<number> {
  const [further] = await FURTHER[scope](database, { text, documents })
  if (!further) return 0
  return Math.max(documents + 1, (documents * further.newest) / Math.max(1, further.id))
}

const furtherIn = (scope: Scope) =>
  preparedWithLists(({ db, dialect }, { text, documents }: { text: string; documents: number }) => {
    const { table, id, where } = engineOf(dialect.engine).walk({ scope, text })
    return compilable<{ id: number; newest: number }>(
      db,
      sql`select ${id} as id, (select max(id) from search_document) as newest
        from ${table} where ${where} limit 1 offset ${documents}`,
    )
  })

const FURTHER: Readonly<Record<Scope, ReturnType<typeof furtherIn>>> = {
  all: furtherIn('all'),
  title: furtherIn('title'),
}
