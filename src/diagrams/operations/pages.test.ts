import { describe, expect, it } from 'vitest'
import { compose } from '../model/changes.ts'
import { LIMITS, type DiagramPage, type Layer } from '../model/document.ts'
import {
  addLayer,
  addPage,
  duplicatePage,
  moveLayer,
  movePage,
  removeLayer,
  removePage,
  renameLayer,
  renamePage,
  setLayer,
} from './pages.ts'
import { after, documentAfter } from './test-changes.ts'
import { connector, documentOf, group, page, shape } from '../model/test-documents.ts'
import { childrenOf } from './tree.ts'

const layers = ['l1', 'l2', 'l3'].map((id): Layer => ({ id, name: id, visible: true, locked: false }))
const three = documentOf(
  page([shape('a')], { background: '#ffffff', width: 500 }),
  page([], { id: 'p2', name: 'Two' }),
  page([], { id: 'p3' }),
)
const names = ({ layers: all }: DiagramPage) => all.map(({ name }) => name)

describe('pages', () => {
  it('are added behind the others, like the first and empty', () => {
    const { change, pageId } = addPage(three, '  Overview ')
    const added = documentAfter(three, change).pages[3]
    expect(added).toMatchObject({
      id: pageId,
      name: 'Overview',
      width: 500,
      background: '#ffffff',
      objects: {},
      layers: [{ name: 'Layer 1', visible: true }],
    })
    expect(added?.layers[0]?.id).not.toBe('l1')
  })

  it('are duplicated behind the one that is copied', () => {
    const { change, pageId } = duplicatePage(three, 'p1', 'Copy')
    expect(documentAfter(three, change).pages.map(({ id }) => id)).toEqual(['p1', pageId, 'p2', 'p3'])
    expect(documentAfter(three, change).pages[1]).toEqual({ ...three.pages[0], id: pageId, name: 'Copy' })
    expect(() => duplicatePage(three, 'gone', '')).toThrow('no page "gone"')
  })

  it('are renamed, moved and removed, but for the last one', () => {
    expect(documentAfter(three, renamePage(three, 'p2', ' Second ')).pages[1]?.name).toBe('Second')
    expect(documentAfter(three, renamePage(three, 'p2', 'x'.repeat(1000))).pages[1]?.name).toHaveLength(LIMITS.name)
    for (const nothing of [
      renamePage(three, 'p2', '  '),
      renamePage(three, 'p2', 'Two'),
      movePage(three, 'p2', 1),
      movePage(three, 'p3', 9),
    ])
      expect(nothing).toEqual(compose())
    expect(documentAfter(three, movePage(three, 'p1', 2)).pages.map(({ id }) => id)).toEqual(['p2', 'p3', 'p1'])
    expect(documentAfter(three, removePage(three, 'p1')).pages).toHaveLength(2)
    expect(removePage(documentOf(page([])), 'p1')).toEqual(compose())
  })

  it('are not more, nor with more on them, than documents may hold', () => {
    const many = documentOf(...Array.from({ length: LIMITS.pages }, (_, index) => page([], { id: `p${index}` })))
    expect(() => addPage(many, '')).toThrow(`at most ${LIMITS.pages} pages`)
    const full = documentOf(page(Array.from({ length: LIMITS.objects / 2 + 1 }, (_, index) => shape(`s${index}`))))
    expect(() => duplicatePage(full, 'p1', '')).toThrow(`at most ${LIMITS.objects} objects`)
  })
})

describe('layers', () => {
  const start = page(
    [
      shape('a', { order: 'a0' }),
      shape('b', { order: 'a1', layer: 'l2' }),
      group('g', { order: 'a2', layer: 'l2' }),
      shape('in', { parent: 'g', layer: 'l2' }),
      shape('c', { order: 'a3', layer: 'l2', locked: true }),
      connector('line', { to: { at: { x: 0, y: 0 }, attached: { objectId: 'b', anchor: { x: 0, y: 0 } } } }),
    ],
    { layers },
  )

  it('are added above the others, renamed and moved', () => {
    const { change, layerId } = addLayer(start, 'New')
    expect(after(start, change).layers.at(-1)).toEqual({ id: layerId, name: 'New', visible: true, locked: false })
    expect(names(after(start, renameLayer(start, 'l2', 'Second')))).toEqual(['l1', 'Second', 'l3'])
    expect(names(after(start, moveLayer(start, 'l1', 5)))).toEqual(['l2', 'l3', 'l1'])
    for (const nothing of [renameLayer(start, 'l2', ' '), renameLayer(start, 'gone', 'x'), moveLayer(start, 'l1', 0)])
      expect(nothing).toEqual(compose())
    expect(() =>
      addLayer(
        page([], {
          layers: Array.from({ length: LIMITS.layers }, (_, index) => ({
            id: `l${index}`,
            name: '',
            visible: true,
            locked: false,
          })),
        }),
        '',
      ),
    ).toThrow('at most')
  })

  it('are removed with all that lies on them, locked or not', () => {
    const now = after(start, removeLayer(start, 'l2'))
    expect(Object.keys(now.objects)).toEqual(['a'])
    expect(names(now)).toEqual(['l1', 'l3'])
    expect(removeLayer(page([shape('a')]), 'l1')).toEqual(compose())
  })

  it('take objects with what lies in them, above what is there', () => {
    const now = after(start, setLayer(start, ['g', 'c', 'b'], 'l1'))
    expect(childrenOf(now, null).map(({ id, layer }) => `${id} ${layer}`)).toEqual([
      'a l1',
      'line l1',
      'b l1',
      'g l1',
      'c l2',
    ])
    expect(now.objects['in']).toMatchObject({ layer: 'l1' })
    expect(setLayer(start, ['a'], 'l1')).toEqual(compose())
    expect(setLayer(start, ['a'], 'gone')).toEqual(compose())
  })
})
