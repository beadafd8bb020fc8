import { defineMacro, embeddedFileData, h, type ResolvedAttachment } from '#language/index.ts'
import { readerOf } from '#platform/server/http/view.ts'
import { contextOf } from '#features/content-core/server/render.ts'
import { FILE_HEIGHT, FILE_HEIGHT_IN_COMMENTS, LEAST_HEIGHT_OF_PAGE, previewKindOf } from '../shared.ts'

const LEAST_SIDE = 24
const MOST_HEIGHT = 1200
const MOST_WIDTH = 2000

/**
 * An embedded file: its picture, a player, or a card with its name and type, as a link to its bytes; the browser opens
 * the previewer in its place, and draws the first page on the card. Attributes are those that scripts of the old product
 * read.
 */
export const viewFileMacro = defineMacro({
  name: 'view-file',
  aliases: ['viewfile', 'viewpdf', 'viewdoc', 'viewppt', 'viewxls', 'multimedia'],
  title: 'View file',
  description: 'A file: its picture, its first page, or a player. Readers can open its preview.',
  category: 'media',
  body: 'none',
  output: 'inline',
  parameters: {
    name: { type: 'attachment', label: 'File', required: true, aliases: [''] },
    height: { type: 'text', label: 'Height', help: 'In pixels. Default: 250, in comments 150.', maxLength: 10 },
    width: { type: 'text', label: 'Width', help: 'Of a video, in pixels.', maxLength: 10 },
  },
  references: ({ name }) => (name ? [name] : []),
  render(call, context) {
    const reference = call.parameters.name
    const found = reference && context.resolved(reference)
    if (found?.kind !== 'attachment') {
      const { t } = readerOf(contextOf(context))
      const name = reference?.kind === 'attachment' ? reference.filename : ''
      return call.root('span', { class: 'unknown-attachment', title: t('Unknown attachment') }, name)
    }
    const inComment = context.page.holderId !== undefined
    const height = pixelsIn(call.parameters.height, MOST_HEIGHT) ?? (inComment ? FILE_HEIGHT_IN_COMMENTS : FILE_HEIGHT)
    return call.root(
      'span',
      { class: 'confluence-embedded-file-wrapper' },
      player(found, call.parameters, height, context.url(found.url)) ??
        fileLink(found, height, path => context.url(path)),
    )
  },
})

function fileLink(found: ResolvedAttachment, height: number, url: (path: string) => string) {
  const attributes = { ...embeddedFileData(found, url(found.url)), href: url(found.url) }
  if (found.thumbnailUrl !== undefined) {
    // Wide enough for the asked height, whatever the shape of the picture.
    const src = `${url(found.thumbnailUrl)}&width=${MOST_HEIGHT}&height=${height}`
    const picture = h('img', { src, alt: found.filename, height, loading: 'lazy' })
    return h('a', { class: 'confluence-embedded-file', ...attributes }, picture)
  }
  const kind = previewKindOf(found.mediaType, found.filename)
  return h(
    'a',
    { class: 'confluence-embedded-file ox-file-card', style: `height: ${height}px`, ...attributes },
    kind !== undefined && height >= LEAST_HEIGHT_OF_PAGE && h('span', { class: 'ox-file-card-page' }),
    h('span', { class: 'ox-file-card-name title' }, found.filename),
    h('span', { class: 'ox-file-card-type' }, found.niceType),
  )
}

/** The player of a video or sound with its name; undefined for other files. It starts by hand. */
function player(found: ResolvedAttachment, { width }: { width?: string | undefined }, height: number, src: string) {
  const kind = previewKindOf(found.mediaType, found.filename)
  if (kind !== 'video' && kind !== 'audio') return undefined
  const size = kind === 'video' ? { height, width: pixelsIn(width, MOST_WIDTH) } : {}
  return h(
    'span',
    { class: 'ox-media' },
    h(kind, { src, controls: true, preload: 'metadata', 'aria-label': found.filename, ...size }),
    h(
      'a',
      { class: 'confluence-embedded-file ox-media-name', ...embeddedFileData(found, src), href: src },
      found.filename,
    ),
  )
}

function pixelsIn(written: string | undefined, most: number): number | undefined {
  const value = Number(/^(\d{1,5})(?:px)?$/.exec(written?.trim() ?? '')?.[1])
  return value > 0 ? Math.min(most, Math.max(LEAST_SIDE, value)) : undefined
}
