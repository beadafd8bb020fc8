import { LRUCache } from 'lru-cache'
import type { App } from '#platform/server/app.ts'
import { versionOf } from '#features/content-core/server/read.ts'
import { changedTokens } from '#features/content/server/index.ts'
import { readerTexts } from '../texts.ts'

/** A part of a line: text that stayed, came (`ins`) or went (`del`). */
export interface Run {
  readonly kind: 'same' | 'ins' | 'del'
  readonly text: string
}

/** Changes of a text: the changed lines, as far as a mail has room for them. */
export interface Difference {
  readonly lines: readonly (readonly Run[])[]
  /** Further lines changed. */
  readonly isCut: boolean
}

/** Storage format of larger texts is not compared: reading it would hold up everybody else. */
const MOST_STORAGE = 300_000
/** Far below those of the screen that compares versions, whose reader waits for it. */
const LIMITS = { tokens: 60_000, edits: 1500, milliseconds: 40 }
const MOST_LINES = 12
const MOST_CHARACTERS = 2500
/** Of text that stayed, beside what changed. */
const CONTEXT = 60
const TOKEN = /\n|[^\S\n]+|[\p{L}\p{N}_]+|[^\s]/gu

/** Many readers of one page may be notified. */
const cache = () => new LRUCache<string, Promise<Difference | undefined>>({ max: 50 })

/**
 * Changes between two versions, in the words that readers of both see: macros are not run, so that it is the same for
 * all who may see the page.
 * @returns undefined where a version is gone, the texts are too large, or have too little in common
 */
export async function differenceOf(
  app: App,
  contentId: number,
  from: number,
  to: number,
): Promise<Difference | undefined> {
  const known = app.own(cache)
  const key = `${contentId} ${from} ${to}`
  let found = known.get(key)
  if (!found) known.set(key, (found = compare(app, contentId, from, to)))
  return found
}

async function compare(app: App, contentId: number, from: number, to: number): Promise<Difference | undefined> {
  const { read } = app.database
  const [before, after] = await Promise.all([versionOf(read, contentId, from), versionOf(read, contentId, to)])
  if (!before || !after || before.storage.length + after.storage.length > MOST_STORAGE) return undefined
  const [earlier = '', later = ''] = await readerTexts(app, [before.storage, after.storage])
  return differenceBetween(earlier, later)
}

/**
 * Changes between two texts, line by line.
 * @param milliseconds after which they count as too different
 * @returns undefined where they are too large or too different
 */
export function differenceBetween(
  before: string,
  after: string,
  milliseconds = LIMITS.milliseconds,
): Difference | undefined {
  const changes = changedTokens(before.match(TOKEN) ?? [], after.match(TOKEN) ?? [], { ...LIMITS, milliseconds })
  if (!changes) return undefined
  const lines: Run[][] = [[]]
  for (const { value, added, removed } of changes) {
    const kind = added ? 'ins' : removed ? 'del' : 'same'
    for (const [index, text] of value.join('').split('\n').entries()) {
      if (index > 0) lines.push([])
      if (text !== '') lines.at(-1)?.push({ kind, text })
    }
  }
  return cut(lines.filter(line => line.some(run => run.kind !== 'same' && run.text.trim() !== '')))
}

function cut(lines: readonly Run[][]): Difference {
  const shown: Run[][] = []
  let left = MOST_CHARACTERS
  for (const line of lines) {
    if (shown.length === MOST_LINES || left <= 0) return { lines: shown, isCut: true }
    const short = line.map((run, index) => shortened(run, index === 0, index === line.length - 1))
    left -= short.reduce((sum, run) => sum + run.text.length, 0)
    shown.push(short)
  }
  return { lines: shown, isCut: false }
}

/** Text that stayed is shown beside what changed; long parts that came or went, by their beginning. */
function shortened({ kind, text }: Run, isFirst: boolean, isLast: boolean): Run {
  if (kind !== 'same')
    return { kind, text: text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}…` : text }
  if (text.length <= (isFirst || isLast ? CONTEXT : 2 * CONTEXT)) return { kind, text }
  const [head, tail] = [text.slice(0, CONTEXT), text.slice(-CONTEXT)]
  return { kind, text: isFirst ? `…${tail}` : isLast ? `${head}…` : `${head} … ${tail}` }
}
