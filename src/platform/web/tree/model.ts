/**
 * A tree that loads level by level, as a value: each function gives a new state and touches nothing. The view draws
 * `visibleRows`; everything that can be decided without a page is decided here.
 *
 * Invariants: an id stands in at most one child list; every id of a child list is in `nodes`; `expanded` may hold
 * ids whose children are not loaded yet.
 */
export interface TreeNode {
  id: string
  label: string
  href?: string
  hasChildren: boolean
}

export interface ChildList {
  ids: readonly string[]
  /** Offset of the next page of children; undefined when all are here. */
  next: number | undefined
  status: 'loading' | 'ready' | 'failed'
}

export interface TreeState<N extends TreeNode = TreeNode> {
  nodes: ReadonlyMap<string, N>
  /** Child lists by parent; `null` is the top. Absent: never asked for. */
  children: ReadonlyMap<string | null, ChildList>
  parents: ReadonlyMap<string, string | null>
  expanded: ReadonlySet<string>
}

export interface NodeRow {
  kind: 'node'
  id: string
  parentId: string | null
  depth: number
  /** 1-based place among the loaded siblings. */
  position: number
  /** Number of siblings, or -1 while more may follow. */
  setSize: number
  isExpanded: boolean
  isExpandable: boolean
}

/** A row in the place of children that are not here (yet). Its id stays while they are fetched, so that it keeps the focus. */
export interface StatusRow {
  kind: 'loading' | 'more' | 'failed'
  id: string
  parentId: string | null
  depth: number
}

export type TreeRow = NodeRow | StatusRow

export interface DropTarget {
  id: string
  position: 'before' | 'after' | 'inside'
}

/** A tree of which nothing is known yet. */
export function emptyTree<N extends TreeNode>(): TreeState<N> {
  return { nodes: new Map(), children: new Map(), parents: new Map(), expanded: new Set() }
}

/** Marks a child list as being fetched. What is loaded already stays. */
export function loadingChildren<N extends TreeNode>(state: TreeState<N>, parentId: string | null): TreeState<N> {
  return withStatus(state, parentId, 'loading')
}

/** Marks the last fetch of a child list as failed. */
export function failedChildren<N extends TreeNode>(state: TreeState<N>, parentId: string | null): TreeState<N> {
  return withStatus(state, parentId, 'failed')
}

function withStatus<N extends TreeNode>(
  state: TreeState<N>,
  parentId: string | null,
  status: ChildList['status'],
): TreeState<N> {
  const list = state.children.get(parentId) ?? { ids: [], next: undefined, status }
  return { ...state, children: new Map(state.children).set(parentId, { ...list, status }) }
}

/**
 * Puts fetched children in: the first page replaces the list (what is gone from it goes), a later one is added.
 * A node that another parent held before moves here.
 */
export function withChildren<N extends TreeNode>(
  state: TreeState<N>,
  parentId: string | null,
  fetched: readonly N[],
  page: { start: number; next: number | undefined } = { start: 0, next: undefined },
): TreeState<N> {
  const nodes = new Map(state.nodes)
  const parents = new Map(state.parents)
  const children = new Map(state.children)
  const known = page.start === 0 ? [] : (state.children.get(parentId)?.ids ?? [])
  for (const node of fetched) {
    const before = parents.get(node.id)
    if (before !== undefined && before !== parentId) detach(children, before, node.id)
    nodes.set(node.id, node)
    parents.set(node.id, parentId)
  }
  // The server's order wins: a node that was shown ahead of its page of siblings takes its place among them.
  const arriving = new Set(fetched.map(node => node.id))
  const ids = [...known.filter(id => !arriving.has(id)), ...arriving]
  const next: TreeState<N> = { ...state, nodes, parents, children }
  children.set(parentId, { ids, next: page.next, status: 'ready' })
  const staying = new Set(ids)
  const gone = (state.children.get(parentId)?.ids ?? []).filter(id => !staying.has(id) && parents.get(id) === parentId)
  return gone.reduce((result, id) => removed(result, id), setHasChildren(next, parentId, ids.length > 0))
}

/** Changes what is known of a node (a new title); unknown ids change nothing. */
export function updated<N extends TreeNode>(state: TreeState<N>, id: string, change: Partial<N>): TreeState<N> {
  const node = state.nodes.get(id)
  if (!node) return state
  return { ...state, nodes: new Map(state.nodes).set(id, { ...node, ...change }) }
}

/** Takes a node and all below it out. */
export function removed<N extends TreeNode>(state: TreeState<N>, id: string): TreeState<N> {
  if (!state.nodes.has(id)) return state
  const nodes = new Map(state.nodes)
  const parents = new Map(state.parents)
  const children = new Map(state.children)
  const expanded = new Set(state.expanded)
  const parentId = parents.get(id) ?? null
  for (const gone of [id, ...descendants(state, id)]) {
    nodes.delete(gone)
    parents.delete(gone)
    children.delete(gone)
    expanded.delete(gone)
  }
  detach(children, parentId, id)
  return setHasChildren({ nodes, parents, children, expanded }, parentId, (children.get(parentId)?.ids.length ?? 1) > 0)
}

/** Opens a node. */
export function expandedNode<N extends TreeNode>(state: TreeState<N>, id: string): TreeState<N> {
  return state.expanded.has(id) ? state : { ...state, expanded: new Set(state.expanded).add(id) }
}

/** Closes a node; what is below it stays loaded. */
export function collapsedNode<N extends TreeNode>(state: TreeState<N>, id: string): TreeState<N> {
  if (!state.expanded.has(id)) return state
  const expanded = new Set(state.expanded)
  expanded.delete(id)
  return { ...state, expanded }
}

/** Whether a node may be dropped there: not on itself, and not below itself. */
export function canDrop(state: TreeState, id: string, target: DropTarget): boolean {
  if (id === target.id || !state.nodes.has(id) || !state.nodes.has(target.id)) return false
  return !ancestorsOf(state, target.id).includes(id)
}

/** Moves a node. Dropped inside a parent whose children are not loaded, it is there when they are. */
export function moved<N extends TreeNode>(state: TreeState<N>, id: string, target: DropTarget): TreeState<N> {
  if (!canDrop(state, id, target)) return state
  const oldParent = state.parents.get(id) ?? null
  const newParent = target.position === 'inside' ? target.id : (state.parents.get(target.id) ?? null)
  const children = new Map(state.children)
  detach(children, oldParent, id)
  const list = children.get(newParent)
  if (list) {
    const ids = [...list.ids]
    const at = target.position === 'inside' ? ids.length : ids.indexOf(target.id) + (target.position === 'after' ? 1 : 0)
    ids.splice(at, 0, id)
    children.set(newParent, { ...list, ids })
  }
  const parents = new Map(state.parents).set(id, newParent)
  const result = setHasChildren({ ...state, children, parents }, newParent, true)
  return setHasChildren(result, oldParent, (children.get(oldParent)?.ids.length ?? 1) > 0)
}

/** What Alt with an arrow key does to a node: among its siblings, into the one before, out to after its parent. */
export function keyboardMove(state: TreeState, id: string, key: string): DropTarget | undefined {
  const parentId = state.parents.get(id)
  if (parentId === undefined) return undefined
  const siblings = state.children.get(parentId)?.ids ?? []
  const index = siblings.indexOf(id)
  const previous = siblings[index - 1]
  const next = siblings[index + 1]
  if (key === 'ArrowUp' && previous !== undefined) return { id: previous, position: 'before' }
  if (key === 'ArrowDown' && next !== undefined) return { id: next, position: 'after' }
  if (key === 'ArrowRight' && previous !== undefined) return { id: previous, position: 'inside' }
  if (key === 'ArrowLeft' && parentId !== null) return { id: parentId, position: 'after' }
  return undefined
}

/** Ids above a node, from the top to its parent. */
export function ancestorsOf(state: TreeState, id: string): string[] {
  const result: string[] = []
  let parent = state.parents.get(id)
  while (parent !== undefined && parent !== null && !result.includes(parent)) {
    result.unshift(parent)
    parent = state.parents.get(parent)
  }
  return result
}

/** The rows that show, from the top down. Its cost grows with what is expanded, not with the tree. */
export function visibleRows(state: TreeState): TreeRow[] {
  const rows: TreeRow[] = []
  appendRows(state, null, 0, rows)
  return rows
}

function appendRows(state: TreeState, parentId: string | null, depth: number, rows: TreeRow[]): void {
  const list = state.children.get(parentId)
  const status = (kind: StatusRow['kind']) => rows.push({ kind, id: `rest:${parentId ?? ''}`, parentId, depth })
  if (!list) {
    status('loading')
    return
  }
  list.ids.forEach((id, index) => {
    const node = state.nodes.get(id)
    if (!node) return
    const isExpanded = node.hasChildren && state.expanded.has(id)
    rows.push({
      kind: 'node',
      id,
      parentId,
      depth,
      position: index + 1,
      setSize: list.next === undefined ? list.ids.length : -1,
      isExpanded,
      isExpandable: node.hasChildren,
    })
    if (isExpanded) appendRows(state, id, depth + 1, rows)
  })
  if (list.status === 'failed') status('failed')
  else if (list.status === 'loading') status('loading')
  else if (list.next !== undefined) status('more')
}

export interface KeyEffect {
  focus?: string
  expand?: string
  collapse?: string
}

/** What a key does in the tree, as the ARIA practices have it; undefined for keys that mean nothing here. */
export function keyEffect(rows: readonly TreeRow[], focusedId: string | undefined, key: string): KeyEffect | undefined {
  const stops = rows.filter(row => row.kind !== 'loading' || row.id === focusedId)
  const index = stops.findIndex(row => row.id === focusedId)
  const row = stops[index]
  const focus = (target: TreeRow | undefined): KeyEffect => (target ? { focus: target.id } : {})
  switch (key) {
    case 'ArrowDown':
      return focus(stops[index + 1])
    case 'ArrowUp':
      return focus(stops[index - 1])
    case 'Home':
      return focus(stops[0])
    case 'End':
      return focus(stops.at(-1))
    case 'ArrowRight': {
      if (row?.kind !== 'node' || !row.isExpandable) return {}
      if (!row.isExpanded) return { expand: row.id }
      const first = stops[index + 1]
      return first?.parentId === row.id ? focus(first) : {}
    }
    case 'ArrowLeft':
      if (row?.kind === 'node' && row.isExpanded) return { collapse: row.id }
      return row?.parentId ? { focus: row.parentId } : {}
    default:
      return undefined
  }
}

/** The next visible node whose label begins with what was typed, from the focused one on and around. */
export function typeahead(
  state: TreeState,
  rows: readonly TreeRow[],
  focusedId: string | undefined,
  typed: string,
): string | undefined {
  const nodes = rows.filter(row => row.kind === 'node')
  const wanted = fold(typed)
  // A single letter goes on to the next match; more letters may still mean the focused row.
  const from = nodes.findIndex(row => row.id === focusedId) + (typed.length > 1 ? 0 : 1)
  for (let step = 0; step < nodes.length; step++) {
    const row = nodes[(Math.max(from, 0) + step) % nodes.length]
    if (row && fold(state.nodes.get(row.id)?.label ?? '').startsWith(wanted)) return row.id
  }
  return undefined
}

/** Where in a row the pointer is, `ratio` from its top (0) to its bottom (1): before, inside or after. */
export function dropPosition(ratio: number, row: Pick<NodeRow, 'isExpanded'>): DropTarget['position'] {
  if (ratio < 0.28) return 'before'
  // Below an expanded row stands its first child: "after" would be far from the line.
  if (ratio > 0.72 && !row.isExpanded) return 'after'
  return 'inside'
}

function fold(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLocaleLowerCase()
}

function descendants(state: TreeState, id: string): string[] {
  const result: string[] = []
  const open = [...(state.children.get(id)?.ids ?? [])]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    result.push(next)
    open.push(...(state.children.get(next)?.ids ?? []))
  }
  return result
}

function detach(children: Map<string | null, ChildList>, parentId: string | null, id: string): void {
  const list = children.get(parentId)
  if (list) children.set(parentId, { ...list, ids: list.ids.filter(other => other !== id) })
}

function setHasChildren<N extends TreeNode>(state: TreeState<N>, id: string | null, hasChildren: boolean): TreeState<N> {
  const node = id === null ? undefined : state.nodes.get(id)
  if (!node || id === null || node.hasChildren === hasChildren) return state
  return { ...state, nodes: new Map(state.nodes).set(id, { ...node, hasChildren }) }
}
