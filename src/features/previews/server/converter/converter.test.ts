import { afterAll, describe, expect, it } from 'vitest'
import { bomb, docx, drawnPptx, laughs, openDocument, pdf, pptx, xlsx } from '../../testing/files.ts'
import { boxes } from '#features/diagrams/testing/wiki.ts'
import type { ConvertedKind } from '../../shared.ts'
import { Converter, ConverterBusy, ConvertError } from './pool.ts'
import { drawPptx } from './pptx.ts'
import { LIMITS, type ConvertTask } from './protocol.ts'

const converter = new Converter()
afterAll(() => converter.stop())

const preview = (kind: ConvertedKind, name: string, bytes: string | Buffer) =>
  converter.convert({ task: 'preview', kind, name, read: async () => Buffer.from(bytes), isCut: false })
const words = async (kind: ConvertedKind | 'pdf', name: string, bytes: Buffer) => {
  const result = await converter.convert({ task: 'text', kind, name, read: async () => bytes, isCut: false })
  return result.kind === 'words' ? result.text : expect.fail(`an answer of the kind ${result.kind}`)
}
const csv = (text: string, read: () => Promise<Uint8Array> = async () => Buffer.from(text)) =>
  ({ task: 'preview', kind: 'table', name: 'a.csv', isCut: false, read }) as const
interface Slides {
  slides: string[]
  pictures: ({ svg: string; width: number; height: number } | null)[]
}
const wordsOfSlides = (bytes: Buffer) => words('slides', 'talk.pptx', bytes)
/** Why a file is refused. */
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => expect.fail('it was converted'),
    (error: unknown) => (error instanceof ConvertError ? error.message : expect.fail(String(error))),
  )
const DAMAGED = 'This file is damaged or protected by a password'
const TOO_LARGE = 'This file is too large to be shown once it is unpacked'
const DEFINITION = 'This file holds a definition that is not allowed in it'

describe('conversion', () => {
  it('reads Word documents', async () => {
    const heading = '<w:p><w:pPr><w:pStyle w:val="Heading1"/></w:pPr><w:r><w:t>Plan</w:t></w:r></w:p>'
    const bytes = docx([heading, 'Buy &lt;script&gt;alert(1)&lt;/script&gt;', 'Pay'])
    const result = await preview('document', 'plan.docx', bytes)
    expect(result).toMatchObject({ kind: 'document', html: expect.stringContaining('<p>Pay</p>') })
    const { html } = result as { html: string }
    expect(html).toMatch(/<h1[^>]*>.*Plan<\/h1>/)
    expect(html).toContain('&lt;script')
    expect(html).not.toContain('<script')
    expect(await words('document', 'plan.docx', bytes)).toContain('Pay')
  })

  it('takes scripts out of links in documents', async () => {
    const link = '<w:p><w:hyperlink r:id="bad"><w:r><w:t>Click</w:t></w:r></w:hyperlink></w:p>'
    const relation =
      '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="bad" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/hyperlink" Target="javascript:alert(1)" TargetMode="External"/></Relationships>'
    const { html } = (await preview(
      'document',
      'link.docx',
      docx([link], { 'word/_rels/document.xml.rels': relation }),
    )) as { html: string }
    expect(html).toContain('Click')
    expect(html).not.toContain('javascript:')
  })

  it('reads workbooks: texts, numbers, dates', async () => {
    const bytes = xlsx([
      ['Fruit', 'Price', 'Since'],
      ['Apples &amp; pears', 1.1 + 2.2, { date: 45_292 }],
    ])
    expect(await preview('table', 'prices.xlsx', bytes)).toEqual({
      kind: 'table',
      sheets: [
        {
          name: 'Prices',
          isCut: false,
          rows: [
            ['Fruit', 'Price', 'Since'],
            ['Apples & pears', '3.3', '2024-01-01'],
          ],
        },
      ],
    })
    expect(await words('table', 'prices.xlsx', bytes)).toContain('Apples & pears')
  })

  it('shows the beginning of long tables', async () => {
    const result = await preview('table', 'long.csv', Array.from({ length: 3000 }, (_, row) => `${row};x`).join('\n'))
    const [sheet] = (result as { sheets: { rows: string[][]; isCut: boolean }[] }).sheets
    expect(sheet?.rows).toHaveLength(2000)
    expect(sheet?.rows[1999]).toEqual(['1999', 'x'])
    expect(sheet?.isCut).toBe(true)
  })

  it('reads presentations', async () => {
    const bytes = pptx([
      { title: 'First', lines: ['One', 'Two'] },
      { title: 'Second', lines: [] },
    ])
    const { slides, pictures } = (await preview('slides', 'talk.pptx', bytes)) as Slides
    expect(slides).toHaveLength(2)
    // Their texts have no places, so they are not drawn.
    expect(pictures).toEqual([null, null])
    expect(slides[0]).toMatch(/<h2[^>]*>.*First<\/h2><p>One<\/p><p>Two<\/p>/)
    expect(await words('slides', 'talk.pptx', bytes)).toMatch(/First[^]*Two[^]*Second/)
  })

  it('draws the slides of presentations, as their layout and master have them', async () => {
    const place = (x: number, y: number, cx: number, cy: number, more = '') =>
      `<p:spPr><a:xfrm><a:off x="${x}" y="${y}"/><a:ext cx="${cx}" cy="${cy}"/></a:xfrm>${more}</p:spPr>`
    const words = (text: string, properties = '') =>
      `<a:p>${properties}<a:r><a:rPr b="1"><a:solidFill><a:schemeClr val="accent2"/></a:solidFill></a:rPr><a:t>${text}</a:t></a:r></a:p>`
    const shape = (head: string, properties: string, text: string) =>
      `<p:sp><p:nvSpPr><p:nvPr>${head}</p:nvPr></p:nvSpPr>${properties}<p:txBody><a:bodyPr/>${text}</p:txBody></p:sp>`
    const objects = [
      shape('<p:ph type="title"/>', '<p:spPr/>', words('Title &lt;script&gt;')),
      shape('<p:ph idx="1"/>', '<p:spPr/>', words('One') + words('Deeper', '<a:pPr lvl="1"/>')),
      shape(
        '',
        place(
          0,
          0,
          952_500,
          476_250,
          '<a:prstGeom prst="ellipse"/><a:solidFill><a:srgbClr val="00FF00"/></a:solidFill>',
        ),
        words('Oval'),
      ),
      `<p:grpSp><p:grpSpPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="1905000" cy="1905000"/><a:chOff x="0" y="0"/><a:chExt cx="952500" cy="952500"/></a:xfrm></p:grpSpPr><p:pic><p:blipFill><a:blip r:embed="rId2"/></p:blipFill>${place(95_250, 95_250, 190_500, 95_250)}</p:pic></p:grpSp>`,
      `<p:cxnSp>${place(0, 0, 952_500, 952_500, '<a:ln w="19050"><a:solidFill><a:srgbClr val="0000FF"/></a:solidFill><a:tailEnd type="triangle"/></a:ln>')}</p:cxnSp>`,
      `<p:graphicFrame><p:xfrm><a:off x="0" y="4762500"/><a:ext cx="1905000" cy="952500"/></p:xfrm><a:graphic><a:graphicData><a:tbl><a:tblGrid><a:gridCol w="952500"/><a:gridCol w="952500"/></a:tblGrid><a:tr h="476250"><a:tc><a:txBody><a:bodyPr/>${words('Cell')}</a:txBody></a:tc><a:tc/></a:tr></a:tbl></a:graphicData></a:graphic></p:graphicFrame>`,
    ]
    const dot = new Uint8Array(
      Buffer.from(
        'iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAYAAACNMs+9AAAAFUlEQVR42mP8z8BQz0AEYBxVSF+FABJADveWkH6oAAAAAElFTkSuQmCC',
        'base64',
      ),
    )
    const bytes = drawnPptx(objects.join(''), dot)
    const { slides, pictures } = (await preview('slides', 'talk.pptx', bytes)) as Slides
    expect(slides).toHaveLength(1)
    const [picture] = pictures
    expect(picture).toMatchObject({ width: 960, height: 720 })
    const svg = picture?.svg ?? ''
    expect(svg).toContain('viewBox="0 0 960 720"')
    // The background of the master, its shape that is no placeholder, and none of its prompts.
    expect(svg).toContain('#faf3e0')
    expect(svg).toMatch(/<rect[^>]*fill="#d1495b"|<path[^>]*fill="#d1495b"/)
    expect(svg).not.toContain('Prompt')
    for (const text of ['Title', 'One', 'Deeper', 'Oval', 'Cell', '•', '–']) expect(svg, text).toContain(text)
    expect(svg).not.toContain('<script')
    expect(svg).toContain('data:image/png;base64,')
    expect(svg).toContain('#00ff00')
    expect(svg).toContain('#0000ff')
    expect(await wordsOfSlides(bytes)).toContain('Deeper')
  })

  it('shows the words of slides that cannot be drawn', async () => {
    expect(drawPptx(new Uint8Array(drawnPptx('', new Uint8Array())))).toHaveLength(1)
    expect(drawPptx(new TextEncoder().encode('no archive'))).toEqual([])
    const deep = drawnPptx('<p:grpSp>'.repeat(20_000) + '</p:grpSp>'.repeat(20_000), new Uint8Array())
    expect(((await preview('slides', 'a.pptx', deep)) as Slides).pictures).toEqual([])
    const large = drawnPptx('', new Uint8Array(LIMITS.uncompressed + 1))
    const { slides, pictures } = (await preview('slides', 'a.pptx', large)) as Slides
    expect([slides.length, pictures]).toEqual([1, []])
  })

  it('draws slides with values that no program writes', async () => {
    const odd = `<p:sp><p:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="952500" cy="952500"/></a:xfrm><a:prstGeom prst="constructor"/></p:spPr><p:txBody><a:bodyPr><a:normAutofit fontScale="-1"/></a:bodyPr><a:p><a:pPr lvl="-1"><a:buChar char="•"/></a:pPr><a:r><a:t>Odd</a:t></a:r></a:p></p:txBody></p:sp>`
    const { slides, pictures } = (await preview('slides', 'a.pptx', drawnPptx(odd, new Uint8Array()))) as Slides
    expect(slides[0]).toContain('Odd')
    expect(pictures[0]?.svg).toContain('Odd')
  })

  it('reads OpenDocument texts, sheets and presentations', async () => {
    const text = openDocument(
      'text',
      '<text:h text:outline-level="2">Title</text:h><text:p>Some<text:s/>words</text:p><text:list><text:list-item><text:p>Item</text:p></text:list-item></text:list>',
    )
    const { html } = (await preview('document', 'a.odt', text)) as { html: string }
    expect(html).toMatch(/<h2[^>]*>.*Title<\/h2><p>Some words<\/p><ul><li><p>Item<\/p><\/li><\/ul>/)
    const sheets = openDocument(
      'spreadsheet',
      '<table:table table:name="S"><table:table-row><table:table-cell table:number-columns-repeated="2"><text:p>x</text:p></table:table-cell></table:table-row><table:table-row table:number-rows-repeated="1000000"><table:table-cell table:number-columns-repeated="16000"/></table:table-row></table:table>',
    )
    expect(await preview('table', 'a.ods', sheets)).toEqual({
      kind: 'table',
      sheets: [{ name: 'S', rows: [['x', 'x']], isCut: false }],
    })
    const pages = openDocument(
      'presentation',
      '<draw:page draw:name="1"><draw:frame><draw:text-box><text:p>Hello</text:p></draw:text-box></draw:frame></draw:page>',
    )
    expect(await preview('slides', 'a.odp', pages)).toEqual({
      kind: 'slides',
      slides: ['<p>Hello</p>'],
      pictures: [],
    })
  })

  it('colours source code and finds the characters of a text', async () => {
    // A busy machine may take longer over the first text than colours are waited for.
    const source = async () => ((await preview('text', 'a.ts', 'const a = "<b>"')) as { html: string }).html
    await expect.poll(source).toContain('hljs-keyword')
    expect(await source()).toContain('&lt;b')
    const latin = (await preview('text', 'a.txt', Buffer.from([0x4d, 0xfc, 0x6c, 0x6c]))) as { html: string }
    expect(latin.html).toContain('Müll')
    const wide = (await preview('text', 'b.txt', Buffer.from('\uFEFFMüll', 'utf16le'))) as { html: string }
    expect(wide.html).toContain('Müll')
    expect(await refusal(preview('text', 'c.txt', Buffer.alloc(1000)))).toBe('This file is no text')
  })

  it('draws diagrams of draw.io and of our own', async () => {
    const own = await preview('diagram', 'Plan', JSON.stringify(boxes('Quokka')))
    expect(own).toMatchObject({
      kind: 'diagram',
      pages: [{ name: 'First page', svg: expect.stringContaining('Quokka') }],
    })
    const drawio =
      '<mxfile><diagram name="Page-1"><mxGraphModel><root><mxCell id="0"/><mxCell id="1" parent="0"/><mxCell id="2" value="Wombat" vertex="1" parent="1"><mxGeometry x="0" y="0" width="80" height="40" as="geometry"/></mxCell></root></mxGraphModel></diagram></mxfile>'
    expect(await preview('diagram', 'plan.drawio', drawio)).toMatchObject({
      pages: [{ name: 'Page-1', svg: expect.stringContaining('Wombat') }],
    })
    expect(await refusal(preview('diagram', 'no.drawio', '<html/>'))).toBe(
      'The file holds no diagram that can be shown',
    )
  })

  it('reads the words of PDF, of many pages those at the beginning', async () => {
    expect(await words('pdf', 'a.pdf', pdf(['Quokka report', 'Second page']))).toMatch(/Quokka report\s+Second page/)
    const long = await words('pdf', 'long.pdf', pdf(Array.from({ length: 1001 }, (_, page) => `Page ${page}`)))
    expect(long).toContain('Page 999\n')
    expect(long).not.toContain('Page 1000\n')
  })

  it('refuses archives that grow, before they are unpacked', async () => {
    expect(await refusal(preview('document', 'bomb.docx', docx(['x'], bomb('word/media/a.png', 65))))).toBe(TOO_LARGE)
    expect(await refusal(preview('table', 'bomb.xlsx', xlsx([['x']], bomb('xl/worksheets/sheet2.xml', 65))))).toBe(
      TOO_LARGE,
    )
    const sheets = openDocument('spreadsheet', '', bomb('content.xml', 65))
    expect(await refusal(preview('table', 'bomb.ods', sheets))).toBe(TOO_LARGE)
    // The directory says that the entry is small: no more than that is read of it.
    const lying = docx(['y'.repeat(100_000)])
    const at = lying.lastIndexOf('word/document.xml') - 46
    expect(lying.readUInt32LE(at)).toBe(0x02014b50)
    lying.writeUInt32LE(50, at + 24)
    expect(await refusal(preview('document', 'lying.docx', lying))).toBe(DAMAGED)
    const many = Object.fromEntries(Array.from({ length: 6000 }, (_, n) => [`word/media/${n}.png`, '']))
    expect(await refusal(preview('document', 'many.docx', docx(['x'], many)))).toBe(
      'This file has too many parts to be shown',
    )
  })

  it('refuses XML that defines entities, and what is damaged', async () => {
    const word = docx([], { 'word/document.xml': laughs('w:document') })
    expect(await refusal(preview('document', 'bomb.docx', word))).toBe(DEFINITION)
    const sheet = xlsx([], { 'xl/worksheets/sheet1.xml': laughs('worksheet') })
    expect(await refusal(preview('table', 'bomb.xlsx', sheet))).toBe(DEFINITION)
    const text = openDocument('text', '', { 'content.xml': laughs('office:document-content') })
    expect(await refusal(preview('document', 'bomb.odt', text))).toBe(DEFINITION)
    const slides = openDocument('presentation', '', { 'content.xml': laughs('office:document-content') })
    expect(await refusal(preview('slides', 'bomb.odp', slides))).toBe(DEFINITION)
    expect(await refusal(preview('document', 'a.docx', 'PK no archive'))).toBe(DAMAGED)
    expect(await refusal(preview('table', 'a.xlsx', Buffer.concat([Buffer.from('PK'), Buffer.alloc(500)])))).toBe(
      DAMAGED,
    )
    expect(await refusal(words('pdf', 'a.pdf', Buffer.from('%PDF-1.4 nothing')))).toBe(DAMAGED)
  })

  it('shows the beginning of tables that repeat their cells, and survives elements in elements', async () => {
    const cell = '<table:table-cell table:number-columns-repeated="16000"><text:p>quoll</text:p></table:table-cell>'
    const row = `<table:table-row table:number-rows-repeated="1000000">${cell}</table:table-row>`
    const sheet = openDocument('spreadsheet', `<table:table table:name="S">${row}</table:table>`)
    const shown = (await preview('table', 'a.ods', sheet)) as { sheets: { rows: string[][]; isCut: boolean }[] }
    expect(shown.sheets).toMatchObject([{ isCut: true }])
    expect(shown.sheets[0]?.rows.flat().length).toBeLessThan(1_000_000)
    const deep = openDocument('text', `${'<text:section>'.repeat(100_000)}x${'</text:section>'.repeat(100_000)}`)
    expect(await refusal(preview('document', 'deep.odt', deep))).toBe(DAMAGED)
    expect(await words('table', 'a.ods', sheet)).toContain('quoll')
  })

  it.each(['-1', '-1000000000', '0', '1.5', '1e9', 'NaN', 'Infinity', '', '99999999999999999999'])(
    'takes a repeat of %j in an OpenDocument file for one',
    async count => {
      const cell = `<table:table-cell table:number-columns-repeated="${count}"><text:p>quoll</text:p></table:table-cell>`
      const row = `<table:table-row table:number-rows-repeated="${count}">${cell}${cell}</table:table-row>`
      const sheet = openDocument('spreadsheet', `<table:table table:name="S">${row}${row}</table:table>`)
      expect(await preview('table', 'a.ods', sheet)).toEqual({
        kind: 'table',
        sheets: [
          {
            name: 'S',
            isCut: false,
            rows: [
              ['quoll', 'quoll'],
              ['quoll', 'quoll'],
            ],
          },
        ],
      })
      expect(await words('table', 'a.ods', sheet)).toBe('S\nquoll\tquoll\nquoll\tquoll')
      const text = openDocument('text', `<text:p>Some<text:s text:c="${count}"/>words</text:p>`)
      expect(await words('document', 'a.odt', text)).toContain('Some words')
    },
  )

  it('does not repeat the rows and cells of tables in cells', async () => {
    const repeated = 'table:number-rows-repeated="2000"'
    const cell = '<table:table-cell table:number-columns-repeated="100"><text:p>quoll</text:p></table:table-cell>'
    const inner = (content: string) => `<table:table-row ${repeated}>${cell}${content}</table:table-row>`
    const nested = inner(inner(inner('')))
    const table = `<table:table><table:table-row ${repeated}>${cell}</table:table-row></table:table>`
    const body = `<table:table table:name="S"><table:table-row><table:table-cell><text:p>outer</text:p>${table}</table:table-cell></table:table-row>${nested}</table:table>`
    const shown = (await preview('table', 'a.ods', openDocument('spreadsheet', body))) as {
      sheets: { rows: string[][] }[]
    }
    expect(shown.sheets[0]?.rows[0]).toEqual(['outer\nquoll'])
    expect(shown.sheets[0]?.rows[1]).toEqual(Array.from({ length: 100 }, () => 'quoll'))
  })

  it('reads the words of a file to the limit when each of its cells shows one long text', async () => {
    const cell = `<table:table-cell table:number-columns-repeated="100"><text:p>${'quoll '.repeat(20_000)}</text:p></table:table-cell>`
    const row = `<table:table-row table:number-rows-repeated="2000">${cell}</table:table-row>`
    const sheet = openDocument('spreadsheet', `<table:table table:name="S">${row}</table:table>`)
    expect(await words('table', 'a.ods', sheet)).toHaveLength(LIMITS.words)
  })

  it.runIf(process.platform === 'linux')('ends words, and no previews, that take long of the processor', async () => {
    const hurried = new Converter({ processor: 1 })
    const order = csv(Array.from({ length: 200_000 }, (_, n) => `${n},${n}`).join('\n'))
    expect(await refusal(hurried.convert({ ...order, task: 'text' }))).toBe('This file takes too long to be shown')
    expect(await hurried.convert(order)).toMatchObject({ kind: 'table' })
    hurried.stop()
  })

  it('reads words in one process, and leaves it to them while others want previews', async () => {
    const two = new Converter()
    const begun: string[] = []
    const gates = new Map<string, () => void>()
    const order = (task: ConvertTask, name: string) =>
      two.convert({
        ...csv('', async () => {
          begun.push(name)
          await new Promise<void>(resolve => gates.set(name, resolve))
          return Buffer.from('a')
        }),
        task,
      })
    const done = [order('text', 't1'), order('text', 't2'), order('preview', 'p1'), order('preview', 'p2')]
    expect(begun).toEqual(['t1', 'p1'])
    gates.get('p1')?.()
    await done[2]
    expect(begun).toEqual(['t1', 'p1', 'p2'])
    done.push(order('preview', 'p3'))
    gates.get('t1')?.()
    await done[0]
    expect(begun).toEqual(['t1', 'p1', 'p2', 't2'])
    for (const name of ['p2', 't2']) gates.get(name)?.()
    await done[1]
    gates.get('p3')?.()
    await Promise.all(done)
    two.stop()
  })

  it('ends what takes too long, and goes on with the next', async () => {
    const hurried = new Converter({ time: 1 })
    const slow = Array.from({ length: 200_000 }, (_, n) => `${n},${n}`).join('\n')
    expect(await refusal(hurried.convert(csv(slow)))).toBe('This file takes too long to be shown')
    hurried.stop()
    expect(await preview('table', 'b.csv', 'a,b')).toMatchObject({ kind: 'table' })
  })

  it('reads a file when it is its turn', async () => {
    const two = new Converter()
    const gate = Promise.withResolvers<Buffer>()
    let begun = 0
    const read = () => {
      begun++
      return gate.promise
    }
    const done = Array.from({ length: 6 }, () => two.convert(csv('', read)))
    const unread = two.convert(csv('', () => Promise.reject(new Error('not there'))))
    expect(begun).toBe(2)
    gate.resolve(Buffer.from('a'))
    await expect(unread).rejects.toThrow('not there')
    await Promise.all(done)
    two.stop()
    expect(begun).toBe(6)
  })

  it('turns away when too many wait', async () => {
    const busy = new Converter({ waiting: 1 })
    const results = await Promise.allSettled([1, 2, 3, 4].map(() => busy.convert(csv('a'))))
    busy.stop()
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'rejected'])
    expect((results[3] as PromiseRejectedResult).reason).toBeInstanceOf(ConverterBusy)
  })
})
