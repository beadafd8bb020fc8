import { isColour } from '../html/style.ts'
import type { ElementNode, StorageNode } from '../model.ts'
import { document, element, text } from '../model.ts'
import { defaultLimits, StorageSyntaxError } from '../parse.ts'
import { serialise } from '../serialise.ts'
import { inlineNodes, maxNesting } from './inline.ts'
import type { WikiMacro } from './scan.ts'
import { logicalLines, MacroScanner } from './scan.ts'

/**
 * Converts Confluence wiki markup to storage format: headings, quotes, rules, lists, tables, text marks, links,
 * images, emoticons and macros. Everything else becomes text, so that any input gives a well-formed document.
 * Source: Atlassian, "Confluence Wiki Markup".
 *
 * @throws {StorageSyntaxError} if the text exceeds the size limit
 */
export function wikiMarkupToStorage(source: string): string {
  if (source.length > defaultLimits.size) {
    throw new StorageSyntaxError(`The text is longer than ${defaultLimits.size} characters`, 1, 1)
  }
  // oxlint-disable-next-line no-control-regex
  const clean = source.replace(/\r\n?/g, '\n').replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
  return serialise(document(blocks(clean.toWellFormed(), 0)))
}

/** Macros with a literal body. */
const plainBodies: ReadonlySet<string> = new Set([
  'code',
  'noformat',
  'html',
  'plantuml',
  'mermaid',
  'markdown',
  'mathblock',
])

/** Inline macros. */
const inlineMacros: ReadonlySet<string> = new Set(['status', 'anchor', 'color', 'jira', 'mathinline'])

/** Names of the unnamed parameter. */
const defaultParameters: ReadonlyMap<string, string> = new Map([
  ['code', 'language'],
  ['panel', 'title'],
  ['info', 'title'],
  ['note', 'title'],
  ['tip', 'title'],
  ['warning', 'title'],
  ['expand', 'title'],
  ['status', 'title'],
  ['column', 'width'],
])

function blocks(source: string, depth: number): StorageNode[] {
  const lines = logicalLines(source)
  const out: StorageNode[] = []
  let paragraph: string[] = []
  const flush = (): void => {
    if (paragraph.length > 0) out.push(...paragraphs(inline(paragraph.join('\n'), depth)))
    paragraph = []
  }
  for (let at = 0; at < lines.length;) {
    const line = lines[at] ?? ''
    const taken = blockAt(lines, at, depth)
    if (taken) {
      flush()
      out.push(taken.node)
      at = taken.next
      continue
    }
    if (line.trim() === '') flush()
    else paragraph.push(line.trim())
    at++
  }
  flush()
  return out
}

interface Taken {
  readonly node: ElementNode
  readonly next: number
}

function blockAt(lines: readonly string[], at: number, depth: number): Taken | undefined {
  const line = (lines[at] ?? '').trim()
  const heading = /^h([1-6])\.(?:\s+|$)(.*)$/s.exec(line)
  if (heading) return { node: element(`h${heading[1]}`, {}, inline(heading[2] ?? '', depth)), next: at + 1 }
  if (line.startsWith('bq. ')) {
    return { node: element('blockquote', {}, [element('p', {}, inline(line.slice(4), depth))]), next: at + 1 }
  }
  if (/^-{4,}$/.test(line)) return { node: element('hr'), next: at + 1 }
  if (/^(?:[*#]{1,20}|-)\s+\S/.test(line)) return listAt(lines, at, depth)
  if (line.startsWith('|')) return tableAt(lines, at, depth)
  return undefined
}

interface Item {
  readonly bullets: string
  readonly text: string
}

function listAt(lines: readonly string[], start: number, depth: number): Taken {
  const items: Item[] = []
  let at = start
  for (; at < lines.length; at++) {
    const match = /^\s*([*#]{1,20}|-)\s+(\S.*)$/s.exec(lines[at] ?? '')
    if (!match) break
    items.push({ bullets: match[1] ?? '*', text: (match[2] ?? '').trimEnd() })
  }
  const first = items[0]?.bullets.charAt(0)
  // Another kind at the outermost level begins another list.
  const other = items.findIndex(item => item.bullets.charAt(0) !== first)
  const own = other < 0 ? items : items.slice(0, other)
  return { node: list(own, 0, depth), next: start + own.length }
}

/** The list of the items at `level` (from 0) of their bullets; deeper ones nest in the item before. */
function list(items: readonly Item[], level: number, depth: number): ElementNode {
  const entries: ElementNode[] = []
  for (let at = 0; at < items.length;) {
    const item = items[at]
    const here = item !== undefined && item.bullets.length <= level + 1
    let next = here ? at + 1 : at
    while (next < items.length && (items[next]?.bullets.length ?? 0) > level + 1) next++
    const nested = items.slice(here ? at + 1 : at, next)
    const children: StorageNode[] = here ? inline(item.text, depth) : []
    if (nested.length > 0) children.push(...nestedLists(nested, level + 1, depth))
    entries.push(element('li', {}, children))
    at = next
  }
  return element(items[0]?.bullets.charAt(level) === '#' ? 'ol' : 'ul', {}, entries)
}

function nestedLists(items: readonly Item[], level: number, depth: number): ElementNode[] {
  const lists: ElementNode[] = []
  for (let at = 0; at < items.length;) {
    const kind = items[at]?.bullets.charAt(level)
    let next = at + 1
    while (next < items.length && items[next]?.bullets.charAt(level) === kind) next++
    lists.push(list(items.slice(at, next), level, depth))
    at = next
  }
  return lists
}

function tableAt(lines: readonly string[], start: number, depth: number): Taken {
  const rows: ElementNode[] = []
  let at = start
  for (; at < lines.length; at++) {
    const line = (lines[at] ?? '').trim()
    if (!line.startsWith('|')) break
    rows.push(
      element(
        'tr',
        {},
        cells(line).map(cell => element(cell.name, {}, cellContent(cell.text, depth))),
      ),
    )
  }
  return { node: element('table', {}, [element('tbody', {}, rows)]), next: at }
}

interface Cell {
  readonly name: 'th' | 'td'
  readonly text: string
}

/** Splits a row at its bars, except within links, images and macros. */
function cells(row: string): Cell[] {
  const found: Cell[] = []
  const scanner = new MacroScanner(row)
  let name: Cell['name'] = 'td'
  let start = -1
  let at = 0
  while (at < row.length) {
    const char = row.charAt(at)
    if (char === '\\') at++
    else if (char === '[') at = skip(row, at)
    else if (char === '{') at = Math.max(at, (scanner.macroAt(at)?.end ?? 0) - 1)
    else if (char === '|') {
      if (start >= 0) found.push({ name, text: row.slice(start, at) })
      const double = row.charAt(at + 1) === '|'
      name = double ? 'th' : 'td'
      if (double) at++
      start = at + 1
    }
    at++
  }
  if (start >= 0 && row.slice(start).trim() !== '') found.push({ name, text: row.slice(start) })
  return found
}

/** End of the link that opens at `at`, or `at` if it does not close soon. */
function skip(row: string, at: number): number {
  const end = row.slice(at, at + 2000).indexOf(']')
  return end < 0 ? at : at + end
}

function cellContent(source: string, depth: number): StorageNode[] {
  const trimmed = source.trim()
  if (/^(?:[*#]+|-)\s/.test(trimmed)) return blocks(trimmed, depth)
  return trimmed === '' ? [element('br')] : paragraphs(inline(trimmed, depth))
}

function inline(source: string, depth: number): StorageNode[] {
  return inlineNodes(source, macroElement, depth)
}

/** Wraps text in paragraphs, leaving blocks between them. */
function paragraphs(nodes: readonly StorageNode[]): StorageNode[] {
  const out: StorageNode[] = []
  let line: StorageNode[] = []
  const flush = (): void => {
    const inner = line.slice(
      line.findIndex(node => !isBreak(node)),
      line.findLastIndex(node => !isBreak(node)) + 1,
    )
    if (inner.some(node => node.type !== 'text' || node.text.trim() !== '')) out.push(element('p', {}, inner))
    line = []
  }
  for (const node of nodes) {
    if (node.type === 'element' && isBlock(node)) {
      flush()
      out.push(node)
    } else line.push(node)
  }
  flush()
  return out
}

function isBreak(node: StorageNode | undefined): boolean {
  return node?.type === 'element' && node.name === 'br'
}

function isBlock(node: ElementNode): boolean {
  if (node.name === 'blockquote') return true
  return node.name === 'ac:structured-macro' && !inlineMacros.has(node.attributes['ac:name'] ?? '')
}

function macroElement(macro: WikiMacro, depth: number): ElementNode {
  const { name, body } = macro
  if (depth >= maxNesting) return element('span', {}, [text(`{${name}}${body ?? ''}`)])
  if (name === 'quote' && body !== undefined) return element('blockquote', {}, blocks(body, depth))
  if (name === 'color' && body !== undefined) {
    const colour = macro.parameters.trim()
    return element('span', isColour(colour) ? { style: `color: ${colour};` } : {}, inline(body, depth))
  }
  const children: ElementNode[] = parameters(macro).map(([key, value]) =>
    element('ac:parameter', { 'ac:name': key }, [value]),
  )
  if (body !== undefined && plainBodies.has(name)) {
    children.push(element('ac:plain-text-body', {}, [body.replace(/^\n|\n$/g, '')]))
  } else if (body !== undefined) {
    children.push(element('ac:rich-text-body', {}, blocks(body, depth)))
  }
  return element('ac:structured-macro', { 'ac:name': name }, children)
}

function parameters(macro: WikiMacro): Array<readonly [string, string]> {
  if (macro.parameters === '') return []
  return macro.parameters.split('|').map((part, index) => {
    const equals = part.indexOf('=')
    if (equals > 0) return [part.slice(0, equals).trim(), part.slice(equals + 1).trim()] as const
    return [
      index === 0 ? (defaultParameters.get(macro.name) ?? '') : part.trim(),
      index === 0 ? part.trim() : 'true',
    ] as const
  })
}
