import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  canDrop,
  collapsedNode,
  dropPosition,
  emptyTree,
  expandedNode,
  failedChildren,
  keyboardMove,
  keyEffect,
  loadingChildren,
  moved,
  removed,
  type TreeNode,
  type TreeState,
  typeahead,
  updated,
  visibleRows,
  withChildren,
} from './model.ts'

const node = (id: string, hasChildren = false, label = id): TreeNode => ({ id, label, hasChildren })

/** a (a1, a2 (a21)), b, c — with a and a2 open. */
function sample(): TreeState {
  let tree = withChildren(emptyTree(), null, [node('a', true), node('b'), node('c')])
  tree = withChildren(tree, 'a', [node('a1'), node('a2', true)])
  tree = withChildren(tree, 'a2', [node('a21')])
  return expandedNode(expandedNode(tree, 'a'), 'a2')
}

const shown = (tree: TreeState) =>
  visibleRows(tree).map(
    row => `${'-'.repeat(row.depth)}${row.kind === 'node' ? row.id : `${row.kind}:${row.parentId ?? ''}`}`,
  )

describe('rows', () => {
  it('lists what is open, from the top down, with depth and place', () => {
    expect(shown(sample())).toEqual(['a', '-a1', '-a2', '--a21', 'b', 'c'])
    expect(visibleRows(sample())[2]).toMatchObject({ position: 2, setSize: 2, isExpanded: true, parentId: 'a' })
  })

  it('hides what is below a closed node and remembers what was open inside', () => {
    const closed = collapsedNode(sample(), 'a')
    expect(shown(closed)).toEqual(['a', 'b', 'c'])
    expect(shown(expandedNode(closed, 'a'))).toEqual(['a', '-a1', '-a2', '--a21', 'b', 'c'])
  })

  it('shows a row for children that load, fail, or go on', () => {
    const tree = expandedNode(withChildren(emptyTree(), null, [node('a', true)]), 'a')
    expect(shown(tree)).toEqual(['a', '-loading:a'])
    expect(shown(loadingChildren(tree, 'a'))).toEqual(['a', '-loading:a'])
    expect(shown(failedChildren(tree, 'a'))).toEqual(['a', '-failed:a'])
    const first = withChildren(tree, 'a', [node('x')], { start: 0, next: 1 })
    expect(shown(first)).toEqual(['a', '-x', '-more:a'])
    expect(visibleRows(first)[1]).toMatchObject({ setSize: -1 })
    const second = withChildren(first, 'a', [node('y')], { start: 1, next: undefined })
    expect(shown(second)).toEqual(['a', '-x', '-y'])
  })

  it('is loading before anything is known', () => {
    expect(shown(emptyTree())).toEqual(['loading:'])
  })
})

describe('fetched children', () => {
  it('replace the first page: what is gone goes, with all below it', () => {
    const tree = withChildren(sample(), 'a', [node('a1')])
    expect(shown(tree)).toEqual(['a', '-a1', 'b', 'c'])
    expect(tree.nodes.has('a21')).toBe(false)
  })

  it('take a node over from its former parent', () => {
    const tree = withChildren(sample(), null, [node('a', true), node('a1'), node('b'), node('c')])
    expect(shown(tree)).toEqual(['a', '-a2', '--a21', 'a1', 'b', 'c'])
  })

  it('tell whether the parent has children', () => {
    const tree = withChildren(sample(), 'a', [])
    expect(tree.nodes.get('a')?.hasChildren).toBe(false)
    expect(shown(tree)).toEqual(['a', 'b', 'c'])
  })

  it('keep a new title', () => {
    expect(updated(sample(), 'b', { label: 'New' }).nodes.get('b')?.label).toBe('New')
    const tree = sample()
    expect(updated(tree, 'unknown', { label: 'x' })).toBe(tree)
  })
})

describe('children far from the first', () => {
  const nodes = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => node(`n${from + index}`))
  /** n0 … n9 below p: the first two are here, and n5, n6. */
  const gap = (): TreeState => {
    const tree = expandedNode(withChildren(emptyTree(), null, [node('p', true), node('q')]), 'p')
    return withChildren(tree, 'p', nodes(0, 2), { start: 0, next: 2, far: { nodes: nodes(5, 7), start: 5, next: 7 } })
  }
  const places = (tree: TreeState) =>
    visibleRows(tree).flatMap(row =>
      row.kind === 'node' && row.depth === 1 ? `${row.id}@${row.position}/${row.setSize}` : [],
    )

  it('stand in their place, with a row for what is missing on either side', () => {
    expect(shown(gap())).toEqual(['p', '-n0', '-n1', '-more:p', '-n5', '-n6', '-more:p', 'q'])
    expect(places(gap())).toEqual(['n0@1/-1', 'n1@2/-1', 'n5@6/-1', 'n6@7/-1'])
  })
  it('grow together from either side', () => {
    const below = withChildren(gap(), 'p', nodes(3, 5), { start: 3, next: 5 })
    expect(shown(below)).toEqual(['p', '-n0', '-n1', '-more:p', '-n3', '-n4', '-n5', '-n6', '-more:p', 'q'])
    expect(shown(withChildren(below, 'p', nodes(2, 4), { start: 2, next: 4 }))).toEqual([
      'p',
      ...nodes(0, 7).map(({ id }) => `-${id}`),
      '-more:p',
      'q',
    ])
    const above = withChildren(gap(), 'p', nodes(2, 5), { start: 2, next: 5 })
    expect(shown(above)).toEqual(['p', ...nodes(0, 7).map(({ id }) => `-${id}`), '-more:p', 'q'])
    const ended = withChildren(above, 'p', nodes(7, 10), { start: 7, next: undefined })
    expect(places(ended).at(-1)).toBe('n9@10/10')
  })
  it('end without touching the gap', () => {
    const tree = withChildren(gap(), 'p', nodes(7, 10), { start: 7, next: undefined })
    expect(shown(tree)).toEqual(['p', '-n0', '-n1', '-more:p', '-n5', '-n6', '-n7', '-n8', '-n9', 'q'])
    expect(places(tree).at(-1)).toBe('n9@10/10')
  })
  it('are never moved across the gap, whose nodes nobody sees', () => {
    expect(keyboardMove(gap(), 'n5', 'ArrowUp')).toBeUndefined()
    expect(keyboardMove(gap(), 'n5', 'ArrowDown')).toEqual({ id: 'n6', position: 'after' })
    expect(keyboardMove(gap(), 'n1', 'ArrowDown')).toBeUndefined()
    expect(keyboardMove(gap(), 'n6', 'Home')).toEqual({ id: 'n0', position: 'before' })
    expect(keyboardMove(gap(), 'n0', 'Home')).toBeUndefined()
    expect(keyboardMove(gap(), 'n0', 'End')).toEqual({ id: 'p', position: 'inside' })
    expect(keyboardMove(sample(), 'a', 'End')).toEqual({ id: 'c', position: 'after' })
    expect(keyboardMove(sample(), 'c', 'End')).toBeUndefined()
  })
  it('keep their places and what is fetched next while others come and go before them', () => {
    const tree = moved(gap(), 'n0', { id: 'n6', position: 'after' })
    expect(places(tree)).toEqual(['n1@1/-1', 'n5@5/-1', 'n6@6/-1', 'n0@7/-1'])
    expect(tree.children.get('p')).toMatchObject({ next: 1, far: { start: 4, next: 7 } })
    expect(removed(gap(), 'n5').children.get('p')).toMatchObject({ next: 2, far: { ids: ['n6'], start: 5, next: 6 } })
  })
  it('have a new one at their end where that is known, and away from the first where it is not', () => {
    const open = withChildren(sample(), 'a', [node('a1')], { start: 0, next: 1 })
    expect(shown(moved(open, 'c', { id: 'a', position: 'inside' }))).toEqual(['a', '-a1', '-more:a', '-c', 'b'])
    expect(shown(moved(gap(), 'q', { id: 'p', position: 'inside' }))).toEqual(['p', '-n0', '-n1', '-more:p', '-q'])
  })
})

describe('moving', () => {
  it.each([
    ['c', { id: 'a', position: 'before' as const }, ['c', 'a', '-a1', '-a2', '--a21', 'b']],
    ['c', { id: 'a1', position: 'after' as const }, ['a', '-a1', '-c', '-a2', '--a21', 'b']],
    ['c', { id: 'a2', position: 'inside' as const }, ['a', '-a1', '-a2', '--a21', '--c', 'b']],
    ['a2', { id: 'c', position: 'after' as const }, ['a', '-a1', 'b', 'c', 'a2', '-a21']],
    ['a', { id: 'b', position: 'after' as const }, ['b', 'a', '-a1', '-a2', '--a21', 'c']],
  ])('puts %s at %o', (id, target, rows) => {
    expect(shown(moved(sample(), id, target))).toEqual(rows)
  })

  it('refuses a place on or below itself', () => {
    const tree = sample()
    expect(canDrop(tree, 'a', { id: 'a', position: 'inside' })).toBe(false)
    expect(canDrop(tree, 'a', { id: 'a21', position: 'after' })).toBe(false)
    expect(canDrop(tree, 'a', { id: 'nobody', position: 'after' })).toBe(false)
    expect(moved(tree, 'a', { id: 'a2', position: 'inside' })).toBe(tree)
  })

  it('leaves a parent without children closed for good, and opens a leaf to its first', () => {
    const tree = moved(sample(), 'a21', { id: 'b', position: 'inside' })
    expect(tree.nodes.get('a2')?.hasChildren).toBe(false)
    expect(tree.nodes.get('b')?.hasChildren).toBe(true)
  })

  it('by the keyboard stays among siblings, goes in, and comes out', () => {
    const tree = sample()
    expect(keyboardMove(tree, 'b', 'ArrowUp')).toEqual({ id: 'a', position: 'before' })
    expect(keyboardMove(tree, 'b', 'ArrowDown')).toEqual({ id: 'c', position: 'after' })
    expect(keyboardMove(tree, 'b', 'ArrowRight')).toEqual({ id: 'a', position: 'inside' })
    expect(keyboardMove(tree, 'a2', 'ArrowLeft')).toEqual({ id: 'a', position: 'after' })
    expect(keyboardMove(tree, 'a', 'ArrowUp')).toBeUndefined()
    expect(keyboardMove(tree, 'a', 'ArrowLeft')).toBeUndefined()
  })

  it('keeps every node exactly once and makes no ring, whatever is moved where', () => {
    const ids = ['a', 'a1', 'a2', 'a21', 'b', 'c']
    const step = fc.record({
      id: fc.constantFrom(...ids),
      target: fc.record({ id: fc.constantFrom(...ids), position: fc.constantFrom('before', 'after', 'inside') }),
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), steps => {
        // All levels are loaded, so that the model knows every node.
        let tree = sample()
        for (const id of ids) if (!tree.children.has(id)) tree = withChildren(tree, id, [])
        for (const { id, target } of steps) tree = moved(tree, id, target as never)
        for (const id of ids) tree = expandedNode(tree, id)
        const seen = visibleRows(tree).flatMap(row => (row.kind === 'node' ? row.id : []))
        expect(seen.toSorted()).toEqual(ids)
        for (const row of visibleRows(tree)) expect(tree.parents.get(row.id)).toBe(row.parentId)
      }),
    )
  })

  it('finds the place in a row', () => {
    expect(dropPosition(0.1, { isExpanded: false })).toBe('before')
    expect(dropPosition(0.5, { isExpanded: false })).toBe('inside')
    expect(dropPosition(0.9, { isExpanded: false })).toBe('after')
    expect(dropPosition(0.9, { isExpanded: true })).toBe('inside')
  })
})

describe('removing', () => {
  it('takes all below along', () => {
    const tree = removed(sample(), 'a')
    expect(shown(tree)).toEqual(['b', 'c'])
    expect([...tree.nodes.keys()]).toEqual(['b', 'c'])
    expect(tree.expanded.size).toBe(0)
  })
})

describe('keys', () => {
  const rows = visibleRows(sample())
  it.each([
    ['a', 'ArrowDown', { focus: 'a1' }],
    ['b', 'ArrowUp', { focus: 'a21' }],
    ['c', 'ArrowDown', {}],
    ['a21', 'Home', { focus: 'a' }],
    ['a', 'End', { focus: 'c' }],
    ['a', 'ArrowRight', { focus: 'a1' }],
    ['b', 'ArrowRight', {}],
    ['a2', 'ArrowLeft', { collapse: 'a2' }],
    ['a21', 'ArrowLeft', { focus: 'a2' }],
    ['b', 'ArrowLeft', {}],
    ['a', 'x', undefined],
  ])('from %s, %s gives %o', (id, key, effect) => {
    expect(keyEffect(rows, id, key)).toEqual(effect)
  })

  it('opens a closed node before going in', () => {
    expect(keyEffect(visibleRows(collapsedNode(sample(), 'a')), 'a', 'ArrowRight')).toEqual({ expand: 'a' })
  })

  it('stops at "Show more", not at what loads', () => {
    const tree = withChildren(emptyTree(), null, [node('a')], { start: 0, next: 1 })
    expect(keyEffect(visibleRows(tree), 'a', 'ArrowDown')).toEqual({ focus: 'rest:' })
    expect(keyEffect(visibleRows(loadingChildren(tree, null)), 'a', 'ArrowDown')).toEqual({})
  })

  it('finds typed letters, going on and around, without case and accents', () => {
    const tree = withChildren(emptyTree(), null, [
      node('1', false, 'Éclair'),
      node('2', false, 'Eel'),
      node('3', false, 'Oak'),
    ])
    const all = visibleRows(tree)
    expect(typeahead(tree, all, '3', 'e')).toBe('1')
    expect(typeahead(tree, all, '1', 'e')).toBe('2')
    expect(typeahead(tree, all, '1', 'ec')).toBe('1')
    expect(typeahead(tree, all, '1', 'eel')).toBe('2')
    expect(typeahead(tree, all, '1', 'z')).toBeUndefined()
  })
})
