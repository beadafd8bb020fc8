import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import {
  canDrop,
  collapsedNode,
  type DropTarget,
  emptyTree,
  expandedNode,
  failedChildren,
  type Fetched,
  loadingChildren,
  moved,
  removed,
  type Rest,
  type TreeNode,
  type TreeRow,
  type TreeState,
  updated,
  visibleRows,
  withChildren,
} from './model.ts'

export interface ChildPage<N extends TreeNode> {
  nodes: readonly N[]
  /** Offset of the next page; absent on the last one. */
  next?: number | undefined
}

/** Fetches one page of a parent's children; `null` is the top. */
export type LoadChildren<N extends TreeNode> = (
  parentId: string | null,
  start: number,
  signal: AbortSignal,
) => Promise<ChildPage<N>>

export interface TreeMove {
  id: string
  target: DropTarget
}

/** A tree that fetches its levels as they are opened. Made by {@link useTree}; the view and live updates use it. */
export class TreeStore<N extends TreeNode> {
  #state: TreeState<N> = emptyTree<N>()
  #rows: readonly TreeRow[] | undefined
  #abort = new AbortController()
  readonly #listeners = new Set<() => void>()
  readonly #load: LoadChildren<N>
  readonly #loads = new Map<string | null, Promise<void>>()
  readonly #pageSize: number

  /** @param pageSize how many children `load` gives at most */
  constructor(load: LoadChildren<N>, pageSize = 100) {
    this.#load = load
    this.#pageSize = pageSize
  }

  get state(): TreeState<N> {
    return this.#state
  }

  get rows(): readonly TreeRow[] {
    this.#rows ??= visibleRows(this.#state)
    return this.#rows
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Fetches a parent's first children, unless they are here. */
  ensure(parentId: string | null): Promise<void> {
    const list = this.#state.children.get(parentId)
    return list && list.status !== 'failed' ? (this.#loads.get(parentId) ?? Promise.resolve()) : this.#fetch(parentId, 0)
  }

  /** Fetches a parent's first page again: something below it has changed. */
  refresh(parentId: string | null): Promise<void> {
    return this.#fetch(parentId, 0)
  }

  /** Fetches a further page of a parent's children. */
  more(parentId: string | null, rest: Rest = 'next'): Promise<void> {
    const list = this.#state.children.get(parentId)
    const next = list?.status === 'failed' && list.ids.length === 0 ? 0 : (list?.next ?? 0)
    const far = list?.far
    if (rest === 'after' && far?.next !== undefined) return this.#fetch(parentId, far.next)
    if (rest === 'before' && far?.start !== undefined) return this.#fetch(parentId, Math.max(next, far.start - this.#pageSize))
    return this.#fetch(parentId, next)
  }

  async expand(id: string): Promise<void> {
    this.#set(expandedNode(this.#state, id))
    await this.ensure(id)
  }

  collapse(id: string): void {
    this.#set(collapsedNode(this.#state, id))
  }

  /** Opens all ids from the top down, so that what is below them shows. */
  async reveal(path: readonly string[]): Promise<void> {
    await this.ensure(null)
    for (const id of path) await this.expand(id)
  }

  /** Puts a parent's first children in that came some other way: with the document, say. */
  put(parentId: string | null, { nodes, next, far }: ChildPage<N> & Pick<Fetched<N>, 'far'>): void {
    this.#set(withChildren(this.#state, parentId, nodes, { start: 0, next, far }))
  }

  update(id: string, change: Partial<N>): void {
    this.#set(updated(this.#state, id, change))
  }

  remove(id: string): void {
    this.#set(removed(this.#state, id))
  }

  /** Shows the move at once, and takes it back when `save` fails (and throws on). */
  async move({ id, target }: TreeMove, save: (move: TreeMove) => Promise<void>): Promise<void> {
    if (!canDrop(this.#state, id, target)) return
    const before = this.#state
    this.#set(moved(this.#state, id, target))
    if (target.position === 'inside') void this.expand(target.id)
    try {
      await save({ id, target })
    } catch (error) {
      this.#set(before)
      throw error
    }
  }

  /** Stops fetching: the view is gone. */
  close(): void {
    this.#abort.abort()
    this.#abort = new AbortController()
  }

  #fetch(parentId: string | null, start: number): Promise<void> {
    const running = this.#loads.get(parentId)
    if (running) return running
    this.#set(loadingChildren(this.#state, parentId))
    const { signal } = this.#abort
    const loading = this.#load(parentId, start, signal)
      .then(page => this.#set(withChildren(this.#state, parentId, page.nodes, { start, next: page.next })))
      .catch(() => {
        // The row says so and offers another try; an abandoned fetch may simply be asked for again.
        this.#set(failedChildren(this.#state, parentId))
      })
      .finally(() => this.#loads.delete(parentId))
    this.#loads.set(parentId, loading)
    return loading
  }

  #set(next: TreeState<N>): void {
    if (next === this.#state) return
    this.#state = next
    this.#rows = undefined
    for (const listener of this.#listeners) listener()
  }
}

/**
 * A tree store for as long as `key` stays the same (the space's key, say).
 * @param path ids to open, from the top down: the ancestors of the current page.
 */
export function useTree<N extends TreeNode>(
  key: string,
  load: LoadChildren<N>,
  path: readonly string[] = [],
): TreeStore<N> {
  const caller = useRef(load)
  useEffect(() => {
    caller.current = load
  }, [load])
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  const store = useMemo(() => new TreeStore<N>((...args) => caller.current(...args)), [key])
  const joined = path.join('/')
  useEffect(() => {
    void store.reveal(joined === '' ? [] : joined.split('/'))
  }, [store, joined])
  useEffect(() => () => store.close(), [store])
  return store
}

/** The rows that show now. */
export function useTreeRows<N extends TreeNode>(store: TreeStore<N>): readonly TreeRow[] {
  return useSyncExternalStore(store.subscribe, () => store.rows)
}
