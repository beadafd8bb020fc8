import { describe, expect, it } from 'vitest'
import { emptyTree, moved, type TreeNode, type TreeState, withChildren } from '#platform/web/tree/model.ts'
import { wayBack } from './space-tree.ts'

const node = (id: string): TreeNode => ({ id, label: id, hasChildren: false })
const ids = (state: TreeState, parent: string | null) => state.children.get(parent)?.ids

describe('taking a move back', () => {
  const before = withChildren(withChildren(emptyTree(), null, [node('a'), node('b'), node('c')]), 'a', [node('a1')])

  it.each(['a', 'b', 'c'])('brings %s to its place among its siblings', id => {
    const back = wayBack(before, id)
    const target = id === 'c' ? { id: 'a', position: 'before' as const } : { id: 'c', position: 'after' as const }
    const after = moved(before, id, target)
    expect(ids(after, null)).not.toEqual(['a', 'b', 'c'])
    expect(back && ids(moved(after, back.id, back.target), null)).toEqual(['a', 'b', 'c'])
  })
  it('brings an only child below its parent again', () => {
    const back = wayBack(before, 'a1')
    const after = moved(before, 'a1', { id: 'c', position: 'after' })
    expect(ids(after, 'a')).toEqual([])
    expect(back && ids(moved(after, back.id, back.target), 'a')).toEqual(['a1'])
  })
})
