import type { Context } from '#platform/server/context.ts'
import {
  contentPath,
  formerlyAt,
  meantTitleKey,
  titleKey,
  type ContentRow,
} from '#features/content-core/server/read.ts'
import type { Address } from '#features/content/view-contract.ts'
import { spacesById } from '#features/spaces/server/index.ts'
import type { AddressCandidate } from '../contract.ts'
import { plainWords } from '../cql-shared.ts'
import { likeness } from './text/likeness.ts'
import type { QueryNode } from './cql/index.ts'
import { findHits } from './find.ts'
import { titledExactly } from './store/beginnings.ts'
import { loadHits } from './wire/loaded.ts'
import { parseTextQuery, type TextNode } from './text/text-query.ts'

const MOST = 10
/** Words of a title that are looked for. */
const MOST_WORDS = 10
/** Titles that are compared. */
const MOST_COMPARED = 50
/** Least likeness of a similar title. */
const LIKE = 0.5
/** Length from which a word may have a typing error. */
const LONG_WORD = 5

/**
 * Pages and posts that the reader of a dead address may be looking for: those that had its title, those that have it in
 * other spaces, and those with similar titles. Only what the viewer may see.
 */
export async function candidatesAt(ctx: Context, address: Address): Promise<AddressCandidate[]> {
  const { title } = address
  if (title === undefined || title.trim() === '') return []
  const found = new Map<number, ContentRow>()
  const add = (rows: readonly ContentRow[]): void => {
    for (const row of rows) if (found.size < MOST) found.set(row.id, row)
  }
  add(await formerlyAt(ctx, address))
  add(await titledExactly(ctx, { key: meantTitleKey(title), limit: MOST }))
  if (found.size < MOST) add(await similarTo(ctx, title))
  const rows = [...found.values()]
  const spaces = await spacesById(
    ctx.app,
    rows.map(row => row.space_id),
  )
  return rows.flatMap(row => {
    const space = spaces.get(row.space_id)
    if (!space) return []
    return [
      {
        id: String(row.id),
        title: row.title,
        url: contentPath(row, space.key),
        space: { key: space.key, name: space.name },
      },
    ]
  })
}

/** Pages and posts with a similar title, most similar first. */
async function similarTo(ctx: Context, title: string): Promise<ContentRow[]> {
  const query = anyWord(parseTextQuery(plainWords(title).toLowerCase()).node)
  if (!query) return []
  const where: QueryNode = {
    kind: 'and',
    nodes: [
      { kind: 'text', field: 'title', query },
      { kind: 'strings', field: 'type', values: ['page', 'blogpost'] },
    ],
  }
  const { hits } = await findHits(
    ctx,
    { where, orderBy: [] },
    { entities: ['content'], start: 0, limit: MOST_COMPARED, isCounted: false },
  )
  const { contents } = await loadHits(ctx, hits)
  const key = titleKey(title)
  return hits
    .flatMap(({ id }) => contents.get(id) ?? [])
    .map(row => ({ row, like: likeness(row.title_key, key) }))
    .filter(({ like }) => like >= LIKE)
    .toSorted((a, b) => b.like - a.like)
    .map(({ row }) => row)
}

/** Finds titles with any of the words, long ones with a typing error. */
function anyWord(node: TextNode | null): TextNode | undefined {
  const words = node?.kind === 'and' ? node.must : node ? [node] : []
  const nodes = words
    .slice(0, MOST_WORDS)
    .map(word =>
      word.kind === 'term' && word.token.length >= LONG_WORD
        ? ({ kind: 'fuzzy', token: word.token, distance: 1 } as const)
        : word,
    )
  return nodes.length > 1 ? { kind: 'or', nodes } : nodes[0]
}
