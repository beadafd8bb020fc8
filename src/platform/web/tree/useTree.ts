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
  /** Offset of the next page; absent at the end. */
  next?: number | undefined
}

/** Fetches a page of children; `null` is the top. */
export type LoadChildren<N extends TreeNode> = (
  parentId: string | null,
  start: number,
  signal: AbortSignal,
) => Promise<ChildPage<N>>

export interface TreeMove {
  id: string
  target: DropTarget
}

/** Store of a lazily loaded tree; see {@link useTree}. */
export class TreeStore<N extends TreeNode> {
  #state: TreeState<N> = emptyTree<N>()
  #rows: readonly TreeRow[] | undefined
  #abort = new AbortController()
  readonly #listeners = new Set<() => void>()
  readonly #load: LoadChildren<N>
  readonly #loads = new Map<string | null, Promise<void>>()
  /** Ends with the last move that is being saved. */
  #saving: Promise<unknown> = Promise.resolve()
  readonly #pageSize: number

  /** @param pageSize maximum children per load */
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

  /** Loads the first children unless loaded. */
  ensure(parentId: string | null): Promise<void> {
    const list = this.#state.children.get(parentId)
    return list && list.status !== 'failed'
      ? (this.#loads.get(parentId) ?? Promise.resolve())
      : this.#fetch(parentId, () => 0)
  }

  /** Reloads the first children. */
  refresh(parentId: string | null): Promise<void> {
    return this.#fetch(parentId, () => 0)
  }

  /** Loads a further page of children. */
  more(parentId: string | null, rest: Rest = 'next'): Promise<void> {
    return this.#fetch(parentId, () => this.#startOf(parentId, rest))
  }

  /** Offset of the next page to load, which moves shift. */
  #startOf(parentId: string | null, rest: Rest): number {
    const list = this.#state.children.get(parentId)
    const next = list?.status === 'failed' && list.ids.length === 0 ? 0 : (list?.next ?? 0)
    const far = list?.far
    if (rest === 'after' && far?.next !== undefined) return far.next
    if (rest === 'before' && far?.start !== undefined) return Math.max(next, far.start - this.#pageSize)
    return next
  }

  async expand(id: string): Promise<void> {
    this.#set(expandedNode(this.#state, id))
    await this.ensure(id)
  }

  collapse(id: string): void {
    this.#set(collapsedNode(this.#state, id))
  }

  /** Expands ids from the top down. */
  async reveal(path: readonly string[]): Promise<void> {
    await this.ensure(null)
    for (const id of path) await this.expand(id)
  }

  /** Inserts first children from elsewhere, e.g. the document. */
  put(parentId: string | null, { nodes, next, far }: ChildPage<N> & Pick<Fetched<N>, 'far'>): void {
    this.#set(withChildren(this.#state, parentId, nodes, { start: 0, next, far }))
  }

  update(id: string, change: Partial<N>): void {
    this.#set(updated(this.#state, id, change))
  }

  remove(id: string): void {
    this.#set(removed(this.#state, id))
  }

  /** Moves optimistically; reverts and rethrows when `save` fails. */
  async move({ id, target }: TreeMove, save: (move: TreeMove) => Promise<void>): Promise<void> {
    if (!canDrop(this.#state, id, target)) return
    const before = this.#state
    this.#set(moved(this.#state, id, target))
    if (target.position === 'inside') void this.expand(target.id)
    const saving = save({ id, target })
    this.#saving = Promise.allSettled([this.#saving, saving])
    try {
      await saving
    } catch (error) {
      this.#set(before)
      throw error
    }
  }

  /** Aborts loading on unmount. */
  close(): void {
    this.#abort.abort()
    this.#abort = new AbortController()
  }

  #fetch(parentId: string | null, startOf: () => number): Promise<void> {
    const running = this.#loads.get(parentId)
    if (running) return running
    this.#set(loadingChildren(this.#state, parentId))
    const { signal } = this.#abort
    const loading = this.#loadPage(parentId, startOf, signal)
      .catch(() => {
        // The row offers a retry; an aborted load may be repeated.
        this.#set(failedChildren(this.#state, parentId))
      })
      .finally(() => this.#loads.delete(parentId))
    this.#loads.set(parentId, loading)
    return loading
  }

  /** A move shifts what is loaded meanwhile: that is loaded again once the move has been saved. */
  async #loadPage(parentId: string | null, startOf: () => number, signal: AbortSignal): Promise<void> {
    for (;;) {
      const start = startOf()
      const page = await this.#load(parentId, start, signal)
      if (startOf() === start) {
        this.#set(withChildren(this.#state, parentId, page.nodes, { start, next: page.next }))
        return
      }
      await this.#saving
    }
  }

  #set(next: TreeState<N>): void {
    if (next === this.#state) return
    this.#state = next
    this.#rows = undefined
    for (const listener of this.#listeners) listener()
  }
}

/**
 * Tree store that lives as long as `key`.
 * @param path ids to expand, top first: the current page's ancestors
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

export function useTreeRows<N extends TreeNode>(store: TreeStore<N>): readonly TreeRow[] {
  return useSyncExternalStore(store.subscribe, () => store.rows)
}
