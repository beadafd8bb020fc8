import { readPage, type MarkdownPage } from './blocks.ts'
import { changesOfBlocks } from './line-changes.ts'
import { joined, linesOf } from './lines.ts'
import { newBlocks } from './new-blocks.ts'
import type { MarkdownPlace } from './page.ts'
import { PageEditor } from './page-editor.ts'
import { isQuicklyParsed } from './quickly.ts'
import { MarkdownError, StorageWriter } from './to-storage.ts'

/** A change of one block of a page, by its index in `MarkdownPage.blocks`. */
export type BlockEdit =
  | { readonly kind: 'replace'; readonly block: number; readonly markdown: string }
  /** `block` -1 is the beginning of the page. */
  | { readonly kind: 'insert'; readonly block: number; readonly markdown: string }
  | { readonly kind: 'delete'; readonly block: number }

/** The whole page as Markdown. */
export function markdownOf(page: MarkdownPage): string {
  return joined(page.blocks)
}

/**
 * Storage format of a new page.
 * @throws MarkdownError if it cannot be written
 */
export function markdownToStorage(markdown: string, place: MarkdownPlace = {}): string {
  const text = normalised(markdown)
  requireQuick(text)
  return new StorageWriter(place).blocks(text)
}

/**
 * Writes a page from Markdown that was made of it and edited since. Blocks whose lines are as they were keep their text
 * in storage format, to the byte; others are written anew.
 * @throws StorageSyntaxError if `source` is not well-formed
 * @throws MarkdownError if the change cannot be written
 */
export function rewritePage(source: string, markdown: string, place: MarkdownPlace = {}): string {
  const page = readPage(source, place)
  const before = linesOf(page.blocks)
  const sent = normalised(markdown)
  if (sent === normalised(before.lines.join('\n'))) return source
  const after = sent === '' ? [] : sent.split('\n')
  const editor = new PageEditor(page)
  for (const { from, to, newFrom, newTo } of changesOfBlocks(before, after)) {
    const first = before.places.filter(place => place.to <= from).length
    const count = before.places.filter(place => place.from >= from && place.to <= to && place.to > place.from).length
    const text = after.slice(newFrom, newTo).join('\n')
    requireQuick(text)
    editor.replace(first, first + count, newBlocks(text))
  }
  return editor.result()
}

/**
 * Changes single blocks; all others stay as they are, to the byte. Indexes are those before all changes.
 * @throws MarkdownError if there is no such block, if one is changed twice, or if the change cannot be written
 */
export function editBlocks(source: string, edits: readonly BlockEdit[], place: MarkdownPlace = {}): string {
  const page = readPage(source, place)
  const editor = new PageEditor(page)
  const changed = new Set<number>()
  for (const edit of edits) {
    const { kind, block } = edit
    const old = page.blocks[block]
    const isStart = kind === 'insert' && block === -1
    if (!old && !isStart)
      throw new MarkdownError(`The page has no block ${block}: it has ${page.blocks.length}, counted from 0`)
    if (kind !== 'insert') {
      if (changed.has(block)) throw new MarkdownError(`Block ${block} is changed twice in one call`)
      changed.add(block)
    }
    if (kind === 'delete') {
      editor.replace(block, block + 1, [])
      continue
    }
    const text = normalised(edit.markdown)
    requireQuick(text)
    const wanted = newBlocks(text)
    if (kind === 'insert') editor.insert(block, wanted)
    else {
      // Text for a block in a box may come without the signs of the quote.
      const isPlain = wanted.every(({ depth }) => depth === 0)
      const depth = isPlain ? (old?.quotes.length ?? 0) : 0
      editor.replace(block, block + 1, depth === 0 ? wanted : wanted.map(one => ({ ...one, depth })))
    }
  }
  return editor.result()
}

/** Facts of the page before the text, as the wiki itself sends them. */
const FACTS = /^---\nid: "[^\n]*\n(?:\w+: [^\n]*\n)*---\n/

function normalised(markdown: string): string {
  return markdown
    .replaceAll(/\r\n?/g, '\n')
    .replace(FACTS, '')
    .replace(/^(?:[ \t]*\n)+/, '')
    .trimEnd()
}

/** @throws MarkdownError for text that takes too long to read */
function requireQuick(text: string): void {
  if (!isQuicklyParsed(text)) throw new MarkdownError('A paragraph has too many signs of emphasis (* _ ~)')
}
