import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { editBlocks, markdownOf, readPage, rewritePage, type MarkdownPage } from './index.ts'

const folder = path.resolve(import.meta.dirname, '../../../../shared/corpus/storage')
const isThere = existsSync(folder)
const names = isThere ? readdirSync(folder).filter(name => name.endsWith('.xml')) : []
const place = { pageId: '42', spaceKey: 'DS' }
const NEW_TEXT = 'Replaced text 123'
/** Blocks of one page that are edited, spread over it. */
const MOST_EDITS = 8

/** Indexes of paragraphs, spread over the page. */
function paragraphsOf({ blocks }: MarkdownPage): number[] {
  const all = blocks.flatMap(({ kind }, index) => (kind === 'text' ? [index] : []))
  return all.filter((_, index) => index % Math.ceil(all.length / MOST_EDITS) === 0)
}

/** The Markdown of a page with another text for one block. */
function withNewText(page: MarkdownPage, edited: number): string {
  const blocks = page.blocks.map((block, index) => (index === edited ? { ...block, markdown: NEW_TEXT } : block))
  return markdownOf({ ...page, blocks })
}

describe.skipIf(!isThere)('Markdown of the corpus of real pages (skipped where ../shared/corpus is absent)', () => {
  it.each(names)('%s is written back to the byte, but for the edited paragraph', name => {
    const source = readFileSync(path.join(folder, name), 'utf8')
    const page = readPage(source, place)
    expect(rewritePage(source, markdownOf(page), place)).toBe(source)
    expect(rewritePage(source, `${markdownOf(page).replaceAll('\n', '\r\n')}\r\n`, place)).toBe(source)
    for (const index of paragraphsOf(page)) {
      const { start, end } = page.blocks[index]!
      const [before, after] = [page.source.slice(0, start), page.source.slice(end)]
      const edited = rewritePage(source, withNewText(page, index), place)
      expect(edited.startsWith(before) && edited.endsWith(after)).toBe(true)
      const changed = edited.slice(start, edited.length - after.length)
      expect(changed).toMatch(new RegExp(`^(?:<p(?: [^>]*)?>)?${NEW_TEXT}(?:</p>)?$`))
      expect(editBlocks(source, [{ kind: 'replace', block: index, markdown: NEW_TEXT }], place)).toBe(edited)
    }
  })
})
