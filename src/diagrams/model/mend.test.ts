import { describe, expect, it } from 'vitest'
import { LIMITS, type DiagramObject } from './document.ts'
import { mended } from './mend.ts'
import { connector, documentOf, group, page, shape } from './test-documents.ts'
import { writeDocument } from './validate.ts'

const mendedPage = (...objects: DiagramObject[]) => {
  const document = mended(documentOf(page(objects)))
  writeDocument(document)
  return document.pages[0]
}

describe('a document is mended', () => {
  it('not at all when it is whole', () => {
    const whole = documentOf(
      page([group('g'), shape('a', { parent: 'g' }), connector('c', { from: { at: { x: 0, y: 0 } } })]),
    )
    expect(mended(whole)).toBe(whole)
  })

  it('where pages and layers are missing', () => {
    expect(mended(documentOf()).pages).toHaveLength(1)
    const { pages } = mended(documentOf(page([shape('a', { layer: 'gone' })], { layers: [] })))
    expect(pages[0]?.layers).toHaveLength(1)
    expect(pages[0]?.objects['a']?.layer).toBe(pages[0]?.layers[0]?.id)
    writeDocument(mended(documentOf(...pages)))
  })

  it('where the layer or parent of an object is gone', () => {
    const layers = ['l1', 'l2'].map(id => ({ id, name: id, visible: true, locked: false }))
    const document = mended(
      documentOf(page([shape('a', { parent: 'gone', layer: 'gone' }), shape('b', { layer: 'l1' })], { layers })),
    )
    expect(document.pages[0]?.objects).toMatchObject({
      a: { parent: null, layer: 'l2' },
      b: { parent: null, layer: 'l1' },
    })
    expect(mendedPage(connector('c'), shape('a', { parent: 'c' }))?.objects['a']?.parent).toBeNull()
  })

  it('where objects are within each other or too deep', () => {
    const circle = mendedPage(
      group('z', { parent: 'y' }),
      group('y', { parent: 'x' }),
      group('x', { parent: 'z' }),
      shape('a', { parent: 'x' }),
    )
    expect(Object.values(circle?.objects ?? {}).filter(({ parent }) => parent === null)).toHaveLength(1)
    expect(circle?.objects['a']?.parent).toBe('x')
    expect(mendedPage(group('g', { parent: 'g' }))?.objects['g']?.parent).toBeNull()
    const chain = Array.from({ length: 2 * LIMITS.depth + 5 }, (_, index) =>
      group(`g${index}`, { parent: index === 0 ? null : `g${index - 1}` }),
    )
    expect(Object.keys(mendedPage(...chain)?.objects ?? {})).toHaveLength(chain.length)
  })

  it('where what a connector leads to, or the picture of an image, is gone', () => {
    const attached = { objectId: 'gone', anchor: null }
    const image = { ...group('i'), kind: 'image', media: 'gone' } as const
    const mend = mendedPage(
      connector('c', { to: { at: { x: 7, y: 8 }, attached } }),
      connector('d', { to: { at: { x: 1, y: 2 }, attached: { objectId: 'i', anchor: null } } }),
      image,
    )
    expect(mend?.objects['c']).toEqual(connector('c', { to: { at: { x: 7, y: 8 } } }))
    expect(mend?.objects['d']).toEqual(connector('d', { to: { at: { x: 1, y: 2 } } }))
    expect(mend?.objects['i']).toBeUndefined()
  })
})
