import { friendlyTime, fullTime } from '#platform/friendly-time.ts'

/** What both halves say of an article in the same words: its outline, how long it takes to read, and when it changed. */

export interface OutlineEntry {
  id: string
  /** 1 to 6, as in the article. */
  level: number
  text: string
}

/** Sections that an outline lists; a longer one helps nobody. */
const MOST_SECTIONS = 200
const HEADING = /<h([1-6])\b[^>]*?\sid="([^"]*)"[^>]*>([\s\S]*?)<\/h\1>/g

/** The headings of a rendered article that have text and an id, in order. `html` must be what our renderer wrote. */
export function outlineOf(html: string): OutlineEntry[] {
  const entries: OutlineEntry[] = []
  for (const [, level, id, inner] of html.matchAll(HEADING)) {
    const text = plainText(inner ?? '')
    if (text === '' || !id) continue
    entries.push({ id: decodeEntities(id), level: Number(level), text })
    if (entries.length === MOST_SECTIONS) break
  }
  return entries
}

/** Whether a rendered article shows nothing at all. `html` must be what our renderer wrote. */
export function isBlank(html: string): boolean {
  return html.replaceAll(/<\/?(?:p|br)\b[^>]*>|&nbsp;|&#160;|\s/g, '') === ''
}

/** What an article without content says instead. A key of i18n. */
export function blankText(type: 'page' | 'blogpost'): string {
  return type === 'page' ? 'This page is empty.' : 'This post is empty.'
}

const WORDS_PER_MINUTE = 220
const SIGNS_PER_MINUTE = 480

/** Minutes that reading takes, at least 1; undefined for an article without words. */
export function readingMinutes(html: string): number | undefined {
  const text = plainText(html)
  const signs = text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu)?.length ?? 0
  const words = text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0
  if (words === 0) return undefined
  return Math.max(1, Math.round((words - (signs > 0 ? 1 : 0)) / WORDS_PER_MINUTE + signs / SIGNS_PER_MINUTE))
}

function plainText(html: string): string {
  return decodeEntities(html.replaceAll(/<[^>]*>/g, ' ')).replaceAll(/\s+/g, ' ').trim()
}

const NAMED: ReadonlyMap<string, string> = new Map(Object.entries({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }))

function decodeEntities(text: string): string {
  return text.replaceAll(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,8}));/gi, (whole, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return NAMED.get(name) ?? whole
    const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal)
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })
}

/** See {@link friendlyTime}. @param iso ISO 8601 */
export function whenWords(iso: string, now: number, locale: string): string {
  return friendlyTime(Date.parse(iso), now, locale)
}

/** Date and time in full, for tooltips. @param iso ISO 8601 */
export function whenExactly(iso: string, locale: string): string {
  return fullTime(Date.parse(iso), locale)
}
