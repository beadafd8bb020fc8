import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compose } from '../model/changes.ts'
import { copyObjects, duplicate, imageObject, pasteClip, readClip, writeClip } from './clip.ts'
import { LIMITS, type DiagramDocument, type DiagramPage, type ImageObject, type Media } from '../model/document.ts'
import { documentAfter, farthest, places } from './test-changes.ts'
import { connector, documentOf, group, page, pages, shape } from '../model/test-documents.ts'
import { childrenOf, descendantsOf, inDrawingOrder, pageBounds, rootsOf } from './tree.ts'
import { writeDocument } from '../model/validate.ts'

const picture: Media = { type: 'image/png', data: 'iVBORw0KGgo=', width: 4, height: 2 }
const image = (id: string, media: string, fields: Partial<ImageObject> = {}): ImageObject => ({
  kind: 'image',
  id,
  parent: null,
  layer: 'l1',
  order: 'a0',
  x: 0,
  y: 0,
  width: 40,
  height: 20,
  media,
  ...fields,
})
const end = (objectId: string) => ({ at: { x: 1, y: 1 }, attached: { objectId, anchor: null } })
const first = ({ pages: [only] }: DiagramDocument): DiagramPage => only ?? page([])

const picked = pages.chain(drawn =>
  fc.record({ drawn: fc.constant(drawn), ids: fc.subarray(Object.keys(drawn.objects), { minLength: 1 }) }),
)
const RUNS = { seed: 4, numRuns: 120 }

describe('copying and pasting', () => {
  it('brings all of it into another document as it was, in its order, with new ids', () => {
    fc.assert(
      fc.property(picked, ({ drawn, ids }) => {
        const clip = readClip(writeClip(copyObjects(documentOf(drawn), 'p1', ids)))
        if (!clip) throw new Error('A clip is read again')
        const other = documentOf(
          page([shape('shape0', { order: 'a9' })], {
            id: 'other',
            layers: [
              { id: 'top', name: '', visible: true, locked: false },
              { id: 'l1', name: '', visible: true, locked: false },
            ],
          }),
        )
        const pasted = pasteClip(other, 'other', 'top', clip, null)
        const now = first(documentAfter(other, pasted.change))
        const roots = inDrawingOrder(drawn, rootsOf(drawn, ids))
        expect(pasted.ids).toHaveLength(roots.length)
        const copied = [...roots, ...descendantsOf(drawn, roots).map(({ id }) => id)]
        expect(Object.keys(now.objects)).toHaveLength(copied.length + 1)
        const [before, after] = [places(drawn), places(now)]
        pasted.ids.forEach((id, index) => {
          expect(drawn.objects[id]).toBeUndefined()
          expect(now.objects[id]).toMatchObject({
            kind: drawn.objects[roots[index] ?? '']?.kind,
            layer: 'top',
            parent: null,
          })
          if (now.objects[id]?.kind === 'shape')
            expect(farthest(after.get(id), before.get(roots[index] ?? ''))).toBeLessThan(0.02)
        })
        expect(inDrawingOrder(now, pasted.ids)).toEqual(pasted.ids)
        for (const object of Object.values(now.objects)) {
          if (object.kind === 'connector')
            for (const { attached } of [object.from, object.to])
              if (attached) expect(now.objects[attached.objectId]).toBeDefined()
        }
      }),
      RUNS,
    )
  })

  it('keeps connectors among the copies attached, and lets those to others end where they are drawn', () => {
    const start = documentOf(
      page([
        shape('a'),
        shape('b', { x: 300, order: 'a1' }),
        shape('c', { x: 600, order: 'a2' }),
        connector('ab', { from: end('a'), to: end('b'), order: 'a3' }),
        connector('bc', { from: end('b'), to: end('c'), order: 'a4' }),
      ]),
    )
    const { change, ids } = pasteClip(start, 'p1', 'l1', copyObjects(start, 'p1', ['a', 'b', 'ab', 'bc']), null, 20)
    const now = first(documentAfter(start, change))
    const [a, b, ab, bc] = ids
    expect(now.objects[ab ?? '']).toMatchObject({
      from: { attached: { objectId: a } },
      to: { attached: { objectId: b } },
    })
    expect(now.objects[bc ?? '']).toMatchObject({ from: { attached: { objectId: b } }, to: { at: { x: 620, y: 50 } } })
    expect(now.objects[bc ?? '']).not.toHaveProperty('to.attached')
    expect(now.objects[a ?? '']).toMatchObject({ x: 20, y: 20 })
  })

  it('brings the middle of it to a place, and locked objects free', () => {
    const start = documentOf(page([shape('a', { locked: true, x: 40 }), shape('b', { x: 240, y: 40, order: 'a1' })]))
    const { change, ids } = pasteClip(start, 'p1', 'l1', copyObjects(start, 'p1', ['b', 'a']), { x: 1000, y: 500 })
    const now = first(documentAfter(start, change))
    expect(pageBounds(now, ids)).toEqual({ x: 850, y: 450, width: 300, height: 100 })
    expect(now.objects[ids[0] ?? '']).not.toHaveProperty('locked')
  })

  it('brings each picture once, and none that is there already', () => {
    const start = {
      ...documentOf(page([image('i', 'm'), image('j', 'm', { order: 'a1' }), image('k', 'n', { order: 'a2' })])),
      media: { m: picture, n: { ...picture, width: 9, data: 'AAAA' }, unused: { ...picture, data: 'BBBB' } },
    }
    const clip = copyObjects(start, 'p1', ['i', 'j', 'k'])
    expect(Object.keys(clip.media)).toEqual(['m', 'n'])
    const same = documentAfter(start, pasteClip(start, 'p1', 'l1', clip, null).change)
    expect(same.media).toBe(start.media)
    const other = { ...documentOf(page([image('x', 'm')])), media: { m: { ...picture, data: 'CCCC' } } }
    const { change, ids } = pasteClip(other, 'p1', 'l1', clip, null)
    const now = documentAfter(other, change)
    expect(Object.keys(now.media)).toHaveLength(3)
    expect(now.media['m']).toEqual({ ...picture, data: 'CCCC' })
    const shown = ids.map(id => {
      const object = first(now).objects[id]
      return object?.kind === 'image' ? now.media[object.media]?.data : undefined
    })
    expect(shown).toEqual([picture.data, picture.data, 'AAAA'])
  })

  it('reads no other text, and of a whole diagram the first page', () => {
    for (const text of [
      '',
      'Hello',
      '{}',
      '[1]',
      '<svg/>',
      '{"format":"oxbow-diagram","version":1,"pages":[],"media":{}}',
    ])
      expect(readClip(text)).toBeNull()
    const whole = readClip(writeDocument(documentOf(page([shape('a')]), page([shape('b')], { id: 'p2' }))))
    const target = documentOf(page([]))
    expect(
      whole && Object.values(first(documentAfter(target, pasteClip(target, 'p1', 'l1', whole, null).change)).objects),
    ).toHaveLength(1)
    expect(whole && pasteClip(target, 'p1', 'l1', { ...whole, pages: [page([])] }, null)).toEqual({
      change: compose(),
      ids: [],
    })
  })

  it('is refused where the document would be too large or has no such page or layer', () => {
    const full = documentOf(page(Array.from({ length: LIMITS.objects }, (_, index) => shape(`s${index}`))))
    const clip = copyObjects(full, 'p1', ['s1'])
    expect(() => pasteClip(full, 'p1', 'l1', clip, null)).toThrow(
      `at most ${LIMITS.objects} objects; this would make it ${LIMITS.objects + 1}`,
    )
    expect(() => duplicate(full, 'p1', ['s1'], { x: 0, y: 0 })).toThrow('at most')
    const small = documentOf(page([shape('a')]))
    expect(() => pasteClip(small, 'gone', 'l1', clip, null)).toThrow('no page "gone"')
    expect(() => pasteClip(small, 'p1', 'gone', clip, null)).toThrow('no layer "gone"')
  })
})

describe('duplicating', () => {
  it('puts copies beside, in what the objects lie in, above them', () => {
    fc.assert(
      fc.property(
        picked,
        fc.record({ x: fc.integer({ min: -50, max: 50 }), y: fc.integer({ min: -50, max: 50 }) }),
        ({ drawn, ids }, by) => {
          const start = documentOf(drawn)
          const made = duplicate(start, 'p1', ids, by)
          const now = first(documentAfter(start, made.change))
          const roots = inDrawingOrder(drawn, rootsOf(drawn, ids))
          const [before, after] = [places(drawn), places(now)]
          expect(made.ids).toHaveLength(roots.length)
          made.ids.forEach((id, index) => {
            const root = roots[index] ?? ''
            expect(now.objects[id]?.parent).toBe(drawn.objects[root]?.parent)
            expect(inDrawingOrder(now, [id, root])).toEqual([root, id])
            if (drawn.objects[root]?.kind === 'shape')
              expect(
                farthest(
                  after.get(id),
                  before.get(root)?.map(({ x, y }) => ({ x: x + by.x, y: y + by.y })),
                ),
              ).toBeLessThan(0.05)
            expect(descendantsOf(now, [id])).toHaveLength(descendantsOf(drawn, [root]).length)
          })
        },
      ),
      RUNS,
    )
  })

  it('widens the group in which it happens', () => {
    const start = documentOf(page([group('g'), shape('a', { parent: 'g' })]))
    const now = first(documentAfter(start, duplicate(start, 'p1', ['a'], { x: 150, y: 10 }).change))
    expect(now.objects['g']).toMatchObject({ width: 250, height: 70 })
    expect(childrenOf(now, 'g')).toHaveLength(2)
  })
})

it('places a picture above the others of its layer', () => {
  const start = documentOf(page([shape('a', { order: 'a5' })]))
  const { change, id } = imageObject(first(start), 'l1', picture, { x: 1, y: 2, width: 3, height: 4 })
  const now = documentAfter(start, change)
  expect(childrenOf(first(now), null).at(-1)).toMatchObject({ id, kind: 'image', x: 1, y: 2, width: 3, height: 4 })
  expect(Object.values(now.media)).toEqual([picture])
})
