import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { DiagramDocument, Link, TextBlock } from './document.ts'
import { LIMITS } from './document.ts'
import { connector, documentOf, group, page, pages, shape } from './test-documents.ts'
import { DiagramError, isDiagram, readDocument, writeDocument } from './validate.ts'

const full = (): DiagramDocument => ({
  ...documentOf(
    page([
      group('g', { order: 'a0' }),
      shape('s', {
        parent: 'g',
        order: 'a1',
        rotation: 30,
        link: { kind: 'page', contentId: '42', anchor: 'Top' },
        parameters: { radius: 4 },
        text: text('Hello'),
        foreign: { source: 'gliffy', data: { uid: 'x', deep: [[{}]] } },
      }),
      connector('c', {
        order: 'a2',
        from: { at: { x: 0, y: 0 }, attached: { objectId: 's', anchor: { x: 0.5, y: 1 } } },
        labels: [{ text: text('yes'), along: 0.5, across: 0 }],
      }),
      { ...group('i', { order: 'a3' }), kind: 'image', media: 'm' },
    ]),
  ),
  media: { m: { type: 'image/png', data: 'iVBORw0KGgo=', width: 1, height: 1 } },
})

function text(content: string): TextBlock {
  return {
    vertical: 'middle',
    paragraphs: [{ align: 'center', runs: [{ text: content, font: 'sans', size: 12, colour: '#000000' }] }],
  }
}

/** Error of reading the full document after one value in it is set (undefined takes it away). */
function problemWith(path: string, value: unknown): string {
  const document: unknown = structuredClone(full())
  const steps = path.split('.')
  let place = document as Record<string, unknown>
  for (const step of steps.slice(0, -1)) place = place[step] as Record<string, unknown>
  const last = steps.at(-1) ?? ''
  if (value === undefined) delete place[last]
  else place[last] = value
  return problemOf(JSON.stringify(document))
}

function problemOf(json: string): string {
  try {
    readDocument(json)
  } catch (error) {
    expect(error).toBeInstanceOf(DiagramError)
    return (error as Error).message
  }
  return 'nothing'
}

const objects = 'pages.0.objects'
const refused: [path: string, value: unknown, problem: string][] = [
  ['format', 'other', 'format: must be "oxbow-diagram", but is "other"'],
  ['version', 0, 'version: must be a whole number from 1 to 1'],
  [
    'version',
    2,
    'version: is 2, made by a newer version of this wiki; this one reads up to 1. Update the wiki to open it',
  ],
  ['pages', [], 'pages: has 0 entries; at least 1 is needed'],
  ['pages', {}, 'pages: must be a list, but is an object'],
  ['pages.0.name', undefined, 'pages[0].name: is missing; give it a value'],
  [
    'pages.0.colour',
    1,
    'pages[0].colour: is not a field here; remove it or use one of id, name, width, height, background, grid, layers, objects, foreign',
  ],
  ['pages.0.layers', [], 'pages[0].layers: has 0 entries; at least 1 is needed'],
  ['pages.0.grid.size', 0, 'pages[0].grid.size: must be a number from 1 to 10000, but is 0'],
  [`${objects}.s.x`, null, 'pages[0].objects.s.x: must be a number from -100000 to 100000, but is null'],
  [`${objects}.s.x`, '1', 'pages[0].objects.s.x: must be a number from -100000 to 100000, but is "1"'],
  [`${objects}.s.width`, -1, 'pages[0].objects.s.width: must be a number from 0 to 100000, but is -1'],
  [
    `${objects}.s.kind`,
    'blob',
    'pages[0].objects.s.kind: must be one of shape, image, group, connector, but is "blob"',
  ],
  [`${objects}.s.layer`, 'l2', 'pages[0].objects.s.layer: is "l2", which is no layer of the page'],
  [
    `${objects}.s.parent`,
    'gone',
    'pages[0].objects.s.parent: is "gone", which is no object of the page; use null for the top',
  ],
  [
    `${objects}.s.parent`,
    'c',
    'pages[0].objects.s.parent: is "c", a connector; only groups and containers hold others',
  ],
  [`${objects}.g.parent`, 'g', 'pages[0].objects.g.parent: leads back to the object itself; break the circle'],
  [`${objects}.s.id`, 'z', 'pages[0].objects.s.id: must be "s" as its key, but is "z"'],
  [`${objects}.s.order`, '', 'pages[0].objects.s.order: must be an order of 1 to 500 printable characters, but is ""'],
  [
    `${objects}.s.style.fill.colour`,
    'red',
    'pages[0].objects.s.style.fill.colour: must be a colour such as #1a2b3c or #1a2b3c80 in lower case, but is "red"',
  ],
  [`${objects}.s.style.opacity`, 2, 'pages[0].objects.s.style.opacity: must be a number from 0 to 1, but is 2'],
  [
    `${objects}.s.text.paragraphs.0.runs.0.font`,
    'Arial',
    'pages[0].objects.s.text.paragraphs[0].runs[0].font: must be one of "sans", "serif", "mono", but is "Arial"',
  ],
  [
    `${objects}.c.endArrow`,
    'spear',
    /^pages\[0\]\.objects\.c\.endArrow: must be one of "none", .*, but is "spear"$/.source,
  ],
  [
    `${objects}.c.from.attached.anchor.x`,
    1.5,
    'pages[0].objects.c.from.attached.anchor.x: must be a number from 0 to 1, but is 1.5',
  ],
  [`${objects}.c.from.attached.objectId`, '__proto__', 'objectId: must be an id'],
  [
    `${objects}.i.media`,
    'gone',
    'pages[0].objects.i.media: is "gone", which is no picture of the diagram; add it to media',
  ],
  ['media.m.type', 'text/html', 'media.m.type: must be one of "image/png"'],
  ['media.m.data', '<svg>', 'media.m.data: must be base64 with its padding and without line breaks'],
  ['media.m.data', 'A'.repeat(Math.ceil(LIMITS.media / 3) * 4 + 8), 'a picture may have 10485760. Make it smaller'],
  [`${objects}.s.foreign.source`, 'visio', 'must be one of "gliffy", "drawio", but is "visio"'],
]

describe('reading and writing of documents', () => {
  it('gives back what was written', () => {
    expect(readDocument(writeDocument(full()))).toEqual(full())
    expect(writeDocument(full())).toMatch(/^\{"format":"oxbow-diagram","version":1,/)
    fc.assert(
      fc.property(pages, made => {
        expect(readDocument(writeDocument(documentOf(made)))).toEqual(documentOf(made))
      }),
      { seed: 3, numRuns: 100 },
    )
  })

  // Values are not named: some are as long as a picture.
  it.each(refused)('refuses a wrong %s', (path, value, problem) => {
    const said = problemWith(path, value)
    if (problem.startsWith('^')) expect(said).toMatch(new RegExp(problem))
    else expect(said).toContain(problem)
  })

  it('links lead to http, https, mailto or a path of the wiki', () => {
    const withLink = (href: string) => problemWith(`${objects}.s.link`, { kind: 'url', href } satisfies Link)
    for (const href of [
      'https://example.org/a?b=c#d',
      'HTTP://x',
      'mailto:a@b.org',
      '/display/DS/Home',
      '?pageId=1',
      '#top',
      'a/b',
    ]) {
      expect(withLink(href), href).toBe('nothing')
    }
    for (const href of [
      '',
      'javascript:alert(1)',
      'JAVASCRIPT:alert(1)',
      'java\nscript:alert(1)',
      ' javascript:alert(1)',
      '\u0001javascript:x',
      'data:text/html,x',
      'vbscript:x',
      '//evil.org',
      '/\\evil.org',
      '\\\\evil.org',
      'http:/\\evil.org',
      'file:///etc/passwd',
      `/${'a'.repeat(9000)}`,
    ])
      expect(withLink(href), href).toContain('link.href: must be an address with http')
  })

  it('refuses two pages or layers of one id, and too many objects, texts and levels', () => {
    expect(problemOf(JSON.stringify(documentOf(page([]), page([]))))).toBe(
      'pages[1].id: is "p1", which another one has; make it unique',
    )
    const many = (count: number) => Array.from({ length: count }, (_, index) => shape(`s${index}`))
    expect(problemOf(JSON.stringify(documentOf(page(many(LIMITS.objects)))))).toBe('nothing')
    expect(problemOf(JSON.stringify(documentOf(page(many(LIMITS.objects)), page([shape('a')], { id: 'p2' }))))).toBe(
      'pages[1].objects: brings the diagram above 20000 objects; split it',
    )
    expect(problemOf(JSON.stringify(documentOf(page(many(LIMITS.objects + 1)))))).toContain('at most 20000 are allowed')
    const chain = (length: number) =>
      page(Array.from({ length }, (_, index) => group(`g${index}`, { parent: index ? `g${index - 1}` : null })))
    expect(problemOf(JSON.stringify(documentOf(chain(LIMITS.depth + 1))))).toBe('nothing')
    expect(problemOf(JSON.stringify(documentOf(chain(10_000))))).toBe(
      'pages[0].objects.g51.parent: lies deeper than 50 groups; ungroup some',
    )
    const halves = text('x'.repeat(60_000))
    halves.paragraphs.push(...halves.paragraphs)
    expect(problemWith(`${objects}.s.text`, halves)).toBe(
      'pages[0].objects.s.text: holds 120000 characters; at most 100000 are allowed',
    )
  })

  it('refuses hostile and broken JSON with a message', () => {
    expect(problemOf('')).toContain('The diagram is not JSON')
    expect(problemOf('{"format": "oxbow-diagram"')).toContain('The diagram is not JSON')
    expect(problemOf('[]')).toBe('must be an object, but is a list')
    expect(problemOf('['.repeat(1_000_000))).toBe('The diagram is nested deeper than 300 levels')
    expect(problemOf(`[${'{},'.repeat(5_000_000)}{}]`)).toBe('The diagram holds more than 4000000 values; split it')
    expect(problemOf(`"${'x'.repeat(LIMITS.bytes)}"`)).toContain('The diagram is larger than 32 MB')
    expect(problemOf(`"${'ä'.repeat(LIMITS.bytes / 2)}"`)).toContain('The diagram is larger than 32 MB')
    expect(problemOf(JSON.stringify(full()).replace('"x":0', '"x":1e999'))).toContain('but is Infinity')
    expect(problemOf(JSON.stringify(full()).replace('"s":{', '"__proto__":{'))).toContain('must be an id')
    expect(problemOf(JSON.stringify(full()).replace('"parameters":{', '"parameters":{"__proto__":{"a":1},'))).toContain(
      'parameters.__proto__: must be a number',
    )
    // Quotes behind backslashes neither end strings nor hide brackets.
    expect(problemOf(JSON.stringify(full()).replace('Hello', String.raw`\\\"[[[{{{\\\\`))).toBe('nothing')
    expect(problemWith(`${objects}.s.foreign.data`, JSON.parse(`${'['.repeat(250)}${']'.repeat(250)}`))).toContain(
      'foreign.data: is nested deeper than 200 levels',
    )
  })

  it('refuses to write what it would refuse to read', () => {
    const broken = full()
    broken.pages[0]!.width = Number.NaN
    expect(() => writeDocument(broken)).toThrow('pages[0].width: must be a number from 0 to 100000, but is NaN')
  })

  it('survives any change of a single value', () => {
    const whole = JSON.stringify(full())
    const values = fc.oneof(fc.jsonValue(), fc.constantFrom('"__proto__"', -1, 1e308, '', [], {}, 'constructor'))
    fc.assert(
      fc.property(fc.nat(), values, (pick, value) => {
        let count = -1
        const replaced = JSON.stringify(JSON.parse(whole), (_, old: unknown) => (++count === pick % 150 ? value : old))
        const said = problemOf(replaced)
        // A readable document is written again.
        expect(said !== 'nothing' || isDiagram(writeDocument(readDocument(replaced)))).toBe(true)
      }),
      { seed: 7, numRuns: 1000 },
    )
  })

  it('survives any cut or swapped characters of the text', () => {
    const whole = JSON.stringify(full())
    fc.assert(
      fc.property(fc.nat(whole.length), fc.nat(20), fc.string({ maxLength: 5 }), (at, length, put) => {
        // Only a DiagramError with its message is let through.
        expect(problemOf(whole.slice(0, at) + put + whole.slice(at + length))).not.toBe('')
      }),
      { seed: 11, numRuns: 1000 },
    )
  })

  it('knows its own documents', () => {
    expect(isDiagram(writeDocument(full()))).toBe(true)
    expect(isDiagram(`\uFEFF ${JSON.stringify({ version: 1, format: 'oxbow-diagram' })}`)).toBe(true)
    expect(isDiagram('{"contentType":"application/gliffy+json","note":"oxbow-diagram"}')).toBe(false)
    expect(isDiagram('<mxfile>"oxbow-diagram"</mxfile>')).toBe(false)
    expect(isDiagram('')).toBe(false)
  })
})
