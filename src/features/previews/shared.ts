/** Ways in which the previewer shows a file, for server and browser. */
export const PREVIEW_KINDS = [
  'picture',
  'pdf',
  'video',
  'audio',
  'diagram',
  'document',
  'table',
  'slides',
  'text',
] as const
export type PreviewKind = (typeof PREVIEW_KINDS)[number]

/** Kinds that the server converts; browsers show the others by themselves. */
export type ConvertedKind = Exclude<PreviewKind, 'picture' | 'pdf' | 'video' | 'audio'>

/** Height of an embedded file in pixels, unless the macro says another. */
export const FILE_HEIGHT = 250
export const FILE_HEIGHT_IN_COMMENTS = 150
/** Height in pixels from which an embedded file shows its first page. */
export const LEAST_HEIGHT_OF_PAGE = 120

/** Largest number on the badge of an embedded file; beyond, a plus is shown. */
const MOST_ON_BADGE = 9

/** Text of the badge for unresolved comments; undefined for none, which has no badge. */
export function badgeText(comments: number): string | undefined {
  if (!(comments > 0)) return undefined
  return comments > MOST_ON_BADGE ? `${MOST_ON_BADGE}+` : String(comments)
}

/** Statuses of a thumbnail conversion, as the old product's clients read them. */
export const CONVERSION = { inProgress: 202, converted: 200, error: 415, busy: 429 } as const
export type ConversionStatus = (typeof CONVERSION)[keyof typeof CONVERSION]

export const THUMBNAIL_PATH = '/rest/documentConversion/latest/conversion/thumbnail'

/** More pixels than a browser should decode. */
export const MOST_PIXELS = 50_000_000

/** Pins on one version of a picture whose threads are not resolved. */
export const MOST_PINS = 100

const EXTENSION = /\.([a-z0-9]{1,10})$/i
const BY_EXTENSION: readonly (readonly [PreviewKind, string])[] = [
  ['diagram', 'drawio dio gliffy'],
  ['document', 'docx odt'],
  ['table', 'xlsx xlsm ods csv tsv'],
  ['slides', 'pptx odp'],
  ['pdf', 'pdf'],
  ['picture', 'png jpg jpeg gif webp avif svg bmp ico'],
  ['video', 'mp4 m4v webm ogv mov'],
  ['audio', 'mp3 m4a ogg oga opus wav flac aac'],
  [
    'text',
    `txt md log ini conf cfg toml json yaml yml xml html htm css scss less js mjs cjs jsx ts tsx java kt kts scala groovy
    gradle c h cc cpp hpp cs go rs rb php pl py r swift sh bash zsh bat ps1 sql lua dart ex exs erl clj hs tex diff
    patch
    properties env gitignore dockerfile makefile cmake proto graphql vb vue srt rst adoc`,
  ],
]
const KIND_OF = new Map(BY_EXTENSION.flatMap(([kind, names]) => names.split(/\s+/).map(name => [name, kind] as const)))

/**
 * How a file is previewed: by its media type where that is clear, else by its extension; undefined for what is only
 * downloaded.
 */
export function previewKindOf(mediaType: string, name: string): PreviewKind | undefined {
  const extension = extensionOf(name)
  const named = KIND_OF.get(extension)
  // Their media types say "XML" or nothing.
  if (named === 'diagram') return 'diagram'
  if (/^application\/(?:vnd\.oxbow\.diagram|gliffy)\+json$/.test(mediaType)) return 'diagram'
  if (mediaType === 'application/vnd.jgraph.mxfile') return 'diagram'
  if (mediaType.startsWith('video/')) return 'video'
  if (mediaType.startsWith('audio/')) return 'audio'
  if (/^image\/(?:png|jpeg|gif|webp|avif|svg\+xml|bmp|x-ms-bmp|x-icon|vnd\.microsoft\.icon)$/.test(mediaType))
    return 'picture'
  if (mediaType === 'application/pdf') return 'pdf'
  if (mediaType === 'text/csv' || mediaType === 'text/tab-separated-values') return 'table'
  const office = officeKind(mediaType)
  if (office) return office
  if (named) return named
  return /^text\/|^application\/(?:json|xml|javascript|x-sh|sql|.*\+(?:json|xml))$/.test(mediaType) ? 'text' : undefined
}

function officeKind(mediaType: string): PreviewKind | undefined {
  if (/openxmlformats-officedocument\.wordprocessingml\.|vnd\.oasis\.opendocument\.text$/.test(mediaType))
    return 'document'
  if (/openxmlformats-officedocument\.spreadsheetml\.|vnd\.oasis\.opendocument\.spreadsheet$/.test(mediaType))
    return 'table'
  if (/openxmlformats-officedocument\.presentationml\.|vnd\.oasis\.opendocument\.presentation$/.test(mediaType))
    return 'slides'
  return undefined
}

/** Extension in lower case, without the dot; the whole name for names such as `Dockerfile`. */
export function extensionOf(name: string): string {
  return (EXTENSION.exec(name)?.[1] ?? name).toLowerCase()
}
