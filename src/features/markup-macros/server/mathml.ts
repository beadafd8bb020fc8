import katex, { type KatexOptions } from 'katex'
import {
  fragment,
  h,
  htmlText,
  parse,
  StorageSyntaxError,
  type ElementNode,
  type Html,
  type StorageNode,
} from '#language/index.ts'

/** Characters of one formula. */
export const MOST_CHARACTERS = 5000
/** Characters of a formula that defines commands, since each use of a command repeats its text. */
const MOST_WITH_DEFINITIONS = 1000
const DEFINITION = /\\(?:[gex]?def|(?:re|provide)?(?:new)?command|(?:global|long)?let|futurelet)(?![a-z])/i

const LIMITS = { nodes: 50_000, depth: 150 } as const

/** A formula that cannot be shown; its message says why, in English. */
export class FormulaError extends Error {}

/**
 * MathML of a formula, which browsers draw by themselves.
 * @throws FormulaError if the formula is too long or is not TeX that KaTeX understands
 */
export function mathml(tex: string, isBlock: boolean): Html {
  const defines = DEFINITION.test(tex)
  if (tex.length > (defines ? MOST_WITH_DEFINITIONS : MOST_CHARACTERS))
    throw new FormulaError('The formula is too long')
  const options: KatexOptions = {
    output: 'mathml',
    displayMode: isBlock,
    throwOnError: true,
    strict: 'ignore',
    trust: false,
    maxSize: 50,
    maxExpand: defines ? 50 : 1000,
  }
  let markup: string
  try {
    markup = katex.renderToString(tex, options)
  } catch (error) {
    if (!(error instanceof Error)) throw error
    throw new FormulaError(error.message.replace(/^KaTeX parse error:\s*/, ''))
  }
  return fragment(nodesOf(markup).map(node => converted(node)))
}

function nodesOf(markup: string): readonly StorageNode[] {
  try {
    return parse(markup, LIMITS).children
  } catch (error) {
    if (error instanceof StorageSyntaxError) throw new FormulaError('The formula is nested too deeply or is too large')
    throw error
  }
}

/** The tree that KaTeX made, by the allow-list of the page. */
function converted(node: StorageNode, style?: string): Html {
  if (node.type === 'text') return htmlText(node.text)
  if (node.type === 'comment') return fragment([])
  // The source again, which screen readers would read too.
  if (node.name === 'annotation') return fragment([])
  if (node.name === 'semantics') return fragment(node.children.map(child => converted(child)))
  const children = node.name === 'mtable' ? tableRows(node) : node.children.map(child => converted(child))
  return h(node.name, style === undefined ? node.attributes : { ...node.attributes, style }, ...children)
}

/** Rows of a table. Browsers align cells by their style alone. */
function tableRows(table: ElementNode): Html[] {
  const sides = table.attributes['columnalign']?.split(' ') ?? []
  const isNarrow = table.attributes['columnspacing']?.startsWith('0em') ?? false
  const styleOf = (column: number) => {
    const side = sides[column] ?? sides.at(-1)
    const align = side === 'left' || side === 'right' ? `text-align: ${side}` : undefined
    return [align, isNarrow && 'padding-left: 0; padding-right: 0'].filter(Boolean).join('; ') || undefined
  }
  return table.children.map(row =>
    row.type === 'element'
      ? h(row.name, row.attributes, ...row.children.map((cell, column) => converted(cell, styleOf(column))))
      : converted(row),
  )
}
