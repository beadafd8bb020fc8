/**
 * Three-way merge of page texts by blocks: what one side changed is taken from it, what both changed differently is a
 * conflict, with both contents side by side. Blocks are paragraphs, list items, table rows, macros and the like; inside
 * lists, tables, layouts and macros with a rich body, the blocks within are merged. Words of one paragraph are not.
 *
 * No block that one side added or changed is dropped without a conflict. Changes of neighbouring blocks are no conflict,
 * unlike in diff3 (S. Khanna, K. Kunal and B. Pierce, "A Formal Investigation of Diff3", 2007).
 */
import { regionsOf, type Three } from './merge-regions.ts'
import { attributes, text, type Attributes, type ElementNode, type StorageDocument, type StorageNode } from './model.ts'
import { serialiseNodes } from './serialise.ts'

/** A place at which both sides changed the same blocks. An empty side has deleted them. */
export interface Conflict {
  readonly type: 'conflict'
  readonly theirs: readonly StorageNode[]
  readonly mine: readonly StorageNode[]
  /** Names of the elements that the contents need around them to be a text, the outermost first. */
  readonly frame: readonly string[]
}

/** An element whose children are merged. */
interface Branch {
  readonly type: 'branch'
  readonly element: ElementNode
  readonly children: readonly Piece[]
}

type Piece = StorageNode | Branch | Conflict

export interface Merge {
  readonly pieces: readonly Piece[]
  /** In document order. */
  readonly conflicts: readonly Conflict[]
}

/** Content to take at a conflict; `both`: theirs, then mine. */
export type Choice = 'theirs' | 'mine' | 'both'

/** Merges two texts that were made of the same one. */
export function merge(base: StorageDocument, theirs: StorageDocument, mine: StorageDocument): Merge {
  const pieces = mergeChildren('', base.children, theirs.children, mine.children)
  return { pieces, conflicts: conflictsIn(pieces) }
}

/** Changes the nodes of a side of a conflict, such as to mark them. */
export type SideMark = (
  nodes: readonly StorageNode[],
  side: 'theirs' | 'mine',
  conflict: Conflict,
) => readonly StorageNode[]

/** The merged text, with the chosen contents at its conflicts. */
export function resolve(
  { pieces }: Merge,
  choose: (conflict: Conflict) => Choice,
  mark: SideMark = nodes => nodes,
): StorageDocument {
  return { type: 'document', children: resolved(pieces, choose, mark) }
}

/** A side of a conflict as a text. */
export function conflictText({ frame, ...sides }: Conflict, side: 'theirs' | 'mine'): string {
  return frame.reduceRight((inner, name) => `<${name}>${inner}</${name}>`, serialiseNodes(sides[side]))
}

function conflictsIn(pieces: readonly Piece[]): Conflict[] {
  return pieces.flatMap(piece => {
    if (piece.type === 'conflict') return [piece]
    return piece.type === 'branch' ? conflictsIn(piece.children) : []
  })
}

function resolved(pieces: readonly Piece[], choose: (conflict: Conflict) => Choice, mark: SideMark): StorageNode[] {
  const nodes = pieces.flatMap((piece): readonly StorageNode[] => {
    if (piece.type === 'conflict') {
      const choice = choose(piece)
      return [
        ...(choice === 'mine' ? [] : mark(piece.theirs, 'theirs', piece)),
        ...(choice === 'theirs' ? [] : mark(piece.mine, 'mine', piece)),
      ]
    }
    if (piece.type !== 'branch') return [piece]
    const children = resolved(piece.children, choose, mark)
    const { name } = piece.element
    return needsItems.has(name) && !children.some(isItem) ? [] : [{ ...piece.element, children }]
  })
  return joinTexts(nodes)
}

/** Joins neighbouring texts, which a document never has. */
function joinTexts(nodes: readonly StorageNode[]): StorageNode[] {
  const joined: StorageNode[] = []
  for (const node of nodes) {
    const last = joined.at(-1)
    if (node.type === 'text' && last?.type === 'text') joined[joined.length - 1] = text(last.text + node.text)
    else joined.push(node)
  }
  return joined
}

/** Elements that mean nothing without items; both sides together may have deleted all of them. */
const needsItems: ReadonlySet<string> = new Set([
  'ul',
  'ol',
  'ac:task-list',
  'table',
  'tbody',
  'thead',
  'tfoot',
  'ac:layout',
])

const isItem = (node: StorageNode): boolean => node.type === 'element' && node.name !== 'colgroup'

/** Elements with any number of blocks or items, which are merged as a sequence. */
const sequences: ReadonlySet<string> = new Set([
  'td',
  'th',
  'li',
  'blockquote',
  'div',
  'ac:layout-cell',
  'ac:rich-text-body',
  'ac:task-body',
  'ul',
  'ol',
  'tbody',
  'thead',
  'tfoot',
  'ac:task-list',
  'ac:layout',
])

/** Elements whose children have a place each, and are merged by it. */
const records: ReadonlySet<string> = new Set([
  'table',
  'tr',
  'ac:layout-section',
  'ac:task',
  'ac:structured-macro',
  'ac:macro',
])

/** Elements that items need around them. */
const frames: Readonly<Record<string, readonly string[]>> = {
  ul: ['ul'],
  ol: ['ol'],
  tbody: ['table', 'tbody'],
  thead: ['table', 'tbody'],
  tfoot: ['table', 'tbody'],
  'ac:task-list': ['ac:task-list'],
  'ac:layout': ['ac:layout'],
}

/** Elements that are a block by themselves; other neighbours are a block together, as a paragraph without `p`. */
const blockElements: ReadonlySet<string> = new Set([
  ...sequences,
  ...records,
  'p',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'pre',
  'hr',
  'dl',
  'address',
  'center',
  'form',
  'fieldset',
  'section',
])

interface Block {
  /** Whitespace before it, which is not compared. */
  readonly lead: readonly StorageNode[]
  readonly nodes: readonly StorageNode[]
  /** Equal for blocks that are the same. */
  readonly key: string
}

interface Blocks {
  readonly blocks: readonly Block[]
  /** Whitespace behind the last block. */
  readonly trail: readonly StorageNode[]
}

function blocksOf(nodes: readonly StorageNode[]): Blocks {
  const blocks: Block[] = []
  let lead: StorageNode[] = []
  let run: StorageNode[] = []
  const close = () => {
    const end = run.findLastIndex(node => !isBlank(node)) + 1
    if (end > 0) add(run.slice(0, end))
    lead.push(...run.slice(end))
    run = []
  }
  const add = (of: readonly StorageNode[]) => {
    blocks.push({ lead, nodes: of, key: keyOf(of) })
    lead = []
  }
  for (const node of nodes) {
    if (node.type === 'comment' || (node.type === 'element' && blockElements.has(node.name))) {
      close()
      add([node])
    } else if (run.length === 0 && isBlank(node)) lead.push(node)
    else run.push(node)
  }
  close()
  return { blocks, trail: lead }
}

const isBlank = (node: StorageNode): boolean => node.type === 'text' && /^[\t\n\r ]*$/.test(node.text)

/** Attributes that the server adds to macros. */
const addedAttributes: ReadonlySet<string> = new Set(['ac:macro-id', 'ac:schema-version'])

const isMacro = (name: string): boolean => name === 'ac:structured-macro' || name === 'ac:macro'

/** Text of nodes without what `equivalent` ignores. */
function keyOf(nodes: readonly StorageNode[]): string {
  return serialiseNodes(nodes.map(canonical))
}

function canonical(node: StorageNode): StorageNode {
  if (node.type !== 'element') return node
  const names = Object.keys(node.attributes).toSorted()
  const kept = isMacro(node.name) ? names.filter(name => !addedAttributes.has(name)) : names
  return {
    ...node,
    attributes: attributes(Object.fromEntries(kept.map(name => [name, node.attributes[name]]))),
    children: node.children.map(canonical),
  }
}

function mergeChildren(
  parent: string,
  base: readonly StorageNode[],
  theirs: readonly StorageNode[],
  mine: readonly StorageNode[],
): Piece[] {
  const [b, t, m] = [blocksOf(base), blocksOf(theirs), blocksOf(mine)]
  return [...mergeBlocks(parent, [b.blocks, t.blocks, m.blocks], ({ key }) => key), ...t.trail]
}

/** @param keyOfBlock tells which blocks of the three texts belong together */
function mergeBlocks(parent: string, sides: Three<readonly Block[]>, keyOfBlock: (block: Block) => string): Piece[] {
  const keys = sides.map(blocks => blocks.map(keyOfBlock)) as unknown as Three<string[]>
  return regionsOf(keys).flatMap(({ isRelated, ...of }) => {
    const [b, t, m] = [of.base, of.theirs, of.mine].map(([start, end], side) => sides[side]?.slice(start, end) ?? [])
    const three = [b ?? [], t ?? [], m ?? []] as const
    return isRelated ? mergePairs(parent, three) : mergeRegion(parent, three, keyOfBlock)
  })
}

function mergeRegion(parent: string, three: Three<readonly Block[]>, keyOfBlock: (block: Block) => string): Piece[] {
  const [base, theirs, mine] = three
  if (isSame(base, mine) || isSame(theirs, mine)) return piecesOf(theirs)
  if (isSame(base, theirs)) return piecesOf(mine)
  const isPaired =
    base.length === theirs.length &&
    base.length === mine.length &&
    base.every((block, index) => kindOf(block) === kindOf(theirs[index]) && kindOf(block) === kindOf(mine[index]))
  if (isPaired) return mergePairs(parent, three)
  // A block changed by both sides may hold a list or table of which each changed another part.
  if (keyOfBlock !== looseKey && base.some(isContainer)) return mergeBlocks(parent, three, looseKey)
  return [conflict(parent, theirs, mine)]
}

/** Merges blocks that belong together, one by one. */
function mergePairs(parent: string, [base, theirs, mine]: Three<readonly Block[]>): Piece[] {
  return base.flatMap((block, index) => {
    const [other, own] = [theirs[index], mine[index]]
    if (!other || !own) return []
    const merged = mergeBlock(block, other, own)
    return merged ?? [conflict(parent, [other], [own])]
  })
}

function conflict(parent: string, theirs: readonly Block[], mine: readonly Block[]): Conflict {
  return { type: 'conflict', theirs: piecesOf(theirs), mine: piecesOf(mine), frame: frames[parent] ?? [] }
}

function piecesOf(blocks: readonly Block[]): StorageNode[] {
  return blocks.flatMap(({ lead, nodes }) => [...lead, ...nodes])
}

function isSame(a: readonly Block[], b: readonly Block[]): boolean {
  return a.length === b.length && a.every(({ key }, index) => key === b[index]?.key)
}

/** Element of a block, with the name of its macro. */
function kindOf(block: Block | undefined): string {
  const [node] = block?.nodes ?? []
  if (node?.type !== 'element') return node?.type ?? ''
  return isMacro(node.name) ? `${node.name} ${node.attributes['ac:name'] ?? ''}` : node.name
}

function isContainer({ nodes: [node] }: Block): boolean {
  return node?.type === 'element' && (sequences.has(node.name) || records.has(node.name))
}

/** Equal for containers of one kind, whatever is in them. */
function looseKey(block: Block): string {
  return isContainer(block) ? `< ${kindOf(block)}` : block.key
}

/** @returns undefined for a conflict of the blocks as such */
function mergeBlock(base: Block, theirs: Block, mine: Block): Piece[] | undefined {
  if (base.key === mine.key || theirs.key === mine.key) return piecesOf([theirs])
  if (base.key === theirs.key) return piecesOf([mine])
  const [b, t, m] = [base, theirs, mine].map(({ nodes: [node] }) => node)
  const merged = b && t && m && mergeElement(b, t, m)
  return merged && [...theirs.lead, merged]
}

/** Merges two changes of an element. @returns undefined for a conflict of the element as such */
function mergeElement(base: StorageNode, theirs: StorageNode, mine: StorageNode): Branch | undefined {
  if (base.type !== 'element' || theirs.type !== 'element' || mine.type !== 'element') return undefined
  const { name } = base
  if (theirs.name !== name || mine.name !== name) return undefined
  const attrs = mergeAttributes(name, base.attributes, theirs.attributes, mine.attributes)
  const children = sequences.has(name)
    ? mergeChildren(name, base.children, theirs.children, mine.children)
    : records.has(name)
      ? mergeRecord([base, theirs, mine])
      : undefined
  return attrs && children && { type: 'branch', element: { ...theirs, attributes: attrs }, children }
}

/** Merges children by their place. @returns undefined where the sides have others, or both changed one */
function mergeRecord([base, theirs, mine]: Three<ElementNode>): Piece[] | undefined {
  const [b, t, m] = [blocksOf(base.children), blocksOf(theirs.children), blocksOf(mine.children)]
  const isAlike = [t, m].every(
    ({ blocks }) =>
      blocks.length === b.blocks.length && blocks.every((block, index) => kindOf(block) === kindOf(b.blocks[index])),
  )
  if (!isAlike) return undefined
  const pieces: Piece[] = []
  for (const [index, block] of b.blocks.entries()) {
    const [other, own] = [t.blocks[index], m.blocks[index]]
    const merged = other && own && mergeBlock(block, other, own)
    if (!merged) return undefined
    pieces.push(...merged)
  }
  return [...pieces, ...t.trail]
}

/** @returns undefined where both sides changed one differently */
function mergeAttributes(name: string, base: Attributes, theirs: Attributes, mine: Attributes): Attributes | undefined {
  const merged: Record<string, string | undefined> = {}
  for (const key of new Set([...Object.keys(theirs), ...Object.keys(mine)])) {
    const [b, t, m] = [base[key], theirs[key], mine[key]]
    if (isMacro(name) && addedAttributes.has(key)) merged[key] = t ?? m
    else if (b === m || t === m) merged[key] = t
    else if (b === t) merged[key] = m
    else return undefined
  }
  return attributes(merged)
}
