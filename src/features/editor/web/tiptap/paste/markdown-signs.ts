/** Detection of Markdown in plain text. */
import { ITEM } from '#language/markdown/quickly.ts'

/** Weight from which a text counts as Markdown. */
const ENOUGH = 3

/** Characters that are examined. */
const REACH = 50_000

/** Share of lines that look like code or settings from which a text is none. */
const MOST_CODE = 0.3

const TASK = /^\s*[-*+] \[[ x]\] +\S/i
const TITLE = /^# +\S/
const TABLE_RULE = /^\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*$/
const CODE_LINE = /[;{}]\s*$|^\s*(?:- +)?["']?[a-z_][\w.-]{0,60}["']?:(?:\s|$)|^\s*[\w.]{1,60} *[:+-]?= *\S|^\s*[$%] /

/** Syntax within lines, and lines that need no others. Syntax that ordinary texts and code have too weighs little. */
const SIGNS: readonly (readonly [weight: number, pattern: RegExp])[] = [
  [2, /^#{2,6} +\S/m],
  [1, /^# +\S/m],
  [1, /^> ?\S/m],
  [3, /(?<![\w)\]])\[[^\][\n]+\]\((?:https?:\/\/|mailto:)[^\s)]+/],
  [2, /(?<![\w)\]])\[[^\][\n]+\]\((?=[^\s()]{0,100}[./#-])[^\s()]{1,300}\)/],
  [2, /^\[[^\][\n]+\]: +(?:<|https?:\/\/)\S/m],
  [2, /(?<![\w*/\\])\*\*(?=[^\s*])[^*\n]*(?<=\S)\*\*(?![\w*/])/],
  [2, /(?<![\w~])~~(?=[^\s~])[^~\n]*(?<=\S)~~(?![\w~])/],
  [1, /(?<![\w*/\\])\*(?=[^\s*])[^*\n]*(?<=\S)\*(?![\w*/])/],
  [1, /(?<![\w/])_(?=[^\s_])[^_\n]*(?<=\S)_(?![\w/])/],
  [1, /(?<![\w`$])`[^`\n]+`(?![\w`])/],
]

/** Whether plain text is so clearly Markdown that its syntax is meant, and not its characters. */
export function isMarkdown(text: string): boolean {
  const all = text.slice(0, REACH).replaceAll(/\r\n?/g, '\n').split('\n')
  if (all.some(line => /^(?:diff --git |@@ -\d|#!)/.test(line))) return false
  // In fences is code, whatever it holds.
  const lines = withoutFences(all)
  if (lines.length < all.length || hasTable(lines)) return true
  if (lines.filter(line => CODE_LINE.test(line)).length > filled(lines).length * MOST_CODE) return false
  return isList(filled(lines)) || weight(lines) >= ENOUGH
}

function weight(lines: readonly string[]): number {
  const text = lines.join('\n')
  const signs = SIGNS.reduce((sum, [each, pattern]) => sum + (pattern.test(text) ? each : 0), 0)
  const count = (pattern: RegExp): number => lines.filter(line => pattern.test(line)).length
  return signs + (hasTitles(lines) ? 1 : 0) + (count(ITEM) > 1 ? 1 : 0) + 2 * Math.min(2, count(TASK))
}

const filled = (lines: readonly string[]): string[] => lines.filter(line => line.trim() !== '')

/** Lines outside of fenced code that is closed. */
function withoutFences(lines: readonly string[]): string[] {
  const outside: string[] = []
  let fence: { sign: string; from: number } | undefined
  for (const line of lines) {
    const sign = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1] ?? ''
    outside.push(line)
    if (sign === '') continue
    if (fence && sign.startsWith(fence.sign) && line.trim() === sign) {
      outside.length = fence.from
      fence = undefined
    } else fence ??= { sign, from: outside.length - 1 }
  }
  return outside
}

/** Whether there are titles, each with an empty line before and behind it, as comments of scripts seldom have. */
function hasTitles(lines: readonly string[]): boolean {
  const isEmpty = (line: string | undefined): boolean => (line ?? '').trim() === ''
  const titles = lines.flatMap((line, index) => (TITLE.test(line) ? index : []))
  return titles.length > 0 && titles.every(index => isEmpty(lines[index - 1]) && isEmpty(lines[index + 1]))
}

/** Whether a line of cells is followed by a line of dashes with as many columns. */
function hasTable(lines: readonly string[]): boolean {
  const columns = (line: string): number =>
    line
      .trim()
      .replaceAll(/^\||\|$/g, '')
      .split(/(?<!\\)\|/).length
  return lines.some((line, index) => {
    const head = lines[index - 1] ?? ''
    return line.includes('|') && head.includes('|') && TABLE_RULE.test(line) && columns(line) === columns(head)
  })
}

/** Whether there is nothing but a list of one kind, and what belongs to its items. */
function isList(lines: readonly string[]): boolean {
  const [first = ''] = lines
  if (!/^(?:[-*+]|1[.)]) /.test(first)) return false
  const kind = (line: string): string => (/^\d/.test(line) ? '1' : line.charAt(0))
  const isBelow = (line: string): boolean => /^(?: {2,}|\t)\S/.test(line)
  return (
    lines.filter(line => ITEM.test(line)).length > 1 &&
    lines.every(line => isBelow(line) || (ITEM.test(line) && kind(line) === kind(first)))
  )
}
