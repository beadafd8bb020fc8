import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compose } from '../model/changes.ts'
import { LIMITS, type DiagramPage } from '../model/document.ts'
import { flipObjects, moveObjects, reparent, resizeObjects, rotateObjects, setBox } from './move.ts'
import { frameOf } from './reparent.ts'
import { after, farthest, misplaced, NEAR, places } from './test-changes.ts'
import { connector, group, page, pages, shape } from '../model/test-documents.ts'
import {
  canHold,
  childrenOf,
  contentBounds,
  descendantsOf,
  inverse,
  isBox,
  isLocked,
  matrixOf,
  objectOf,
  ordersFor,
  pageBounds,
  rootsOf,
  topOrder,
} from './tree.ts'

const picked = pages.chain(drawn =>
  fc.record({ drawn: fc.constant(drawn), ids: fc.subarray(Object.keys(drawn.objects), { minLength: 1 }) }),
)
const way = fc.record({ x: fc.integer({ min: -300, max: 300 }), y: fc.integer({ min: -300, max: 300 }) })
const RUNS = { seed: 1, numRuns: 150 }

/** Ids of picked objects and of all their descendants. */
function within(drawn: DiagramPage, ids: readonly string[]): Set<string> {
  const roots = rootsOf(drawn, ids)
  return new Set([...roots, ...descendantsOf(drawn, roots).map(({ id }) => id)])
}

/** Whether a group is as large as what it holds. */
function isTight(drawn: DiagramPage, groupId: string): boolean {
  const own = objectOf(drawn, groupId)
  const content = contentBounds(
    drawn,
    childrenOf(drawn, groupId).map(({ id }) => id),
    inverse(matrixOf(drawn, groupId)),
  )
  if (own?.kind !== 'group' || !content) return true
  return (
    farthest(
      [
        { x: content.x, y: content.y },
        { x: content.width, y: content.height },
      ],
      [
        { x: 0, y: 0 },
        { x: own.width, y: own.height },
      ],
    ) < NEAR
  )
}

describe('moving', () => {
  it('brings all that was picked, with what lies in it, the way on the page, and nothing else', () => {
    fc.assert(
      fc.property(picked, way, ({ drawn, ids }, by) => {
        const now = after(drawn, moveObjects(drawn, ids, by))
        expect(misplaced(drawn, now, within(drawn, ids), ({ x, y }) => ({ x: x + by.x, y: y + by.y }))).toEqual([])
      }),
      RUNS,
    )
  })

  it('there and back is nothing', () => {
    fc.assert(
      fc.property(picked, way, ({ drawn, ids }, by) => {
        const there = after(drawn, moveObjects(drawn, ids, by))
        const back = after(there, moveObjects(there, ids, { x: -by.x, y: -by.y }))
        expect(misplaced(drawn, back)).toEqual([])
        const drawnAgain = places(back)
        for (const [id, points] of places(drawn)) expect(farthest(drawnAgain.get(id), points)).toBeLessThan(0.5)
      }),
      RUNS,
    )
  })

  it('keeps groups around as large as what they hold', () => {
    const start = page([
      group('g', { x: 10, y: 10, width: 300, height: 100, rotation: 90 }),
      shape('a', { parent: 'g' }),
      shape('b', { parent: 'g', x: 200, y: 40, order: 'a1' }),
    ])
    const now = after(start, moveObjects(start, ['b'], { x: 0, y: 50 }))
    expect(isTight(now, 'g')).toBe(true)
    expect(misplaced(start, now, new Set(['b']), ({ x, y }) => ({ x, y: y + 50 }))).toEqual([])
    expect(now.objects['g']).toMatchObject({ width: 350, height: 100 })
  })

  it('takes connectors between what moves with their corners, and leaves those that lead elsewhere to follow', () => {
    const to = (objectId: string) => ({ at: { x: 5, y: 5 }, attached: { objectId, anchor: null } })
    const start = page([
      shape('a'),
      shape('b', { x: 300 }),
      shape('c', { x: 600 }),
      connector('ab', { from: to('a'), to: to('b'), waypoints: [{ x: 200, y: 200 }] }),
      connector('bc', { from: to('b'), to: to('c'), waypoints: [{ x: 500, y: 200 }] }),
      connector('free', { from: to('a'), waypoints: [{ x: 1, y: 2 }] }),
    ])
    const now = after(start, moveObjects(start, ['a', 'b', 'free'], { x: 10, y: 20 }))
    expect(now.objects['ab']).toMatchObject({ waypoints: [{ x: 210, y: 220 }] })
    expect(now.objects['bc']).toBe(start.objects['bc'])
    expect(now.objects['free']).toMatchObject({
      waypoints: [{ x: 11, y: 22 }],
      to: { at: { x: 60, y: 70 } },
      from: { attached: { objectId: 'a' } },
    })
  })

  it('leaves what is locked, itself, by its group or by its layer', () => {
    const layers = [
      { id: 'l1', name: '', visible: true, locked: false },
      { id: 'l2', name: '', visible: true, locked: true },
    ]
    const start = page(
      [
        shape('a', { locked: true }),
        group('g', { locked: true }),
        shape('b', { parent: 'g' }),
        shape('c', { layer: 'l2' }),
        shape('d'),
      ],
      { layers },
    )
    expect(['a', 'g', 'b', 'c', 'd'].filter(id => isLocked(start, id))).toEqual(['a', 'g', 'b', 'c'])
    const now = after(start, moveObjects(start, ['a', 'b', 'c', 'd'], { x: 5, y: 0 }))
    expect(Object.keys(now.objects).filter(id => now.objects[id] !== start.objects[id])).toEqual(['d'])
  })

  it('stops at the limits of documents', () => {
    const start = page([shape('a'), connector('c')])
    const now = after(start, moveObjects(start, ['a', 'c'], { x: 1e9, y: -Infinity }))
    expect(now.objects['a']).toMatchObject({ x: LIMITS.length })
  })

  it('by nothing changes nothing', () => {
    const start = page([shape('a')])
    expect(moveObjects(start, ['a', 'gone'], { x: 0, y: 0 })).toEqual(compose())
  })
})

describe('turning and mirroring', () => {
  it('turns all that was picked about a point of the page', () => {
    fc.assert(
      fc.property(picked, way, fc.constantFrom(90, -90, 180, 30, 12.34), ({ drawn, ids }, about, degrees) => {
        const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)]
        const now = after(drawn, rotateObjects(drawn, ids, degrees, about))
        expect(
          misplaced(drawn, now, within(drawn, ids), ({ x, y }) => ({
            x: about.x + cos * (x - about.x) - sin * (y - about.y),
            y: about.y + sin * (x - about.x) + cos * (y - about.y),
          })),
        ).toEqual([])
      }),
      RUNS,
    )
  })

  it('mirrors about the middle of all, and twice is nothing', () => {
    fc.assert(
      fc.property(picked, fc.constantFrom('x' as const, 'y' as const), ({ drawn, ids }, axis) => {
        const bounds = pageBounds(drawn, rootsOf(drawn, ids))
        if (!bounds) return
        const now = after(drawn, flipObjects(drawn, ids, axis))
        const sum = axis === 'x' ? 2 * bounds.x + bounds.width : 2 * bounds.y + bounds.height
        expect(
          misplaced(drawn, now, within(drawn, ids), ({ x, y }) =>
            axis === 'x' ? { x: sum - x, y } : { x, y: sum - y },
          ),
        ).toEqual([])
      }),
      RUNS,
    )
    const start = page([shape('a', { rotation: 30 }), connector('c', { from: { at: { x: 1, y: 2 } } })])
    const once = after(start, flipObjects(start, ['a', 'c'], 'x'))
    expect(once.objects['a']).toMatchObject({ rotation: 330, flipX: true })
    expect(after(once, flipObjects(once, ['a', 'c'], 'x'))).toEqual(start)
  })

  it('keeps labels on their side of a mirrored line', () => {
    const label = { text: { vertical: 'middle' as const, paragraphs: [] }, along: 0.5, across: 12 }
    const start = page([group('g'), shape('s', { parent: 'g' }), connector('c', { parent: 'g', labels: [label] })])
    const now = after(start, flipObjects(start, ['g'], 'y'))
    expect(now.objects['c']).toMatchObject({ labels: [{ across: -12 }] })
  })
})

describe('resizing', () => {
  it('brings upright boxes from one rectangle into the other, groups with what they hold', () => {
    const start = page([
      group('g', { x: 100, y: 100, width: 200, height: 100 }),
      shape('a', { parent: 'g', width: 50, height: 50 }),
      shape('b', { parent: 'g', x: 150, y: 50, width: 50, height: 50, order: 'a1', rotation: 90 }),
      connector('c', { parent: 'g', waypoints: [{ x: 100, y: 50 }], order: 'a2' }),
      shape('lone', { x: 0, y: 0 }),
    ])
    const now = after(
      start,
      resizeObjects(
        start,
        ['g', 'lone'],
        { x: 0, y: 0, width: 300, height: 200 },
        { x: 0, y: 0, width: 600, height: 300 },
      ),
    )
    expect(now.objects['g']).toMatchObject({ x: 200, y: 150, width: 400, height: 150 })
    expect(now.objects['a']).toMatchObject({ x: 0, y: 0, width: 100, height: 75 })
    expect(pageBounds(now, ['b'])).toEqual({ x: 500, y: 225, width: 100, height: 75 })
    expect(now.objects['b']).toMatchObject({ rotation: 90, width: 75, height: 100 })
    expect(now.objects['c']).toMatchObject({ waypoints: [{ x: 200, y: 75 }] })
    expect(now.objects['lone']).toMatchObject({ width: 200, height: 90 })
  })

  it('keeps angles, and middles where the stretching brings them', () => {
    fc.assert(
      fc.property(
        picked,
        fc.record({
          x: fc.integer({ min: -100, max: 100 }),
          y: fc.integer({ min: -100, max: 100 }),
          width: fc.integer({ min: 20, max: 900 }),
          height: fc.integer({ min: 20, max: 900 }),
        }),
        ({ drawn, ids }, to) => {
          const from = { x: 0, y: 0, width: 300, height: 300 }
          const now = after(drawn, resizeObjects(drawn, ids, from, to))
          const middle = (at: DiagramPage, id: string) => {
            const [a, , c] = places(at).get(id) ?? []
            return a && c ? [{ x: (a.x + c.x) / 2, y: (a.y + c.y) / 2 }] : []
          }
          for (const id of rootsOf(drawn, ids)) {
            const [before, now2] = [objectOf(drawn, id), objectOf(now, id)]
            if (!before || before.kind !== 'shape' || before.parent !== null || now2?.kind !== 'shape') continue
            expect(now2.rotation ?? 0).toBeCloseTo(before.rotation ?? 0, 3)
            expect(
              farthest(
                middle(now, id),
                middle(drawn, id).map(({ x, y }) => ({
                  x: to.x + (x * to.width) / 300,
                  y: to.y + (y * to.height) / 300,
                })),
              ),
            ).toBeLessThan(NEAR)
          }
        },
      ),
      RUNS,
    )
  })

  it('mirrors where a side is drawn over the other', () => {
    const start = page([shape('a', { x: 100, width: 100 })])
    const now = after(
      start,
      resizeObjects(start, ['a'], { x: 100, y: 0, width: 100, height: 60 }, { x: 100, y: 0, width: -50, height: 60 }),
    )
    expect(now.objects['a']).toMatchObject({ x: 50, width: 50, flipX: true, height: 60 })
  })

  it('of a container alone leaves what lies in it in its place; lanes fill their pool', () => {
    const start = page([
      shape('pool', { x: 100, y: 100, width: 400, height: 200, shape: 'swimlane.horizontal-1', container: true }),
      shape('lane', { parent: 'pool', y: 100, width: 400, height: 100, shape: 'swimlane.lane', container: true }),
      shape('task', { parent: 'lane', x: 50, y: 20 }),
      shape('note', { parent: 'pool', x: 10, y: 10 }),
    ])
    const now = after(
      start,
      resizeObjects(
        start,
        ['pool'],
        { x: 100, y: 100, width: 400, height: 200 },
        { x: 0, y: 100, width: 500, height: 400 },
      ),
    )
    expect(pageBounds(now, ['lane'])).toEqual({ x: 0, y: 300, width: 500, height: 200 })
    expect(pageBounds(now, ['note'])).toEqual(pageBounds(start, ['note']))
    expect(now.objects['task']).toMatchObject({ x: 50, y: 20, width: 100 })
    const moved = after(
      start,
      resizeObjects(
        start,
        ['pool'],
        { x: 100, y: 100, width: 400, height: 200 },
        { x: 0, y: 0, width: 400, height: 200 },
      ),
    )
    expect(pageBounds(moved, ['note'])).toEqual({ x: 10, y: 10, width: 100, height: 60 })
  })

  it('never makes a shape too small to be taken hold of', () => {
    const start = page([shape('a'), shape('line', { height: 0 })])
    const now = after(
      start,
      resizeObjects(start, ['a', 'line'], { x: 0, y: 0, width: 100, height: 60 }, { x: 0, y: 0, width: 0, height: 0 }),
    )
    expect(now.objects['a']).toMatchObject({ width: 1, height: 1 })
    expect(now.objects['line']).toMatchObject({ width: 1, height: 0 })
    expect(after(start, setBox(start, 'a', { width: -50, rotation: -90 })).objects['a']).toMatchObject({
      width: 1,
      rotation: 270,
    })
  })
})

describe('putting into others', () => {
  it('leaves all where it is on the page, texts the right way up', () => {
    fc.assert(
      fc.property(picked, fc.nat(), ({ drawn, ids }, pick) => {
        const holders = [
          null,
          ...Object.values(drawn.objects)
            .filter(canHold)
            .map(({ id }) => id),
        ]
        const parent = holders[pick % holders.length] ?? null
        const now = after(drawn, reparent(drawn, ids, parent))
        expect(misplaced(drawn, now)).toEqual([])
        for (const id of rootsOf(drawn, ids)) {
          if (id === parent || descendantsOf(drawn, [id]).some(inner => inner.id === parent))
            expect(objectOf(now, id)?.parent).toBe(objectOf(drawn, id)?.parent)
          else expect(objectOf(now, id)?.parent).toBe(parent)
        }
        for (const object of Object.values(now.objects)) {
          if (childrenOf(drawn, object.id).length !== childrenOf(now, object.id).length)
            expect(isTight(now, object.id)).toBe(true)
          // Texts are turned by this.
          const [{ flipX, flipY }, old] = [frameOf(now, object.id), frameOf(drawn, object.id)]
          if (isBox(object)) expect({ flipX, flipY }).toEqual({ flipX: old.flipX, flipY: old.flipY })
        }
      }),
      RUNS,
    )
  })

  it('lays them above what is there in the order they had, on its layer; a group left empty goes', () => {
    const layers = ['l1', 'l2'].map(id => ({ id, name: id, visible: true, locked: false }))
    const start = page(
      [
        group('g'),
        shape('b', { parent: 'g', order: 'a5' }),
        shape('a', { parent: 'g', order: 'a7' }),
        shape('box', { container: true, layer: 'l2', x: 10, y: 10 }),
        shape('old', { parent: 'box', layer: 'l2', order: 'a9' }),
        connector('c', { to: { at: { x: 0, y: 0 }, attached: { objectId: 'g', anchor: null } } }),
      ],
      { layers },
    )
    const now = after(start, reparent(start, ['a', 'b'], 'box'))
    expect(childrenOf(now, 'box').map(({ id, layer }) => `${id} ${layer}`)).toEqual(['old l2', 'b l2', 'a l2'])
    expect(now.objects['g']).toBeUndefined()
    expect(now.objects['c']).toMatchObject({ to: { at: expect.anything() } })
    expect(JSON.stringify(now.objects['c'])).not.toContain('attached')
  })

  it('lets nothing lie deeper than documents may', () => {
    const chain = Array.from({ length: LIMITS.depth }, (_, index) =>
      group(`g${index}`, { parent: index === 0 ? null : `g${index - 1}` }),
    )
    const start = page([
      ...chain,
      shape('deep', { parent: `g${LIMITS.depth - 1}` }),
      shape('a'),
      group('pair'),
      shape('b', { parent: 'pair' }),
    ])
    expect(after(start, reparent(start, ['a'], `g${LIMITS.depth - 1}`)).objects['a']).toMatchObject({
      parent: `g${LIMITS.depth - 1}`,
    })
    expect(reparent(start, ['pair'], `g${LIMITS.depth - 1}`)).toEqual(compose())
    expect(reparent(start, ['a'], 'deep')).toEqual(compose())
  })
})

describe('order of what is new', () => {
  it('is above all others, whatever orders those have', () => {
    fc.assert(
      fc.property(
        fc.array(fc.stringMatching(/^[!-~]{1,12}$/), { minLength: 1, maxLength: 5 }),
        fc.integer({ min: 1, max: 5 }),
        (orders, count) => {
          const start = page(orders.map((order, index) => shape(`s${index}`, { order })))
          const fresh = topOrder(start, null, 'l1', count)
          expect(fresh).toHaveLength(count)
          const all = [...orders.toSorted((a, b) => (a < b ? -1 : 1)), ...fresh]
          for (let index = orders.length; index < all.length; index++)
            expect((all[index - 1] ?? '') < (all[index] ?? '')).toBe(true)
          after(
            start,
            compose(
              ...fresh.map((order, index) => ({
                type: 'put-object' as const,
                pageId: 'p1',
                object: shape(`n${index}`, { order }),
              })),
            ),
          )
        },
      ),
      RUNS,
    )
  })

  it('stays short however often something is put in the same place', () => {
    let siblings = [
      { id: 'first', order: 'a0' },
      { id: 'last', order: 'a1' },
    ]
    let longest = 0
    let renewals = 0
    for (let index = 0; index < 2500; index++) {
      const wanted = siblings.toSpliced(1, 0, { id: `s${index}`, order: 'new' })
      const orders = ordersFor(wanted, new Set([`s${index}`]))
      if (orders.size > 1) renewals++
      siblings = wanted.map(sibling => ({ ...sibling, order: orders.get(sibling.id) ?? sibling.order }))
      longest = Math.max(longest, ...orders.values().map(order => order.length))
    }
    expect(longest).toBeLessThanOrEqual(200)
    expect(renewals).toBeGreaterThan(0)
    expect(siblings.every(({ order }, index) => index === 0 || (siblings[index - 1]?.order ?? '~') < order)).toBe(true)
  })
})
