import type { Context } from '#platform/server/context.ts'
import { titleKey } from '#features/content-core/server/read.ts'
import type { QuickItem } from '../contract.ts'
import { plainWords } from '../cql-shared.ts'
import type { QueryNode } from './cql/index.ts'
import { findHits, type Hit } from './find.ts'
import { titlesFrom, usersFrom } from './store/beginnings.ts'
import { highlightTerms } from './text/match.ts'
import { parseTextQuery, type TextNode } from './text/text-query.ts'
import { itemOf } from './wire/items.ts'
import { loadHits } from './wire/loaded.ts'
import { markTitle } from './wire/marks.ts'

const MOST = 10
/** Users among them, so that pages are not crowded out. */
const MOST_USERS = 3

/**
 * Suggestions for what is being typed: first pages and posts whose title begins with it, then titles of contents and
 * spaces that hold its words (the last one as a beginning), then people.
 */
export async function suggest(ctx: Context, typed: string): Promise<QuickItem[]> {
  const text = typed.replace(/\s+/g, ' ').trim()
  const node = begun(parseTextQuery(plainWords(text).toLowerCase()).node)
  if (text === '' || !node) return []
  const hits = new Map<string, Hit>()
  const add = (found: readonly Hit[], most: number) => {
    for (const hit of found) if (hits.size < most) hits.set(`${hit.entity}:${hit.id}`, hit)
  }
  const people = await peopleNamed(ctx, text, node)
  add(await beginning(ctx, text), MOST - people.length)
  if (hits.size < MOST - people.length) add(await titled(ctx, node), MOST - people.length)
  add(people, MOST)
  const found = [...hits.values()]
  const loaded = await loadHits(ctx, found)
  const marks = { title: highlightTerms(node), body: [] }
  return found.flatMap(hit => {
    const item = itemOf(ctx, hit, loaded, new Map())
    return item
      ? [{ type: item.type, id: item.id, title: markTitle(item.title, marks), url: item.url, space: item.space }]
      : []
  })
}

/** Straight from the index of titles: stops at the first ones. */
async function beginning(ctx: Context, text: string): Promise<Hit[]> {
  const from = titleKey(text)
  return (await titlesFrom(ctx, { from, to: `${from}\u{10FFFF}`, limit: MOST })).map(({ id }) => ({
    entity: 'content',
    id,
  }))
}

async function titled(ctx: Context, query: TextNode): Promise<Hit[]> {
  const where: QueryNode = {
    kind: 'and',
    nodes: [
      { kind: 'text', field: 'title', query },
      { kind: 'not', node: { kind: 'strings', field: 'type', values: ['comment'] } },
    ],
  }
  return (
    await findHits(
      ctx,
      { where, orderBy: [] },
      { entities: ['content', 'space'], start: 0, limit: MOST, isCounted: false },
    )
  ).hits
}

/** People by a word of their name, or by how their user name begins. */
async function peopleNamed(ctx: Context, text: string, query: TextNode): Promise<Hit[]> {
  if (!ctx.viewer.mayViewUsers) return []
  const from = text.normalize('NFKC').toLowerCase()
  const rows = await usersFrom(ctx.app.database.read, { from, to: `${from}\u{10FFFF}`, limit: MOST_USERS })
  const where: QueryNode = { kind: 'text', field: 'user.fullname', query }
  const { hits } = await findHits(
    ctx,
    { where, orderBy: [] },
    { entities: ['user'], start: 0, limit: MOST_USERS, isCounted: false },
  )
  const all = [...rows.map(({ id }): Hit => ({ entity: 'user', id })), ...hits]
  return all.filter((hit, index) => all.findIndex(other => other.id === hit.id) === index).slice(0, MOST_USERS)
}

/** The last word as a beginning. */
function begun(node: TextNode | null): TextNode | null {
  if (node?.kind === 'term') return { kind: 'prefix', token: node.token }
  if (node?.kind === 'phrase') return { ...node, prefix: true }
  if (node?.kind !== 'and') return node
  const last = begun(node.must.at(-1) ?? null)
  return last ? { ...node, must: [...node.must.slice(0, -1), last] } : node
}
