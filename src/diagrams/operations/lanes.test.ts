import { describe, expect, it } from 'vitest'
import type { DiagramObject, DiagramPage, ShapeObject } from '../model/document.ts'
import { connector, documentOf, page, shape } from '../model/test-documents.ts'
import { duplicate } from './clip.ts'
import { addLane, firstLane, holderOfLane, lanesOf, moveLane, poolAt, withNewLanes } from './lanes.ts'
import { moveObjects, resizeObjects, setBox } from './move.ts'
import { remove } from './remove.ts'
import { styleObjects } from './style.ts'
import { after, places } from './test-changes.ts'
import { pageBounds } from './tree.ts'

/** A pool of three lanes of 100 px, with a task in each, the second connected with the third. */
function pooled(direction: 'horizontal' | 'vertical' = 'horizontal', fields: Partial<ShapeObject> = {}): DiagramPage {
  const isLevel = direction === 'horizontal'
  const pool = shape('pool', {
    x: 100,
    y: 100,
    width: isLevel ? 430 : 300,
    height: isLevel ? 300 : 430,
    shape: `swimlane.${direction}-3`,
    container: true,
    ...fields,
  })
  const objects: DiagramObject[] = withNewLanes(page([]), pool)
  const task = (id: string, lane: string) => shape(id, { parent: lane, x: 40, y: 40, width: 20, height: 20 })
  return page([
    ...objects,
    ...['a', 'b', 'c'].map((id, index) => task(id, `pool-${index + 1}`)),
    connector('line', {
      from: { at: { x: 0, y: 0 }, attached: { objectId: 'b', anchor: null } },
      to: { at: { x: 0, y: 0 }, attached: { objectId: 'c', anchor: null } },
    }),
  ])
}
const order = (drawn: DiagramPage) => lanesOf(drawn, 'pool').map(({ id }) => id)
const at = (drawn: DiagramPage, id: string) => pageBounds(drawn, [id])

/** The lanes fill their pool beside each other, beyond its title. */
function expectFilled(drawn: DiagramPage, title = 30): void {
  const pool = drawn.objects['pool']
  if (pool?.kind !== 'shape') throw new Error('no pool')
  const isLevel = pool.shape.includes('horizontal')
  let from = 0
  for (const lane of lanesOf(drawn, 'pool')) {
    expect(lane).toMatchObject(
      isLevel ? { x: title, y: from, width: pool.width - title } : { y: title, x: from, height: pool.height - title },
    )
    from += isLevel ? lane.height : lane.width
  }
  expect(from).toBe(isLevel ? pool.height : pool.width)
}

describe.each(['horizontal', 'vertical'] as const)('a pool of %s lanes', direction => {
  const start = pooled(direction)
  const [along, size] = direction === 'horizontal' ? (['y', 'height'] as const) : (['x', 'width'] as const)

  it('is made with lanes of its own, which hold their content', () => {
    expect(start.objects['pool']).toMatchObject({ shape: `swimlane.${direction}-1` })
    expect(order(start)).toEqual(['pool-1', 'pool-2', 'pool-3'])
    expectFilled(start)
  })

  it('gets a lane before, between and after, as large as its neighbour, and grows by it', () => {
    for (const [id, where, place] of [
      ['pool', 'before', 0],
      ['pool-1', 'after', 1],
      ['pool-3', 'before', 2],
      ['pool', 'after', 3],
    ] as const) {
      const added = addLane(start, id, where)
      if (!added) throw new Error('no lane')
      const now = after(start, added.change)
      expect(order(now).indexOf(added.id), `${where} ${id}`).toBe(place)
      expect(at(now, 'pool')?.[size]).toBe(400)
      expect(now.objects[added.id]).not.toHaveProperty('text')
      expectFilled(now)
      // Content of the lanes before stays, content of those after moves along with them.
      const task = at(now, 'c')
      expect(task?.[along]).toBe((at(start, 'c')?.[along] ?? 0) + (place === 3 ? 0 : 100))
    }
  })

  it('moves a lane with its content past its neighbours, not beyond the ends', () => {
    const now = after(start, moveLane(start, 'pool-1', 1))
    expect(order(now)).toEqual(['pool-2', 'pool-1', 'pool-3'])
    expect(at(now, 'a')?.[along]).toBe((at(start, 'a')?.[along] ?? 0) + 100)
    expect(at(now, 'b')?.[along]).toBe((at(start, 'b')?.[along] ?? 0) - 100)
    expectFilled(now)
    expect(after(start, moveLane(start, 'pool-3', 1))).toEqual(start)
    expect(after(start, moveLane(start, 'pool', 1))).toEqual(start)
    // Dragged past the middle of the next one it changes places with it; less far, it goes back.
    const by = (way: number) => (direction === 'horizontal' ? { x: 15, y: way } : { x: way, y: 15 })
    expect(order(after(start, moveObjects(start, ['pool-1'], by(120))))).toEqual(['pool-2', 'pool-1', 'pool-3'])
    expect(after(start, moveObjects(start, ['pool-1'], by(40)))).toEqual(start)
  })

  it('grows with a lane that is resized, and shrinks when one is removed with its content and lines', () => {
    const now = after(start, setBox(start, 'pool-2', { [size]: 160 }))
    expect(at(now, 'pool')?.[size]).toBe(360)
    expect(at(now, 'b')).toEqual(at(start, 'b'))
    expect(at(now, 'c')?.[along]).toBe((at(start, 'c')?.[along] ?? 0) + 60)
    expectFilled(now)
    const without = after(start, remove(start, ['pool-2']))
    expect(order(without)).toEqual(['pool-1', 'pool-3'])
    expect(Object.keys(without.objects).toSorted()).toEqual(['a', 'c', 'pool', 'pool-1', 'pool-3'])
    expect(at(without, 'pool')?.[size]).toBe(200)
    expectFilled(without)
  })

  it('has its lanes fill it when it is resized, from any side, alone or with others, or its title gets broader', () => {
    for (const box of [{ width: 700 }, { height: 700 }, { x: 0, y: 0, width: 500, height: 600 }])
      expectFilled(after(start, setBox(start, 'pool', box)))
    const whole = pageBounds(start, ['pool'])
    if (!whole) throw new Error('nothing there')
    expectFilled(after(start, resizeObjects(start, ['pool', 'line'], whole, { ...whole, width: 900, height: 900 })))
    expectFilled(after(start, styleObjects(start, ['pool'], { parameters: { header: 50 } })), 50)
    const wider = after(start, setBox(start, 'pool-2', direction === 'horizontal' ? { width: 600 } : { height: 600 }))
    expect(at(wider, 'pool')).toMatchObject(direction === 'horizontal' ? { width: 630 } : { height: 630 })
    expectFilled(wider)
  })

  it('keeps a copied lane beside its original', () => {
    const { change, ids } = duplicate(documentOf(start), 'p1', ['pool-1'], { x: 20, y: 20 })
    const now = after(start, change)
    expect(order(now)).toEqual(['pool-1', ids[0], 'pool-2', 'pool-3'])
    expectFilled(now)
  })
})

describe('a pool of before, whose shape draws its lanes', () => {
  const before = page([
    shape('pool', { shape: 'swimlane.horizontal-3', container: true, width: 400, height: 300 }),
    shape('first', { parent: 'pool', x: 50, y: 10, width: 20, height: 20 }),
    shape('last', { parent: 'pool', x: 50, y: 250, width: 20, height: 20 }),
  ])

  it('is divided into lanes by the first one that is added; nothing in it moves', () => {
    const added = addLane(before, 'pool', 'after')
    if (!added) throw new Error('no lane')
    const now = after(before, added.change)
    const [first, , third, fourth] = order(now)
    expect(order(now)).toHaveLength(4)
    expect(fourth).toBe(added.id)
    expect(now.objects['first']).toMatchObject({ parent: first })
    expect(now.objects['last']).toMatchObject({ parent: third })
    for (const id of ['first', 'last']) expect(places(now).get(id)).toEqual(places(before).get(id))
    expectFilled(now)
  })

  it('stays as it is until then', () => {
    expect(after(before, moveObjects(before, ['pool'], { x: 10, y: 0 })).objects['pool']).toMatchObject({
      shape: 'swimlane.horizontal-3',
      height: 300,
    })
  })
})

it('a turned pool, as Gliffy has horizontal ones, is changed in its own directions and keeps its corner', () => {
  const start = pooled('vertical', { rotation: 270 })
  const added = addLane(start, 'pool-3', 'after')
  if (!added) throw new Error('no lane')
  const now = after(start, added.change)
  expectFilled(now)
  const [before, grown] = [at(start, 'pool'), at(now, 'pool')]
  expect(grown).toMatchObject({ x: before?.x, width: before?.width, height: 400 })
  for (const id of ['a', 'b', 'c']) expect(places(now).get(id)).toEqual(places(start).get(id))
})

it('lanes go into pools of their direction, a first one as long as the pool, and locked pools stay', () => {
  const start = pooled()
  const lane = { kind: 'shape', shape: 'swimlane.lane-horizontal' } as const
  expect(holderOfLane(start, lane, 'pool-2')).toBe('pool')
  expect(holderOfLane(start, { ...lane, shape: 'swimlane.lane-vertical' }, 'pool-2')).toBe('pool-2')
  expect(holderOfLane(start, { ...lane, shape: 'basic.rectangle' }, 'pool-2')).toBe('pool-2')
  const empty = page([shape('pool', { shape: 'swimlane.horizontal-1', container: true, width: 400, height: 200 })])
  expect(firstLane(empty, shape('new', { ...lane, parent: 'pool', y: 90 }))).toMatchObject({ y: 0, height: 200 })
  const held = pooled('horizontal', { locked: true })
  expect(poolAt(held, 'pool-1')).toBeNull()
  expect(addLane(held, 'pool', 'after')).toBeNull()
  expect(after(held, moveLane(held, 'pool-1', 1))).toEqual(held)
})
