import type { Token, Tokens } from 'marked'
import { quoteSign } from './lines.ts'
import type { BlockKind } from './page.ts'
import { blockTokens, headIn } from './to-storage.ts'

/** Part of new Markdown that becomes one block. */
export interface NewBlock {
  readonly kind: BlockKind
  /** Quotes that it is in. */
  readonly depth: number
  /** Without the signs of its quotes. */
  readonly markdown: string
}

/** The blocks of Markdown, those in quotes too. */
export function newBlocks(markdown: string): NewBlock[] {
  const found: NewBlock[] = []
  collect(blockTokens(markdown), 0, found)
  return found
}

function collect(tokens: readonly Token[], depth: number, found: NewBlock[]): void {
  for (const token of tokens) {
    if (token.type === 'space' || token.type === 'def') continue
    if (token.type === 'blockquote') quote(token as Tokens.Blockquote, depth + 1, found)
    else found.push({ kind: kindOf(token), depth, markdown: token.raw.trimEnd() })
  }
}

function quote({ tokens }: Tokens.Blockquote, depth: number, found: NewBlock[]): void {
  const [first, ...others] = tokens
  const [line = '', ...lines] = first?.type === 'paragraph' ? first.raw.split('\n') : []
  if (!headIn(line) && !/^\[![\w-]+\]/.test(line)) return collect(tokens, depth, found)
  found.push({ kind: 'head', depth, markdown: line.trim() })
  if (lines.length > 0) collect(blockTokens(lines.join('\n')), depth, found)
  collect(others, depth, found)
}

function kindOf(token: Token): BlockKind {
  switch (token.type) {
    case 'heading':
    case 'list':
    case 'table':
      return token.type
    case 'hr':
      return 'rule'
    case 'code': {
      const kind = /^\S*/.exec((token as Tokens.Code).lang ?? '')?.[0]
      return kind === 'storage' || kind === 'diagram' ? kind : 'code'
    }
    default:
      return 'text'
  }
}

/** Blocks as one text, below `base` quotes. */
export function newText(blocks: readonly NewBlock[], base: number): string {
  const lines: string[] = []
  blocks.forEach((block, index) => {
    const depth = Math.max(0, block.depth - base)
    const before = blocks[index - 1]
    if (before) {
      const common = Math.min(Math.max(0, before.depth - base), block.kind === 'head' ? depth - 1 : depth)
      lines.push(quoteSign(Math.max(0, common)).trimEnd())
    }
    for (const line of block.markdown.split('\n')) lines.push(`${quoteSign(depth)}${line}`.trimEnd())
  })
  return lines.join('\n')
}
