/** Documents for tests: small ones by hand, large and random ones by seed. */
import fc from 'fast-check'
import { blankPage, documentOf, objectsById } from './blank.ts'
import type { ConnectorObject, DiagramObject, DiagramPage, GroupObject, ShapeObject } from './document.ts'

export function shape(id: string, fields: Partial<ShapeObject> = {}): ShapeObject {
  return {
    kind: 'shape',
    id,
    parent: null,
    layer: 'l1',
    order: 'a0',
    x: 0,
    y: 0,
    width: 100,
    height: 60,
    shape: 'basic.rectangle',
    style: { fill: { kind: 'solid', colour: '#ffffff' }, stroke: { colour: '#333333', width: 1 } },
    ...fields,
  }
}

export function group(id: string, fields: Partial<GroupObject> = {}): GroupObject {
  return { kind: 'group', id, parent: null, layer: 'l1', order: 'a0', x: 0, y: 0, width: 100, height: 60, ...fields }
}

export function connector(id: string, fields: Partial<ConnectorObject> = {}): ConnectorObject {
  return {
    kind: 'connector',
    id,
    parent: null,
    layer: 'l1',
    order: 'a0',
    from: { at: { x: 0, y: 0 } },
    to: { at: { x: 50, y: 50 } },
    route: 'straight',
    waypoints: [],
    stroke: { colour: '#333333', width: 1 },
    startArrow: 'none',
    endArrow: 'filled',
    labels: [],
    ...fields,
  }
}

export function page(objects: readonly DiagramObject[], fields: Partial<DiagramPage> = {}): DiagramPage {
  return blankPage({ width: 800, height: 600, background: null, objects: objectsById(objects), ...fields })
}

export { documentOf }

const place = fc.record({
  x: fc.integer({ min: -500, max: 500 }),
  y: fc.integer({ min: -500, max: 500 }),
  width: fc.integer({ min: 1, max: 200 }),
  height: fc.integer({ min: 1, max: 200 }),
  rotation: fc.constantFrom(0, 30, 90, 180, 271.5),
  flipX: fc.boolean(),
  flipY: fc.boolean(),
})

const LAYERS = ['l1', 'l2'].map(id => ({ id, name: id, visible: true, locked: false }))

/** Valid pages of two layers: nested groups and containers, flipped and turned, shapes and connectors between them. */
export const pages: fc.Arbitrary<DiagramPage> = fc
  .array(
    fc.record({
      kind: fc.constantFrom('shape', 'shape', 'group', 'container', 'connector'),
      place,
      parent: fc.nat(),
      order: fc.integer({ min: 0, max: 61 }),
      layer: fc.constantFrom('l1', 'l1', 'l2'),
      route: fc.constantFrom('straight', 'orthogonal', 'curved'),
      from: fc.nat(),
      to: fc.nat(),
      corners: fc.array(
        fc.record(
          { x: fc.integer({ min: -500, max: 500 }), y: fc.integer({ min: -500, max: 500 }) },
          { noNullPrototype: true },
        ),
        { maxLength: 2 },
      ),
    }),
    { minLength: 2, maxLength: 14 },
  )
  .map(items => {
    const objects: DiagramObject[] = []
    const holders: string[] = []
    items.forEach((item, index) => {
      const base = {
        parent: [null, ...holders][item.parent % (holders.length + 1)] ?? null,
        layer: item.layer,
        order: `a${'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'[item.order]}`,
      }
      const id = `${item.kind}${index}`
      if (item.kind === 'group' || item.kind === 'container') holders.push(id)
      if (item.kind === 'shape') objects.push(shape(id, { ...base, ...item.place }))
      else if (item.kind === 'container')
        objects.push(shape(id, { ...base, ...item.place, shape: 'container.box', container: true }))
      else if (item.kind === 'group') objects.push(group(id, { ...base, ...item.place }))
      else {
        const targets = objects.filter(({ kind }) => kind === 'shape')
        const end = (pick: number, at: { x: number; y: number }) => {
          const target = targets[pick % (targets.length + 1)]
          return {
            at,
            ...(target && { attached: { objectId: target.id, anchor: pick % 2 === 0 ? null : { x: 1, y: 0.5 } } }),
          }
        }
        objects.push(
          connector(id, {
            ...base,
            route: item.route,
            waypoints: item.corners,
            from: end(item.from, { x: item.place.x, y: item.place.y }),
            to: end(item.to, { x: item.place.y, y: item.place.width }),
          }),
        )
      }
    })
    return page(objects, { layers: LAYERS })
  })
