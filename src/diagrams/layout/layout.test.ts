import fc from 'fast-check'
import { expect, it } from 'vitest'
import { applyChange } from '../model/changes.ts'
import type { ConnectorObject, DiagramObject, DiagramPage, Point, ShapeObject } from '../model/document.ts'
import { connector, documentOf, group, page, shape } from '../model/test-documents.ts'
import { sceneOf } from '../operations/tree.ts'
import { checkDocument } from '../model/validate.ts'
import { connectorGeometry } from '../render/connector.ts'
import { boundsOfObject, isBoxed, type Placed } from '../render/scene.ts'
import { arrangeAutomatically, LAYOUTS, MOST_OBJECTS, type ArrangeOptions, type Layout } from './arrange.ts'

const to = (from: string, goal: string, fields: Partial<ConnectorObject> = {}) =>
  connector(`${from}-${goal}`, {
    from: { at: { x: 0, y: 0 }, attached: { objectId: from, anchor: null } },
    to: { at: { x: 0, y: 0 }, attached: { objectId: goal, anchor: null } },
    route: 'orthogonal',
    ...fields,
  })

async function arranged(
  before: DiagramPage,
  layout: Layout,
  ids: Iterable<string> | 'all' = 'all',
  options: ArrangeOptions = {},
) {
  const change = await arrangeAutomatically(before, ids, layout, options)
  const { document, inverse } = applyChange(documentOf(before), change)
  expect(applyChange(document, inverse).document).toEqual(documentOf(before))
  checkDocument(document)
  return document.pages[0] as DiagramPage
}

function box(of: DiagramPage, id: string) {
  const scene = sceneOf(of)
  const place = scene.placed.get(id)
  if (!isBoxed(place)) throw new Error(`There is no box ${id}.`)
  return boundsOfObject(scene, place)
}

function wayOf(of: DiagramPage, id: string): Point[] {
  const scene = sceneOf(of)
  return connectorGeometry(scene, scene.placed.get(id) as Placed<ConnectorObject>).points
}

function overlap(of: DiagramPage, ids: readonly string[]): string[] {
  const boxes = ids.map(id => ({ id, ...box(of, id) }))
  return boxes.flatMap((a, index) =>
    boxes
      .slice(index + 1)
      .filter(b => a.left < b.right - 0.5 && b.left < a.right - 0.5 && a.top < b.bottom - 0.5 && b.top < a.bottom - 0.5)
      .map(b => `${a.id} and ${b.id}`),
  )
}

/** Any graph: circles, several ways between two shapes, ways to itself, parts without a way between them. */
const graphs = fc
  .integer({ min: 2, max: 14 })
  .chain(count =>
    fc.record({
      boxes: fc.array(
        fc.record({
          x: fc.integer({ min: -400, max: 400 }),
          y: fc.integer({ min: -400, max: 400 }),
          width: fc.integer({ min: 10, max: 200 }),
          height: fc.integer({ min: 10, max: 120 }),
        }),
        { minLength: count, maxLength: count },
      ),
      ways: fc.array(
        fc.record({
          from: fc.nat(count - 1),
          to: fc.nat(count - 1),
          route: fc.constantFrom('straight' as const, 'orthogonal' as const, 'curved' as const),
          endArrow: fc.constantFrom('none' as const, 'filled' as const, 'hollow' as const),
        }),
        { maxLength: 20 },
      ),
    }),
  )
  .map(({ boxes, ways }) => ({
    shapes: boxes.map((place, index) => shape(`s${index}`, place)),
    // A chain connects all: connected objects never count as stacked on one another.
    connectors: [
      ...ways,
      ...boxes
        .slice(1)
        .map((_, index) => ({ from: index, to: index + 1, route: 'orthogonal' as const, endArrow: 'filled' as const })),
    ].map(({ from, to: goal, ...fields }, index) => to(`s${from}`, `s${goal}`, { ...fields, id: `c${index}` })),
  }))

it.each(LAYOUTS)('leaves no shapes over each other, loses nothing and moves nothing else: %s', async layout => {
  await fc.assert(
    fc.asyncProperty(graphs, async ({ shapes, connectors }) => {
      const before = page([...shapes, ...connectors])
      const after = await arranged(before, layout)
      expect(Object.keys(after.objects)).toEqual(Object.keys(before.objects))
      expect(
        overlap(
          after,
          shapes.map(({ id }) => id),
        ),
      ).toEqual([])
      for (const { x: _x, y: _y, ...rest } of shapes) expect(after.objects[rest.id]).toMatchObject(rest)
      for (const { id, from, to: goal, stroke } of connectors) {
        const now = after.objects[id] as ConnectorObject
        expect([now.from.attached?.objectId, now.to.attached?.objectId, now.stroke]).toEqual([
          from.attached?.objectId,
          goal.attached?.objectId,
          stroke,
        ])
      }
    }),
    { numRuns: 12 },
  )
})

it('puts levels below each other, superclasses above their subclasses', async () => {
  const before = page([
    shape('base', { x: 0, y: 300 }),
    shape('one', { x: 200, y: 0 }),
    shape('two', { x: 0, y: 0 }),
    to('one', 'base', { endArrow: 'hollow' }),
    to('two', 'base', { endArrow: 'hollow' }),
  ])
  const after = await arranged(before, 'layered')
  expect(box(after, 'base').bottom).toBeLessThan(box(after, 'one').top)
  expect(box(after, 'one').top).toBe(box(after, 'two').top)
  expect(box(after, 'two').right, 'the order across is kept').toBeLessThan(box(after, 'one').left)
})

it('goes the way in which connectors run, or that is asked for', async () => {
  const before = page([
    shape('a', { x: 0, y: 0 }),
    shape('b', { x: 400, y: 10 }),
    shape('c', { x: 800, y: 30 }),
    to('a', 'b'),
    to('b', 'c'),
  ])
  for (const layout of ['layered', 'tree'] as const) {
    const across = await arranged(before, layout)
    expect(box(across, 'a').right).toBeLessThan(box(across, 'b').left)
    const up = await arranged(before, layout, 'all', { direction: 'up' })
    expect(box(up, 'a').top).toBeGreaterThan(box(up, 'b').bottom)
  }
})

it('begins with what nothing leads to; only ways back run backwards', async () => {
  const before = page([
    shape('again', { y: 0 }),
    shape('end', { y: 300 }),
    shape('start', { y: 900 }),
    shape('work', { y: 600 }),
    to('start', 'work'),
    to('work', 'again'),
    to('again', 'work'),
    to('work', 'end'),
  ])
  const after = await arranged(before, 'layered')
  expect(box(after, 'start').bottom).toBeLessThan(box(after, 'work').top)
  expect(box(after, 'work').bottom).toBeLessThan(Math.min(box(after, 'again').top, box(after, 'end').top))
})

it('begins where the objects began and changes nothing the second time', async () => {
  const before = page([
    shape('a', { x: 210, y: 130 }),
    shape('b', { x: 300, y: 600 }),
    shape('c', { x: 500, y: 610 }),
    to('a', 'b'),
    to('a', 'c'),
  ])
  for (const layout of ['layered', 'tree', 'org'] as const) {
    const once = await arranged(before, layout)
    const boxes = ['a', 'b', 'c'].map(id => box(once, id))
    expect([Math.min(...boxes.map(({ left }) => left)), Math.min(...boxes.map(({ top }) => top))]).toEqual([210, 130])
    expect(await arranged(once, layout)).toEqual(once)
  }
})

it('keeps the insides of groups and what lies on a shape, and routes to what is inside', async () => {
  const before = page([
    group('g', { x: 0, y: 0, width: 220, height: 60 }),
    shape('in', { parent: 'g', x: 120, y: 0 }),
    shape('in2', { parent: 'g', x: 0, y: 0 }),
    shape('b', { x: 10, y: 10 }),
    shape('badge', { x: 80, y: 20, width: 20, height: 20 }),
    to('in', 'b'),
    to('in2', 'in', { waypoints: [{ x: 110, y: 10 }] }),
  ])
  const after = await arranged(before, 'layered')
  expect(overlap(after, ['g', 'b'])).toEqual([])
  expect([after.objects['in'], after.objects['in2']]).toEqual([before.objects['in'], before.objects['in2']])
  expect(box(after, 'badge').left - box(after, 'b').left).toBe(70)
  const [g, line] = [box(after, 'g'), after.objects['in2-in'] as ConnectorObject]
  expect(line.waypoints, 'corners inside the group move with it').toEqual([{ x: 110 + g.left, y: 10 + g.top }])
  expect(box(after, 'in').left).toBeLessThanOrEqual(wayOf(after, 'in-b')[0]?.x ?? 0)
})

it('lays out the insides of a container that is alone, and lets it grow', async () => {
  const before = page([
    shape('lane', { shape: 'swimlane.horizontal-1', container: true, x: 50, y: 50, width: 300, height: 120 }),
    ...['a', 'b', 'c'].map(id => shape(id, { parent: 'lane', x: 40, y: 30 })),
    to('a', 'b', { parent: 'lane' }),
    to('b', 'c', { parent: 'lane' }),
  ])
  for (const ids of ['all', ['lane']] as const) {
    const after = await arranged(before, 'layered', ids, { direction: 'right' })
    expect(overlap(after, ['a', 'b', 'c'])).toEqual([])
    expect(after.objects['lane']).toMatchObject({ x: 50, y: 50, height: 120 })
    expect(box(after, 'lane').right).toBeGreaterThan(box(after, 'c').right)
    expect(after.objects['a']).toMatchObject({ x: 40, y: 30 })
  }
})

it('leaves alone what is not meant, locked, hidden or the title', async () => {
  const title = shape('title', { shape: 'basic.text', x: 0, y: -100 })
  const before = page([
    title,
    shape('a'),
    shape('b', { x: 20 }),
    shape('other', { x: 10 }),
    shape('locked', { locked: true }),
    shape('hidden', { hidden: true }),
    to('a', 'b'),
    to('b', 'other'),
  ])
  const some = await arranged(before, 'tree', ['a', 'b'])
  expect(some.objects['other']).toEqual(before.objects['other'])
  const all = await arranged(before, 'tree')
  expect(overlap(all, ['a', 'b', 'other'])).toEqual([])
  for (const id of ['title', 'locked', 'hidden']) expect(all.objects[id], id).toEqual(before.objects[id])
  expect(await arrangeAutomatically(page([shape('a')]), 'all', 'tree')).toEqual({ type: 'all', changes: [] })
})

it('hangs many leaves on both sides of a trunk', async () => {
  const people = Array.from({ length: 7 }, (_, index) => shape(`p${index}`, { x: index * 10 }))
  const before = page([shape('boss'), ...people, ...people.map(({ id }) => to('boss', id, { route: 'straight' }))])
  const after = await arranged(before, 'org')
  const middle = (box(after, 'boss').left + box(after, 'boss').right) / 2
  people.forEach(({ id }, index) => {
    const { left, right, top } = box(after, id)
    expect(index % 2 === 0 ? middle - right : left - middle).toBe(20)
    expect(top).toBe(box(after, `p${index - (index % 2)}`).top)
    // Down the trunk and into the side.
    const way = wayOf(after, `boss-${id}`)
    expect(way).toHaveLength(3)
    expect(way[1]).toEqual({ x: middle, y: top + 30 })
  })
})

it.each([
  ['of even spans', 240, (index: number) => Math.floor((index - 1) / 6)],
  ['of pairs', 127, (index: number) => Math.floor((index - 1) / 2)],
  ['of all sorts', 200, (index: number) => Math.floor((index * ((index * 7919) % 97)) / 97 / 3)],
])('folds a chart of hundreds to a shape that can be read: %s', async (_name, count, above) => {
  const people = Array.from({ length: count }, (_, index) =>
    shape(`p${index}`, { x: index * 10, width: 180, height: 50 }),
  )
  const lines = people.slice(1).map(({ id }, index) => to(`p${above(index + 1)}`, id))
  const after = await arranged(page([...people, ...lines]), 'org')
  const scene = sceneOf(after)
  const boxes = people.map(({ id }) => ({ id, ...boundsOfObject(scene, scene.placed.get(id) as Placed<ShapeObject>) }))
  const [width, height] = [Math.max(...boxes.map(({ right }) => right)), Math.max(...boxes.map(({ bottom }) => bottom))]
  expect(width / height).toBeLessThan(4)
  expect(height / width).toBeLessThan(2)
  const covered = boxes.flatMap((a, index) =>
    boxes
      .slice(index + 1)
      .filter(b => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom)
      .map(b => `${a.id} and ${b.id}`),
  )
  expect(covered, 'boxes over each other').toEqual([])
  const tops = new Map(boxes.map(({ id, top }) => [id, top]))
  const crossed = lines.flatMap(({ id, from, to: goal }) => {
    const ends = [from.attached?.objectId ?? '', goal.attached?.objectId ?? '']
    expect(tops.get(ends[0] ?? ''), `${id} leads down`).toBeLessThan(tops.get(ends[1] ?? '') ?? 0)
    const way = wayOf(after, id)
    return way.slice(1).flatMap((b, index) => {
      const a = way[index] ?? b
      return boxes
        .filter(
          box =>
            !ends.includes(box.id) &&
            Math.min(a.x, b.x) < box.right - 1 &&
            Math.max(a.x, b.x) > box.left + 1 &&
            Math.min(a.y, b.y) < box.bottom - 1 &&
            Math.max(a.y, b.y) > box.top + 1,
        )
        .map(box => `${id} over ${box.id}`)
    })
  })
  expect(crossed, 'lines over boxes').toEqual([])
})

it('lets the branches of a tree leave at one height', async () => {
  const before = page([
    shape('root'),
    ...['a', 'b', 'c'].map((id, index) => shape(id, { x: 200 * index, y: 200, height: 40 + 20 * index })),
    ...['a', 'b', 'c'].map(id => to('root', id)),
  ])
  const after = await arranged(before, 'tree')
  expect(new Set(['a', 'b', 'c'].map(id => box(after, id).top)).size).toBe(1)
  const corners = ['a', 'c'].map(id => wayOf(after, `root-${id}`)[1]?.y)
  expect(corners[0]).toBe(corners[1])
})

it('makes room for labels and puts them there', async () => {
  const text = {
    vertical: 'middle' as const,
    paragraphs: [
      {
        align: 'center' as const,
        runs: [{ text: 'A label of some length', font: 'sans' as const, size: 12, colour: '#000000' as const }],
      },
    ],
  }
  const before = page([
    shape('a'),
    shape('b', { x: 300 }),
    to('a', 'b', {
      labels: [
        { text, along: 0.1, across: -10 },
        { text, along: 0.3, across: 0 },
      ],
    }),
  ])
  const after = await arranged(before, 'layered')
  expect(box(after, 'b').left - box(after, 'a').right).toBeGreaterThan(120)
  const { labels } = after.objects['a-b'] as ConnectorObject
  expect(labels[0], 'multiplicities stay at their end').toEqual({ text, along: 0.1, across: -10 })
  expect(labels[1]?.along).toBeCloseTo(0.5)
})

it('bows connectors of the same two shapes apart', async () => {
  const before = page([
    shape('a'),
    shape('b', { x: 300 }),
    to('a', 'b', { id: 'one', route: 'straight' }),
    to('b', 'a', { id: 'two', route: 'straight' }),
  ])
  const after = await arranged(before, 'force')
  const [one, two] = ['one', 'two'].map(id => (after.objects[id] as ConnectorObject).waypoints[0])
  expect(Math.hypot((one?.x ?? 0) - (two?.x ?? 0), (one?.y ?? 0) - (two?.y ?? 0))).toBeGreaterThan(20)
})

it('moves objects in turned groups the right way', async () => {
  const before = page([
    group('g', { rotation: 90, width: 400, height: 200 }),
    shape('a', { parent: 'g', x: 0 }),
    shape('b', { parent: 'g', x: 10 }),
    to('a', 'b', { parent: 'g' }),
  ])
  const after = await arranged(before, 'layered', ['g'])
  expect(overlap(after, ['a', 'b'])).toEqual([])
})

it('refuses too many objects, and stops when told to', async () => {
  const many: DiagramObject[] = Array.from({ length: MOST_OBJECTS + 1 }, (_, index) =>
    shape(`s${index}`, { x: index * 200 }),
  )
  await expect(arrangeAutomatically(page(many), 'all', 'tree')).rejects.toMatchObject({
    name: 'LayoutError',
    message: 'There are 2001 objects; at most 2000 can be arranged at a time.',
    values: { count: 2001, most: MOST_OBJECTS },
  })
  const stop = new AbortController()
  const under = arrangeAutomatically(page([shape('a'), shape('b')]), 'all', 'layered', { signal: stop.signal })
  stop.abort(new Error('No longer wanted'))
  await expect(under).rejects.toThrow('No longer wanted')
  // The next one is not disturbed.
  await expect(arranged(page([shape('a'), shape('b', { x: 10 }), to('a', 'b')]), 'layered')).resolves.toBeDefined()
})
