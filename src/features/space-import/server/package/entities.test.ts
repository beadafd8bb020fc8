import { Readable } from 'node:stream'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { noNotes } from './encoding.ts'
import { MOST_TEXT, readEntities } from './entities.ts'
import { membersOf, textOf, type ExportObject } from './objects.ts'

const MB = 1024 * 1024
const PIECE = Buffer.alloc(64 * 1024, 'text ')

/** MB that are in use after collection. */
function used(): number {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  collect()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return (heapUsed + arrayBuffers) / MB
}

async function read(pieces: Iterable<string | Buffer>): Promise<ExportObject[]> {
  return readFrom([...pieces].map(piece => Buffer.from(piece)))
}

async function readFrom(pieces: Iterable<Buffer> | AsyncIterable<string | Buffer>): Promise<ExportObject[]> {
  const found: ExportObject[] = []
  for await (const object of readEntities(Readable.from(pieces, { objectMode: false }))) found.push(object)
  return found
}

/** Id of the first object, which counts among its texts. */
const ID = '1'

const page = (id: number, content: string) =>
  `<object class="Page" package="p"><id name="id">${id}</id>${content}</object>`

it.each([
  ['a text', '<property name="body">', '</property>'],
  ['a section', '<property name="body"><![CDATA[', ']]></property>'],
  ['a text of no property', '', ''],
])('keeps no more of %s than an object may have, and reads on', async (_, begin, end) => {
  let grown = 0
  async function* pieces() {
    yield `<hibernate-generic><object class="Page" package="p"><id name="id">1</id>${begin}`
    const before = used()
    for (let n = 0; n < 48 * 16; n++) yield PIECE
    grown = used() - before
    yield `${end}</object>${page(2, '<property name="title">Next</property>')}</hibernate-generic>`
  }
  const found = await readFrom(pieces())
  expect(grown).toBeLessThan(36)
  expect(found.map(({ id }) => id)).toEqual(['1', '2'])
  expect(textOf(found[1]!, 'title')).toBe('Next')
  expect(textOf(found[0]!, 'body')?.length).toBe(begin === '' ? undefined : MOST_TEXT - ID.length)
})

it('counts all texts of an object together', async () => {
  const property = (name: string) => [`<property name="${name}">`, 'x'.repeat(10 * MB), '</property>']
  const [object] = await read([
    '<hibernate-generic><object class="Page" package="p"><id name="id">1</id>',
    ...['a', 'b', 'c'].flatMap(property),
    '</object></hibernate-generic>',
  ])
  const lengths = ['a', 'b', 'c'].map(name => textOf(object!, name)?.length)
  // Of the last one its beginning, which may be a reference.
  expect(lengths).toEqual([10 * MB, 6 * MB - ID.length, 1000])
})

it('leaves out lists that say again what their members say, and members beyond a limit', async () => {
  const element = '<element class="Page" package="p"><id name="id">7</id></element>'
  const list = (name: string, count: number) =>
    `<collection name="${name}" class="java.util.Collection">${element.repeat(count)}</collection>`
  const [object] = await read([
    `<hibernate-generic>${page(1, list('children', 3) + list('labellings', 100_010))}</hibernate-generic>`,
  ])
  expect(membersOf(object!, 'children')).toEqual([])
  expect(membersOf(object!, 'labellings')).toHaveLength(100_000)
})

it('leaves out characters that XML forbids, also those named by a number, and counts them', async () => {
  const notes = noNotes()
  const xml = `<hibernate-generic>${page(1, '<property name="title">a\u000bb&#28;c&#x0;&#xD800;&#65;&#x1f600;\ufffe</property><property name="body"><![CDATA[&#1;\u0001]]></property>')}</hibernate-generic>`
  // Cut within references.
  const pieces = [xml.slice(0, 105), xml.slice(105, 108), xml.slice(108)].map(piece => Buffer.from(piece))
  const found: ExportObject[] = []
  for await (const object of readEntities(Readable.from(pieces, { objectMode: false }), notes)) found.push(object)
  expect(found.map(object => [textOf(object, 'title'), textOf(object, 'body')])).toEqual([['abcA😀', '&#1;']])
  expect(notes.forbidden).toBe(6)
})

it.each([
  ['elements in elements', 'not well-formed', ['<hibernate-generic>', '<object class="Page">'.repeat(200)]],
  ['a tag without an end', 'not well-formed', ['<hibernate-generic><object class="', 'x'.repeat(2 * MB)]],
  ['a comment without an end', 'its end is missing', ['<hibernate-generic><!-- ', 'x'.repeat(1000)]],
])('refuses %s', async (_, problem, pieces) => {
  await expect(read(pieces)).rejects.toThrow(problem)
})
