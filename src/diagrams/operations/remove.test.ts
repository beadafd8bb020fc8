import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ConnectorObject, DiagramObject, DiagramPage } from '../model/document.ts'
import { connector, group, page, pages, shape } from '../model/test-documents.ts'
import { remove } from './remove.ts'
import { after, farthest, misplaced, places } from './test-changes.ts'
import { plainBlock } from './text.ts'
import { descendantsOf, rootsOf } from './tree.ts'

const picked = pages.chain(drawn =>
  fc.record({ drawn: fc.constant(drawn), ids: fc.subarray(Object.keys(drawn.objects), { minLength: 1 }) }),
)
const end = (objectId: string) => ({ at: { x: 0, y: 0 }, attached: { objectId, anchor: null } })
const line = (id: string, from: string, to: string, fields: Partial<ConnectorObject> = {}) =>
  connector(id, { from: end(from), to: end(to), ...fields })
const boxes = (...ids: string[]) => ids.map((id, index) => shape(id, { x: index * 200 }))
const lines = (drawn: DiagramPage) =>
  Object.values(drawn.objects).flatMap((object: DiagramObject) =>
    object.kind === 'connector' ? [[object.from.attached?.objectId, object.to.attached?.objectId]] : [],
  )
const without = (objects: DiagramObject[], ...ids: string[]) => {
  const start = page(objects)
  return after(start, remove(start, ids))
}

describe('removal', () => {
  it('takes what lies in it along and leaves nothing that points to it', () => {
    fc.assert(
      fc.property(picked, ({ drawn, ids: chosen }) => {
        const roots = rootsOf(drawn, chosen)
        const gone = new Set([...roots, ...descendantsOf(drawn, roots).map(({ id }) => id)])
        const now = after(drawn, remove(drawn, chosen))
        for (const id of gone) expect(now.objects[id]).toBeUndefined()
        const changed = new Set<string>()
        for (const object of Object.values(now.objects)) {
          if (object.kind !== 'connector') continue
          for (const { attached } of [object.from, object.to])
            if (attached) expect(now.objects[attached.objectId]).toBeDefined()
          const before = drawn.objects[object.id]
          if (before?.kind === 'connector' && before.to.attached?.objectId !== object.to.attached?.objectId)
            changed.add(object.id)
        }
        expect(misplaced(drawn, now).filter(id => !changed.has(id))).toEqual([])
      }),
      { seed: 3, numRuns: 150 },
    )
  })

  it('of a shape between two leaves one line, with the head of the second and the texts of both', () => {
    const label = (text: string, along: number) => ({ text: plainBlock(text), along, across: 0 })
    const now = without(
      [
        ...boxes('a', 'x', 'b'),
        line('in', 'a', 'x', { labels: [label('yes', 0.5)], endArrow: 'none', waypoints: [{ x: 5, y: 90 }] }),
        line('out', 'x', 'b', { labels: [label('paid', 0.5)], endArrow: 'hollow' }),
      ],
      'x',
    )
    expect(lines(now)).toEqual([['a', 'b']])
    expect(now.objects['in']).toMatchObject({
      endArrow: 'hollow',
      waypoints: [],
      labels: [{ along: 0.25 }, { along: 0.75 }],
    })
  })

  it('of a chain, and of a group with the station in it, leaves one line too', () => {
    const chain = [...boxes('a', 'x', 'y', 'b'), line('1', 'a', 'x'), line('2', 'x', 'y'), line('3', 'y', 'b')]
    expect(lines(without(chain, 'x', 'y'))).toEqual([['a', 'b']])
    const grouped = [
      ...boxes('a', 'b'),
      group('g', { x: 100 }),
      shape('x', { parent: 'g' }),
      line('1', 'a', 'x'),
      line('2', 'x', 'b'),
    ]
    expect(lines(without(grouped, 'g'))).toEqual([['a', 'b']])
  })

  it('takes lines along that would lead nowhere: several, one-sided, to itself, beside a line that there is, with it chosen', () => {
    const fork = [...boxes('a', 'x', 'b', 'c'), line('1', 'a', 'x'), line('2', 'x', 'b'), line('3', 'x', 'c')]
    expect(lines(without(fork, 'x'))).toEqual([])
    expect(lines(without([...boxes('a', 'x'), line('1', 'a', 'x')], 'x'))).toEqual([])
    expect(lines(without([...boxes('a', 'x'), line('1', 'a', 'x'), line('2', 'x', 'a')], 'x'))).toEqual([])
    const three = [...boxes('a', 'x', 'b'), line('1', 'a', 'x'), line('2', 'x', 'b')]
    expect(lines(without([...three, line('3', 'a', 'b')], 'x'))).toEqual([['a', 'b']])
    expect(lines(without(three, 'x', '2'))).toEqual([])
    // A free end is no other shape.
    const free = connector('1', { from: { at: { x: -50, y: 0 } }, to: end('x') })
    expect(lines(without([...boxes('x', 'b'), free, line('2', 'x', 'b')], 'x'))).toEqual([])
  })

  it('leaves what is locked, and locked lines where they were, corners and all', () => {
    const start = page([shape('a', { locked: true }), shape('b')])
    expect(Object.keys(after(start, remove(start, ['a', 'b'])).objects)).toEqual(['a'])
    for (const route of ['straight', 'orthogonal'] as const) {
      const held = page([shape('a'), shape('b', { x: 300, y: 200 }), line('c', 'a', 'b', { route, locked: true })])
      const now = after(held, remove(held, ['b']))
      expect(farthest(places(now).get('c'), places(held).get('c'))).toBeLessThan(0.5)
      expect(now.objects['c']).toMatchObject({ from: { attached: { objectId: 'a' } } })
      expect(now.objects['c']).not.toHaveProperty('to.attached')
    }
  })
})
