import fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import { align, canGroup, distribute, group, matchSize, reorder, setLocked, ungroup } from './arrange.ts'
import { remove } from './remove.ts'
import { applyChange, type Change } from '../model/changes.ts'
import { copyObjects, duplicate, pasteClip } from './clip.ts'
import type { DiagramDocument, DiagramPage } from '../model/document.ts'
import { flipObjects, moveObjects, reparent, resizeObjects, rotateObjects } from './move.ts'
import { outlineOf } from './outline.ts'
import { addLayer, addPage, duplicatePage, moveLayer, removeLayer, setLayer } from './pages.ts'
import { pageAfter } from './settle.ts'
import { styleObjects } from './style.ts'
import { documentOf, pages } from '../model/test-documents.ts'
import { canHold, childrenOf, contentBounds, inverse, matrixOf, pageBounds } from './tree.ts'
import { readDocument, writeDocument } from '../model/validate.ts'

type Work = (document: DiagramDocument, page: DiagramPage, ids: string[], size: number) => Change

const box = { x: 0, y: 0, width: 300, height: 200 }
const works: readonly Work[] = [
  (_, page, ids, size) => moveObjects(page, ids, { x: size, y: -size }),
  (_, page, ids, size) =>
    resizeObjects(page, ids, box, { ...box, width: 150 + Math.abs(size), height: 250 - size / 2 }),
  (_, page, ids, size) => resizeObjects(page, ids, box, { ...box, width: -100 - Math.abs(size) }),
  (_, page, ids, size) => rotateObjects(page, ids, size, { x: 100, y: 100 }),
  (_, page, ids, size) => flipObjects(page, ids, size > 0 ? 'x' : 'y'),
  (_, page, ids) => (canGroup(page, ids) ? group(page, ids).change : ungroup(page, ids).change),
  (_, page, ids) => ungroup(page, ids).change,
  (_, page, ids, size) =>
    reorder(page, ids, size > 50 ? 'front' : size > 0 ? 'forward' : size > -50 ? 'backward' : 'back'),
  (_, page, ids, size) => align(page, ids, size > 0 ? 'center' : 'bottom'),
  (_, page, ids, size) => distribute(page, ids, size > 0 ? 'horizontal' : 'vertical'),
  (_, page, ids) => matchSize(page, ids, 'both'),
  (_, page, ids) => remove(page, ids.slice(0, 2)),
  (_, page, ids, size) => setLocked(page, ids.slice(0, 1), size > 50),
  (_, page, ids, size) =>
    reparent(
      page,
      ids,
      [
        null,
        ...Object.values(page.objects)
          .filter(canHold)
          .map(({ id }) => id),
      ].at(size % 4) ?? null,
    ),
  (document, page, ids, size) => duplicate(document, page.id, ids.slice(0, 4), { x: size, y: size }).change,
  (document, page, ids, size) =>
    pasteClip(
      document,
      page.id,
      page.layers[0]?.id ?? '',
      copyObjects(document, page.id, ids.slice(0, 4)),
      size > 0 ? { x: size, y: size } : null,
      20,
    ).change,
  (_, page, ids, size) =>
    styleObjects(page, ids, {
      opacity: Math.abs(size) / 100,
      stroke: { dash: size > 0 ? [2, 1] : undefined },
      route: size > 0 ? 'orthogonal' : 'curved',
    }),
  (_, page, ids) => setLayer(page, ids, page.layers.at(-1)?.id ?? ''),
  (_, page, _ids, size) =>
    size > 80
      ? addLayer(page, 'New').change
      : size < -90
        ? removeLayer(page, page.layers[0]?.id ?? '')
        : moveLayer(page, page.layers[0]?.id ?? '', 1),
  (document, page, _ids, size) =>
    size > 60
      ? duplicatePage(document, page.id, 'Copy').change
      : size < -80
        ? addPage(document, 'New').change
        : moveObjects(page, [], { x: 0, y: 0 }),
]

const steps = fc.array(
  fc.record({
    work: fc.nat(works.length - 1),
    page: fc.nat(5),
    picked: fc.array(fc.nat(40), { minLength: 1, maxLength: 6 }),
    size: fc.integer({ min: -100, max: 100 }),
  }),
  { minLength: 40, maxLength: 60 },
)

function groupsOf({ objects }: DiagramPage): string[] {
  return Object.values(objects)
    .filter(({ kind }) => kind === 'group')
    .map(({ id }) => id)
}

/** Groups of a page that are not as large as what they hold, beyond what rounding does. */
function looseGroups(page: DiagramPage): string[] {
  return Object.values(page.objects).flatMap(object => {
    if (object.kind !== 'group') return []
    const content = contentBounds(
      page,
      childrenOf(page, object.id).map(({ id }) => id),
      inverse(matrixOf(page, object.id)),
    )
    const far = content
      ? Math.max(
          Math.abs(content.x),
          Math.abs(content.y),
          Math.abs(content.width - object.width),
          Math.abs(content.height - object.height),
        )
      : 0
    return far > 0.1 ? [object.id] : []
  })
}

it('a long work of all kinds leaves a right document after each step, and is undone to what was there', () => {
  let made = 0
  // Ids that are the same with each run.
  vi.spyOn(crypto, 'getRandomValues').mockImplementation(array => {
    if (array instanceof Uint8Array)
      for (let index = 0, rest = ++made; index < array.length; index++, rest = Math.floor(rest / 32))
        array[index] = rest % 32
    return array
  })
  fc.assert(
    fc.property(pages, steps, (first, all) => {
      made = 0
      // The groups of the samples are of any size; those that are made fit what they hold.
      let drawn = first
      for (let groups = groupsOf(drawn); groups.length > 0; groups = groupsOf(drawn))
        drawn = pageAfter(drawn, ungroup(drawn, groups).change)
      const start = documentOf(drawn)
      const undo: Change[] = []
      let document = start
      for (const { work, page: pick, picked, size } of all) {
        const page = document.pages[pick % document.pages.length] ?? drawn
        const ids = Object.keys(page.objects)
        const chosen = picked.flatMap(index => ids[index % Math.max(1, ids.length)] ?? [])
        const { document: next, inverse: back } = applyChange(
          document,
          works[work]?.(document, page, [...new Set(chosen)], size) ?? { type: 'all', changes: [] },
        )
        undo.push(back)
        document = next
        const stored = readDocument(writeDocument(document))
        expect(stored).toStrictEqual(document)
        expect({ work, loose: document.pages.flatMap(looseGroups) }).toEqual({ work, loose: [] })
      }
      for (const page of document.pages) {
        outlineOf(page)
        pageBounds(page, Object.keys(page.objects))
      }
      for (const back of undo.toReversed()) document = applyChange(document, back).document
      expect(document).toStrictEqual(start)
    }),
    { seed: 11, numRuns: 30, endOnFailure: true },
  )
})
