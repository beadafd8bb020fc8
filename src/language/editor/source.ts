import type { Attributes, ElementNode, StorageNode } from '../model.ts'
import { attributes, text } from '../model.ts'
import { parse, StorageSyntaxError } from '../parse.ts'
import { serialiseNodes } from '../serialise.ts'
import type { AttributeBag, EditorNode } from './schema.ts'

/** Storage source of some nodes. */
export function sourceOf(...nodes: readonly StorageNode[]): string {
  return nodes.length === 0 ? '' : serialiseNodes(nodes)
}

/** The nodes of a carried source. What does not parse, which only a foreign paste can bring, becomes text. */
export function nodesOf(source: string): readonly StorageNode[] {
  if (source === '') return []
  if (/^[ \t\n]+$/.test(source)) return [text(source)]
  try {
    return parse(source).children
  } catch (error) {
    if (error instanceof StorageSyntaxError) return [text(source.toWellFormed())]
    throw error
  }
}

/** An attribute of a node that should be a text; '' where it is none. */
export function textAttribute(node: EditorNode, name: string): string {
  const value = node.attrs?.[name]
  return typeof value === 'string' ? value : ''
}

/** The nodes that an attribute of a node carries as source. */
export function carried(node: EditorNode, name: 'before' | 'after' | 'head' | 'tail' | 'source'): readonly StorageNode[] {
  return nodesOf(textAttribute(node, name))
}

/** The one element of a carried source, or undefined. */
export function elementOf(source: string): ElementNode | undefined {
  return nodesOf(source).find((node) => node.type === 'element')
}

/** Attributes as a plain object that JSON can hold; null for none. */
export function bagOf(attrs: Attributes): AttributeBag {
  return Object.keys(attrs).length > 0 ? { ...attrs } : null
}

/** The attributes of a bag, which may come from anywhere: what is no text is left out. */
export function fromBag(bag: unknown): Record<string, string> {
  const result: Record<string, string> = Object.create(null) as Record<string, string>
  if (typeof bag !== 'object' || bag === null) return result
  for (const [name, value] of Object.entries(bag)) {
    if (typeof value === 'string' && /^[^\s<>"'&=/\d.-][^\s<>"'&=/]*$/.test(name)) result[name] = value
  }
  return result
}

/** A storage element with attributes from a bag. */
export function make(name: string, bag: unknown, children: readonly StorageNode[]): ElementNode {
  return { type: 'element', name, attributes: attributes(fromBag(bag)), children: joinTexts(children), offset: -1 }
}

/** Adjacent texts as one, empty ones gone: an invariant of documents. */
export function joinTexts(nodes: readonly StorageNode[]): StorageNode[] {
  const result: StorageNode[] = []
  for (const node of nodes) {
    const last = result.at(-1)
    if (node.type !== 'text') result.push(node)
    else if (last?.type === 'text') result[result.length - 1] = text(last.text + node.text)
    else if (node.text !== '') result.push(node)
  }
  return result
}

/** Whether a text is nothing but blanks that do not show. */
export function isBlank(text: string): boolean {
  return !/[^ \t\r\n]/.test(text)
}

/** Elements among blanks and comments: each with the source before it, and what follows the last; no other text. */
export function spaced(
  nodes: readonly StorageNode[],
): { readonly items: ReadonlyArray<readonly [ElementNode, string]>; readonly after: string } | undefined {
  const items: Array<readonly [ElementNode, string]> = []
  let before = ''
  for (const node of nodes) {
    if (node.type === 'element') {
      items.push([node, before])
      before = ''
    } else if (node.type === 'comment' || isBlank(node.text)) before += sourceOf(node)
    else return undefined
  }
  return { items, after: before }
}
