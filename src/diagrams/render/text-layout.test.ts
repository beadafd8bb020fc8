import { describe, expect, it } from 'vitest'
import type { Paragraph, TextBlock, TextRun } from '../model/document.ts'
import { textWidth, verticalMetrics } from './fonts.ts'
import { breakPlaces } from './line-breaks.ts'
import { layoutText, plainText } from './text-layout.ts'

const run = (text: string, more: Partial<TextRun> = {}): TextRun => ({
  text,
  font: 'sans',
  size: 10,
  colour: '#000000',
  ...more,
})
const block = (text: string | TextRun[], more: Partial<TextBlock> & Partial<Paragraph> = {}): TextBlock => {
  const { align = 'left', lineHeight, ...rest } = more
  const runs = typeof text === 'string' ? [run(text)] : text
  return { vertical: 'top', ...rest, paragraphs: [{ align, runs, ...(lineHeight && { lineHeight }) }] }
}
const textsOf = (text: TextBlock, width: number) =>
  layoutText(text, width, 100).lines.map(({ pieces }) => pieces.map(piece => piece.text).join('|'))

describe('widths', () => {
  it('are those of Arial, Times New Roman and Courier New', () => {
    // The advance widths in the AFM files of Helvetica, Times-Roman and Courier, thousandths of an em.
    expect(textWidth('Hamburg', { font: 'sans' })).toBeCloseTo((722 + 556 + 833 + 556 + 556 + 333 + 556) / 1000, 2)
    expect(textWidth('Hambug', { font: 'serif' })).toBeCloseTo((722 + 444 + 778 + 500 + 500 + 500) / 1000, 2)
    expect(textWidth('Hamburg', { font: 'sans', bold: true })).toBeCloseTo(
      (722 + 556 + 889 + 611 + 611 + 389 + 611) / 1000,
      2,
    )
    expect(textWidth('iiWW', { font: 'mono', bold: true, italic: true })).toBeCloseTo(4 * 0.6, 2)
  })

  it('are less where a pair of letters stands closer, also while a line is broken', () => {
    const kerned = (text: string, apart: string[]) =>
      textWidth(text, { font: 'sans' }) - apart.reduce((sum, part) => sum + textWidth(part, { font: 'sans' }), 0)
    // T and e of Arial are 0.11 em closer, A and V 0.074.
    expect(kerned('Te', ['T', 'e'])).toBeCloseTo(-0.111, 2)
    expect(kerned('AVA', ['A', 'V', 'A'])).toBeCloseTo(-0.148, 2)
    expect(textWidth('Te', { font: 'mono' })).toBeCloseTo(1.2, 2)
    const width = textWidth('We Test', { font: 'sans' }) * 10
    expect(textsOf(block('We Test it'), width)).toEqual(['We Test ', 'it'])
    expect(textsOf(block('We Test it'), width - 0.2)).toEqual(['We ', 'Test it'])
  })

  it('know Greek and Cyrillic, take Chinese and emoji as an em, accents that combine as nothing, the rest as the average', () => {
    expect(textWidth('Ж', { font: 'sans' })).toBeCloseTo(0.923, 2)
    expect(textWidth('Ω', { font: 'sans' })).toBeGreaterThan(0.7)
    expect(textWidth('漢字😀', { font: 'sans' })).toBe(3)
    expect(textWidth('e\u0301', { font: 'sans' })).toBe(textWidth('e', { font: 'sans' }))
    expect(textWidth('\u{10400}', { font: 'sans' })).toBeGreaterThan(0.4)
    expect(verticalMetrics({ font: 'sans' }).ascent).toBeCloseTo(0.905, 3)
  })
})

describe('places to break', () => {
  const parts = (text: string) => breakPlaces(text).map((place, index, all) => text.slice(all[index - 1] ?? 0, place))

  it('lie after spaces and after hyphens between letters', () => {
    expect(parts('one two-three, -4 a-1')).toEqual(['one ', 'two-', 'three, ', '-4 ', 'a-1'])
    expect(parts('no\u00a0break')).toEqual(['no\u00a0break'])
  })

  it('lie between Chinese characters but not before what closes, and between Thai words', () => {
    expect(parts('漢字、かな')).toEqual(['漢', '字、', 'か', 'な'])
    expect(parts('สวัสดีชาวโลก').length).toBeGreaterThan(1)
    expect(parts('a😀b')).toEqual(['a', '😀', 'b'])
  })
})

describe('layout', () => {
  it('wraps at words, keeps the space at the end of the line and breaks what is too long by characters', () => {
    expect(textsOf(block('The quick brown fox'), 52)).toEqual(['The quick ', 'brown fox'])
    const parts = textsOf(block('Donaudampfschiff ahoi'), 40)
    expect(parts.length).toBeGreaterThan(2)
    expect(parts.join('')).toBe('Donaudampfschiff ahoi')
    for (const line of layoutText(block('Donaudampfschiff ahoi'), 40, 100).lines)
      expect(line.width).toBeLessThanOrEqual(40.05)
  })

  it('breaks where the text says so, keeps empty lines and joins runs of one word', () => {
    expect(textsOf(block('one\n\ntwo\r\nthree'), 500)).toEqual(['one', '', 'two', 'three'])
    expect(textsOf(block([run('ab'), run('cd', { bold: true }), run(' ef')]), 26)).toEqual(['ab|cd| ', 'ef'])
  })

  it('never tears a letter from its accents or an emoji apart', () => {
    const text = 'e\u0301'.repeat(4) + '👩‍💻'.repeat(3)
    const lines = textsOf(block(text), 12)
    expect(lines.join('')).toBe(text)
    for (const line of lines) expect(line).toMatch(/^(e\u0301|👩‍💻)+$/u)
  })

  it('aligns without the spaces at the end, inside the padding', () => {
    const padding = { top: 5, right: 10, bottom: 5, left: 20 }
    const width = textWidth('abc', { font: 'sans' }) * 10
    const at = (align: Paragraph['align']) => layoutText(block('abc  ', { align, padding }), 130, 50).lines[0]?.x
    expect(at('left')).toBeCloseTo(20)
    expect(at('center')).toBeCloseTo(20 + (100 - width) / 2)
    expect(at('right')).toBeCloseTo(120 - width)
  })

  it('stands above, in the middle or below, and hangs over both ways when it is too high', () => {
    const top = (vertical: TextBlock['vertical'], height: number) =>
      layoutText(
        block('a\nb', { vertical, lineHeight: 2, padding: { top: 4, right: 0, bottom: 6, left: 0 } }),
        100,
        height,
      ).top
    expect(top('top', 110)).toBeCloseTo(4)
    expect(top('middle', 110)).toBeCloseTo(4 + (100 - 40) / 2)
    expect(top('bottom', 110)).toBeCloseTo(64)
    expect(top('middle', 30)).toBeCloseTo(4 - 10)
  })

  it('puts runs of unlike size on one baseline, with half their leading on each side of whole px', () => {
    const { lines, height } = layoutText(block([run('a'), run('B', { size: 30 })], { lineHeight: 1.5 }), 200, 100)
    expect(height).toBeCloseTo(45)
    // Of 30 px, 27.15 and 6.36 are the font's ascent and descent.
    expect(lines[0]?.baseline).toBe(27 + Math.floor((45 - 27 - 6) / 2))
  })

  it('stays small and quick for a text without end', () => {
    const { lines } = layoutText(block('a\n'.repeat(50_000)), 100, 100)
    expect(lines.length).toBeLessThanOrEqual(5000)
    expect(layoutText(block('x'.repeat(100_000)), 0, 0).lines.length).toBeLessThanOrEqual(5001)
  })

  it('gives the plain text', () => {
    expect(
      plainText({ vertical: 'top', paragraphs: [...block('a').paragraphs, ...block([run('b'), run('c')]).paragraphs] }),
    ).toBe('a\nbc')
  })
})
