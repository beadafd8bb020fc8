import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { align, canGroup, distribute, group as makeGroup, matchSize, reorder, setLocked, ungroup } from './arrange.ts'
import { compose } from '../model/changes.ts'
import { LIMITS, type DiagramPage } from '../model/document.ts'
import { after, misplaced } from './test-changes.ts'
import { connector, group, page, pages, shape } from '../model/test-documents.ts'
import { childrenOf, inDrawingOrder, objectOf, pageBounds, rootsOf } from './tree.ts'

const picked = pages.chain(drawn =>
  fc.record({ drawn: fc.constant(drawn), ids: fc.subarray(Object.keys(drawn.objects), { minLength: 1 }) }),
)
const RUNS = { seed: 3, numRuns: 150 }

const ids = (drawn: DiagramPage, parent: string | null = null) => childrenOf(drawn, parent).map(({ id }) => id)

describe('groups', () => {
  it('are made and taken apart without moving anything, under any turn and flip', () => {
    fc.assert(
      fc.property(picked, ({ drawn, ids: chosen }) => {
        const made = makeGroup(drawn, chosen)
        const grouped = after(drawn, made.change)
        expect(misplaced(drawn, grouped)).toEqual([])
        const roots = rootsOf(drawn, chosen)
        expect(ids(grouped, made.id).toSorted()).toEqual(roots.toSorted())
        expect(inDrawingOrder(grouped, roots)).toEqual(
          inDrawingOrder(drawn, roots).toSorted(
            (a, b) => ids(grouped, made.id).indexOf(a) - ids(grouped, made.id).indexOf(b),
          ),
        )
        const apart = ungroup(grouped, [made.id])
        const ungrouped = after(grouped, apart.change)
        expect(misplaced(drawn, ungrouped)).toEqual([])
        expect(apart.ids).toEqual(ids(grouped, made.id))
        expect(ungrouped.objects[made.id]).toBeUndefined()
      }),
      RUNS,
    )
  })

  it('of the samples are taken apart without moving anything', () => {
    fc.assert(
      fc.property(pages, drawn => {
        const all = Object.values(drawn.objects)
          .filter(({ kind }) => kind === 'group')
          .map(({ id }) => id)
        const now = after(drawn, ungroup(drawn, all).change)
        expect(misplaced(drawn, now)).toEqual([])
        for (const id of rootsOf(drawn, all)) expect(now.objects[id]).toBeUndefined()
      }),
      RUNS,
    )
  })

  it('lie where the topmost of their members lay, in the order that those had', () => {
    const start = page(['a', 'b', 'c', 'd'].map((id, index) => shape(id, { order: `a${index}`, x: index * 10 })))
    const made = makeGroup(start, ['c', 'a'])
    const now = after(start, made.change)
    expect(ids(now)).toEqual(['b', made.id, 'd'])
    expect(ids(now, made.id)).toEqual(['a', 'c'])
    expect(now.objects[made.id]).toMatchObject({ x: 0, y: 0, width: 120, height: 60 })
    const apart = ungroup(now, [made.id, 'd'])
    expect(ids(after(now, apart.change))).toEqual(['b', 'a', 'c', 'd'])
    expect(apart.ids).toEqual(['a', 'c', 'd'])
  })

  it('are made in the group in which all of them lie, and on the layer of the topmost', () => {
    const layers = ['l1', 'l2'].map(id => ({ id, name: id, visible: true, locked: false }))
    const start = page(
      [
        group('outer', { width: 300, rotation: 90 }),
        group('inner', { parent: 'outer', order: 'a1' }),
        shape('a', { parent: 'outer' }),
        shape('b', { parent: 'inner' }),
        shape('top', { layer: 'l2', x: 400 }),
        shape('low', { x: 500 }),
      ],
      { layers },
    )
    const inside = makeGroup(start, ['a', 'b'])
    expect(after(start, inside.change).objects[inside.id]).toMatchObject({ parent: 'outer' })
    // A group left without objects goes.
    expect(after(start, inside.change).objects['inner']).toBeUndefined()
    const across = makeGroup(start, ['top', 'low'])
    expect(after(start, across.change).objects['low']).toMatchObject({ layer: 'l2', parent: across.id })
  })

  it('are refused where they would lie too deep, or without anything in them', () => {
    const chain = Array.from({ length: LIMITS.depth }, (_, index) =>
      group(`g${index}`, { parent: index === 0 ? null : `g${index - 1}` }),
    )
    const start = page([
      ...chain,
      shape('deep', { parent: `g${LIMITS.depth - 1}` }),
      shape('deep2', { parent: `g${LIMITS.depth - 1}` }),
      shape('a'),
    ])
    expect(canGroup(start, ['deep', 'deep2'])).toBe(false)
    expect(canGroup(start, ['a'])).toBe(false)
    expect(canGroup(start, ['a', 'g0'])).toBe(false)
    expect(() => makeGroup(start, ['a', 'g0'])).toThrow('Groups cannot lie that deep')
    expect(() => makeGroup(start, ['gone'])).toThrow('nothing to group')
    expect(canGroup(page([shape('a'), shape('b')]), ['a', 'b'])).toBe(true)
  })

  it('give what they were as a whole to their parts, and let connectors go', () => {
    const link = { kind: 'url' as const, href: 'https://example.org/' }
    const own = { kind: 'url' as const, href: '/own' }
    const start = page([
      group('g', { link }),
      shape('a', { parent: 'g' }),
      shape('b', { parent: 'g', link: own }),
      connector('c', { to: { at: { x: 9, y: 9 }, attached: { objectId: 'g', anchor: { x: 1, y: 1 } } } }),
      connector('in', { parent: 'g', to: { at: { x: 9, y: 9 }, attached: { objectId: 'g', anchor: { x: 1, y: 1 } } } }),
    ])
    const now = after(start, ungroup(start, ['g']).change)
    expect(now.objects['in']).toMatchObject({ parent: null, to: { at: { x: 100, y: 60 } } })
    expect(now.objects['in']).not.toHaveProperty('to.attached')
    expect([now.objects['a']?.link, now.objects['b']?.link]).toEqual([link, own])
    expect(now.objects['c']).toMatchObject({ to: { at: { x: 100, y: 60 } } })
    expect(now.objects['c']).not.toHaveProperty('to.attached')
  })
})

describe('order', () => {
  const start = page(
    ['a', 'b', 'c', 'd', 'e'].map((id, index) => shape(id, { order: `a${index}`, x: index === 2 ? 1000 : 0 })),
  )

  it('brings to the front and back, keeping the order among themselves', () => {
    expect(ids(after(start, reorder(start, ['c', 'a'], 'front')))).toEqual(['b', 'd', 'e', 'a', 'c'])
    expect(ids(after(start, reorder(start, ['e', 'b'], 'back')))).toEqual(['b', 'e', 'a', 'c', 'd'])
    expect(reorder(start, ['e'], 'front')).toEqual(compose())
  })

  it('steps over the next one that it overlaps', () => {
    expect(ids(after(start, reorder(start, ['b'], 'forward')))).toEqual(['a', 'c', 'd', 'b', 'e'])
    expect(ids(after(start, reorder(start, ['d'], 'backward')))).toEqual(['a', 'd', 'b', 'c', 'e'])
    expect(ids(after(start, reorder(start, ['a', 'b'], 'forward')))).toEqual(['c', 'd', 'a', 'b', 'e'])
    // Nothing covers it.
    expect(reorder(start, ['c'], 'forward')).toEqual(compose())
  })

  it('is whatever is asked for, whatever the orders were', () => {
    fc.assert(
      fc.property(
        fc.array(fc.stringMatching(/^[!-~]{1,4}$/), { minLength: 3, maxLength: 6 }),
        fc.nat(),
        fc.constantFrom('front' as const, 'back' as const),
        (orders, pick, how) => {
          const drawn = page(orders.map((order, index) => shape(`s${index}`, { order })))
          const id = `s${pick % orders.length}`
          const now = ids(after(drawn, reorder(drawn, [id], how)))
          const others = ids(drawn).filter(other => other !== id)
          expect(now).toEqual(how === 'front' ? [...others, id] : [id, ...others])
        },
      ),
      RUNS,
    )
  })
})

describe('alignment', () => {
  const edges = { left: 0, center: 0.5, right: 1, top: 0, middle: 0.5, bottom: 1 } as const

  it('makes edges and middles the same on the page', () => {
    fc.assert(
      fc.property(
        picked,
        fc.constantFrom(...(Object.keys(edges) as (keyof typeof edges)[])),
        ({ drawn, ids: chosen }, edge) => {
          const units = rootsOf(drawn, chosen).filter(id => objectOf(drawn, id)?.kind !== 'connector')
          const now = after(drawn, align(drawn, units, edge))
          const across = edge === 'left' || edge === 'center' || edge === 'right'
          const positions = units.map(id => {
            const bounds = pageBounds(now, [id])
            return bounds
              ? across
                ? bounds.x + bounds.width * edges[edge]
                : bounds.y + bounds.height * edges[edge]
              : NaN
          })
          for (const position of positions) expect(position).toBeCloseTo(positions[0] ?? NaN, 1)
        },
      ),
      RUNS,
    )
  })

  it('takes the rectangle about all, and leaves connectors that are attached', () => {
    const start = page([
      shape('a', { x: 10 }),
      shape('b', { x: 300, rotation: 90 }),
      connector('c', { from: { at: { x: 0, y: 0 }, attached: { objectId: 'a', anchor: null } } }),
      connector('free', { from: { at: { x: -50, y: 0 } }, to: { at: { x: 50, y: 9 } } }),
    ])
    const now = after(start, align(start, ['a', 'b', 'c', 'free'], 'left'))
    expect(['a', 'b', 'free'].map(id => pageBounds(now, [id])?.x)).toEqual([-50, -50, -50])
    expect(now.objects['c']).toBe(start.objects['c'])
    expect(align(start, ['a'], 'left')).toEqual(compose())
  })

  it('makes the gaps equal and, where there is room, stays within the rectangle about all', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.record({
            x: fc.integer({ min: -500, max: 500 }),
            width: fc.integer({ min: 1, max: 200 }),
            rotation: fc.constantFrom(0, 90, 45),
          }),
          { minLength: 3, maxLength: 7 },
        ),
        fc.constantFrom('horizontal' as const, 'vertical' as const),
        (boxes, direction) => {
          const drawn = page(boxes.map((box, index) => shape(`s${index}`, { ...box, y: 0 - box.x })))
          const all = Object.keys(drawn.objects)
          const now = after(drawn, distribute(drawn, all, direction))
          const span = (at: DiagramPage, id: string) => {
            const { x, y, width, height } = pageBounds(at, [id]) ?? { x: NaN, y: NaN, width: NaN, height: NaN }
            return direction === 'horizontal' ? { start: x, end: x + width } : { start: y, end: y + height }
          }
          const middle = (id: string) => span(drawn, id).start + span(drawn, id).end
          const spans = all.toSorted((a, b) => middle(a) - middle(b)).map(id => span(now, id))
          const gaps = spans.slice(1).map(({ start }, index) => start - (spans[index]?.end ?? NaN))
          // Of those with one middle, either may be the first.
          if (new Set(all.map(id => Math.round(middle(id) * 100))).size < all.length) return
          for (const gap of gaps) expect(gap).toBeCloseTo(gaps[0] ?? NaN, 1)
          if ((gaps[0] ?? 0) < 0) return
          const [before, after2] = [pageBounds(drawn, all), pageBounds(now, all)]
          expect(direction === 'horizontal' ? after2?.width : after2?.height).toBeCloseTo(
            (direction === 'horizontal' ? before?.width : before?.height) ?? NaN,
            1,
          )
        },
      ),
      RUNS,
    )
    expect(distribute(page([shape('a'), shape('b')]), ['a', 'b'], 'vertical')).toEqual(compose())
  })

  it('makes sizes the same as the largest, about the middles', () => {
    const start = page([
      shape('a', { width: 50 }),
      shape('b', { x: 200, height: 100 }),
      group('g', { x: 400, width: 50, height: 30 }),
      shape('in', { parent: 'g', width: 50, height: 30 }),
    ])
    const now = after(start, matchSize(start, ['a', 'b', 'g'], 'both'))
    expect(now.objects['a']).toMatchObject({ x: -25, y: -20, width: 100, height: 100 })
    expect(now.objects['g']).toMatchObject({ x: 375, y: -35, width: 100, height: 100 })
    expect(now.objects['in']).toMatchObject({ width: 100, height: 100 })
    expect(after(start, matchSize(start, ['a', 'b'], 'width')).objects['a']).toMatchObject({ width: 100, height: 60 })
  })
})

describe('locks', () => {
  it('are set and taken away', () => {
    const start = page([shape('a', { locked: true }), shape('b')])
    const free = after(start, setLocked(start, ['a', 'gone'], false))
    expect(free.objects['a']).not.toHaveProperty('locked')
    expect(after(free, setLocked(free, ['a', 'b'], true)).objects['b']).toMatchObject({ locked: true })
  })
})
