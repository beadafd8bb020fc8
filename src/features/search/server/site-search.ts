import type { z } from 'zod'
import type { Context } from '#platform/server/context.ts'
import type { Queries } from '#platform/server/database/index.ts'
import { spacesById } from '#features/spaces/server/index.ts'
import type { FoundItem, siteSearchQuery } from '../contract.ts'
import type { FOUND_TYPES } from '../shared.ts'
import { printText, type QueryNode, type ResolvedQuery, type TextPredicate } from './cql/index.ts'
import { conjunctsOf } from './store/compile/driving.ts'
import { countContents, findHits, NOTHING_FOUND, type Found } from './find.ts'
import { readQuery } from './query.ts'
import { ENTITIES } from './tables.ts'
import { longerWords } from './store/beginnings.ts'
import type { TextNode } from './text/text-query.ts'
import { foundItems } from './wire/items.ts'

type Asked = z.output<typeof siteSearchQuery>

export interface SiteSearchAnswer {
  items: FoundItem[]
  found: Found
  cql: string
  facets?: { types: Facet[]; spaces: Facet[] }
}

interface Facet {
  key: string
  name: string
  count: number
}

/** Spaces listed among the facets. */
const FACET_SPACES = 20

/** Results of the search page for plain words and its filters. Without either: nothing. */
export async function searchSite(ctx: Context, asked: Asked): Promise<SiteSearchAnswer> {
  const cql = cqlOf(asked)
  if (cql === '') return { items: [], found: NOTHING_FOUND, cql }
  const { query: resolved } = readQuery(ctx, cql, undefined)
  const goesOn = endsInWord(asked.query) && (await isBeginning(ctx.app.database.read, resolved.where))
  const query = goesOn ? { ...resolved, where: withBeginnings(resolved.where) } : resolved
  const options = { entities: ENTITIES, includeArchived: asked.includeArchivedSpaces ?? false }
  const found = await findHits(ctx, query, { ...options, start: asked.start, limit: asked.limit })
  const items = await foundItems(ctx, found.hits, query.where)
  return { items, found, cql, ...(asked.facets ? { facets: await facetsOf(ctx, query, options) } : {}) }
}

function cqlOf({ query, space, type, contributor, lastModified }: Asked): string {
  const list = (values: readonly string[]) => values.map(printText).join(', ')
  const clauses = [
    query.trim() === '' ? [] : `siteSearch ~ ${quoted(query.trim())}`,
    space.length === 0 ? [] : `space in (${list(space)})`,
    type.length === 0 ? [] : `type in (${list(type)})`,
    contributor.length === 0 ? [] : `contributor in (${list(contributor)})`,
    lastModified === undefined ? [] : `lastmodified >= ${quoted(lastModified)}`,
  ].flat()
  if (clauses.length === 0) return ''
  return clauses.join(' and ') + (query.trim() === '' ? ' order by lastmodified desc' : '')
}

/** A text between quotes: what is escaped in it is for the text query to read. */
const quoted = (text: string) => `"${text.replace(/\\/g, '\\\\').replace(/"/g, '\\"').replace(/\s+/g, ' ')}"`

/** Whether the last word may still be in the typing. */
const endsInWord = (text: string) => /[\p{L}\p{N}]$/u.test(text)

/**
 * Whether there are longer words that begin with the last one. To look for a beginning takes the index twice as long,
 * and mostly there are none.
 */
async function isBeginning(db: Queries, where: QueryNode | null): Promise<boolean> {
  for (const node of conjunctsOf(where)) {
    const last = node.kind === 'text' ? lastWord(node.query) : undefined
    if (last === undefined) continue
    const longer = await longerWords(db, { word: last, end: `${last}\u{10FFFF}` })
    if (longer.length > 0) return true
  }
  return false
}

function lastWord(node: TextNode): string | undefined {
  if (node.kind === 'term') return node.token
  const last = node.kind === 'and' ? node.must.at(-1) : undefined
  return last && lastWord(last)
}

/** The last word also finds longer ones that begin with it. */
function withBeginnings(where: QueryNode | null): QueryNode | null {
  if (!where) return where
  if (where.kind === 'and') {
    return { ...where, nodes: where.nodes.map(node => (node.kind === 'text' ? begun(node) : node)) }
  }
  return where.kind === 'text' ? begun(where) : where
}

const begun = (predicate: TextPredicate): TextPredicate => ({ ...predicate, query: beginning(predicate.query) })

function beginning(node: TextNode): TextNode {
  if (node.kind === 'term' && node.token.length > 1)
    return { kind: 'or', nodes: [node, { kind: 'prefix', token: node.token }] }
  if (node.kind !== 'and') return node
  const last = node.must.at(-1)
  return last ? { ...node, must: [...node.must.slice(0, -1), beginning(last)] } : node
}

const TYPE_NAMES: Record<(typeof FOUND_TYPES)[number], string> = {
  page: 'Pages',
  blogpost: 'Blog posts',
  comment: 'Comments',
  attachment: 'Attachments',
  space: 'Spaces',
  user: 'People',
}

async function facetsOf(
  ctx: Context,
  query: ResolvedQuery,
  options: Parameters<typeof countContents>[2],
): Promise<{ types: Facet[]; spaces: Facet[] }> {
  const counts = await countContents(ctx, query, options)
  const types = sums(counts.map(({ type, count }) => [type, count]))
  const bySpace = sums(counts.map(({ space_id, count }) => [space_id, count])).slice(0, FACET_SPACES)
  const spaces = await spacesById(
    ctx.app,
    bySpace.map(([id]) => id),
  )
  return {
    types: types.map(([key, count]) => ({ key, name: TYPE_NAMES[key], count })),
    spaces: bySpace.flatMap(([id, count]) => {
      const space = spaces.get(id)
      return space ? [{ key: space.key, name: space.name, count }] : []
    }),
  }
}

/** Counts by key, the largest first. */
function sums<Key>(counts: readonly (readonly [Key, number])[]): [Key, number][] {
  const all = new Map<Key, number>()
  for (const [key, count] of counts) all.set(key, (all.get(key) ?? 0) + count)
  return [...all].toSorted((a, b) => b[1] - a[1])
}
