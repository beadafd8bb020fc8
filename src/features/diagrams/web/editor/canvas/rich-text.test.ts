import fc from 'fast-check'
import { EditorState, TextSelection } from '@tiptap/pm/state'
import { describe, expect, it } from 'vitest'
import type { Paragraph, TextBlock, TextRun } from '#diagrams/model/document.ts'
import { plainText } from '#diagrams/render/text-layout.ts'
import { schema, toBlock, toDoc } from './rich-text.ts'

const run = (text: string, fields: Partial<TextRun> = {}): TextRun => ({
  text,
  font: 'sans',
  size: 14,
  colour: '#22201c',
  ...fields,
})
const block = (...paragraphs: Paragraph[]): TextBlock => ({ vertical: 'middle', paragraphs })

const face = fc.record(
  {
    font: fc.constantFrom('sans' as const, 'serif' as const, 'mono' as const),
    size: fc.constantFrom(8, 14, 31.5),
    colour: fc.constantFrom('#22201c' as const, '#ff000080' as const),
    bold: fc.constant(true as const),
    italic: fc.constant(true as const),
    underline: fc.constant(true as const),
    strike: fc.constant(true as const),
    background: fc.constant('#ffffff' as const),
  },
  { requiredKeys: ['font', 'size', 'colour'] },
)
const paragraph: fc.Arbitrary<Paragraph> = fc.record(
  {
    align: fc.constantFrom('left' as const, 'center' as const, 'right' as const),
    lineHeight: fc.constantFrom(1, 1.5),
    runs: fc.array(
      fc
        .tuple(fc.string({ minLength: 1, unit: fc.constantFrom('a', 'ö', ' ', '<', '&', '\n', '😀') }), face)
        .map(([text, look]) => ({ text, ...look })),
      { minLength: 1, maxLength: 4 },
    ),
  },
  { requiredKeys: ['align', 'runs'] },
)

describe('texts of diagrams in their editor', () => {
  it('come back as they were; runs of one look are one', () => {
    fc.assert(
      fc.property(fc.array(paragraph, { minLength: 1, maxLength: 4 }), paragraphs => {
        const before: TextBlock = {
          vertical: 'bottom',
          padding: { top: 1, right: 2, bottom: 3, left: 4 },
          overflow: 'clip',
          paragraphs,
        }
        const after = toBlock(toDoc(before), before)
        expect(plainText(after)).toBe(plainText(before))
        // Each character has the look that it had.
        expect(characters(after)).toEqual(characters(before))
        expect({ ...after, paragraphs: [] }).toEqual({ ...before, paragraphs: [] })
        expect(toBlock(toDoc(after), after)).toEqual(after)
      }),
      { seed: 2, numRuns: 200 },
    )
    const joined = block({ align: 'center', runs: [run('a'), run('b'), run('c', { bold: true })] })
    expect(toBlock(toDoc(joined), joined).paragraphs[0]?.runs).toEqual([run('ab'), run('c', { bold: true })])
  })

  it('keep the look of paragraphs without text, and take it on for what is typed', () => {
    const before = block({ align: 'left', runs: [run('', { size: 30, font: 'serif' })] })
    const doc = toDoc(before)
    expect(toBlock(doc, before)).toEqual(before)
    const state = EditorState.create({ doc })
    const typed = state.apply(state.tr.setSelection(TextSelection.create(doc, 1)).insertText('Hi'))
    expect(toBlock(typed.doc, before).paragraphs).toEqual([
      { align: 'left', runs: [run('Hi', { size: 30, font: 'serif' })] },
    ])
  })

  it('hold nothing that a style could not: values from elsewhere are put right', () => {
    const doc = schema.node('doc', null, [
      schema.node('paragraph', null, [
        schema.text('x', [
          schema.mark('size', { value: '1e9' }),
          schema.mark('colour', { value: 'red;background:url(x)' }),
          schema.mark('font', { value: 'Comic' }),
        ]),
      ]),
    ])
    expect(toBlock(doc, block()).paragraphs[0]?.runs[0]).toMatchObject({ size: 1000, colour: '#22201c', font: 'sans' })
  })
})

function characters({ paragraphs }: TextBlock): unknown[] {
  return paragraphs.map(({ runs }) =>
    runs.flatMap(({ text, ...look }) => text.split('').map(character => [character, look])),
  )
}
