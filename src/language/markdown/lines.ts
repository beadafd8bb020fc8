import type { MarkdownBlock } from './page.ts'

/** The lines of each block in a whole text, from 0; `to` is behind the last. */
export interface BlockLines {
  readonly lines: readonly string[]
  readonly places: readonly { readonly from: number; readonly to: number }[]
}

/** The lines of blocks, with the signs of the quotes that they are in, and a line between two. */
export function linesOf(blocks: readonly MarkdownBlock[], isTight = false): BlockLines {
  const lines: string[] = []
  const places: { from: number; to: number }[] = []
  blocks.forEach((block, index) => {
    const before = blocks[index - 1]
    if (before && !(isTight && before.quotes.length === 0)) lines.push(quoteSign(commonQuotes(before, block)).trimEnd())
    const from = lines.length
    const sign = quoteSign(block.quotes.length)
    for (const line of block.markdown.split('\n')) lines.push(line === '' ? sign.trimEnd() : sign + line)
    places.push({ from, to: lines.length })
  })
  return { lines, places }
}

/** Blocks as one text. */
export function joined(blocks: readonly MarkdownBlock[], isTight = false): string {
  return linesOf(blocks, isTight).lines.join('\n')
}

/** The text with its lines moved to the right, but for the first. */
export function indented(text: string, width: number): string {
  return text.replaceAll(/\n(?=[^\n])/g, `\n${' '.repeat(width)}`)
}

/** Signs of as many quotes. */
export function quoteSign(depth: number): string {
  return '> '.repeat(depth)
}

function commonQuotes(a: MarkdownBlock, b: MarkdownBlock): number {
  const index = a.quotes.findIndex((box, depth) => b.quotes[depth]?.start !== box.start)
  return index < 0 ? Math.min(a.quotes.length, b.quotes.length) : index
}
