/**
 * The tree of a page in storage format: text, comments and elements. The meaning of an element (a macro, a link, a
 * task) is read by the typed views in `views.ts`, so that unknown elements are preserved.
 *
 * Invariants of every document that `parse` returns:
 * - no two text nodes are adjacent and no text node is empty; CDATA sections and entities are decoded;
 * - element and attribute names are XML names as written, prefix included, in source order;
 * - `attributes` has no prototype, so that any name is a plain key;
 * - elements nest at most `Limits.depth` deep (never above 1,000), so recursion over a tree is safe;
 * - nodes are immutable: an edit makes new nodes along the path to the root and shares the rest.
 */

/** Character data, already decoded. */
export interface TextNode {
  readonly type: 'text'
  readonly text: string
}

/** An XML comment: stored, never rendered. */
export interface CommentNode {
  readonly type: 'comment'
  readonly text: string
}

export type Attributes = Readonly<Record<string, string>>

export interface ElementNode {
  readonly type: 'element'
  readonly name: string
  readonly attributes: Attributes
  readonly children: readonly StorageNode[]
  /** Offset in its source (UTF-16 units), or -1 if it was not parsed. */
  readonly offset: number
}

export type StorageNode = TextNode | CommentNode | ElementNode

/** A page, comment or template body: a fragment with any number of roots. */
export interface StorageDocument {
  readonly type: 'document'
  readonly children: readonly StorageNode[]
}

/** An attribute record without a prototype; undefined values are left out. */
export function attributes(entries: Readonly<Record<string, string | undefined>>): Attributes {
  const result: Record<string, string> = Object.create(null) as Record<string, string>
  for (const [name, value] of Object.entries(entries)) {
    if (value !== undefined) result[name] = value
  }
  return result
}

export function text(value: string): TextNode {
  return { type: 'text', text: value }
}

/** An element without a source offset; a string child becomes a text node. */
export function element(
  name: string,
  attrs: Readonly<Record<string, string | undefined>> = {},
  children: ReadonlyArray<StorageNode | string> = [],
): ElementNode {
  return {
    type: 'element',
    name,
    attributes: attributes(attrs),
    children: children.map(child => (typeof child === 'string' ? text(child) : child)),
    offset: -1,
  }
}

export function document(children: readonly StorageNode[]): StorageDocument {
  return { type: 'document', children }
}

export function child(parent: ElementNode, name: string): ElementNode | undefined {
  for (const node of parent.children) {
    if (node.type === 'element' && node.name === name) return node
  }
  return undefined
}

export function childElements(parent: ElementNode | StorageDocument): ElementNode[] {
  return parent.children.filter(node => node.type === 'element')
}

/** All character data below a node, concatenated. */
export function textContent(node: StorageNode | StorageDocument): string {
  if (node.type === 'text') return node.text
  if (node.type === 'comment') return ''
  let result = ''
  for (const item of walk(node)) if (item.type === 'text') result += item.text
  return result
}

/** All nodes below `root` in document order, without recursion. */
export function* walk(root: ElementNode | StorageDocument): Generator<StorageNode, void, void> {
  const stack: Array<{ readonly nodes: readonly StorageNode[]; next: number }> = [{ nodes: root.children, next: 0 }]
  for (let top = stack.at(-1); top; top = stack.at(-1)) {
    const node = top.nodes[top.next++]
    if (node === undefined) {
      stack.pop()
      continue
    }
    yield node
    if (node.type === 'element' && node.children.length > 0) stack.push({ nodes: node.children, next: 0 })
  }
}

export function* walkElements(root: ElementNode | StorageDocument): Generator<ElementNode, void, void> {
  for (const node of walk(root)) if (node.type === 'element') yield node
}

/**
 * Replaces each element by the result of `change`, children first. Returning the same element leaves it; an unchanged
 * document is returned as is.
 */
export function mapElements(doc: StorageDocument, change: (element: ElementNode) => ElementNode): StorageDocument {
  const children = mapNodes(doc.children, change)
  return children === doc.children ? doc : { ...doc, children }
}

function mapNodes(
  nodes: readonly StorageNode[],
  change: (element: ElementNode) => ElementNode,
): readonly StorageNode[] {
  let changed = false
  const result = nodes.map(node => {
    if (node.type !== 'element') return node
    const children = mapNodes(node.children, change)
    const mapped = change(children === node.children ? node : { ...node, children })
    if (mapped !== node) changed = true
    return mapped
  })
  return changed ? result : nodes
}
