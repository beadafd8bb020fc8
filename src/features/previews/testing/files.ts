/** Files for tests, made as the programs do that write them. */
import { crc32, deflateSync } from 'node:zlib'
import { strToU8, zipSync } from 'fflate'

const archive = (entries: Record<string, string | Uint8Array>): Buffer =>
  Buffer.from(
    zipSync(
      Object.fromEntries(
        Object.entries(entries).map(([name, content]) => [
          name,
          typeof content === 'string' ? strToU8(content) : content,
        ]),
      ),
      { level: 1 },
    ),
  )

const XML = '<?xml version="1.0" encoding="UTF-8"?>'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const relations = (targets: Record<string, string>) =>
  `${XML}<Relationships xmlns="${PACKAGE}/relationships">${Object.entries(targets)
    .map(([id, target]) => `<Relationship Id="${id}" Type="${OFFICE}/x" Target="${target}"/>`)
    .join('')}</Relationships>`

const WORD = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'

/** A Word document; paragraphs are XML of `w:p` or plain words. */
export function docx(paragraphs: readonly string[], more: Record<string, string | Uint8Array> = {}): Buffer {
  const body = paragraphs.map(text => (text.startsWith('<') ? text : `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`))
  return archive({
    '[Content_Types].xml': `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="xml" ContentType="application/xml"/><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/></Types>`,
    '_rels/.rels': `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="r1" Type="${OFFICE}/officeDocument" Target="word/document.xml"/></Relationships>`,
    'word/document.xml': `${XML}<w:document xmlns:w="${WORD}" xmlns:r="${OFFICE}"><w:body>${body.join('')}</w:body></w:document>`,
    ...more,
  })
}

/** A workbook of one sheet; a number is written as one, `{ date }` as days with a date's format. */
export function xlsx(
  rows: readonly (readonly (string | number | { date: number })[])[],
  more: Record<string, string | Uint8Array> = {},
): Buffer {
  const strings: string[] = []
  const cell = (value: string | number | { date: number }) => {
    if (typeof value === 'number') return `<c><v>${value}</v></c>`
    if (typeof value === 'object') return `<c s="1"><v>${value.date}</v></c>`
    return `<c t="s"><v>${strings.push(value) - 1}</v></c>`
  }
  const data = rows.map(cells => `<row>${cells.map(cell).join('')}</row>`).join('')
  const SHEET = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
  return archive({
    'xl/workbook.xml': `${XML}<workbook xmlns="${SHEET}" xmlns:r="${OFFICE}"><sheets><sheet name="Prices" sheetId="1" r:id="r1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations({ r1: 'worksheets/sheet1.xml' }),
    'xl/styles.xml': `${XML}<styleSheet xmlns="${SHEET}"><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>`,
    'xl/sharedStrings.xml': `${XML}<sst xmlns="${SHEET}">${strings.map(text => `<si><t>${text}</t></si>`).join('')}</sst>`,
    'xl/worksheets/sheet1.xml': `${XML}<worksheet xmlns="${SHEET}"><sheetData>${data}</sheetData></worksheet>`,
    ...more,
  })
}

const PRESENTATION = 'http://schemas.openxmlformats.org/presentationml/2006/main'
const DRAWING = 'http://schemas.openxmlformats.org/drawingml/2006/main'

/** A presentation: a title and lines for each slide. */
export function pptx(slides: readonly { title: string; lines: readonly string[] }[]): Buffer {
  const paragraph = (text: string) => `<a:p><a:r><a:t>${text}</a:t></a:r></a:p>`
  const shape = (type: string, text: string) =>
    `<p:sp><p:nvSpPr><p:nvPr><p:ph type="${type}"/></p:nvPr></p:nvSpPr><p:txBody>${text}</p:txBody></p:sp>`
  return archive({
    'ppt/presentation.xml': `${XML}<p:presentation xmlns:p="${PRESENTATION}" xmlns:r="${OFFICE}"><p:sldIdLst>${slides
      .map((_, index) => `<p:sldId id="${256 + index}" r:id="s${index}"/>`)
      .join('')}</p:sldIdLst></p:presentation>`,
    'ppt/_rels/presentation.xml.rels': relations(
      Object.fromEntries(slides.map((_, index) => [`s${index}`, `slides/slide${index + 1}.xml`])),
    ),
    ...Object.fromEntries(
      slides.map(({ title, lines }, index) => [
        `ppt/slides/slide${index + 1}.xml`,
        `${XML}<p:sld xmlns:p="${PRESENTATION}" xmlns:a="${DRAWING}"><p:cSld><p:spTree>${shape('title', paragraph(title))}${shape('body', lines.map(paragraph).join(''))}</p:spTree></p:cSld></p:sld>`,
      ]),
    ),
  })
}

/** A presentation of one slide with its objects as XML, a layout, a master, a theme and a picture `rId2`. */
export function drawnPptx(objects: string, picture: Uint8Array): Buffer {
  const part = (name: string, inner: string) =>
    `${XML}<p:${name} xmlns:p="${PRESENTATION}" xmlns:a="${DRAWING}" xmlns:r="${OFFICE}">${inner}</p:${name}>`
  const placeholder = (type: string, place: string, text = '') =>
    `<p:sp><p:nvSpPr><p:nvPr><p:ph type="${type}"/></p:nvPr></p:nvSpPr><p:spPr>${place}</p:spPr><p:txBody><a:bodyPr anchor="ctr"/><a:p><a:r><a:t>Prompt ${text}</a:t></a:r></a:p></p:txBody></p:sp>`
  const logo =
    '<p:sp><p:nvSpPr><p:nvPr/></p:nvSpPr><p:spPr><a:xfrm><a:off x="8000000" y="6400000"/><a:ext cx="952500" cy="190500"/></a:xfrm><a:solidFill><a:schemeClr val="accent2"/></a:solidFill></p:spPr></p:sp>'
  const place = (x: number, y: number, cx: number, cy: number) =>
    `<a:xfrm><a:off x="${x}" y="${y}"/><a:ext cx="${cx}" cy="${cy}"/></a:xfrm>`
  return archive({
    'ppt/presentation.xml': part(
      'presentation',
      '<p:sldIdLst><p:sldId id="256" r:id="s0"/></p:sldIdLst><p:sldSz cx="9144000" cy="6858000"/>',
    ),
    'ppt/_rels/presentation.xml.rels': relations({ s0: 'slides/slide1.xml' }),
    'ppt/slides/slide1.xml': part('sld', `<p:cSld><p:spTree>${objects}</p:spTree></p:cSld>`),
    'ppt/slides/_rels/slide1.xml.rels': relations({
      rId1: '../slideLayouts/slideLayout1.xml',
      rId2: '../media/image1.png',
    }),
    'ppt/slideLayouts/slideLayout1.xml': part(
      'sldLayout',
      `<p:cSld><p:spTree>${placeholder('title', place(914_400, 457_200, 7_315_200, 952_500))}</p:spTree></p:cSld>`,
    ),
    'ppt/slideLayouts/_rels/slideLayout1.xml.rels': relations({ rId1: '../slideMasters/slideMaster1.xml' }),
    'ppt/slideMasters/slideMaster1.xml': part(
      'sldMaster',
      `<p:cSld><p:bg><p:bgPr><a:solidFill><a:srgbClr val="FAF3E0"/></a:solidFill></p:bgPr></p:bg><p:spTree>${placeholder('body', place(914_400, 1_600_200, 4_572_000, 3_810_000))}${logo}</p:spTree></p:cSld><p:txStyles><p:titleStyle><a:lvl1pPr algn="ctr"><a:defRPr sz="4000"/></a:lvl1pPr></p:titleStyle><p:bodyStyle><a:lvl1pPr><a:buChar char="•"/><a:defRPr sz="2400"/></a:lvl1pPr><a:lvl2pPr><a:buChar char="–"/><a:defRPr sz="2000"/></a:lvl2pPr></p:bodyStyle></p:txStyles>`,
    ),
    'ppt/slideMasters/_rels/slideMaster1.xml.rels': relations({ rId1: '../theme/theme1.xml' }),
    'ppt/theme/theme1.xml': `${XML}<a:theme xmlns:a="${DRAWING}"><a:themeElements><a:clrScheme name="x"><a:dk1><a:sysClr val="windowText" lastClr="102030"/></a:dk1><a:accent2><a:srgbClr val="D1495B"/></a:accent2></a:clrScheme></a:themeElements></a:theme>`,
    'ppt/media/image1.png': picture,
  })
}

/** An OpenDocument file of a type (`text`, `spreadsheet`, `presentation`) with the XML of its body. */
export function openDocument(
  type: 'text' | 'spreadsheet' | 'presentation',
  body: string,
  more: Record<string, string | Uint8Array> = {},
): Buffer {
  const NAMES = ['office', 'text', 'table', 'draw', 'presentation']
  const spaces = NAMES.map(name => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`).join(' ')
  return archive({
    mimetype: `application/vnd.oasis.opendocument.${type}`,
    'content.xml': `${XML}<office:document-content ${spaces}><office:body><office:${type}>${body}</office:${type}></office:body></office:document-content>`,
    ...more,
  })
}

/** A PDF with a line of text on each page. */
export function pdf(pages: readonly string[]): Buffer {
  const objects: string[] = []
  const font = 3
  const first = 4
  objects.push('<< /Type /Catalog /Pages 2 0 R >>')
  objects.push(
    `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_, index) => `${first + 2 * index} 0 R`).join(' ')}] >>`,
  )
  objects.push('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>')
  for (const [index, text] of pages.entries()) {
    const stream = `BT /F1 24 Tf 72 700 Td (${text}) Tj ET`
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${first + 2 * index + 1} 0 R /Resources << /Font << /F1 ${font} 0 R >> >> >>`,
    )
    objects.push(`<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`)
  }
  let body = '%PDF-1.4\n'
  const places = objects.map((content, index) => {
    const at = body.length
    body += `${index + 1} 0 obj\n${content}\nendobj\n`
    return at
  })
  const table = places.map(at => `${String(at).padStart(10, '0')} 00000 n \n`).join('')
  return Buffer.from(
    `${body}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`,
    'latin1',
  )
}

/** Media types that browsers send of these files. */
export const OFFICE_TYPES = {
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  odt: 'application/vnd.oasis.opendocument.text',
  ods: 'application/vnd.oasis.opendocument.spreadsheet',
  odp: 'application/vnd.oasis.opendocument.presentation',
} as const

/** An archive whose entry grows to this many bytes of zeros. */
export function bomb(name: string, megabytes: number): Record<string, Uint8Array> {
  return { [name]: new Uint8Array(megabytes * 1024 * 1024) }
}

/** XML whose entities grow to a billion words, with this element as its root. */
export function laughs(root: string): string {
  const entities = Array.from({ length: 9 }, (_, n) => `<!ENTITY e${n + 1} "${`&e${n};`.repeat(10)}">`).join('')
  return `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY e0 "ha">${entities}]><${root} xmlns:w="x">&e9;</${root}>`
}

/** A black square as PNG, one bit for a pixel: a few kilobytes, however wide. */
export function blackPng(side: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
    const frame = Buffer.alloc(8)
    frame.writeUInt32BE(data.length)
    frame.writeUInt32BE(crc32(body), 4)
    return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side)
  header.writeUInt32BE(side, 4)
  header[8] = 1
  const pixels = deflateSync(Buffer.alloc((Math.ceil(side / 8) + 1) * side), { level: 1 })
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
