/**
 * Tree state with lazy levels, as immutable data: each function returns a new state. `visibleRows` is what the view
 * renders.
 *
 * Invariants: an id is in at most one child list, once; listed ids are in `nodes`; `expanded` may hold ids with
 * unloaded children.
 */
export interface TreeNode {
  id: string
  label: string
  href?: string
  hasChildren: boolean
}

/** Consecutive children of a parent. */
interface Run {
  ids: readonly string[]
  /** Offset of the next child; undefined at the end. */
  next: number | undefined
}

/** Children away from the first ones, e.g. around the current page; the gap is not loaded. */
export interface FarRun extends Run {
  /** Offset of the first; undefined when only the end is known. */
  start: number | undefined
}

export interface ChildList extends Run {
  status: 'loading' | 'ready' | 'failed'
  far?: FarRun | undefined
}

/** Missing children: after the first run, before the far run, or after it. */
export type Rest = 'next' | 'before' | 'after'

export interface TreeState<N extends TreeNode = TreeNode> {
  nodes: ReadonlyMap<string, N>
  /** Child lists by parent; `null` is the top. Absent: not loaded. */
  children: ReadonlyMap<string | null, ChildList>
  parents: ReadonlyMap<string, string | null>
  expanded: ReadonlySet<string>
}

export interface NodeRow {
  kind: 'node'
  id: string
  parentId: string | null
  depth: number
  /** 1-based; undefined while unknown. */
  position: number | undefined
  /** Siblings, or -1 while unknown. */
  setSize: number
  isExpanded: boolean
  isExpandable: boolean
}

/** Row in place of missing children. Its id is stable while loading, to keep the focus. */
export interface StatusRow {
  kind: 'loading' | 'more' | 'failed'
  id: string
  parentId: string | null
  depth: number
  rest: Rest
  /** The gap's size is unknown: loads on request only. */
  waits: boolean
}

export type TreeRow = NodeRow | StatusRow

export interface DropTarget {
  id: string
  position: 'before' | 'after' | 'inside'
}

export function emptyTree<N extends TreeNode>(): TreeState<N> {
  return { nodes: new Map(), children: new Map(), parents: new Map(), expanded: new Set() }
}

/** Marks a child list as loading. */
export function loadingChildren<N extends TreeNode>(state: TreeState<N>, parentId: string | null): TreeState<N> {
  return withStatus(state, parentId, 'loading')
}

/** Marks a child list as failed. */
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

/** Fetched page of children; the first one may include a far run. */
export interface Fetched<N extends TreeNode> {
  start: number
  next: number | undefined
  far?: { nodes: readonly N[]; start: number; next: number | undefined } | undefined
}

/**
 * Inserts fetched children: the first page replaces the list, later ones extend it. Nodes of other parents move here.
 */
export function withChildren<N extends TreeNode>(
  state: TreeState<N>,
  parentId: string | null,
  fetched: readonly N[],
  page: Fetched<N> = { start: 0, next: undefined },
): TreeState<N> {
  const nodes = new Map(state.nodes)
  const parents = new Map(state.parents)
  const children = new Map(state.children)
  for (const node of [...fetched, ...(page.far?.nodes ?? [])]) {
    const before = parents.get(node.id)
    if (before !== undefined && before !== parentId) detach(children, before, node.id)
    nodes.set(node.id, node)
    parents.set(node.id, parentId)
  }
  const before = state.children.get(parentId)
  const list = merged(
    page.start === 0 ? undefined : before,
    fetched.map(node => node.id),
    page,
  )
  children.set(parentId, list)
  const next: TreeState<N> = { ...state, nodes, parents, children }
  const staying = new Set(idsOf(list))
  const gone = idsOf(before).filter(id => !staying.has(id) && parents.get(id) === parentId)
  return gone.reduce((result, id) => removed(result, id), setHasChildren(next, parentId, staying.size > 0))
}

function idsOf(list: ChildList | undefined): string[] {
  return [...(list?.ids ?? []), ...(list?.far?.ids ?? [])]
}

/** Merges a page into a list. The server's order wins. */
function merged<N extends TreeNode>(
  list: ChildList | undefined,
  arriving: readonly string[],
  page: Fetched<N>,
): ChildList {
  const status = 'ready'
  if (!list) {
    const far = page.far && { ids: page.far.nodes.map(node => node.id), start: page.far.start, next: page.far.next }
    return joined({ ids: arriving, next: page.next, status, far })
  }
  const others = (ids: readonly string[]) => ids.filter(id => !arriving.includes(id))
  const { far } = list
  if (!far || page.start === list.next) {
    return joined({ ids: [...others(list.ids), ...arriving], next: page.next, status, far }, arriving)
  }
  const { start, next } = page
  const runs: FarRun =
    far.start !== undefined && start < far.start
      ? { ids: [...arriving, ...others(far.ids)], start, next: far.next }
      : { ids: [...others(far.ids), ...arriving], start: far.start, next }
  return joined({ ...list, ids: others(list.ids), status, far: runs })
}

/** Joins both runs when no gap is left. */
function joined(list: ChildList, arriving: readonly string[] = list.ids): ChildList {
  const { ids, next, far, status } = list
  if (!far) return list
  const meet =
    next === undefined || (far.start !== undefined && far.start <= next) || far.ids.some(id => arriving.includes(id))
  if (!meet) return list
  const own = new Set(ids)
  return { ids: [...ids, ...far.ids.filter(id => !own.has(id))], next: far.next, status }
}

/** Updates a node; unknown ids are ignored. */
export function updated<N extends TreeNode>(state: TreeState<N>, id: string, change: Partial<N>): TreeState<N> {
  const node = state.nodes.get(id)
  if (!node) return state
  return { ...state, nodes: new Map(state.nodes).set(id, { ...node, ...change }) }
}

/** Removes a node and its descendants. */
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
  return setHasChildren({ nodes, parents, children, expanded }, parentId, mayHaveChildren(children.get(parentId)))
}

export function expandedNode<N extends TreeNode>(state: TreeState<N>, id: string): TreeState<N> {
  return state.expanded.has(id) ? state : { ...state, expanded: new Set(state.expanded).add(id) }
}

/** Collapses a node; its children stay loaded. */
export function collapsedNode<N extends TreeNode>(state: TreeState<N>, id: string): TreeState<N> {
  if (!state.expanded.has(id)) return state
  const expanded = new Set(state.expanded)
  expanded.delete(id)
  return { ...state, expanded }
}

/** Whether a drop is valid: not on itself or its descendants. */
export function canDrop(state: TreeState, id: string, target: DropTarget): boolean {
  if (id === target.id || !state.nodes.has(id) || !state.nodes.has(target.id)) return false
  return !ancestorsOf(state, target.id).includes(id)
}

/** Moves a node. An unloaded target shows it after loading. */
export function moved<N extends TreeNode>(state: TreeState<N>, id: string, target: DropTarget): TreeState<N> {
  if (!canDrop(state, id, target)) return state
  const oldParent = state.parents.get(id) ?? null
  const newParent = target.position === 'inside' ? target.id : (state.parents.get(target.id) ?? null)
  const children = new Map(state.children)
  detach(children, oldParent, id)
  const list = children.get(newParent)
  if (list)
    children.set(
      newParent,
      target.position === 'inside' ? appended(list, id) : inserted(list, id, target.id, target.position === 'after'),
    )
  const parents = new Map(state.parents).set(id, newParent)
  const result = setHasChildren({ ...state, children, parents }, newParent, true)
  return setHasChildren(result, oldParent, mayHaveChildren(children.get(oldParent)))
}

function inserted(list: ChildList, id: string, beside: string, isAfter: boolean): ChildList {
  const put = (ids: readonly string[]) => ids.toSpliced(ids.indexOf(beside) + (isAfter ? 1 : 0), 0, id)
  const { far } = list
  if (far?.ids.includes(beside)) return { ...list, far: { ...far, ids: put(far.ids), next: shifted(far.next, 1) } }
  return {
    ...list,
    ids: put(list.ids),
    next: shifted(list.next, 1),
    far: far && { ...far, start: shifted(far.start, 1), next: shifted(far.next, 1) },
  }
}

/** Appends an id, possibly beyond a gap. */
function appended(list: ChildList, id: string): ChildList {
  const { far } = list
  if (list.next === undefined) return { ...list, ids: [...list.ids, id] }
  if (!far) return { ...list, far: { ids: [id], start: undefined, next: undefined } }
  // Shows the end rather than the gap.
  return {
    ...list,
    far: far.next === undefined ? { ...far, ids: [...far.ids, id] } : { ids: [id], start: undefined, next: undefined },
  }
}

function shifted(offset: number | undefined, by: number): number | undefined {
  return offset === undefined ? undefined : offset + by
}

/** Loaded siblings before and after a node. */
export function neighboursOf(state: TreeState, id: string): { previous: string | undefined; next: string | undefined } {
  const list = state.children.get(state.parents.get(id) ?? null)
  const run = list?.far?.ids.includes(id) ? list.far.ids : (list?.ids ?? [])
  const index = run.indexOf(id)
  return { previous: run[index - 1], next: index < 0 ? undefined : run[index + 1] }
}

/**
 * Move by Alt and a key: arrows among siblings, into the previous one, or out of the parent; Home and End to the ends.
 */
export function keyboardMove(state: TreeState, id: string, key: string): DropTarget | undefined {
  const parentId = state.parents.get(id)
  if (parentId === undefined) return undefined
  const { previous, next } = neighboursOf(state, id)
  const list = state.children.get(parentId)
  const first = list?.ids[0]
  if (key === 'Home' && first !== undefined && first !== id) return { id: first, position: 'before' }
  if (key === 'End' && list) {
    const end = list.far ?? list
    const last = end.next === undefined ? end.ids.at(-1) : undefined
    if (last !== undefined) return last === id ? undefined : { id: last, position: 'after' }
    return parentId === null ? undefined : { id: parentId, position: 'inside' }
  }
  if (key === 'ArrowUp' && previous !== undefined) return { id: previous, position: 'before' }
  if (key === 'ArrowDown' && next !== undefined) return { id: next, position: 'after' }
  if (key === 'ArrowRight' && previous !== undefined) return { id: previous, position: 'inside' }
  if (key === 'ArrowLeft' && parentId !== null) return { id: parentId, position: 'after' }
  return undefined
}

/** Ancestor ids, top first. */
export function ancestorsOf(state: TreeState, id: string): string[] {
  const result: string[] = []
  let parent = state.parents.get(id)
  while (parent !== undefined && parent !== null && !result.includes(parent)) {
    result.unshift(parent)
    parent = state.parents.get(parent)
  }
  return result
}

/** Visible rows in order. Cost depends on the expanded part only. */
export function visibleRows(state: TreeState): TreeRow[] {
  const rows: TreeRow[] = []
  appendRows(state, null, 0, rows)
  return rows
}

function appendRows(state: TreeState, parentId: string | null, depth: number, rows: TreeRow[]): void {
  const list = state.children.get(parentId)
  const status = (kind: StatusRow['kind'], rest: Rest = 'next') =>
    rows.push({
      kind,
      id: `${rest === 'after' ? 'after' : 'rest'}:${parentId ?? ''}`,
      parentId,
      depth,
      rest,
      waits: list?.far !== undefined && list.far.start === undefined,
    })
  if (!list) {
    status('loading')
    return
  }
  const end = list.far ?? { ...list, start: 0 }
  const setSize = end.next === undefined && end.start !== undefined ? end.start + end.ids.length : -1
  const nodeRows = (ids: readonly string[], start: number | undefined) =>
    ids.forEach((id, index) => {
      const node = state.nodes.get(id)
      if (!node) return
      const isExpanded = node.hasChildren && state.expanded.has(id)
      const position = start === undefined ? undefined : start + index + 1
      rows.push({ kind: 'node', id, parentId, depth, position, setSize, isExpanded, isExpandable: node.hasChildren })
      if (isExpanded) appendRows(state, id, depth + 1, rows)
    })
  const missing = list.status === 'ready' ? 'more' : list.status
  nodeRows(list.ids, 0)
  if (missing !== 'more' || list.next !== undefined) status(missing)
  if (!list.far) return
  nodeRows(list.far.ids, list.far.start)
  if (list.far.next !== undefined) status(missing, 'after')
}

export interface KeyEffect {
  focus?: string
  expand?: string
  collapse?: string
}

/** Effect of a key, after the ARIA practices; undefined for others. */
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

/** Next visible node with the typed prefix, wrapping around. */
export function typeahead(
  state: TreeState,
  rows: readonly TreeRow[],
  focusedId: string | undefined,
  typed: string,
): string | undefined {
  const nodes = rows.filter(row => row.kind === 'node')
  const wanted = fold(typed)
  // A single letter moves on; more may match the focused row.
  const from = nodes.findIndex(row => row.id === focusedId) + (typed.length > 1 ? 0 : 1)
  for (let step = 0; step < nodes.length; step++) {
    const row = nodes[(Math.max(from, 0) + step) % nodes.length]
    if (row && fold(state.nodes.get(row.id)?.label ?? '').startsWith(wanted)) return row.id
  }
  return undefined
}

/** Drop position by `ratio` of the row's height: before, inside or after. */
export function dropPosition(ratio: number, row: Pick<NodeRow, 'isExpanded'>): DropTarget['position'] {
  if (ratio < 0.28) return 'before'
  // Below an expanded row is its first child.
  if (ratio > 0.72 && !row.isExpanded) return 'after'
  return 'inside'
}

function fold(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLocaleLowerCase()
}

function descendants(state: TreeState, id: string): string[] {
  const result: string[] = []
  const open = idsOf(state.children.get(id))
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    result.push(next)
    open.push(...idsOf(state.children.get(next)))
  }
  return result
}

function detach(children: Map<string | null, ChildList>, parentId: string | null, id: string): void {
  const list = children.get(parentId)
  if (!list) return
  const { far } = list
  const without = (ids: readonly string[]) => ids.filter(other => other !== id)
  // Later offsets shift by one.
  if (list.ids.includes(id)) {
    children.set(parentId, {
      ...list,
      ids: without(list.ids),
      next: shifted(list.next, -1),
      far: far && { ...far, start: shifted(far.start, -1), next: shifted(far.next, -1) },
    })
  } else if (far?.ids.includes(id)) {
    const ids = without(far.ids)
    // Of an empty run only the end is known.
    children.set(parentId, { ...list, far: ids.length > 0 ? { ...far, ids, next: shifted(far.next, -1) } : undefined })
  }
}

function mayHaveChildren(list: ChildList | undefined): boolean {
  return !list || list.next !== undefined || idsOf(list).length > 0
}

function setHasChildren<N extends TreeNode>(
  state: TreeState<N>,
  id: string | null,
  hasChildren: boolean,
): TreeState<N> {
  const node = id === null ? undefined : state.nodes.get(id)
  if (!node || id === null || node.hasChildren === hasChildren) return state
  return { ...state, nodes: new Map(state.nodes).set(id, { ...node, hasChildren }) }
}
