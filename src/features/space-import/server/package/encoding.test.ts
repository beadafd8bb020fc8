import fc from 'fast-check'
import { expect, it } from 'vitest'
import { decodedXml, noNotes, type ReadingNotes } from './encoding.ts'

async function decoded(bytes: Buffer, cuts: readonly number[] = []): Promise<{ text: string; notes: ReadingNotes }> {
  const notes = noNotes()
  const places = [0, ...new Set(cuts.map(cut => Math.min(cut, bytes.length))), bytes.length].toSorted((a, b) => a - b)
  async function* pieces() {
    for (const [index, end] of places.slice(1).entries()) yield bytes.subarray(places[index], end)
  }
  let text = ''
  for await (const piece of decodedXml(pieces(), notes)) text += piece
  return { text, notes }
}

const bigEndian = (text: string) => Buffer.from(text, 'utf16le').swap16()
const marked = (mark: readonly number[], bytes: Buffer) => Buffer.concat([Buffer.from(mark), bytes])
/** Longer than the bytes in which a declaration is looked for. */
const LONG = '<a>é€😀</a>'.repeat(200)
const declared = (encoding: string, rest = LONG) => `<?xml version="1.0" encoding="${encoding}"?>${rest}`

it.each<[string, string, Buffer, string | undefined]>([
  ['UTF-8', declared('UTF-8'), Buffer.from(declared('UTF-8')), undefined],
  ['UTF-8 without a declaration', LONG, Buffer.from(LONG), undefined],
  ['UTF-8 with a mark', LONG, marked([0xef, 0xbb, 0xbf], Buffer.from(LONG)), undefined],
  ['UTF-8 that says it is UTF-16', declared('UTF-16'), Buffer.from(declared('UTF-16')), undefined],
  [
    'UTF-16LE with a mark',
    declared('UTF-16'),
    marked([0xff, 0xfe], Buffer.from(declared('UTF-16'), 'utf16le')),
    'UTF-16LE',
  ],
  ['UTF-16BE with a mark', declared('UTF-16'), marked([0xfe, 0xff], bigEndian(declared('UTF-16'))), 'UTF-16BE'],
  ['UTF-16LE without a mark', declared('UTF-16'), Buffer.from(declared('UTF-16'), 'utf16le'), 'UTF-16LE'],
  ['UTF-16BE without a mark', declared('UTF-16'), bigEndian(declared('UTF-16')), 'UTF-16BE'],
  [
    'Latin 1',
    declared('ISO-8859-1', '<a>é</a>'),
    Buffer.from(declared('ISO-8859-1', '<a>é</a>'), 'latin1'),
    'ISO-8859-1',
  ],
  [
    'Latin 1 as Java calls it',
    declared('ISO8859_1', 'é'),
    Buffer.from(declared('ISO8859_1', 'é'), 'latin1'),
    'ISO8859_1',
  ],
  [
    'Windows-1251',
    declared('Cp1251', 'Я'),
    Buffer.concat([Buffer.from(declared('Cp1251', '')), Buffer.from([0xdf])]),
    'Cp1251',
  ],
  [
    'Shift JIS',
    declared('Shift_JIS', '日'),
    Buffer.concat([Buffer.from(declared('Shift_JIS', '')), Buffer.from([0x93, 0xfa])]),
    'Shift_JIS',
  ],
])('reads %s, wherever it is cut into pieces', async (_, text, bytes, encoding) => {
  for (const cuts of [[], [1], [2, 3, 5], [1023, 1024, 1025, 1027, 1030], bytes.keys().toArray()]) {
    const result = await decoded(bytes, cuts)
    expect(result.text).toBe(text)
    expect(result.notes).toEqual({ ...noNotes(), encoding })
  }
})

it('reads bytes that are not UTF-8 as Windows-1252, and counts them', async () => {
  const good = 'é€😀'
  const bytes = Buffer.concat(
    [LONG, [0xe9], good, [0x80, 0xc3], good, [0xe2, 0x82], 'x', [0xed, 0xa0, 0x80], [0xf0, 0x9f, 0x98]].map(part =>
      typeof part === 'string' ? Buffer.from(part) : Buffer.from(part),
    ),
  )
  for (const cuts of [[], bytes.keys().toArray()]) {
    const { text, notes } = await decoded(bytes, cuts)
    expect(text).toBe(`${LONG}é${good}€Ã${good}â‚xí\u00a0€ðŸ˜`)
    expect(notes).toEqual({ ...noNotes(), invalidBytes: 11 })
  }
})

it('reads an encoding that is unknown as UTF-8, and refuses UTF-32', async () => {
  const text = declared('x-unheard-of')
  expect(await decoded(Buffer.from(text))).toEqual({ text, notes: { ...noNotes(), unknownEncoding: 'x-unheard-of' } })
  await expect(decoded(Buffer.from([0xff, 0xfe, 0, 0, 0x3c, 0, 0, 0]))).rejects.toThrow('written in UTF-32LE')
})

it('reads all text of UTF-8 in pieces as it is', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.string({ unit: 'binary', maxLength: 40 }).filter(text => !text.startsWith('\ufeff')),
      fc.array(fc.nat(120)),
      async (text, cuts) => {
        // A declaration is looked for first.
        const whole = `<${' '.repeat(1100)}${text}`
        const { text: read, notes } = await decoded(
          Buffer.from(whole),
          cuts.map(cut => cut + 1050),
        )
        expect(read).toBe(whole)
        expect(notes).toEqual(noNotes())
      },
    ),
  )
})
