import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { applyChange, type Change } from '../../model/changes.ts'
import type { DiagramDocument, DiagramObject, DiagramPage } from '../../model/document.ts'
import { connector, documentOf, group as groupObject, page, pages, shape } from '../../model/test-documents.ts'
import { canGroup, group, reorder, setLocked, ungroup } from '../arrange.ts'
import { moveObjects, rotateObjects } from '../move.ts'
import { addLayer, addPage, duplicatePage, movePage, removePage, renamePage } from '../pages.ts'
import { remove } from '../remove.ts'
import { pageAfter } from '../settle.ts'
import { styleObjects } from '../style.ts'
import { farthest, NEAR, places } from '../test-changes.ts'
import { plainBlock } from '../text.ts'
import { ancestorsOf, changeableRoots, isBox } from '../tree.ts'
import { compareDocuments } from './compare.ts'
import type { DiagramComparison, ObjectDifference } from './contract.ts'

/** Differences of the first page as `{ id: aspects }`; what is in one state only has its status. */
function told(comparison: DiagramComparison): Record<string, string> {
  return Object.fromEntries(
    (comparison.pages[0]?.objects ?? []).map(({ status, before, after, aspects }) => [
      (after ?? before)?.id,
      status === 'changed' ? aspects.join(' ') : status,
    ]),
  )
}

function compared(before: DiagramPage, after: DiagramPage): Record<string, string> {
  return told(compareDocuments(documentOf(before), documentOf(after)))
}

/** Pages whose groups fit, as all that the operations leave do. */
const drawn = pages.map(start => {
  let now = start
  const groupsOf = () => Object.values(now.objects).flatMap(({ id, kind }) => (kind === 'group' ? id : []))
  for (let groups = groupsOf(); groups.length > 0; groups = groupsOf())
    now = pageAfter(now, ungroup(now, groups).change)
  return now
})

const picks = fc.array(fc.nat(40), { minLength: 1, maxLength: 4 })
function chosen(at: DiagramPage, picked: readonly number[]): string[] {
  const ids = Object.keys(at.objects)
  return [...new Set(picked.flatMap(index => ids[index % ids.length] ?? []))]
}

/** Works of many kinds, on whatever is chosen. */
const works: readonly ((at: DiagramPage, ids: string[], size: number) => Change)[] = [
  (at, ids, size) => moveObjects(at, ids, { x: size, y: 7 }),
  (at, ids) => remove(at, ids),
  (at, ids, size) => rotateObjects(at, ids, size, { x: 10, y: 20 }),
  (at, ids, size) => reorder(at, ids, size > 0 ? 'front' : 'back'),
  (at, ids, size) => styleObjects(at, ids, { opacity: Math.abs(size) / 101 }),
  (at, ids) => (canGroup(at, ids) ? group(at, ids).change : ungroup(at, ids).change),
  (at, ids) => setLocked(at, ids, true),
]
const steps = fc.array(
  fc.record({ work: fc.nat(works.length - 1), picked: picks, size: fc.integer({ min: -100, max: 100 }) }),
  { minLength: 1, maxLength: 6 },
)
function worked(start: DiagramPage, all: readonly { work: number; picked: number[]; size: number }[]): DiagramPage {
  let now = start
  for (const { work, picked, size } of all) {
    const ids = chosen(now, picked)
    if (ids.length > 0) now = pageAfter(now, works[work]?.(now, ids, size) ?? { type: 'all', changes: [] })
  }
  return now
}

describe('comparing two states of a diagram', () => {
  it('finds nothing between a document and itself, nor its copy', () => {
    fc.assert(
      fc.property(pages, at => {
        const copy = structuredClone(documentOf(at))
        expect(compareDocuments(documentOf(at), copy)).toMatchObject({ count: 0, isReordered: false })
      }),
      { numRuns: 200 },
    )
  })

  it('tells the same of the other direction, exchanged', () => {
    const exchanged = ({ status, before, after, aspects }: ObjectDifference) => ({
      status: status === 'added' ? 'removed' : status === 'removed' ? 'added' : status,
      id: after?.id ?? before?.id,
      aspects: [...aspects].toSorted(),
    })
    const plain = (difference: ObjectDifference) => ({
      status: difference.status,
      id: difference.before?.id ?? difference.after?.id,
      aspects: [...difference.aspects].toSorted(),
    })
    const byId = (a: { id: string | undefined }, b: { id: string | undefined }) =>
      (a.id ?? '') < (b.id ?? '') ? -1 : 1
    fc.assert(
      fc.property(drawn, steps, (start, all) => {
        const [before, after] = [documentOf(start), documentOf(worked(start, all))]
        const there = compareDocuments(before, after).pages[0]?.objects ?? []
        const back = compareDocuments(after, before).pages[0]?.objects ?? []
        expect(back.map(plain).toSorted(byId)).toEqual(there.map(exchanged).toSorted(byId))
      }),
      { numRuns: 300 },
    )
  })

  it('tells each box that stands elsewhere, by itself or by what holds it, and no other', () => {
    const isPlace = (aspects: readonly string[]) =>
      aspects.some(aspect => ['moved', 'turned', 'resized'].includes(aspect))
    fc.assert(
      fc.property(drawn, steps, (start, all) => {
        const now = worked(start, all)
        const differences = compareDocuments(documentOf(start), documentOf(now)).pages[0]?.objects ?? []
        const elsewhere = new Set(
          differences.flatMap(({ after, aspects }) => (after && isPlace(aspects) ? after.id : [])),
        )
        const [old, fresh] = [places(start), places(now)]
        for (const [id, points] of fresh) {
          if (!isBox(now.objects[id]) || !start.objects[id]) continue
          const far = farthest(points, old.get(id))
          // Between the two, rounding decides.
          if (far > NEAR && far < 0.2) continue
          const carried = ancestorsOf(now, id).some(holder => elsewhere.has(holder.id))
          if (far >= 0.2) expect(elsewhere.has(id) || carried, `${id} stands elsewhere`).toBe(true)
          else if (!carried) expect(elsewhere.has(id), `${id} stands where it stood`).toBe(false)
        }
        for (const { status, before, after } of differences)
          expect(status).toBe(!before ? 'added' : !after ? 'removed' : 'changed')
      }),
      { numRuns: 300 },
    )
  })

  it('tells exactly what an edit did', () => {
    fc.assert(
      fc.property(drawn, picks, fc.integer({ min: 1, max: 90 }), (start, picked, size) => {
        const ids = chosen(start, picked)
        const roots = new Set(changeableRoots(start, ids))
        const boxes = [...roots].filter(id => isBox(start.objects[id]))
        const boxesIn = (differences: Record<string, string>) =>
          Object.fromEntries(Object.entries(differences).filter(([id]) => isBox(start.objects[id])))
        const each = (aspect: string, of: readonly string[] = boxes) => Object.fromEntries(of.map(id => [id, aspect]))
        expect(boxesIn(compared(start, pageAfter(start, moveObjects(start, ids, { x: size, y: -size }))))).toEqual(
          each('moved'),
        )
        const gone = compared(start, pageAfter(start, remove(start, ids)))
        const left = pageAfter(start, remove(start, ids))
        expect(boxesIn(gone)).toEqual(
          each(
            'removed',
            Object.keys(start.objects).filter(id => !left.objects[id] && isBox(start.objects[id])),
          ),
        )
        expect(compared(left, start)).toEqual(
          Object.fromEntries(Object.entries(gone).map(([id, text]) => [id, text === 'removed' ? 'added' : text])),
        )
        const solid = boxes.filter(id => start.objects[id]?.kind === 'shape')
        const styled = pageAfter(start, styleObjects(start, solid, { fill: { kind: 'solid', colour: '#123456' } }))
        expect(compared(start, styled)).toEqual(
          each(
            'fill',
            Object.keys(start.objects).filter(id => start.objects[id] !== styled.objects[id]),
          ),
        )
        expect(compared(start, pageAfter(start, setLocked(start, ids, true)))).toEqual(
          Object.fromEntries(ids.map(id => [id, 'lock'])),
        )
      }),
      { numRuns: 300 },
    )
  })

  it('names what became of a shape, its text, its look and its lines', () => {
    const a = shape('a', { text: plainBlock('Order') })
    const b = shape('b', { x: 300, order: 'a1', text: plainBlock('Pay') })
    const c = shape('c', { x: 600, order: 'a2' })
    const to = (id: string) => ({ at: { x: 0, y: 0 }, attached: { objectId: id, anchor: null } })
    const line = connector('line', { order: 'a3', from: to('a'), to: to('b') })
    const before = page([a, b, c, line])
    const changed = (...objects: DiagramObject[]) =>
      compared(before, page([...[a, b, c, line].filter(({ id }) => !objects.some(one => one.id === id)), ...objects]))
    expect(changed({ ...a, text: plainBlock('Orders') })).toEqual({ a: 'text' })
    expect(changed({ ...a, text: plainBlock('Order', { run: { bold: true } }) })).toEqual({ a: 'font' })
    expect(changed({ ...a, shape: 'basic.ellipse', x: 40 })).toEqual({ a: 'moved shape' })
    expect(changed({ ...a, x: -50, width: 150 })).toEqual({ a: 'resized' })
    expect(changed({ ...a, rotation: 45 })).toEqual({ a: 'turned' })
    expect(changed({ ...a, link: { kind: 'url', href: 'https://example.org' } })).toEqual({ a: 'link' })
    expect(changed({ ...a, hidden: true })).toEqual({ a: 'visibility' })
    expect(changed({ ...a, order: 'a5' })).toEqual({ a: 'order' })
    // Another order, but no object was passed.
    expect(changed({ ...c, order: 'a2V' })).toEqual({})
    expect(changed({ ...line, to: to('c') })).toEqual({ line: 'connected' })
    expect(changed({ ...line, waypoints: [{ x: 9, y: 99 }] })).toEqual({ line: 'routed' })
    expect(changed({ ...line, endArrow: 'diamond', stroke: { colour: '#ff0000', width: 2 } })).toEqual({
      line: 'line arrows',
    })
    expect(changed({ ...a, y: 70 }, { ...b, y: 70 }, { ...line, waypoints: [] })).toEqual({ a: 'moved', b: 'moved' })
  })

  it('tells of a group that moves, and not of what it holds', () => {
    const inner = [shape('a', { parent: 'g' }), shape('b', { parent: 'g', x: 200, order: 'a1' })]
    const holder = groupObject('g', { width: 300 })
    expect(compared(page([...inner, holder]), page([...inner, { ...holder, x: 80 }]))).toEqual({ g: 'moved' })
    // Moved out of a dissolved group: only the group is reported.
    const loose = inner.map(object => ({ ...object, parent: null }))
    expect(compared(page([...inner, holder]), page(loose))).toEqual({ g: 'removed' })
  })

  it('knows shapes, groups and lines again whose ids did not survive', () => {
    fc.assert(
      fc.property(drawn, start => {
        let count = 0
        const named = Object.values(start.objects).map(object =>
          object.kind === 'shape' ? { ...object, text: plainBlock(`Text ${++count}`) } : object,
        )
        const id = (old: string) => `new ${old}`
        const made = named.map((object): DiagramObject => {
          const fresh = { ...object, id: id(object.id), parent: object.parent === null ? null : id(object.parent) }
          if (fresh.kind !== 'connector') return fresh
          const end = ({ at, attached }: typeof fresh.from) => ({
            at,
            ...(attached && { attached: { ...attached, objectId: id(attached.objectId) } }),
          })
          return { ...fresh, from: end(fresh.from), to: end(fresh.to) }
        })
        const [before, after] = [page(named, { layers: start.layers }), page(made, { layers: start.layers })]
        const lines = named.filter(({ kind }) => kind === 'connector')
        const found = compared(before, after)
        // Two lines between the same shapes may be taken for each other.
        if (lines.length < 2) expect(found).toEqual({})
        else expect(Object.values(found).filter(text => text === 'added' || text === 'removed')).toEqual([])
        const [one] = made
        if (one?.kind !== 'shape') return
        const moved = { ...one, x: one.x + 500 }
        const after2 = page([moved, ...made.slice(1)], { layers: start.layers })
        expect(compared(before, after2)[one.id]).toBe('moved')
      }),
      { numRuns: 200 },
    )
  })

  it('tells of pages and layers', () => {
    const start = documentOf(page([shape('a')]), page([shape('b')], { id: 'p2', name: 'Page 2' }))
    const changed = (change: Change, document: DiagramDocument = start) => {
      const { pages: all, isReordered, count } = compareDocuments(document, applyChange(document, change).document)
      const told = all.flatMap(({ before, after, aspects, layers }) => [
        ...(before && after ? [] : [after ? `+${after.name}` : `-${before?.name}`]),
        ...aspects,
        ...layers.map(layer => `${layer.status} ${(layer.after ?? layer.before)?.name}`),
      ])
      return { told, isReordered, count }
    }
    expect(changed(addPage(start, 'New').change)).toEqual({ told: ['+New'], isReordered: false, count: 1 })
    expect(changed(removePage(start, 'p1'))).toEqual({ told: ['-Page 1'], isReordered: false, count: 1 })
    expect(changed(renamePage(start, 'p2', 'Other'))).toEqual({ told: ['renamed'], isReordered: false, count: 1 })
    expect(changed(movePage(start, 'p2', 0))).toEqual({ told: [], isReordered: true, count: 1 })
    expect(changed(duplicatePage(start, 'p1', 'Copy').change)).toMatchObject({ told: ['+Copy'], count: 1 })
    expect(changed(addLayer(start.pages[0] ?? page([]), 'Notes').change)).toMatchObject({
      told: ['added Notes'],
      count: 1,
    })
  })
})
