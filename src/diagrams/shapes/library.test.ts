import { describe, expect, it } from 'vitest'
import { ARROWS } from '../model/document.ts'
import { boundsOf } from '../model/geometry/outline.ts'
import { flattenPath } from '../model/geometry/path.ts'
import { SHAPE_CATEGORIES, type ShapeDefinition, type Size } from './contract.ts'
import { ICON_TABLE, iconPaths } from './icon-shapes.ts'
import icons from './icons.json' with { type: 'json' }
import { CATEGORY_NAMES, findShape, namesVendor, searchShapes, shapeLibrary, SHAPES, shapesOf } from './library.ts'
import { vendorShapes } from './vendors.ts'

const defaults = (shape: ShapeDefinition): Record<string, number> =>
  Object.fromEntries((shape.parameters ?? []).map(({ name, default: usual }) => [name, usual]))

/** As small as a sign, as usual, and large and out of proportion. */
const sizesOf = ({ size }: ShapeDefinition): Size[] => [{ width: 12, height: 9 }, size, { width: 900, height: 240 }]
/** Curves may swing out by this much of the longer side, and numbers are rounded. */
const SLACK = 0.02

it('parameters have handles, which move with their value and stay on the shape', () => {
  for (const shape of SHAPES) {
    for (const { name, label, min, max, at } of shape.parameters ?? []) {
      for (const size of sizesOf(shape)) {
        const places = [min, (min + max) / 2, max].map(value => at?.(size, value))
        for (const place of places) {
          expect(place, `${shape.id} ${name}`).toBeDefined()
          const { x = NaN, y = NaN } = place ?? {}
          expect(
            x >= -0.01 && x <= size.width + 0.01 && y >= -0.01 && y <= size.height + 0.01,
            `${shape.id} ${label} at ${x}, ${y} of ${JSON.stringify(size)}`,
          ).toBe(true)
        }
        // Some are drawn no longer than the sides of so small a shape.
        if (size.width > 12) expect(places[0], `${shape.id} ${name}`).not.toEqual(places[2])
      }
    }
  }
})

it('shapes that lines connect are placed with edges and middles on the grid', () => {
  for (const category of ['basic', 'flowchart', 'uml', 'erd', 'bpmn', 'swimlane', 'org', 'container'] as const) {
    for (const { id, size } of shapesOf(category))
      for (const side of [size.width, size.height]) expect(side < 30 || side % 20 === 0, `${id} ${side}`).toBe(true)
  }
})

describe.each(SHAPE_CATEGORIES)('the shapes of %s', category => {
  const shapes = shapesOf(category)

  it('are there, with ids of their category', () => {
    expect(shapes.length).toBeGreaterThan(8)
    for (const { id } of shapes) expect(id).toMatch(/^[a-z]+\.[a-z0-9]+(-[a-z0-9]+)*$/)
  })

  it('draw finite paths within their box, at every size and at the ends of every parameter', () => {
    for (const shape of shapes) {
      for (const size of sizesOf(shape)) {
        for (const parameters of variants(shape)) {
          const paths = shape.paths(size, parameters)
          const outline = shape.outline?.(size, parameters)
          expect(paths.length, shape.id).toBeGreaterThan(0)
          for (const d of [...paths.map(path => path.d), ...(outline === undefined ? [] : [outline])]) {
            expect(d, shape.id).toMatch(/^(?:[MLCZ](?:-?\d+(?:\.\d+)?(?:e-\d+)? ?)*)+$/)
            const { left, top, right, bottom } = boundsOf(flattenPath(d).flat())
            const slack = Math.max(size.width, size.height) * SLACK + 0.5
            const where = `${shape.id} at ${JSON.stringify({ size, parameters })}`
            expect(left, where).toBeGreaterThanOrEqual(-slack)
            expect(top, where).toBeGreaterThanOrEqual(-slack)
            expect(right, where).toBeLessThanOrEqual(size.width + slack)
            expect(bottom, where).toBeLessThanOrEqual(size.height + slack)
          }
        }
      }
    }
  })

  it('close every area that is filled, and every outline', () => {
    for (const shape of shapes) {
      const filled = shape
        .paths(shape.size, defaults(shape))
        .filter(({ fill }) => fill !== 'none')
        .map(({ d }) => d)
      const outline = shape.outline?.(shape.size, defaults(shape))
      for (const d of [...filled, ...(outline === undefined ? [] : [outline])]) {
        for (const subpath of d.split(/(?=M)/)) expect(subpath.endsWith('Z'), `${shape.id}: ${subpath}`).toBe(true)
      }
      const first = shape.paths(shape.size, defaults(shape))[0]?.d ?? ''
      expect((outline ?? first).endsWith('Z'), `${shape.id} has an area to hit`).toBe(true)
    }
  })

  it('have their text inside the box, or beneath it', () => {
    for (const shape of shapes) {
      for (const size of sizesOf(shape)) {
        const area = shape.textArea?.(size, defaults(shape))
        if (!area) continue
        expect(Object.values(area).every(Number.isFinite), shape.id).toBe(true)
        expect(Math.min(area.width, area.height), shape.id).toBeGreaterThanOrEqual(0)
        if (area.y === size.height && area.height > 0) {
          expect(area.x + area.width / 2, shape.id).toBeCloseTo(size.width / 2)
          continue
        }
        expect(Math.min(area.x, area.y), shape.id).toBeGreaterThanOrEqual(0)
        expect(area.x + area.width, shape.id).toBeLessThanOrEqual(size.width + 0.01)
        expect(area.y + area.height, shape.id).toBeLessThanOrEqual(size.height + 0.01)
      }
    }
  })

  it('have connection points on their box and parameters within their limits', () => {
    for (const shape of shapes) {
      for (const { x, y } of shape.connectionPoints ?? []) {
        expect(Math.min(x, y), shape.id).toBeGreaterThanOrEqual(0)
        expect(Math.max(x, y), shape.id).toBeLessThanOrEqual(1)
      }
      for (const { name, min, max, default: usual } of shape.parameters ?? []) {
        expect(min <= usual && usual <= max && min < max, `${shape.id}.${name}`).toBe(true)
      }
    }
  })
})

function variants(shape: ShapeDefinition): Record<string, number>[] {
  const usual = defaults(shape)
  return [
    usual,
    ...(shape.parameters ?? []).flatMap(({ name, min, max }) => [
      { ...usual, [name]: min },
      { ...usual, [name]: max },
    ]),
  ]
}

describe('the search for the name of a vendor', () => {
  const found = (query: string) => searchShapes(query).map(({ id }) => id)

  it('finds the neutral icons that stand for its services and devices', () => {
    for (const vendor of ['aws', 'Azure', 'google', 'gcp']) {
      expect(found(vendor), vendor).toEqual(expect.arrayContaining(['cloud.compute', 'cloud.function', 'cloud.bucket']))
      expect(namesVendor(vendor)).toBe(true)
    }
    expect(found('cisco')).toEqual(expect.arrayContaining(['network.router', 'network.switch', 'network.firewall']))
    expect(found('kubernetes')).toEqual(
      expect.arrayContaining(['cloud.orchestrator', 'cloud.cluster', 'cloud.container', 'cloud.volume']),
    )
    expect(found('azure function')).toEqual(['cloud.function'])
    expect(found('cisco rout')[0]).toBe('network.router')
  })

  it('names shapes that there are, and leaves other searches alone', () => {
    expect(found('go').filter(id => id.startsWith('cloud.'))).toEqual([])
    expect(namesVendor('router')).toBe(false)
    expect(vendorShapes.filter(id => !findShape(id))).toEqual([])
  })
})

describe('the library', () => {
  it('has each id once, each category by name', () => {
    expect(shapeLibrary.size).toBe(SHAPES.length)
    expect(SHAPES.length).toBeGreaterThanOrEqual(400)
    expect(Object.keys(CATEGORY_NAMES).sort()).toEqual([...SHAPE_CATEGORIES].sort())
    expect(findShape('basic.rectangle')?.name).toBe('Rectangle')
    expect(findShape('constructor')).toBeUndefined()
    expect(ARROWS.length).toBeGreaterThan(0)
  })

  it('bears sizes and parameters that are no numbers', () => {
    for (const shape of SHAPES) {
      for (const size of [
        { width: Number.NaN, height: Infinity },
        { width: -5, height: 0 },
        { width: 0, height: 0 },
        { width: 1e5, height: 0.001 },
      ]) {
        const wild = Object.fromEntries(
          (shape.parameters ?? []).map(({ name }, at) => [name, at % 2 ? Number.NaN : 1e12]),
        )
        const text =
          shape
            .paths(size, wild)
            .map(({ d }) => d)
            .join('') + (shape.outline?.(size, wild) ?? '')
        expect(text, shape.id).not.toMatch(/NaN|Infinity|undefined/)
        expect(text.length, shape.id).toBeLessThan(100_000)
      }
    }
  })

  it('has a path for every icon of the table, and no other', () => {
    const named = new Set(
      Object.values(ICON_TABLE)
        .flat()
        .map(([, , icon]) => icon),
    )
    expect([...named].sort()).toEqual(Object.keys(icons).sort())
    for (const name of named) expect(iconPaths(name).closed + iconPaths(name).open, name).not.toBe('')
  })

  it('finds shapes by name, keyword and category, the best first', () => {
    const found = (query: string) => searchShapes(query).map(({ id }) => id)
    expect(found('rectangle')[0]).toBe('basic.rectangle')
    expect(found('FireWall')[0]).toMatch(/firewall$/)
    expect(found('stickman')).toEqual(['uml.actor'])
    expect(found('timer start')[0]).toBe('bpmn.timer-start')
    expect(found('uml decision')[0]).toBe('uml.choice')
    expect(found('lambda')).toContain('cloud.function')
    expect(found('  ')).toEqual([])
    expect(found('no such shape')).toEqual([])
    expect(searchShapes('Raute', name => (name === 'Diamond' ? 'Raute' : name)).map(({ id }) => id)).toEqual([
      'basic.diamond',
    ])
  })
})
