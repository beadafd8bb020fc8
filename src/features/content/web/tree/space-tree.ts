import type { QueryClient } from '@tanstack/react-query'
import { call } from '#platform/web/api.ts'
import { allOf, queryOptionsFor } from '#platform/web/query.ts'
import { ancestorsOf, type DropTarget, neighboursOf, type TreeNode, type TreeState } from '#platform/web/tree/model.ts'
import { type TreeMove, TreeStore } from '#platform/web/tree/useTree.ts'
import { openTree, treeChildren, type PageTree, type PageTreeNode, type SpaceSidebarView } from '../../view-contract.ts'
import { TREE_PAGE_SIZE } from '../../shared.ts'
import { cacheAddress } from '../addresses.ts'
import { storedOpened, storeOpened } from './opened.ts'

export interface PageNode extends TreeNode {
  restricted: boolean
}

/** Page tree of a space. Nodes that the user expanded are persisted; ancestors of a page are not. */
export class PageTreeStore extends TreeStore<PageNode> {
  readonly #spaceKey: string
  readonly #opened: Set<string>
  #before: { id: string; back: TreeMove | undefined } | undefined

  constructor(spaceKey: string) {
    super(async (parentId, start, signal) => {
      const query = { ...(parentId === null ? {} : { parent: Number(parentId) }), start, limit: TREE_PAGE_SIZE }
      const page = await call(treeChildren, { params: { key: spaceKey }, query }, { signal })
      return {
        nodes: page.results.map(asNode),
        next: page._links['next'] === undefined ? undefined : start + TREE_PAGE_SIZE,
      }
    }, TREE_PAGE_SIZE)
    this.#spaceKey = spaceKey
    this.#opened = new Set(storedOpened(spaceKey))
  }

  override expand(id: string): Promise<void> {
    this.#opened.add(id)
    storeOpened(this.#spaceKey, this.#opened)
    return super.expand(id)
  }

  override collapse(id: string): void {
    this.#opened.delete(id)
    storeOpened(this.#spaceKey, this.#opened)
    super.collapse(id)
  }

  /** Expands a node without persisting. */
  lead(id: string): Promise<void> {
    return super.expand(id)
  }

  /** Expands the persisted nodes that are visible. */
  async restore(): Promise<void> {
    const waiting = new Set(this.#opened)
    for (;;) {
      const next = [...waiting].find(id => this.state.nodes.get(id)?.hasChildren)
      if (next === undefined) return
      waiting.delete(next)
      await super.expand(next)
    }
  }

  override move(request: TreeMove, save: (move: TreeMove) => Promise<void>): Promise<void> {
    this.#before = { id: request.id, back: wayBack(this.state, request.id) }
    return super.move(request, save)
  }

  /** Move that reverts a node's pending move. */
  lastPlace(id: string): TreeMove | undefined {
    return this.#before?.id === id ? this.#before.back : undefined
  }
}

/** Move that returns a node to its current place; undefined without a neighbour. */
export function wayBack(state: TreeState, id: string): TreeMove | undefined {
  const parentId = state.parents.get(id)
  if (parentId === undefined) return undefined
  const { previous, next } = neighboursOf(state, id)
  const target = (other: string | null | undefined, position: DropTarget['position']): TreeMove | undefined =>
    other === undefined || other === null ? undefined : { id, target: { id: other, position } }
  return target(previous, 'after') ?? target(next, 'before') ?? target(parentId, 'inside')
}

function asNode(node: PageTreeNode): PageNode {
  cacheAddress(node.url, node.id)
  return { id: node.id, label: node.title, href: node.url, hasChildren: node.hasChildren, restricted: node.restricted }
}

/** Space data apart from the tree. */
export type SpaceFacts = Omit<SpaceSidebarView, 'levels'>

/** Sidebar data of a space, cached while the app runs so that navigation needs no requests. */
export class SpaceTree {
  readonly store: PageTreeStore
  readonly key: string
  readonly #client: QueryClient
  readonly #listeners = new Set<() => void>()
  #space: SpaceFacts | undefined
  #restored = false
  #shown: string | undefined

  constructor(client: QueryClient, key: string) {
    this.#client = client
    this.key = key
    this.store = new PageTreeStore(key)
  }

  /** Undefined before the first load. */
  get space(): SpaceFacts | undefined {
    return this.#space
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Expands the tree to a page and its children. Embedded data applies at once. */
  async show(pageId: string | undefined): Promise<void> {
    this.#shown = pageId
    const { state } = this.store
    if (this.#space && (pageId === undefined || state.nodes.has(pageId))) {
      if (pageId !== undefined) this.#leadTo(pageId)
      return
    }
    const options = queryOptionsFor(openTree, {
      params: { key: this.key },
      query: pageId === undefined ? {} : { page: Number(pageId) },
    })
    this.#take(
      (this.#client.getQueryData(options.queryKey) as SpaceSidebarView | undefined) ??
        (await this.#client.fetchQuery(options)),
      pageId,
    )
  }

  /** Reloads levels whose pages changed. The current page stays visible. */
  async refresh(parentIds: readonly (string | null)[]): Promise<void> {
    // The cached tree has old places.
    this.#client.removeQueries({ queryKey: allOf(openTree) })
    const known = parentIds.filter(id => id === null || this.store.state.children.has(id))
    await Promise.all(known.map(id => this.store.refresh(id)))
    if (!this.#space) return
    // A deleted page is not in the tree; the screen navigates away.
    await this.show(this.#shown).catch(() => undefined)
  }

  /** Updates the space, e.g. its star. */
  changeSpace(change: Partial<PageTree['space']>): void {
    if (this.#space) this.#set({ ...this.#space, space: { ...this.#space.space, ...change } })
  }

  /** Updates a feature's data, e.g. its links. */
  changePart = (name: string, value: unknown): void => {
    if (this.#space) this.#set({ ...this.#space, parts: { ...this.#space.parts, [name]: value } })
  }

  #take(tree: SpaceSidebarView, pageId: string | undefined): void {
    const { levels, ...space } = tree
    for (const level of levels) {
      const list = this.store.state.children.get(level.parent)
      const isNew = [...level.nodes, ...(level.far?.nodes ?? [])].some(
        node => this.store.state.parents.get(node.id) !== level.parent,
      )
      // A level that was loaded further stays, unless it lacks an ancestor of the page.
      if (list && !isNew) continue
      const far = level.far && {
        nodes: level.far.nodes.map(asNode),
        start: level.far.start,
        next: level.far.next ?? undefined,
      }
      this.store.put(level.parent, { nodes: level.nodes.map(asNode), next: level.next ?? undefined, far })
      if (level.parent !== null) void this.store.lead(level.parent)
    }
    if (pageId !== undefined) this.#leadTo(pageId)
    this.#set(space)
    if (this.#restored) return
    this.#restored = true
    void this.store.restore()
  }

  #leadTo(pageId: string): void {
    for (const id of ancestorsOf(this.store.state, pageId)) void this.store.lead(id)
    if (this.store.state.nodes.get(pageId)?.hasChildren) void this.store.lead(pageId)
  }

  #set(space: SpaceFacts): void {
    this.#space = space
    for (const listener of this.#listeners) listener()
  }
}

const MOST_TREES = 6
const trees = new Map<string, SpaceTree>()

export function spaceTree(client: QueryClient, key: string): SpaceTree {
  const known = trees.get(key)
  if (known) return known
  const oldest = trees.keys().next().value
  if (trees.size >= MOST_TREES && oldest !== undefined) trees.delete(oldest)
  const tree = new SpaceTree(client, key)
  trees.set(key, tree)
  return tree
}

/**
 * Reloads tree levels after a screen changed pages.
 * @param parentIds changed levels; `null` is the top
 */
export async function refreshPageTree(spaceKey: string, parentIds: readonly (string | null)[]): Promise<void> {
  await trees.get(spaceKey)?.refresh(parentIds)
}
