import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { applyChange, ChangeError, compose, type Change } from './changes.ts'
import type { DiagramDocument } from './document.ts'
import { documentOf, page, shape } from './test-documents.ts'

const start = documentOf(page([shape('a'), shape('b'), shape('c')]), page([shape('a')], { id: 'p2' }))
const layer = (id: string) => ({ id, name: id, visible: true, locked: false })
const picture = { type: 'image/png' as const, data: 'iVBORw0KGgo=', width: 1, height: 1 }

const id = fc.constantFrom('a', 'b', 'c', 'd')
const pageId = fc.constantFrom('p1', 'p2', 'p3')
const index = fc.integer({ min: -1, max: 4 })
const step: fc.Arbitrary<Change> = fc.oneof(
  fc.record({
    type: fc.constant('put-object' as const),
    pageId,
    object: fc.tuple(id, fc.integer()).map(([name, x]) => shape(name, { x })),
  }),
  fc.record({
    type: fc.constant('update-object' as const),
    pageId,
    id,
    fields: fc.record(
      { x: fc.integer(), locked: fc.constantFrom(true, undefined), text: fc.constant(undefined) },
      { requiredKeys: [] },
    ),
  }),
  fc.record({ type: fc.constant('remove-object' as const), pageId, id }),
  fc.record({
    type: fc.constant('add-page' as const),
    page: pageId.map(name => page([shape('z')], { id: name })),
    index,
  }),
  fc.record({
    type: fc.constant('update-page' as const),
    pageId,
    fields: fc.record(
      { name: fc.string(), background: fc.constantFrom(null, '#ffffff' as const), foreign: fc.constant(undefined) },
      { requiredKeys: [] },
    ),
  }),
  fc.record({ type: fc.constant('move-page' as const), pageId, index }),
  fc.record({ type: fc.constant('remove-page' as const), pageId }),
  fc.record({ type: fc.constant('add-layer' as const), pageId, layer: id.map(layer), index }),
  fc.record({
    type: fc.constant('update-layer' as const),
    pageId,
    id,
    fields: fc.record({ name: fc.string(), visible: fc.boolean() }, { requiredKeys: [] }),
  }),
  fc.record({ type: fc.constant('move-layer' as const), pageId, id, index }),
  fc.record({ type: fc.constant('remove-layer' as const), pageId, id }),
  fc.record({
    type: fc.constant('put-media' as const),
    id,
    media: fc.integer({ min: 1, max: 9 }).map(width => ({ ...picture, width })),
  }),
  fc.record({ type: fc.constant('remove-media' as const), id }),
  fc.record({
    type: fc.constant('set-foreign' as const),
    foreign: fc.constantFrom(undefined, { source: 'gliffy' as const, data: 1 }),
  }),
)

/** Applies what can be applied; the ways back in their order. */
function run(
  document: DiagramDocument,
  changes: readonly Change[],
): { document: DiagramDocument; inverses: Change[]; states: DiagramDocument[] } {
  const inverses: Change[] = []
  const states: DiagramDocument[] = []
  for (const change of changes) {
    try {
      const changed = applyChange(document, change)
      states.push(document)
      inverses.push(changed.inverse)
      document = changed.document
    } catch (error) {
      if (!(error instanceof ChangeError)) throw error
    }
  }
  return { document, inverses, states }
}

/** Freezes all of it, so that a write to what is shared throws. */
function frozen<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value)
    Object.values(value).forEach(frozen)
  }
  return value
}

describe('changes', () => {
  it('are undone one by one to the very documents before, over 100 steps and more', () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 150, maxLength: 200 }), changes => {
        const { document: end, inverses, states } = run(frozen(structuredClone(start)), changes)
        let document = end
        const redo: Change[] = []
        while (inverses.length > 0) {
          const undone = applyChange(frozen(document), inverses.pop() ?? { type: 'all', changes: [] })
          document = undone.document
          redo.push(undone.inverse)
          expect(document).toStrictEqual(states[inverses.length])
        }
        expect(document).toStrictEqual(start)
        while (redo.length > 0) document = applyChange(document, redo.pop() ?? { type: 'all', changes: [] }).document
        expect(document).toStrictEqual(end)
      }),
      { seed: 1, numRuns: 40 },
    )
  })

  it('are undone together when they are put together', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), changes => {
        const document = frozen(structuredClone(start))
        const possible: Change[] = []
        let reached: DiagramDocument = document
        for (const change of changes) {
          const { document: next, inverses } = run(reached, [change])
          if (inverses.length > 0) possible.push(change)
          reached = next
        }
        const changed = applyChange(document, compose(...possible))
        expect(changed.document).toStrictEqual(reached)
        expect(applyChange(changed.document, changed.inverse).document).toStrictEqual(start)
      }),
      { seed: 2, numRuns: 200 },
    )
  })

  it('share what they leave as it was', () => {
    const { document } = applyChange(start, { type: 'update-object', pageId: 'p1', id: 'a', fields: { x: 5 } })
    expect(document.pages[0]?.objects['a']).toMatchObject({ x: 5, y: 0 })
    expect(document.pages[1]).toBe(start.pages[1])
    expect(document.media).toBe(start.media)
    expect(document.pages[0]?.objects['b']).toBe(start.pages[0]?.objects['b'])
    expect(document.pages[0]?.layers).toBe(start.pages[0]?.layers)
  })

  it('refuse what is not there, what is there already and the last of its kind, and then change nothing', () => {
    const failing: [Change, string][] = [
      [{ type: 'remove-object', pageId: 'p1', id: 'x' }, 'There is no object "x".'],
      [{ type: 'update-object', pageId: 'p1', id: 'constructor', fields: {} }, 'There is no object "constructor".'],
      [{ type: 'remove-page', pageId: 'p9' }, 'There is no page "p9".'],
      [{ type: 'add-page', page: page([]), index: 0 }, 'There is a page "p1" already.'],
      [{ type: 'remove-layer', pageId: 'p1', id: 'l1' }, 'The last layer cannot be removed.'],
      [{ type: 'remove-media', id: 'm' }, 'There is no picture "m".'],
      [
        compose({ type: 'remove-object', pageId: 'p1', id: 'a' }, { type: 'remove-object', pageId: 'p1', id: 'a' }),
        'There is no object "a".',
      ],
    ]
    const document = frozen(structuredClone(start))
    for (const [change, message] of failing) expect(() => applyChange(document, change)).toThrow(message)
    expect(document).toStrictEqual(start)
  })
})
