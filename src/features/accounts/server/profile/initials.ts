import { createHash } from 'node:crypto'
import { escapeHtml } from '#platform/server/http/markup.ts'

/** The picture of anonymous visitors and of users without a picture. */
export const DEFAULT_PICTURE_SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48" width="48" height="48"><rect width="48" height="48" fill="#6b655d"/>' +
  '<circle cx="24" cy="19" r="8" fill="#f7f6f3"/><path d="M8 46c0-10 7-16 16-16s16 6 16 16z" fill="#f7f6f3"/></svg>'

/** White text on each has a contrast of at least 4.5. */
const COLOURS = [
  '#0c686b',
  '#1d5c9e',
  '#7a4a9c',
  '#8a3b5e',
  '#a2412a',
  '#7d5500',
  '#3f6b1e',
  '#1e6b3c',
  '#4b5a78',
  '#5c5750',
] as const

/** The first letters of the first and last word of a name, in any script: `Ann Smith` gives `AS`, `山田` gives `山`. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/u)
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map(word => firstLetter(word ?? ''))
  return letters.join('').toUpperCase() || '?'
}

function firstLetter(word: string): string {
  for (const { segment } of new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(word)) {
    if (/[\p{L}\p{N}]/u.test(segment)) return segment
  }
  return ''
}

/** A square with the initials; the colour follows the user key, so that it stays when the name changes. */
export function initialsSvg(userKey: string, displayName: string): string {
  const colour = COLOURS[(createHash('sha256').update(userKey).digest()[0] ?? 0) % COLOURS.length]
  const text = escapeHtml(initialsOf(displayName))
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48" width="48" height="48"><rect width="48" height="48" fill="${colour}"/>` +
    `<text x="24" y="24" fill="#fff" font-family="Inter, sans-serif" font-size="18" font-weight="600" text-anchor="middle" ` +
    `dominant-baseline="central">${text}</text></svg>`
  )
}
