import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ConnectorObject, DiagramObject } from '#diagrams/model/document.ts'
import { connector, documentOf, group, page, shape } from '#diagrams/model/test-documents.ts'
import { connectorGeometry } from '#diagrams/render/connector.ts'
import { createScene, isBoxed, isConnector, outlineOf } from '#diagrams/render/scene.ts'
import { EditorContext } from '../editor-context.ts'
import { sceneOf } from './live-scene.ts'

const end = (objectId: string, x: number, y: number) => ({
  at: { x: 0, y: 0 },
  attached: { objectId, anchor: { x, y } },
})
const routed = (id: string, fields: Partial<ConnectorObject> = {}) =>
  connector(id, { route: 'orthogonal', order: 'b0', ...fields })
const objects: DiagramObject[] = [
  shape('a', { x: 0, y: 0 }),
  shape('b', { x: 400, y: 200, order: 'a1' }),
  shape('wall', { x: 200, y: 300, width: 40, height: 300, order: 'a2' }),
  group('g', { x: 600, y: 400, order: 'a3' }),
  shape('in', { parent: 'g', width: 40 }),
  routed('ab', { from: end('a', 1, 0.5), to: end('b', 0, 0.5) }),
  routed('far', { from: { at: { x: 0, y: 2000 } }, to: { at: { x: 90, y: 2100 } }, order: 'b1' }),
]

function edit(of = objects) {
  const editor = new EditorContext(documentOf(page(of)))
  sceneOf(editor)
  const update = (id: string, fields: Record<string, unknown>) =>
    editor.show({ type: 'update-object', pageId: 'p1', id, fields })
  return { editor, update }
}

describe('the scene of an editor', () => {
  it('is the same until the page is another, and keeps the places of what stayed', () => {
    const { editor, update } = edit()
    const before = sceneOf(editor)
    editor.select(['a'])
    expect(sceneOf(editor)).toBe(before)
    update('a', { x: 10 })
    const after = sceneOf(editor)
    for (const id of ['b', 'wall', 'g', 'in', 'far']) expect(after.placed.get(id), id).toBe(before.placed.get(id))
    for (const id of ['a', 'ab']) expect(after.placed.get(id), id).not.toBe(before.placed.get(id))
  })

  it('routes a connector anew when something gets in its way, and when that goes again', () => {
    const { editor, update } = edit()
    const way = () => {
      const scene = sceneOf(editor)
      const place = scene.placed.get('ab')
      return isConnector(place) ? connectorGeometry(scene, place).points : []
    }
    const before = way()
    update('wall', { x: 230, y: 60 })
    expect(way()).not.toEqual(before)
    editor.cancel()
    expect(way()).toEqual(before)
  })

  it('moves what lies in a group that moves', () => {
    const { editor, update } = edit()
    update('g', { x: 700 })
    expect(sceneOf(editor).placed.get('in')?.matrix.e).toBe(700)
  })

  it('is always what a scene made from nothing is, after any changes', () => {
    const id = fc.constantFrom('a', 'b', 'wall', 'g', 'in', 'ab', 'far')
    const fields = fc.oneof(
      fc.record({ x: fc.integer({ min: -300, max: 700 }), y: fc.integer({ min: -300, max: 700 }) }),
      fc.record({ rotation: fc.constantFrom(0, 30, 90) }),
      fc.record({ hidden: fc.boolean() }),
      fc.record({ order: fc.constantFrom('a0', 'a5', 'c0') }),
      fc.record({ flipX: fc.boolean() }),
    )
    const step = fc.oneof(
      {
        weight: 8,
        arbitrary: fc.record({ type: fc.constant('update-object' as const), pageId: fc.constant('p1'), id, fields }),
      },
      {
        weight: 1,
        arbitrary: fc.constant({
          type: 'put-object' as const,
          pageId: 'p1',
          object: shape('new', { x: 150, y: 0, order: 'a9' }),
        }),
      },
      {
        weight: 1,
        arbitrary: fc.constant({ type: 'update-layer' as const, pageId: 'p1', id: 'l1', fields: { visible: false } }),
      },
    )
    fc.assert(
      fc.property(fc.array(step, { maxLength: 8 }), steps => {
        const { editor } = edit()
        for (const change of steps) {
          editor.change(change, { name: 'Change' })
          const [kept, made] = [sceneOf(editor), createScene(editor.shown, editor.page)]
          expect(kept.drawn.map(({ object }) => object)).toEqual(made.drawn.map(({ object }) => object))
          for (const [name, place] of made.placed) {
            const own = kept.placed.get(name)
            expect(own).toEqual(place)
            if (isConnector(place) && isConnector(own))
              expect(connectorGeometry(kept, own)).toEqual(connectorGeometry(made, place))
            else if (isBoxed(place) && isBoxed(own)) expect(outlineOf(kept, own)).toEqual(outlineOf(made, place))
          }
        }
      }),
      { seed: 5, numRuns: 60 },
    )
  })
})
