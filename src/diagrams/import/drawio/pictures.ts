import { LIMITS, type Media } from '../../model/document.ts'

/** Images of a document, deduplicated. */
export class Pictures {
  readonly media: Record<string, Media> = {}
  readonly #ids = new Map<string, string>()

  /**
   * @param address as in a style: `data:image/png,<base64>` without the `;base64`, or with it, or percent-encoded SVG
   * @returns media id; null when the file does not embed the image (nothing is fetched)
   */
  add(address: string, width: number, height: number): string | null {
    const known = this.#ids.get(address)
    if (known !== undefined) return known
    const parts = /^data:(image\/[a-z+]{1,20})((?:;[\w=-]{1,40}){0,3}),/i.exec(address)
    if (!parts) return null
    const type = mediaType((parts[1] ?? '').toLowerCase())
    const data = base64Of(address.slice(parts[0].length))
    if (!type || data === null) return null
    const id = `m${this.#ids.size + 1}`
    this.#ids.set(address, id)
    this.media[id] = { type, data, width, height }
    return id
  }
}

function mediaType(type: string): Media['type'] | null {
  if (type === 'image/jpg') return 'image/jpeg'
  return (
    (['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/svg+xml'] as const).find(known => known === type) ??
    null
  )
}

function base64Of(body: string): string | null {
  let data = body
  if (/^\s*(?:<|%3c)/i.test(body)) {
    try {
      data = toBase64(decodeURIComponent(body))
    } catch {
      // A stray percent sign: it was not encoded.
      data = toBase64(body)
    }
  } else if (data.includes('%')) data = data.replace(/%2B/gi, '+').replace(/%2F/gi, '/').replace(/%3D/gi, '=')
  data = data.replace(/\s+/g, '').replace(/=+$/, '').replaceAll('-', '+').replaceAll('_', '/')
  data += '='.repeat((4 - (data.length % 4)) % 4)
  const right = data !== '' && data.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(data)
  return right && (data.length / 4) * 3 <= LIMITS.media ? data : null
}

function toBase64(text: string): string {
  let binary = ''
  for (const byte of new TextEncoder().encode(text)) binary += String.fromCharCode(byte)
  return btoa(binary)
}
