/** Copied content as plain text: lists with their signs, rows of tables as lines of cells between tabs. */

const BLOCKS = 'p, div, pre, h1, h2, h3, h4, h5, h6, ul, ol, table, blockquote, hr'
const isBlock = (node: Node): node is HTMLElement => node instanceof HTMLElement && node.matches(BLOCKS)

/** Plain text of the elements of copied content. */
export function plainTextOf(parent: ParentNode & Node): string {
  return blocksIn(parent).join('\n\n')
}

/** The blocks of an element, each as its lines. Words between blocks are one. */
function blocksIn(parent: Node): string[] {
  const blocks: string[] = []
  let words = ''
  const end = () => {
    if (words.trim() !== '') blocks.push(words)
    words = ''
  }
  for (const node of parent.childNodes) {
    if (!isBlock(node)) {
      words += inlineText(node)
      continue
    }
    end()
    blocks.push(...textsOf(node))
  }
  end()
  return blocks
}

function textsOf(block: HTMLElement): string[] {
  switch (block.localName) {
    case 'pre':
      return [inlineText(block)]
    case 'hr':
      return ['---']
    case 'ul':
    case 'ol':
      return [listText(block)]
    case 'table':
      return [tableText(block)]
    default: {
      const inner = blocksIn(block)
      // An empty paragraph stays an empty line.
      return inner.length === 0 && block.localName === 'p' ? [''] : inner
    }
  }
}

function listText(list: HTMLElement): string {
  const first = Number(list.getAttribute('start') ?? 1)
  const lines = [...list.children].map((item, index) => {
    const sign = list.localName === 'ol' ? `${first + index}. ` : signOf(list, item)
    return (
      sign +
      blocksIn(item)
        .join('\n')
        .replaceAll('\n', `\n${' '.repeat(sign.length)}`)
    )
  })
  return lines.join('\n')
}

function signOf(list: HTMLElement, item: Element): string {
  if (!list.classList.contains('inline-task-list')) return '- '
  return item.classList.contains('checked') ? '- [x] ' : '- [ ] '
}

function tableText(table: HTMLElement): string {
  const rows = [...table.querySelectorAll('tr')].filter(row => row.closest('table') === table)
  return rows
    .map(row =>
      [...row.children]
        .map(cell =>
          blocksIn(cell)
            .join(' ')
            .replaceAll(/[\t\n]+/g, ' '),
        )
        .join('\t'),
    )
    .join('\n')
}

function inlineText(node: Node): string {
  if (node instanceof Text) return node.data
  if (node instanceof HTMLImageElement) return node.alt
  if (node instanceof HTMLBRElement) return '\n'
  return [...node.childNodes].map(inlineText).join('')
}
