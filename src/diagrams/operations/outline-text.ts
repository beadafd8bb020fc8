/** A diagram as lines of text, for readers of Markdown. */
import type { DiagramDocument } from '../model/document.ts'
import { outlineOf, type ObjectName, type OutlineItem, type OutlineLink } from './outline.ts'

/** Longest text, in UTF-16 units; the rest is left out. */
const MOST_TEXT = 20_000

const ARROWS = { to: '→', from: '←', both: '↔', none: '—' } as const

/**
 * The objects of each page in reading order, those in groups and containers below them, each with its kind and its
 * connections: `- Order (Rectangle) → Ship: yes`. A connection is with the object that it leaves.
 */
export function outlineText({ pages }: Pick<DiagramDocument, 'pages'>): string {
  const texts = pages.map(page => {
    const lines = linesOf(outlineOf(page))
    const shown = lines.length > 0 ? lines : ['(empty)']
    return (pages.length > 1 ? [`Page ${JSON.stringify(page.name)}:`, ...shown] : shown).join('\n')
  })
  const text = texts.join('\n\n')
  return text.length <= MOST_TEXT ? text : `${text.slice(0, text.lastIndexOf('\n', MOST_TEXT))}\n…`
}

function linesOf(items: readonly OutlineItem[]): string[] {
  const lines: string[] = []
  const listed = new Set<string>()
  const visit = (siblings: readonly OutlineItem[], depth: number): void => {
    for (const item of siblings) {
      const links = item.links.filter(link => isListedHere(link, listed))
      for (const { connectorId } of links) listed.add(connectorId)
      const words = item.text === '' ? `(${item.kind})` : `${item.text} (${item.kind})`
      lines.push(`${'  '.repeat(depth)}- ${[words, ...links.map(phrase)].join(' ')}`)
      visit(item.children, depth + 1)
    }
  }
  visit(items, 0)
  return lines
}

/** Each connection is listed once, from where it leads away. */
function isListedHere({ connectorId, direction, otherId }: OutlineLink, listed: ReadonlySet<string>): boolean {
  return !listed.has(connectorId) && (direction !== 'from' || otherId === null)
}

function phrase({ direction, other, label }: OutlineLink): string {
  return `${ARROWS[direction]} ${other ? nameText(other) : '?'}${label === '' ? '' : ` [${label}]`}`
}

function nameText({ kind, text }: ObjectName): string {
  return text === '' ? `(${kind})` : text
}
