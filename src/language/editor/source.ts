import type { Attributes, ElementNode, StorageNode } from '../model.ts'
import { attributes, text } from '../model.ts'
import { parse, StorageSyntaxError } from '../parse.ts'
import { serialiseNodes } from '../serialise.ts'
import type { AttributeBag, EditorNode } from './schema.ts'

/** Storage source of nodes. */
export function sourceOf(...nodes: readonly StorageNode[]): string {
  return nodes.length === 0 ? '' : serialiseNodes(nodes)
}

/** Nodes of a stored source; unparsable source, possible only by a foreign paste, becomes text. */
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

/** A text attribute of a node; '' where it is none. */
export function textAttribute(node: EditorNode, name: string): string {
  const value = node.attrs?.[name]
  return typeof value === 'string' ? value : ''
}

/** The nodes whose source is in an attribute of a node. */
export function carried(
  node: EditorNode,
  name: 'before' | 'after' | 'head' | 'tail' | 'source',
): readonly StorageNode[] {
  return nodesOf(textAttribute(node, name))
}

/** The only element of a source, or undefined. */
export function elementOf(source: string): ElementNode | undefined {
  return nodesOf(source).find(node => node.type === 'element')
}

/** Attributes as a plain JSON object; null for none. */
export function bagOf(attrs: Attributes): AttributeBag {
  return Object.keys(attrs).length > 0 ? { ...attrs } : null
}

/** Attributes of an untrusted bag: values that are not text are left out. */
export function fromBag(bag: unknown): Record<string, string> {
  const result: Record<string, string> = Object.create(null) as Record<string, string>
  if (typeof bag !== 'object' || bag === null) return result
  for (const [name, value] of Object.entries(bag)) {
    if (typeof value === 'string' && /^[^\s<>"'&=/\d.-][^\s<>"'&=/]*$/.test(name)) result[name] = value.toWellFormed()
  }
  return result
}

export function make(name: string, bag: unknown, children: readonly StorageNode[]): ElementNode {
  return { type: 'element', name, attributes: attributes(fromBag(bag)), children: joinTexts(children), offset: -1 }
}

/** Merges adjacent texts and drops empty ones: an invariant of documents. */
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

/** Whether a text is collapsible whitespace only. */
export function isBlank(text: string): boolean {
  return !/[^ \t\r\n]/.test(text)
}

/**
 * Elements separated by whitespace and comments: each with the source before it, and the source after the last;
 * undefined for other text.
 */
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
