/**
 * The tree of a page in storage format: text, comments and elements, nothing else. What an element means (a macro, a
 * link, a task) is read from it by the typed views in `views.ts`, so that what nobody knows is carried unharmed.
 *
 * Invariants of every document that `parse` returns:
 * - no two text nodes are adjacent and no text node is empty; CDATA sections and entities are already text;
 * - names and attribute names are XML names as written, prefix included; attribute order is kept;
 * - `attributes` has no prototype, so that any name is a plain key;
 * - elements nest at most `Limits.depth` deep (never above 1,000), so recursion over a tree is safe;
 * - nodes are never changed: an edit makes new nodes along the path to the root and shares the rest.
 */

/** Character data, already decoded. */
export interface TextNode {
  readonly type: 'text'
  readonly text: string
}

/** An XML comment: kept in storage, never rendered. */
export interface CommentNode {
  readonly type: 'comment'
  readonly text: string
}

/** Attributes in source order. */
export type Attributes = Readonly<Record<string, string>>

export interface ElementNode {
  readonly type: 'element'
  readonly name: string
  readonly attributes: Attributes
  readonly children: readonly StorageNode[]
  /** Where the element starts in its source (UTF-16 units), or -1 if it was not parsed. */
  readonly offset: number
}

export type StorageNode = TextNode | CommentNode | ElementNode

/** A page, comment or template body: a fragment with any number of roots. */
export interface StorageDocument {
  readonly type: 'document'
  readonly children: readonly StorageNode[]
}

/** Makes an attribute record without a prototype; entries whose value is undefined are left out. */
export function attributes(entries: Readonly<Record<string, string | undefined>>): Attributes {
  const result: Record<string, string> = Object.create(null) as Record<string, string>
  for (const [name, value] of Object.entries(entries)) {
    if (value !== undefined) result[name] = value
  }
  return result
}

/** Makes a text node. */
export function text(value: string): TextNode {
  return { type: 'text', text: value }
}

/** Makes an element that has no place in a source. A child given as a string becomes a text node. */
export function element(
  name: string,
  attrs: Readonly<Record<string, string | undefined>> = {},
  children: ReadonlyArray<StorageNode | string> = [],
): ElementNode {
  return {
    type: 'element',
    name,
    attributes: attributes(attrs),
    children: children.map((child) => (typeof child === 'string' ? text(child) : child)),
    offset: -1,
  }
}

/** Makes a document of these nodes. */
export function document(children: readonly StorageNode[]): StorageDocument {
  return { type: 'document', children }
}

/** The first child element of that name, if there is one. */
export function child(parent: ElementNode, name: string): ElementNode | undefined {
  for (const node of parent.children) {
    if (node.type === 'element' && node.name === name) return node
  }
  return undefined
}

/** The child elements, without text and comments. */
export function childElements(parent: ElementNode | StorageDocument): ElementNode[] {
  return parent.children.filter((node) => node.type === 'element')
}

/** All character data below these nodes, concatenated as it stands. */
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

/** All elements below `root` in document order. */
export function* walkElements(root: ElementNode | StorageDocument): Generator<ElementNode, void, void> {
  for (const node of walk(root)) if (node.type === 'element') yield node
}

/**
 * Rebuilds a document with each element replaced by what `change` makes of it, children first. `change` returns the
 * element it was given to leave it alone; the document itself is returned when nothing changed.
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
  const result = nodes.map((node) => {
    if (node.type !== 'element') return node
    const children = mapNodes(node.children, change)
    const mapped = change(children === node.children ? node : { ...node, children })
    if (mapped !== node) changed = true
    return mapped
  })
  return changed ? result : nodes
}
