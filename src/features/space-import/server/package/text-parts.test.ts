import fc from 'fast-check'
import { SaxesParser } from 'saxes'
import { expect, it } from 'vitest'
import { TextParts } from './text-parts.ts'

/** The events of a parser for XML, with texts that follow each other as one. */
function parsed(pieces: readonly string[]): string[] {
  const told: string[] = []
  let text = ''
  const tell = (what: string) => {
    if (text !== '') told.push(`text ${text}`)
    text = ''
    told.push(what)
  }
  const parser = new SaxesParser()
  parser.on('error', error => {
    throw error
  })
  parser.on('opentag', ({ name, attributes }) => tell(`open ${name} ${JSON.stringify(attributes)}`))
  parser.on('closetag', ({ name }) => tell(`close ${name}`))
  for (const event of ['text', 'cdata'] as const) parser.on(event, piece => (text += piece))
  for (const piece of pieces) parser.write(piece)
  parser.close()
  return told
}

function divided(pieces: readonly string[], part: number): string[] {
  const parts = new TextParts({ part })
  return [...pieces.map(piece => parts.write(piece)), parts.end()]
}

const of = (...pieces: string[]) =>
  fc.array(fc.constantFrom(...pieces), { maxLength: 12 }).map(chosen => chosen.join(''))
const text = of('a', '&amp;', '&#x1f600;', ']', '>', '\r', '\n', '\r\n', '😀', ' ', 'word').filter(
  one => !one.includes(']]>'),
)
const cdata = of(']', '>', '\r', '\n', '😀', '<', '&', '<!--', '-->', 'x').filter(one => !one.includes(']]>'))
const comment = of('-x', 'a', '>', '<', '<![CDATA[', '😀').filter(one => !/--|-$/.test(one))
const content = fc.array(
  fc.oneof(
    text,
    cdata.map(one => `<![CDATA[${one}]]>`),
    comment.map(one => `<!--${one}-->`),
    fc.constantFrom(`<e a="1 > 2 '" b='">'/>`, '<p><q/></p>', '<?target a > b? ?>'),
  ),
  { maxLength: 12 },
)

it('changes nothing of what is parsed, wherever the XML is cut into pieces', () => {
  fc.assert(
    fc.property(
      content,
      fc.array(fc.nat(200), { maxLength: 8 }),
      fc.integer({ min: 1, max: 8 }),
      (inner, cuts, part) => {
        const xml = `<?xml version="1.0"?><root>${inner.join('')}</root>`
        const places = [0, ...new Set(cuts.map(cut => Math.min(cut, xml.length))), xml.length].toSorted((a, b) => a - b)
        const pieces = places.slice(1).map((end, index) => xml.slice(places[index], end))
        expect(parsed(divided(pieces, part))).toEqual(parsed([xml]))
      },
    ),
    { numRuns: 500 },
  )
})

it('gives a parser texts and sections in parts', () => {
  const lengths: number[] = []
  const parser = new SaxesParser()
  for (const event of ['text', 'cdata'] as const) parser.on(event, piece => lengths.push(piece.length))
  const parts = new TextParts({ part: 1000 })
  const write = (xml: string) => parser.write(parts.write(xml))
  write('<a>')
  for (let n = 0; n < 100; n++) write('text '.repeat(100))
  write('<![CDATA[')
  for (let n = 0; n < 100; n++) write('data '.repeat(100))
  write(']]></a>')
  parser.write(parts.end()).close()
  expect(lengths.reduce((sum, length) => sum + length, 0)).toBe(100_000)
  expect(Math.max(...lengths)).toBeLessThanOrEqual(1500)
})

it('refuses tags without an end, and leaves out comments of any length', () => {
  const endless = (begin: string) => {
    const parts = new TextParts()
    parts.write(begin)
    for (let n = 0; n < 20; n++) parts.write('x'.repeat(100_000))
    return parts
  }
  for (const begin of ['<a b="', '<a', '<?a ']) expect(() => endless(begin)).toThrow('a tag of more than')
  const commented = endless('<a><!-- ')
  expect(commented.write('--></a>')).toBe('</a>')
})
