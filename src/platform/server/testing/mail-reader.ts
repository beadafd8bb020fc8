/** A mail as its reader's program shows it. */
export interface ReadMail {
  /** By lower-case name. */
  readonly headers: ReadonlyMap<string, string>
  readonly text: string
  readonly html: string
}

/** Reads what the wiki sends: a text, or a text and its HTML (RFC 5322, 2045, 2046, 2047). For tests. */
export function readMail(data: string): ReadMail {
  const { headers, body } = entity(data)
  const [, boundary] = /boundary="?([^";]+)/.exec(headers.get('content-type') ?? '') ?? []
  if (boundary === undefined) return { headers, text: decoded(headers, body), html: '' }
  const parts = body
    .split(`--${boundary}`)
    .slice(1, -1)
    .map(part => entity(part.replace(/^\r\n/, '')))
  const ofType = (type: string) => parts.find(part => part.headers.get('content-type')?.startsWith(type))
  const contentOf = (type: string) => {
    const part = ofType(type)
    return part ? decoded(part.headers, part.body).replaceAll('\r\n', '\n') : ''
  }
  return { headers, text: contentOf('text/plain'), html: contentOf('text/html') }
}

function entity(data: string) {
  const end = data.indexOf('\r\n\r\n')
  const lines = data
    .slice(0, end)
    .replaceAll(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
  const headers = new Map(
    lines.map(line => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon).toLowerCase(), words(line.slice(colon + 1).trim())] as const
    }),
  )
  return { headers, body: data.slice(end + 4) }
}

function decoded(headers: ReadonlyMap<string, string>, body: string): string {
  const encoding = headers.get('content-transfer-encoding')
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString()
  return encoding === 'quoted-printable' ? quotedPrintable(body.replaceAll(/=\r\n/g, '')) : body
}

function quotedPrintable(text: string): string {
  const bytes = text.replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}

/** Encoded words. */
function words(value: string): string {
  return value
    .replaceAll(/\?= +=\?/g, '?==?')
    .replaceAll(/=\?utf-8\?([qb])\?([^?]*)\?=/gi, (_, encoding: string, text: string) =>
      encoding.toLowerCase() === 'b'
        ? Buffer.from(text, 'base64').toString()
        : quotedPrintable(text.replaceAll('_', ' ')),
    )
}
