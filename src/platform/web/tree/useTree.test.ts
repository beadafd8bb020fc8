import { describe, expect, it } from 'vitest'
import type { TreeNode } from './model.ts'
import { type ChildPage, TreeStore } from './useTree.ts'

const node = (id: string, hasChildren = false): TreeNode => ({ id, label: id, hasChildren })

/** A server with a (a1, a2), b — two children to a page. */
function server() {
  const levels = new Map<string | null, TreeNode[]>([
    [null, [node('a', true), node('b'), node('c')]],
    ['a', [node('a1'), node('a2', true)]],
    ['a2', [node('a21')]],
  ])
  const asked: string[] = []
  let failing = false
  return {
    asked,
    levels,
    fail: (value: boolean) => {
      failing = value
    },
    load: async (parentId: string | null, start: number): Promise<ChildPage<TreeNode>> => {
      asked.push(`${parentId ?? 'top'}@${start}`)
      if (failing) throw new Error('no answer')
      const all = levels.get(parentId) ?? []
      return { nodes: all.slice(start, start + 2), next: start + 2 < all.length ? start + 2 : undefined }
    },
  }
}

const shown = (store: TreeStore<TreeNode>) =>
  store.rows.map(row => `${'-'.repeat(row.depth)}${row.kind === 'node' ? row.id : `${row.kind}:${row.parentId ?? ''}`}`)

describe('TreeStore', () => {
  it('opens a path level by level and asks once for each', async () => {
    const { load, asked } = server()
    const store = new TreeStore(load)
    await Promise.all([store.reveal(['a', 'a2']), store.reveal(['a'])])
    expect(shown(store)).toEqual(['a', '-a1', '-a2', '--a21', 'b', 'more:'])
    expect(asked.toSorted()).toEqual(['a2@0', 'a@0', 'top@0'])
  })

  it('fetches the next page where the last one ended', async () => {
    const { load, asked } = server()
    const store = new TreeStore(load)
    await store.ensure(null)
    await store.more(null)
    expect(shown(store)).toEqual(['a', 'b', 'c'])
    expect(asked).toEqual(['top@0', 'top@2'])
  })

  it('says that a level failed, and gets it at the next try', async () => {
    const { load, fail } = server()
    const store = new TreeStore(load)
    await store.ensure(null)
    fail(true)
    await store.expand('a')
    expect(shown(store)).toEqual(['a', '-failed:a', 'b', 'more:'])
    fail(false)
    await store.more('a')
    expect(shown(store)).toEqual(['a', '-a1', '-a2', 'b', 'more:'])
  })

  it('shows a move at once and takes it back when it is refused', async () => {
    const { load } = server()
    const store = new TreeStore(load)
    await store.reveal(['a'])
    let refuse = (_: Error) => undefined as void
    const saving = new Promise<void>((_, reject) => {
      refuse = reject
    })
    const moving = store.move({ id: 'b', target: { id: 'a1', position: 'before' } }, () => saving)
    expect(shown(store)).toEqual(['a', '-b', '-a1', '-a2', 'more:'])
    refuse(new Error('not permitted'))
    await expect(moving).rejects.toThrow('not permitted')
    expect(shown(store)).toEqual(['a', '-a1', '-a2', 'b', 'more:'])
  })

  it('loads again what a move shifted while it was loading, after the move was saved', async () => {
    const { load, levels, asked } = server()
    const numbered = (...numbers: number[]) => numbers.map(number => node(`a${number}`))
    levels.set('a', numbered(0, 1, 2, 3, 4, 5))
    const answer = Promise.withResolvers<void>()
    const save = Promise.withResolvers<void>()
    const store = new TreeStore<TreeNode>(async (parentId, start) => {
      const page = await load(parentId, start)
      if (start === 2) await answer.promise
      return page
    }, 2)
    await store.reveal(['a'])
    const loading = store.more('a')
    const moving = store.move({ id: 'a0', target: { id: 'a', position: 'inside' } }, () => save.promise)
    answer.resolve()
    await answer.promise
    levels.set('a', numbered(1, 2, 3, 4, 5, 0))
    save.resolve()
    await Promise.all([loading, moving])
    expect(shown(store)).toEqual(['a', '-a1', '-a2', '-a3', '-more:a', '-a0', 'b', 'more:'])
    expect(asked).toEqual(['top@0', 'a@0', 'a@2', 'a@1'])
  })

  it('tells its listeners once for each change', async () => {
    const { load } = server()
    const store = new TreeStore(load)
    await store.ensure(null)
    let told = 0
    store.subscribe(() => told++)
    store.update('b', { label: 'New title' })
    store.update('nobody', { label: 'x' })
    expect(told).toBe(1)
    expect(store.state.nodes.get('b')?.label).toBe('New title')
  })
})
