import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { plainText } from '../render/text-layout.ts'
import { LIMITS, type ConnectorObject, type TextBlock } from '../model/document.ts'
import { connector, documentOf, group, page, shape } from '../model/test-documents.ts'
import { findText, plainBlock, styleText } from './text.ts'
import { writeDocument } from '../model/validate.ts'

const rich: TextBlock = {
  vertical: 'middle',
  paragraphs: [
    {
      align: 'left',
      runs: [
        { text: 'Order ', font: 'sans', size: 12, colour: '#000000', bold: true },
        { text: 'service', font: 'sans', size: 12, colour: '#000000' },
      ],
    },
    { align: 'left', runs: [{ text: '', font: 'sans', size: 12, colour: '#000000' }] },
    { align: 'left', runs: [{ text: 'v2', font: 'mono', size: 10, colour: '#ff0000' }] },
  ],
}

describe('plain texts', () => {
  it('become a paragraph a line, and stay what they are', () => {
    fc.assert(
      fc.property(
        fc.string({ maxLength: 200 }).map(text => text.replaceAll('\r', '')),
        text => {
          expect(plainText(plainBlock(text))).toBe(text)
        },
      ),
      { seed: 1 },
    )
    expect(plainBlock('a\r\nb\rc', { align: 'left', vertical: 'top', run: { bold: true } })).toMatchObject({
      vertical: 'top',
      paragraphs: [{ align: 'left', runs: [{ text: 'a', bold: true, font: 'sans' }] }, {}, {}],
    })
  })

  it('are cut where documents have their limits', () => {
    for (const text of ['x'.repeat(LIMITS.text + 50), '\n'.repeat(LIMITS.text)]) {
      const block = plainBlock(text)
      expect(() => writeDocument(documentOf(page([shape('a', { text: block })])))).not.toThrow()
      expect(block.paragraphs.length).toBeLessThanOrEqual(1000)
    }
  })
})

describe('the look of a text', () => {
  it('is given to a part of it, across runs and paragraphs', () => {
    const { paragraphs } = styleText(rich, { italic: true, size: 20 }, { from: 3, to: 16 })
    expect(
      paragraphs.map(({ runs }) =>
        runs.map(({ text, bold, italic, size }) => [text, bold ?? false, italic ?? false, size]),
      ),
    ).toEqual([
      [
        ['Ord', true, false, 12],
        ['er ', true, true, 20],
        ['service', false, true, 20],
      ],
      [['', false, true, 20]],
      [
        ['v', false, true, 20],
        ['2', false, false, 10],
      ],
    ])
  })

  it('is given to all of it when no part is named, and taken away again', () => {
    const bold = styleText(rich, { bold: true })
    expect(bold.paragraphs.flatMap(({ runs }) => runs.map(run => run.bold))).toEqual([true, true, true])
    // Equal styles are one run.
    expect(bold.paragraphs[0]?.runs).toHaveLength(1)
    expect(JSON.stringify(styleText(bold, { bold: false }))).not.toContain('bold')
    expect(JSON.stringify(styleText(bold, { bold: undefined }))).not.toContain('bold')
  })

  it('never changes what is written', () => {
    fc.assert(
      fc.property(fc.nat(20), fc.nat(20), (from, to) => {
        expect(plainText(styleText(rich, { underline: true, colour: '#123456' }, { from, to }))).toBe(plainText(rich))
      }),
      { seed: 2 },
    )
  })
})

describe('finding', () => {
  const label = (text: string): ConnectorObject['labels'][number] => ({ text: plainBlock(text), along: 0.5, across: 0 })
  const document = documentOf(
    page(
      [
        shape('low', { y: 300, text: plainBlock('The orders\nservice') }),
        shape('right', { x: 300, y: 5, text: plainBlock('Service for ORDERS') }),
        shape('left', { text: plainBlock('service, order') }),
        group('g'),
        shape('none'),
        shape('hidden', { hidden: true, text: plainBlock('order service') }),
        shape('away', { layer: 'l2', text: plainBlock('order service') }),
        connector('line', {
          from: { at: { x: 0, y: 400 } },
          to: { at: { x: 100, y: 400 } },
          labels: [label('other'), label('service orders')],
        }),
      ],
      {
        layers: [
          { id: 'l1', name: '', visible: true, locked: false },
          { id: 'l2', name: '', visible: false, locked: false },
        ],
      },
    ),
    page([shape('second', { text: plainBlock('Orderservice') })], { id: 'p2' }),
  )

  it('finds all words in shapes and labels that are seen, page by page in reading order', () => {
    expect(findText(document, ' Service  ORDER ')).toEqual([
      { pageId: 'p1', objectId: 'left' },
      { pageId: 'p1', objectId: 'right' },
      { pageId: 'p1', objectId: 'low' },
      { pageId: 'p1', objectId: 'line', label: 1 },
      { pageId: 'p2', objectId: 'second' },
    ])
  })

  it('finds nothing for no words, and nothing that is not there', () => {
    expect(findText(document, '  \n')).toEqual([])
    expect(findText(document, 'order invoice')).toEqual([])
  })
})
