import { decodeHTML } from 'entities'
import { SaxesParser, type SaxesTagPlain } from 'saxes'

/** A feed in RSS 0.9 to 2.0, RDF or Atom. Its texts are plain. */
export interface Feed {
  readonly title: string
  readonly link: string | undefined
  /** As the feed orders them. */
  readonly entries: readonly FeedEntry[]
}

export interface FeedEntry {
  readonly title: string
  readonly link: string | undefined
  /** Epoch milliseconds. */
  readonly at: number | undefined
  readonly summary: string
}

export const MOST_ENTRIES = 50
const MOST_TITLE = 300
const MOST_SUMMARY = 600
/** Characters that are kept of an element while it is read. */
const MOST_READ = 20_000
/** Depth of elements beyond which a text is no feed. */
const MOST_DEPTH = 100

const CHANNELS: ReadonlySet<string> = new Set(['channel', 'feed'])
const ENTRIES: ReadonlySet<string> = new Set(['item', 'entry'])
/** Elements of an entry by what they hold, the best first. */
const SUMMARIES = ['description', 'summary', 'encoded', 'content'] as const
const TIMES = ['pubDate', 'published', 'updated', 'date'] as const

/** Texts of the elements of a channel or an entry, by names without prefix; the first one counts. */
type Fields = Map<string, string>

/** Reads a feed. Entities of the document are not expanded. @returns undefined for anything else */
export function parseFeed(xml: string): Feed | undefined {
  const channel: Fields = new Map()
  const entries: Fields[] = []
  const open: string[] = []
  let isFeed = false
  let text = ''
  /** The fields of the element that is read, if it is a child of a channel or an entry. */
  const target = (): Fields | undefined => {
    const parent = open.at(-2) ?? ''
    if (ENTRIES.has(parent)) return entries.length <= MOST_ENTRIES ? entries.at(-1) : undefined
    return CHANNELS.has(parent) ? channel : undefined
  }
  const parser = new SaxesParser({ xmlns: false })
  let isTooDeep = false
  // A feed with mistakes shows what could be read.
  parser.on('error', () => undefined)
  parser.on('opentag', ({ name, attributes }: SaxesTagPlain) => {
    const tag = name.slice(name.indexOf(':') + 1)
    open.push(tag)
    isTooDeep ||= open.length > MOST_DEPTH
    if (open.length <= 2 && CHANNELS.has(tag)) isFeed = true
    if (ENTRIES.has(tag)) entries.push(new Map())
    const fields = target()
    if (!fields) return
    text = ''
    // Atom's links are attributes; those to the feed itself or to files are others.
    if (tag === 'link' && attributes.href !== undefined && (attributes.rel ?? 'alternate') === 'alternate')
      put(fields, tag, attributes.href)
  })
  const add = (piece: string) => {
    if (text.length < MOST_READ) text += piece
  }
  parser.on('text', add)
  parser.on('cdata', add)
  parser.on('closetag', () => {
    const fields = target()
    const tag = open.pop()
    if (fields && tag !== undefined) put(fields, tag, text)
  })
  try {
    for (let at = 0; at < xml.length && !isTooDeep; at += PIECE) parser.write(xml.slice(at, at + PIECE))
    if (!isTooDeep) parser.close()
  } catch {
    return undefined
  }
  if (!isFeed || isTooDeep) return undefined
  return {
    title: plain(channel.get('title'), MOST_TITLE),
    link: channel.get('link')?.trim(),
    entries: entries.slice(0, MOST_ENTRIES).map(entryOf),
  }
}

const PIECE = 64 * 1024

function put(fields: Fields, name: string, value: string): void {
  if (value.trim() !== '' && !fields.has(name)) fields.set(name, value)
}

function entryOf(fields: Fields): FeedEntry {
  const first = (names: readonly string[]) => names.map(name => fields.get(name)).find(value => value !== undefined)
  const at = Date.parse(first(TIMES)?.trim() ?? '')
  const link = fields.get('link')?.trim()
  return {
    title: plain(fields.get('title'), MOST_TITLE),
    link,
    at: Number.isNaN(at) ? undefined : at,
    summary: plain(first(SUMMARIES), MOST_SUMMARY),
  }
}

/** The words of HTML, cut at a length. The result is a text, which is escaped wherever it is shown. */
function plain(html: string | undefined, most: number): string {
  const words = decodeHTML((html ?? '').replaceAll(/<(script|style)\b[^]*?<\/\1\s*>|<[^>]*>/gi, ' '))
    .replaceAll(/\s+/g, ' ')
    .trim()
  return words.length > most ? `${words.slice(0, most - 1).trimEnd()}…` : words
}
