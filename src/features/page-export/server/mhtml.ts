/** Something that a document shows: a picture. */
export interface MhtmlPart {
  /** Absolute address by which the document names it; nothing is read from there. */
  readonly location: string
  readonly mediaType: string
  readonly bytes: Buffer
}

const BOUNDARY = '----=_Part_of_a_page'
/** RFC 2045, 6.8. */
const LINE_LENGTH = 76

/** An HTML document and what it shows as one file, which word processors open (MHTML, RFC 2557). */
export function mhtml(html: string, parts: readonly MhtmlPart[]): Buffer {
  const all = [
    { location: 'file:///C:/page.html', mediaType: 'text/html; charset=UTF-8', bytes: Buffer.from(html) },
    ...parts,
  ]
  const head = ['MIME-Version: 1.0', `Content-Type: multipart/related; type="text/html"; boundary="${BOUNDARY}"`, '']
  const lines = all.flatMap(({ location, mediaType, bytes }) => [
    `--${BOUNDARY}`,
    `Content-Type: ${mediaType}`,
    'Content-Transfer-Encoding: base64',
    `Content-Location: ${location}`,
    '',
    inLines(bytes.toString('base64')),
    '',
  ])
  return Buffer.from([...head, ...lines, `--${BOUNDARY}--`, ''].join('\r\n'), 'latin1')
}

function inLines(base64: string): string {
  return base64.replace(new RegExp(`.{${LINE_LENGTH}}(?=.)`, 'g'), '$&\r\n')
}
