import type { ElementNode, StorageDocument, StorageNode } from './model.ts'
import { nodesToText } from './text.ts'
import { headingLevel } from './views.ts'

export interface Heading {
  readonly level: number
  /** On one line; '' for an empty heading. */
  readonly text: string
  /** The id of its HTML element. */
  readonly id: string
  readonly element: ElementNode
}

/**
 * Headings in document order, including those in macros, without those in other headings. An id is `<page
 * title>-<heading>` without white space; duplicates get `.1`, `.2` and so on.
 *
 * @param title the page's title, the first half of every id
 */
export function outline(doc: StorageDocument, title = ''): Heading[] {
  const used = new Map<string, number>()
  const headings: Heading[] = []
  const visit = (nodes: readonly StorageNode[]): void => {
    for (const node of nodes) {
      if (node.type !== 'element') continue
      const level = headingLevel(node)
      if (level === 0) visit(node.children)
      else {
        const text = nodesToText(node.children).replace(/\s+/g, ' ')
        headings.push({ level, text, id: unique(anchorId(title, text), used), element: node })
      }
    }
  }
  visit(doc.children)
  return headings
}

/** Id of a heading or an anchor on a page of that title. */
export function anchorId(title: string, anchor: string): string {
  return `${title}-${anchor}`.replace(/\s+/g, '')
}

/** `used` counts each requested id, so that many equal headings do not try all numbers again. */
function unique(id: string, used: Map<string, number>): string {
  let count = used.get(id) ?? 0
  let result = count === 0 ? id : `${id}.${count}`
  // A heading may itself end with `.1`.
  while (count > 0 && used.has(result)) result = `${id}.${++count}`
  used.set(id, count + 1)
  if (result !== id) used.set(result, 1)
  return result
}
