import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { DiagramPage } from '../../model/document.ts'
import { connector, documentOf, page, pages, shape } from '../../model/test-documents.ts'
import { plainBlock } from '../text.ts'
import { compareDocuments } from './compare.ts'
import { MARK_COLOURS, MARK_DASHES, MARK_SIGNS, markOf } from './marks.ts'
import { drawComparison } from './picture.ts'

function drawn(before: DiagramPage | null, after: DiagramPage | null) {
  const documents = {
    before: documentOf(...(before ? [before] : [])),
    after: documentOf(...(after ? [after] : [])),
  }
  const [first] = compareDocuments(documents.before, documents.after).pages
  if (!first) throw new Error('nothing is compared')
  return { comparison: first, ...drawComparison(first, documents) }
}

describe('the picture of a comparison', () => {
  const a = shape('a', { text: plainBlock('Stays') })
  const b = shape('b', { x: 300, order: 'a1', text: plainBlock('Goes') })

  it('dims what is the same, and marks each difference by colour, pattern and sign', () => {
    const { svg, comparison, places } = drawn(
      page([a, b, shape('c', { y: 200, order: 'a2', text: plainBlock('Moves') })]),
      page([
        a,
        shape('c', { x: 50, y: 400, order: 'a2', text: plainBlock('Moves') }),
        shape('d', { x: 300, y: 400, order: 'a3', text: plainBlock('Comes') }),
      ]),
    )
    expect(comparison.objects.map(markOf)).toEqual(['removed', 'moved', 'added'])
    expect(svg).toMatch(/<g opacity="0\.3">(?:(?!<\/g>).)*Stays/)
    expect(svg).toMatch(/<g opacity="0\.55">(?:(?!<\/g>).)*Goes/)
    for (const mark of ['added', 'removed', 'moved'] as const) {
      expect(svg).toContain(MARK_COLOURS[mark])
      expect(svg).toContain(MARK_SIGNS[mark])
    }
    expect(svg).not.toContain(MARK_COLOURS.changed)
    // At its old place, and at the new one.
    expect(svg.match(/Moves/g)).toHaveLength(2)
    expect(places).toHaveLength(3)
    expect(places.every(place => place && place.right > place.left && place.left >= 0 && place.top >= 0)).toBe(true)
    expect(new Set(Object.values(MARK_DASHES).map(String)).size).toBe(4)
  })

  it('has no place for what is hidden, and one for what went into hiding', () => {
    const hidden = { ...b, hidden: true }
    expect(drawn(page([a, hidden]), page([a, { ...hidden, x: 0 }])).places).toEqual([null])
    expect(drawn(page([a, b]), page([a, hidden])).places[0]).not.toBeNull()
  })

  it('marks all of a page that was added or removed', () => {
    expect(drawn(null, page([a, b])).places).toHaveLength(2)
    expect(drawn(page([a, b]), null).svg).toContain(MARK_COLOURS.removed)
  })

  it('draws whatever pages there are, within its bounds', () => {
    fc.assert(
      fc.property(pages, pages, (before, after) => {
        const { svg, width, height, places } = drawn(before, after)
        expect(svg).not.toMatch(/NaN|Infinity|undefined/)
        for (const place of places) {
          if (!place) continue
          expect(place.left).toBeGreaterThanOrEqual(-1)
          expect(place.right).toBeLessThanOrEqual(width + 1)
          expect(place.bottom).toBeLessThanOrEqual(height + 1)
        }
      }),
      { numRuns: 150 },
    )
  })

  it('draws a line that leads elsewhere at both places', () => {
    const to = (id: string) => ({ at: { x: 0, y: 0 }, attached: { objectId: id, anchor: null } })
    const c = shape('c', { y: 300, order: 'a2' })
    const line = connector('line', { order: 'a3', from: to('a'), to: to('b') })
    const { comparison, svg } = drawn(page([a, b, c, line]), page([a, b, c, { ...line, to: to('c') }]))
    expect(comparison.objects.map(markOf)).toEqual(['changed'])
    expect(svg).toContain(MARK_COLOURS.moved)
  })
})
