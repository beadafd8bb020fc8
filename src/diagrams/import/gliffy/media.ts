/** Gliffy's images: only embedded data; nothing is fetched. */
import { LIMITS, type Media } from '../../model/document.ts'
import { isFields, lengthOf, textAt, type Fields } from './json.ts'
import { idKey } from './state.ts'

/** Total base64 length of a document's images. */
const MAX_ALL = LIMITS.bytes / 2
const TYPES: ReadonlyMap<string, Media['type']> = new Map<string, Media['type']>(
  Object.entries({
    'image/png': 'image/png',
    'image/jpeg': 'image/jpeg',
    'image/jpg': 'image/jpeg',
    'image/gif': 'image/gif',
    'image/webp': 'image/webp',
    'image/svg+xml': 'image/svg+xml',
  }),
)

/** Media key, or the problem as a sentence for users. */
export type Picture = { key: string } | { problem: string }

/** Images of a document, deduplicated. */
export class MediaStore {
  readonly media: Record<string, Media> = {}
  private readonly keys = new Map<string, string>()
  private readonly resources = new Map<string, Fields>()
  private size = 0

  constructor(resources: readonly unknown[]) {
    for (const resource of resources) {
      if (!isFields(resource)) continue
      const key = idKey(resource['id'])
      if (key !== null) this.resources.set(key, resource)
    }
  }

  /** Image of an `Image` graphic: a data URL. */
  fromUrl(url: string, width: number, height: number): Picture {
    if (!/^\s*data:/i.test(url.slice(0, 100))) {
      return {
        problem: `The picture lies elsewhere (${shorten(url)}) and was not fetched; a labelled box stands for it. Insert it again.`,
      }
    }
    const comma = url.indexOf(',')
    const head = comma === -1 || comma > 200 ? '' : url.slice(0, comma).trim().toLowerCase()
    const type = TYPES.get(head.slice('data:'.length).split(';')[0] ?? '')
    if (!type)
      return {
        problem: 'The picture is of a kind that is not shown; a box stands for it. Use PNG, JPEG, GIF, WebP or SVG.',
      }
    const body = url.slice(comma + 1)
    if (head.endsWith(';base64')) return this.add(type, body.replace(/\s+/g, ''), width, height)
    return this.fromText(type, decoded(body), width, height)
  }

  /** Image of an `Svg` graphic: among the file's resources, or in the graphic itself. */
  fromSvg(graphic: Fields, width: number, height: number): Picture {
    const resource = this.resources.get(idKey(graphic['embeddedResourceId']) ?? '')
    const data = resource && textAt(resource, 'data')
    const own = textAt(graphic, 'svg')
    if (data !== undefined) {
      if (data.startsWith('data:')) return this.fromUrl(data, width, height)
      const type = TYPES.get(textAt(resource ?? {}, 'mimeType')?.toLowerCase() ?? 'image/svg+xml')
      if (!type) return { problem: 'The picture is of a kind that is not shown; a box stands for it.' }
      return type === 'image/svg+xml'
        ? this.fromText(type, data, width, height)
        : this.add(type, data.replace(/\s+/g, ''), width, height)
    }
    if (own) return this.fromText('image/svg+xml', own, width, height)
    return { problem: 'The file lacks this picture; a box stands for it. Insert it again.' }
  }

  private fromText(type: Media['type'], text: string, width: number, height: number): Picture {
    if (text.length > LIMITS.media) return tooLarge()
    if (type === 'image/svg+xml' && !/<svg[\s>]/i.test(text))
      return { problem: 'The picture is no SVG; a box stands for it.' }
    return this.add(type, base64(text), width, height)
  }

  private add(type: Media['type'], data: string, width: number, height: number): Picture {
    const known = this.keys.get(data)
    if (known) return { key: known }
    if ((data.length / 4) * 3 > LIMITS.media || this.size + data.length > MAX_ALL) return tooLarge()
    if (data.length % 4 !== 0 || data === '' || !/^[A-Za-z0-9+/]+={0,2}$/.test(data)) {
      return { problem: 'The picture is damaged; a box stands for it. Insert it again.' }
    }
    const key = `m${this.keys.size + 1}`
    this.keys.set(data, key)
    this.size += data.length
    this.media[key] = { type, data, width: lengthOf(width), height: lengthOf(height) }
    return { key }
  }
}

function tooLarge(): Picture {
  return {
    problem: `The picture is too large (at most ${LIMITS.media / 1024 / 1024} MB each, ${MAX_ALL / 1024 / 1024} MB together); a box stands for it.`,
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    // Not encoded: a stray percent sign.
    return text
  }
}

const CHUNK = 8192

function base64(text: string): string {
  const bytes = new TextEncoder().encode(text)
  let binary = ''
  for (let at = 0; at < bytes.length; at += CHUNK) binary += String.fromCharCode(...bytes.subarray(at, at + CHUNK))
  return btoa(binary)
}

function shorten(url: string): string {
  return url.length > 80 ? `${url.slice(0, 80)}…` : url
}
