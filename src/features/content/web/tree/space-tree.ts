import type { QueryClient } from '@tanstack/react-query'
import { call } from '#platform/web/api.ts'
import { allOf, queryOptionsFor } from '#platform/web/query.ts'
import { ancestorsOf, type DropTarget, neighboursOf, type TreeNode, type TreeState } from '#platform/web/tree/model.ts'
import { type TreeMove, TreeStore } from '#platform/web/tree/useTree.ts'
import { openTree, treeChildren, type PageTree, type PageTreeNode, type SpaceSidebarView } from '../../view-contract.ts'
import { TREE_PAGE_SIZE } from '../../shared.ts'
import { rememberAddress } from '../addresses.ts'
import { recallOpened, rememberOpened } from './opened.ts'

export interface PageNode extends TreeNode {
  restricted: boolean
}

/** The pages of one space. What the user opens stays open on the next visit; what only leads to a page does not. */
export class PageTreeStore extends TreeStore<PageNode> {
  readonly #spaceKey: string
  readonly #opened: Set<string>
  #before: { id: string; back: TreeMove | undefined } | undefined

  constructor(spaceKey: string) {
    super(async (parentId, start, signal) => {
      const query = { ...(parentId === null ? {} : { parent: Number(parentId) }), start, limit: TREE_PAGE_SIZE }
      const page = await call(treeChildren, { params: { key: spaceKey }, query }, { signal })
      return { nodes: page.results.map(asNode), next: page._links['next'] === undefined ? undefined : start + TREE_PAGE_SIZE }
    }, TREE_PAGE_SIZE)
    this.#spaceKey = spaceKey
    this.#opened = new Set(recallOpened(spaceKey))
  }

  override expand(id: string): Promise<void> {
    this.#opened.add(id)
    rememberOpened(this.#spaceKey, this.#opened)
    return super.expand(id)
  }

  override collapse(id: string): void {
    this.#opened.delete(id)
    rememberOpened(this.#spaceKey, this.#opened)
    super.collapse(id)
  }

  /** Opens a node on the way to a page, without remembering it. */
  lead(id: string): Promise<void> {
    return super.expand(id)
  }

  /** Opens what was open on the last visit, as far as it still shows. */
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

  /** The move that takes the last move of a node back. Ask while it is being saved. */
  lastPlace(id: string): TreeMove | undefined {
    return this.#before?.id === id ? this.#before.back : undefined
  }
}

/** The move that brings a node back to where it stands now; undefined where nothing stands beside or above it. */
export function wayBack(state: TreeState, id: string): TreeMove | undefined {
  const parentId = state.parents.get(id)
  if (parentId === undefined) return undefined
  const { previous, next } = neighboursOf(state, id)
  const target = (other: string | null | undefined, position: DropTarget['position']): TreeMove | undefined =>
    other === undefined || other === null ? undefined : { id, target: { id: other, position } }
  return target(previous, 'after') ?? target(next, 'before') ?? target(parentId, 'inside')
}

function asNode(node: PageTreeNode): PageNode {
  rememberAddress(node.url, node.id)
  return { id: node.id, label: node.title, href: node.url, hasChildren: node.hasChildren, restricted: node.restricted }
}

/** What is known of a space beside its tree. */
export type SpaceFacts = Omit<SpaceSidebarView, 'levels'>

/** What the sidebar of a space shows, kept while the app runs, so that going from page to page asks for nothing. */
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

  /** The space's name and what the reader may do; undefined until something has been shown. */
  get space(): SpaceFacts | undefined {
    return this.#space
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Opens the tree so that a page and what is below it show. What the document brought is there at once. */
  async show(pageId: string | undefined): Promise<void> {
    this.#shown = pageId
    const { state } = this.store
    if (this.#space && (pageId === undefined || state.nodes.has(pageId))) {
      if (pageId !== undefined) this.#leadTo(pageId)
      return
    }
    const options = queryOptionsFor(openTree, { params: { key: this.key }, query: pageId === undefined ? {} : { page: Number(pageId) } })
    this.#take((this.#client.getQueryData(options.queryKey) as SpaceSidebarView | undefined) ?? (await this.#client.fetchQuery(options)), pageId)
  }

  /** Brings levels up to date of which pages came or went. The page that is shown stays in sight. */
  async refresh(parentIds: readonly (string | null)[]): Promise<void> {
    // The tree as it opened before shows where pages were.
    this.#client.removeQueries({ queryKey: allOf(openTree) })
    const known = parentIds.filter(id => id === null || this.store.state.children.has(id))
    await Promise.all(known.map(id => this.store.refresh(id)))
    if (!this.#space) return
    // A page that was deleted shows nowhere; the screen leaves it.
    await this.show(this.#shown).catch(() => undefined)
  }

  /** Changes the space's own part, e.g. its star. */
  changeSpace(change: Partial<PageTree['space']>): void {
    if (this.#space) this.#set({ ...this.#space, space: { ...this.#space.space, ...change } })
  }

  /** Changes what a feature shows in the sidebar, e.g. after its links were configured. */
  changePart = (name: string, value: unknown): void => {
    if (this.#space) this.#set({ ...this.#space, parts: { ...this.#space.parts, [name]: value } })
  }

  #take(tree: SpaceSidebarView, pageId: string | undefined): void {
    const { levels, ...space } = tree
    for (const level of levels) {
      const list = this.store.state.children.get(level.parent)
      const isNew = [...level.nodes, ...(level.far?.nodes ?? [])].some(node => this.store.state.parents.get(node.id) !== level.parent)
      // A level of which more has been loaded stays, unless the way to the page is missing in it.
      if (list && !isNew) continue
      const far = level.far && { nodes: level.far.nodes.map(asNode), start: level.far.start, next: level.far.next ?? undefined }
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

/** The tree of a space. */
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
 * Brings the tree up to date after pages were created, renamed, moved or removed by a screen.
 * @param parentIds parents whose children changed; `null` is the top.
 */
export async function refreshPageTree(spaceKey: string, parentIds: readonly (string | null)[]): Promise<void> {
  await trees.get(spaceKey)?.refresh(parentIds)
}
