import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { applyChange } from './changes.ts'
import { carryOver, differences } from './differences.ts'
import { documentOf, group, page, pages, shape } from './test-documents.ts'

const documents = fc
  .array(pages, { minLength: 1, maxLength: 4 })
  .map(list => documentOf(...list.map((each, index) => ({ ...each, id: `p${index}` }))))
const shuffled = documents.chain(document =>
  fc.shuffledSubarray(document.pages, { minLength: 1 }).map(list => ({ ...document, pages: list })),
)

describe('differences', () => {
  it('lead from any document to any other one and back', () => {
    fc.assert(
      fc.property(documents, shuffled, (before, after) => {
        const change = differences(before, after)
        const changed = applyChange(before, change)
        expect(changed.document).toEqual(after)
        expect(applyChange(changed.document, changed.inverse).document).toEqual(before)
        expect(carryOver(before, change)).toEqual(after)
      }),
    )
  })

  it('are those fields alone that differ', () => {
    const before = documentOf(page([shape('a'), shape('b')]))
    const after = documentOf(page([shape('a', { x: 5, style: { ...shape('a').style } }), group('c')]))
    expect(differences(before, after)).toEqual({
      type: 'all',
      changes: [
        { type: 'remove-object', pageId: 'p1', id: 'b' },
        { type: 'update-object', pageId: 'p1', id: 'a', fields: { x: 5 } },
        { type: 'put-object', pageId: 'p1', object: group('c') },
      ],
    })
    expect(differences(before, documentOf(page([shape('a'), shape('b')])))).toEqual({ type: 'all', changes: [] })
  })
})

describe('undoing differences in a document that others have changed', () => {
  const before = documentOf(page([shape('a'), shape('b')]))
  const undo = (made: typeof before, now: typeof before) =>
    carryOver(now, differences(made, before), differences(before, made))

  it('leaves fields that have other values since', () => {
    const made = documentOf(page([shape('a', { x: 1, y: 1 }), shape('b')]))
    const now = documentOf(page([shape('a', { x: 1, y: 7, width: 9 }), shape('b', { x: 3 })]))
    expect(undo(made, now)).toEqual(documentOf(page([shape('a', { y: 7, width: 9 }), shape('b', { x: 3 })])))
  })

  it('takes back parts of a style, and leaves those that others have changed', () => {
    const { fill, stroke } = shape('a').style
    const [red, blue] = [{ kind: 'solid', colour: '#ff0000' } as const, { colour: '#0000ff', width: 2 } as const]
    const styled = (style: ReturnType<typeof shape>['style']) => documentOf(page([shape('a', { style }), shape('b')]))
    const made = styled({ fill: red, stroke, shadow: true })
    expect(undo(made, styled({ fill: red, stroke: blue, shadow: true }))).toEqual(styled({ fill, stroke: blue }))
    const other = styled({ fill: { kind: 'none' }, stroke: blue, shadow: true, opacity: 0.5 })
    expect(undo(made, other)).toEqual(styled({ fill: { kind: 'none' }, stroke: blue, opacity: 0.5 }))
  })

  it('brings nothing back that others have removed', () => {
    const made = documentOf(page([shape('a', { x: 1 }), shape('b')]))
    const now = documentOf(page([shape('b')]))
    expect(undo(made, now)).toEqual(now)
    expect(undo(documentOf(page([shape('a')])), documentOf(page([])))).toEqual(documentOf(page([shape('b')])))
    const other = documentOf(page([shape('z')], { id: 'p2' }))
    expect(undo(made, other)).toEqual(other)
  })

  it('leaves the last page, and pictures that others show', () => {
    const added = documentOf(page([shape('a'), shape('b')]), page([], { id: 'p2' }))
    const left = documentOf(page([], { id: 'p2' }))
    expect(undo(added, left)).toEqual(left)
    const media = { m: { type: 'image/png', data: '', width: 1, height: 1 } } as const
    const image = { ...group('i'), kind: 'image', media: 'm' } as const
    const pasted = { ...documentOf(page([shape('a'), shape('b'), image])), media }
    const copied = { ...documentOf(page([shape('a'), shape('b'), image, { ...image, id: 'j' }])), media }
    expect(undo(pasted, copied)).toEqual({
      ...documentOf(page([shape('a'), shape('b'), { ...image, id: 'j' }])),
      media,
    })
    expect(undo(pasted, pasted)).toEqual(before)
  })
})
