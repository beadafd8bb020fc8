import { friendlyTime, fullTime } from '#platform/friendly-time.ts'

/** Facts of an article: outline, reading time, modification time. */

export interface OutlineEntry {
  id: string
  /** 1 to 6, as in the article. */
  level: number
  text: string
}

/** Maximum outline length. */
const MOST_SECTIONS = 200
const HEADING = /<h([1-6])\b[^>]*?\sid="([^"]*)"[^>]*>([\s\S]*?)<\/h\1>/g

/** Headings with text and id, in order. `html` must come from our renderer. */
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

/** Whether an article is empty. `html` must come from our renderer. */
export function isBlank(html: string): boolean {
  return /^(?:<\/?(?:p|br)\b[^<>]*>|&nbsp;|&#160;|\s)*$/.test(html)
}

/** i18n key of the text shown for an empty article. */
export function blankText(type: 'page' | 'blogpost'): string {
  return type === 'page' ? 'This page is empty.' : 'This post is empty.'
}

const WORDS_PER_MINUTE = 220
const SIGNS_PER_MINUTE = 480

/** Reading time in minutes, at least 1; undefined without words. */
export function readingMinutes(html: string): number | undefined {
  const text = decodeEntities(withoutTags(html))
  const signs = text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu)?.length ?? 0
  const words = text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0
  if (words === 0) return undefined
  return Math.max(1, Math.round((words - (signs > 0 ? 1 : 0)) / WORDS_PER_MINUTE + signs / SIGNS_PER_MINUTE))
}

function plainText(html: string): string {
  return decodeEntities(withoutTags(html)).replaceAll(/\s+/g, ' ').trim()
}

function withoutTags(html: string): string {
  return html.replaceAll(/<[^>]*>/g, ' ')
}

const NAMED: ReadonlyMap<string, string> = new Map(
  Object.entries({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }),
)

function decodeEntities(text: string): string {
  return text.replaceAll(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,8}));/gi,
    (whole, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return NAMED.get(name) ?? whole
      const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal)
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole
    },
  )
}

/** See {@link friendlyTime}. @param iso ISO 8601 */
export function relativeTime(iso: string, now: number, locale: string): string {
  return friendlyTime(Date.parse(iso), now, locale)
}

/** Date and time in full, for tooltips. @param iso ISO 8601 */
export function whenExactly(iso: string, locale: string): string {
  return fullTime(Date.parse(iso), locale)
}
