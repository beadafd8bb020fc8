import { lookup } from 'mime-types'

export const UNKNOWN_TYPE = 'application/octet-stream'

/** Media types that programs send when they do not know. */
const SAYS_NOTHING = new Set([
  UNKNOWN_TYPE,
  'application/binary',
  'application/x-binary',
  'binary/octet-stream',
  'application/unknown',
  'application/x-unknown',
  'application/force-download',
  'application/x-download',
  'multipart/form-data',
  'application/x-www-form-urlencoded',
])
const SHAPE = /^[a-z0-9][a-z0-9!#$&^_.+-]{0,100}\/[a-z0-9][a-z0-9!#$&^_.+-]{0,100}$/

/**
 * The media type that a file is stored with: what the client said if that says anything, else by the name's extension.
 * Nothing is decided by it that would let a file act in our origin; see `download/headers.ts`.
 */
export function mediaTypeOf(declared: string | undefined, filename: string): string {
  const said = (declared ?? '').split(';')[0]!.trim().toLowerCase()
  const byName = lookup(filename) || undefined
  if (said === 'image/jpg' || said === 'image/pjpeg') return 'image/jpeg'
  if (!SHAPE.test(said) || SAYS_NOTHING.has(said)) return byName ?? UNKNOWN_TYPE
  // A part without a type counts as plain text (RFC 7578, 4.4), which few files are whose name says otherwise.
  if (said === 'text/plain' && byName !== undefined && !byName.startsWith('text/')) return byName
  return said
}

/** Pictures that the server can read and make small. */
const PICTURES = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif'])

/** Whether the server can read it and make it small. */
export function isPicture(mediaType: string): boolean {
  return PICTURES.has(mediaType)
}

const NICE: readonly [RegExp, string][] = [
  [/^application\/vnd\.oxbow\.diagram\+json$/, 'Oxbow Diagram'],
  [/^application\/gliffy\+json$/, 'Gliffy Diagram'],
  [/^application\/vnd\.jgraph\.mxfile$/, 'draw.io Diagram'],
  [/^image\//, 'Image'],
  [/^(?:audio|video)\//, 'Multimedia'],
  [/^application\/pdf$/, 'PDF Document'],
  [
    /^application\/(?:msword|vnd\.openxmlformats-officedocument\.wordprocessingml|vnd\.oasis\.opendocument\.text)/,
    'Word Document',
  ],
  [
    /^application\/(?:vnd\.ms-excel|vnd\.openxmlformats-officedocument\.spreadsheetml|vnd\.oasis\.opendocument\.spreadsheet)/,
    'Excel Spreadsheet',
  ],
  [
    /^application\/(?:vnd\.ms-powerpoint|vnd\.openxmlformats-officedocument\.presentationml|vnd\.oasis\.opendocument\.presentation)/,
    'PowerPoint Presentation',
  ],
  [/^application\/(?:zip|x-zip|gzip|x-gzip|x-tar|x-7z|x-rar|vnd\.rar|java-archive)/, 'Zip Archive'],
  [/^(?:text\/html|application\/xhtml)/, 'HTML Document'],
  [/^(?:text|application)\/(?:[\w.-]+\+)?xml$/, 'XML File'],
  [/^text\//, 'Text File'],
]

/** Names of types for people, as in `data-nice-type`, which scripts read. */
export function niceType(mediaType: string): string {
  return NICE.find(([pattern]) => pattern.test(mediaType))?.[1] ?? 'File'
}
