import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as Y from 'yjs'
import { applyChange, type Change } from '../model/changes.ts'
import { carryOver, differences } from '../model/differences.ts'
import type { DiagramDocument } from '../model/document.ts'
import { connector, documentOf, group, page, pages, shape } from '../model/test-documents.ts'
import { readDocument, writeDocument } from '../model/validate.ts'
import { LiveDiagram } from './live-diagram.ts'
import { isSaved, noteSaved, savedVersion } from './saved.ts'
import { fillDocument } from './writing.ts'

/** A user with a copy of a diagram. */
function writer(state: Uint8Array, clientId: number): LiveDiagram {
  const doc = new Y.Doc()
  doc.clientID = clientId
  Y.applyUpdate(doc, state)
  return new LiveDiagram(doc)
}

function copies(document: DiagramDocument, count: number): LiveDiagram[] {
  const doc = new Y.Doc()
  fillDocument(doc, document)
  const state = Y.encodeStateAsUpdate(doc)
  return Array.from({ length: count }, (_, index) => writer(state, index + 1))
}

/** Delivers all changes to all copies. */
function exchange(all: readonly LiveDiagram[]): void {
  for (const from of all) for (const to of all) Y.applyUpdate(to.doc, Y.encodeStateAsUpdate(from.doc))
}

const pick = <Item>(items: readonly Item[], index: number): Item | undefined => items[index % items.length]

/** A change that a user makes, chosen by random numbers. */
function changeOf(document: DiagramDocument, [kind, a, b, c]: readonly [number, number, number, number], by: string) {
  const { id: pageId, objects, layers } = pick(document.pages, a) ?? document.pages[0] ?? page([])
  const object = pick(Object.values(objects), b)
  const other = pick(Object.values(objects), c)
  const fresh = `${by}-${a}-${b}-${c}`
  const layer = pick(layers, c)
  const choices: (Change | undefined | false)[] = [
    object && {
      type: 'update-object',
      pageId,
      id: object.id,
      fields: object.kind === 'connector' ? { opacity: 0.5 } : { x: c, y: -c },
    },
    object?.kind === 'shape' && {
      type: 'update-object',
      pageId,
      id: object.id,
      fields: { style: { ...object.style, opacity: 0.25 } },
    },
    object && { type: 'remove-object', pageId, id: object.id },
    {
      type: 'put-object',
      pageId,
      object: shape(fresh, { layer: layer?.id ?? 'l1', parent: other?.kind === 'group' ? other.id : null }),
    },
    other && {
      type: 'put-object',
      pageId,
      object: connector(fresh, {
        layer: layer?.id ?? 'l1',
        to: { at: { x: c, y: b }, attached: { objectId: other.id, anchor: null } },
      }),
    },
    // Groups may be put into each other at once.
    object &&
      other?.kind === 'group' &&
      object !== other && { type: 'update-object', pageId, id: object.id, fields: { parent: other.id } },
    { type: 'add-page', index: b % 5, page: page([shape('s')], { id: fresh }) },
    document.pages.length > 1 && { type: 'remove-page', pageId },
    { type: 'move-page', pageId, index: c % 5 },
    { type: 'add-layer', pageId, index: b % 4, layer: { id: fresh, name: by, visible: true, locked: false } },
    layer && layers.length > 1 && { type: 'remove-layer', pageId, id: layer.id },
    layer && { type: 'move-layer', pageId, id: layer.id, index: b % 4 },
    { type: 'update-page', pageId, fields: { name: by, width: 100 + c } },
    { type: 'put-media', id: fresh, media: { type: 'image/png', data: '', width: c, height: b } },
    { type: 'set-foreign', foreign: { source: 'drawio', data: c } },
  ]
  return pick(choices, kind) || undefined
}

const numbers = fc.nat({ max: 1000 })
const action = fc.record({
  writer: fc.nat(),
  change: fc.tuple(numbers, numbers, numbers, numbers),
  undoes: fc.boolean(),
  delivers: fc.array(fc.tuple(fc.nat(), fc.nat()), { maxLength: 2 }),
})
const documents = fc
  .array(pages, { minLength: 1, maxLength: 3 })
  .map(list => documentOf(...list.map((each, index) => ({ ...each, id: `p${index}` }))))

describe('a shared diagram', () => {
  it('is the diagram that it was made of', () => {
    fc.assert(
      fc.property(documents, document => {
        const [copy] = copies(document, 1)
        expect(copy?.document).toEqual(document)
        // Files are written in the same order.
        expect(JSON.stringify(copy?.document.pages[0]?.layers)).toBe(JSON.stringify(document.pages[0]?.layers))
        const shapes = ({ pages: [first] }: DiagramDocument) =>
          Object.values(first?.objects ?? {}).flatMap(object =>
            object.kind === 'shape' ? Object.keys(object).toSorted() : [],
          )
        expect(copy && shapes(copy.document)).toEqual(shapes(document))
      }),
    )
  })

  it('is equal and valid in all copies, whatever 2 to 5 users change at once and whenever it reaches the others', () => {
    fc.assert(
      fc.property(
        documents,
        fc.integer({ min: 2, max: 5 }),
        fc.array(action, { maxLength: 25 }),
        (start, count, actions) => {
          const all = copies(start, count)
          const done = all.map(() => [] as { before: DiagramDocument; after: DiagramDocument }[])
          const touched = new Set<string>()
          actions.forEach(({ writer: by, change, undoes, delivers }, index) => {
            const copy = pick(all, by)
            const steps = pick(done, by)
            if (!copy || !steps) return
            const before = copy.document
            const last = undoes ? steps.pop() : undefined
            const made = !undoes && changeOf(before, change, `w${by % count}-${index}`)
            const after = last
              ? carryOver(before, differences(last.after, last.before), differences(last.before, last.after))
              : made
                ? applyChange(before, made).document
                : before
            const written = copy.write(after)
            for (const id of changedObjects(before, after)) touched.add(id)
            if (made) steps.push({ before, after: written })
            for (const [from, to] of delivers) {
              const [source, target] = [pick(all, from), pick(all, to)]
              if (source && target) Y.applyUpdate(target.doc, Y.encodeStateAsUpdate(source.doc))
            }
          })
          exchange(all)
          const [first, ...others] = all.map(({ document }) => document)
          for (const other of others) expect(other).toEqual(first)
          expect(first && readDocument(writeDocument(first))).toEqual(first)
          for (const { doc, document } of all) expect(new LiveDiagram(doc).document).toEqual(document)
          for (const { id, objects, layers } of start.pages) {
            const now = first?.pages.find(each => each.id === id)
            if (!now || layers.some(layer => !now.layers.some(each => each.id === layer.id))) continue
            for (const object of Object.values(objects)) {
              const refersTo =
                object.kind === 'connector' ? [object.from, object.to].map(end => end.attached?.objectId) : []
              const near = [object.id, object.parent, ...refersTo].map(each => `${id}/${each}`)
              if (!near.some(each => touched.has(each))) expect(now.objects[object.id]).toEqual(object)
            }
          }
        },
      ),
      { numRuns: 300 },
    )
  })

  it('has the changes of both users to different properties of a shape', () => {
    const all = copies(documentOf(page([shape('a')])), 2)
    const [ada, bob] = all as [LiveDiagram, LiveDiagram]
    const { style } = shape('a')
    ada.write(documentOf(page([shape('a', { x: 10, style: { ...style, fill: { kind: 'none' } } })])))
    bob.write(documentOf(page([shape('a', { width: 20, style: { ...style, stroke: { colour: 'none', width: 3 } } })])))
    exchange(all)
    const merged = documentOf(
      page([shape('a', { x: 10, width: 20, style: { fill: { kind: 'none' }, stroke: { colour: 'none', width: 3 } } })]),
    )
    expect([ada.document, bob.document]).toEqual([merged, merged])
  })

  it('has no shape that one user removed while another one changed it', () => {
    const all = copies(documentOf(page([shape('a'), shape('b')])), 2)
    const [ada, bob] = all as [LiveDiagram, LiveDiagram]
    ada.write(documentOf(page([shape('b')])))
    bob.write(documentOf(page([shape('a', { x: 10 }), shape('b')])))
    exchange(all)
    expect(bob.document).toEqual(documentOf(page([shape('b')])))
    expect(ada.document).toEqual(bob.document)
  })

  it('has the objects of a known diagram where they are equal', () => {
    const doc = new Y.Doc()
    fillDocument(doc, documentOf(page([shape('a'), shape('b')])))
    const known = documentOf(page([shape('a'), shape('b', { x: 5 }), shape('gone')]))
    const { document } = new LiveDiagram(doc, known)
    expect(document).toEqual(documentOf(page([shape('a'), shape('b')])))
    expect(document.pages[0]?.objects['a']).toBe(known.pages[0]?.objects['a'])
  })

  it('keeps the values of parts that do not change', () => {
    const all = copies(documentOf(page([shape('a'), shape('b')]), page([shape('z')], { id: 'p2' })), 2)
    const [ada, bob] = all as [LiveDiagram, LiveDiagram]
    const before = bob.document
    ada.write(applyChange(ada.document, { type: 'update-object', pageId: 'p1', id: 'a', fields: { x: 4 } }).document)
    exchange(all)
    expect(bob.document.pages[0]?.objects['a']).toMatchObject({ x: 4 })
    expect(bob.document.pages[0]?.objects['b']).toBe(before.pages[0]?.objects['b'])
    expect(bob.document.pages[1]).toBe(before.pages[1])
    const same = bob.document
    Y.applyUpdate(bob.doc, Y.encodeStateAsUpdate(ada.doc))
    expect(bob.document).toBe(same)
  })

  it('knows whether a version has all changes, those that only remove something too', () => {
    const [ada, bob] = copies(documentOf(page([shape('a'), shape('b')])), 2) as [LiveDiagram, LiveDiagram]
    expect([isSaved(ada.doc), savedVersion(ada.doc)]).toEqual([false, undefined])
    noteSaved(ada.doc, { version: 1, by: '', at: 0 })
    exchange([ada, bob])
    expect([isSaved(ada.doc), isSaved(bob.doc)]).toEqual([true, true])
    bob.write(documentOf(page([shape('b')])))
    expect(isSaved(bob.doc)).toBe(false)
    // Ada's server has not seen Bob's change.
    noteSaved(ada.doc, { version: 2, by: 'Ada', at: 5 })
    exchange([ada, bob])
    expect([isSaved(ada.doc), isSaved(bob.doc)]).toEqual([false, false])
    noteSaved(ada.doc, { version: 3, by: 'Ada', at: 6 })
    exchange([ada, bob])
    expect([isSaved(bob.doc), savedVersion(bob.doc)]).toEqual([true, { version: 3, by: 'Ada', at: 6 }])
  })

  it('leaves out parts whose fields or style would be inherited and so not be checked, or that have two ids', () => {
    const layers = ['l1', 'l2'].map(id => ({ id, name: id, visible: true, locked: false }))
    const whole = documentOf(
      page(
        ['a', 'b', 'c', 'd'].map(id => shape(id)),
        { layers },
      ),
    )
    const [ada, bob] = copies(whole, 2) as [LiveDiagram, LiveDiagram]
    const objects = bob.doc.getMap('objects')
    const link = { kind: 'url', href: 'javascript:alert(1)' }
    ;(objects.get('p1/a') as Y.Map<unknown>).set('__proto__', { link })
    ;(objects.get('p1/b') as Y.Map<unknown>).set('style.__proto__', { opacity: '"><script>' })
    // The key of a part is its id.
    ;(objects.get('p1/c') as Y.Map<unknown>).set('id', 'd')
    ;(bob.doc.getMap('layers').get('p1/l2') as Y.Map<unknown>).set('id', 'l1')
    exchange([ada, bob])
    expect(ada.document).toEqual(documentOf(page([shape('d')], { layers: layers.slice(0, 1) })))
  })

  it('leaves out what is no part of a diagram, whoever wrote it', () => {
    const [ada, bob] = copies(documentOf(page([group('g'), shape('a', { parent: 'g' })])), 2) as [
      LiveDiagram,
      LiveDiagram,
    ]
    const objects = bob.doc.getMap('objects')
    bob.doc.transact(() => {
      ;(objects.get('p1/g') as Y.Map<unknown>).set('x', '<img src=x onerror=alert(1)>')
      objects.set('p1/__proto__', new Y.Map([['kind', 'group']]))
      objects.set('p1/nested/more', new Y.Map([['kind', new Y.Map()]]))
      objects.set('p1/list', new Y.Array())
      bob.doc.getMap('pages').set('constructor', 7)
      bob.doc.getMap('media').set('m', { type: 'text/html', data: 'x', width: 1, height: 1 })
      bob.doc.getMap('facts').set('foreign', 'x')
    })
    exchange([ada, bob])
    expect(ada.document).toEqual(documentOf(page([shape('a')])))
    expect(bob.document).toEqual(ada.document)
  })
})

/** Keys of objects that differ. */
function changedObjects(before: DiagramDocument, after: DiagramDocument): string[] {
  return [before, after].flatMap((document, index) =>
    document.pages.flatMap(({ id, objects }) => {
      const other = (index === 0 ? after : before).pages.find(each => each.id === id)
      return Object.values(objects).flatMap(object =>
        other?.objects[object.id] === object ? [] : [`${id}/${object.id}`],
      )
    }),
  )
}
