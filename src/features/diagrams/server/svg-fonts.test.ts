import { create, type Font } from 'fontkit'
import { SaxesParser } from 'saxes'
import { describe, expect, it } from 'vitest'
import type { TextRun } from '#diagrams/model/document.ts'
import { facesIn } from '#diagrams/render/faces.ts'
import { textWidth } from '#diagrams/render/fonts.ts'
import { renderDiagram } from '#diagrams/render/render.ts'
import { boxes } from '../testing/wiki.ts'
import { withSubsetFonts } from './svg-fonts.ts'

/** A box for each text, in the font of its run. */
function written(...runs: readonly Partial<TextRun>[]): string {
  const document = boxes(...runs.map(() => 'x'))
  Object.values(document.pages[0]?.objects ?? {}).forEach((object, index) => {
    if (object.kind === 'shape' && object.text)
      object.text.paragraphs[0]?.runs.splice(0, 1, {
        text: 'x',
        font: 'sans',
        size: 12,
        colour: '#000000',
        ...runs[index],
      })
  })
  return renderDiagram(document).svg
}

const RULE =
  /@font-face{font-family:(\w+);font-weight:(\d+);font-style:(\w+);src:url\(data:font\/ttf;base64,([\w+/=]+)\) format\("truetype"\)}/g

function fontsIn(svg: string) {
  return [...svg.matchAll(RULE)].map(([, family, weight, style, data = '']) => {
    const bytes = Buffer.from(data, 'base64')
    return { face: `${family} ${weight} ${style}`, size: bytes.length, font: create(bytes) as Font }
  })
}

describe('the fonts within a stored drawing', () => {
  it('are those of its faces, with the characters that occur and no others', async () => {
    const svg = await withSubsetFonts(
      written(
        { text: 'Zażółć' },
        { text: 'R & D <b>', bold: true },
        { text: 'Αθήνα', font: 'serif', italic: true },
        { text: 'x = 1', font: 'mono', bold: true, italic: true },
      ),
    )
    const fonts = fontsIn(svg)
    expect(fonts.map(({ face }) => face)).toEqual([
      'Arimo 400 normal',
      'Arimo 700 normal',
      'Tinos 400 italic',
      'Cousine 700 italic',
    ])
    const has = (index: number, character: string) =>
      fonts[index]?.font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0)
    expect([...'Zażółć'].map(character => has(0, character))).not.toContain(false)
    expect([...'R&D<b>'].map(character => has(1, character))).not.toContain(false)
    expect([has(0, 'R'), has(1, ';'), has(2, 'Α'), has(2, 'x'), has(3, '=')]).toEqual([false, false, true, false, true])
    // The whole fonts have 300 to 500 KB.
    for (const { size } of fonts) expect(size).toBeLessThan(10_000)
    const parser = new SaxesParser()
    parser.on('error', error => {
      throw error
    })
    parser.write(svg).close()
  })

  it('are as wide as the layout of text reckons, with their kerning', async () => {
    const text = 'AVATAR To: Yes, WAVE'
    const [font] = fontsIn(await withSubsetFonts(written({ text })))
    const width = (font?.font.layout(text).advanceWidth ?? 0) / (font?.font.unitsPerEm ?? 1)
    expect(width).toBeCloseTo(textWidth(text, { font: 'sans' }), 2)
    const without = [...text].reduce((sum, character) => sum + textWidth(character, { font: 'sans' }), 0)
    expect(without - width, 'there is kerning in this text').toBeGreaterThan(0.2)
  })

  it('are the same bytes for the same drawing, whatever the order of its texts', async () => {
    const one = written({ text: 'Order' }, { text: 'Ship' })
    expect(await withSubsetFonts(one)).toBe(await withSubsetFonts(one))
    const fonts = async (...texts: string[]) =>
      [...(await withSubsetFonts(written(...texts.map(text => ({ text }))))).matchAll(RULE)].map(([rule]) => rule)
    expect(await fonts('Order', 'Ship')).toEqual(await fonts('Ship', 'Order'))
  })

  it('are left out where there is no text, and for characters that they lack', async () => {
    const nothing = renderDiagram({ ...boxes(), pages: boxes('').pages }).svg
    expect(await withSubsetFonts(nothing)).toBe(nothing)
    const [font] = fontsIn(await withSubsetFonts(written({ text: 'A漢' })))
    expect([font?.font.hasGlyphForCodePoint(0x41), font?.font.hasGlyphForCodePoint(0x6f22)]).toEqual([true, false])
  })

  it('are read from what the renderer writes: nested runs, signs that are escaped, no text of pictures', () => {
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" font-family="Arimo, Arial"><image href="data:x"/><g font-family="Tinos, serif" font-weight="bold">' +
      '<text x="1">a&amp;<tspan font-weight="normal" font-style="italic">b</tspan>c</text></g><title>none</title><text>d</text></svg>'
    const seen = facesIn(svg).map(({ family, bold, italic, characters }) => [
      family,
      bold,
      italic,
      [...characters].join(''),
    ])
    expect(seen).toEqual([
      ['Tinos', true, false, 'a&c'],
      ['Tinos', false, true, 'b'],
      ['Arimo', false, false, 'd'],
    ])
  })
})
