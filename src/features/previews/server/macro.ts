import { defineMacro, embeddedFileData, h, type ResolvedAttachment } from '#language/index.ts'
import { readerOf } from '#platform/server/http/view.ts'
import { contextOf } from '#features/content-core/server/render.ts'
import { FILE_HEIGHT, FILE_HEIGHT_IN_COMMENTS } from '../shared.ts'

const LEAST_HEIGHT = 24
const MOST_HEIGHT = 1200

/**
 * An embedded file: its picture, or a card with its name and type, as a link to its bytes; the browser opens the
 * previewer in its place. Attributes are those that scripts of the old product read.
 */
export const viewFileMacro = defineMacro({
  name: 'view-file',
  aliases: ['viewfile', 'viewpdf', 'viewdoc', 'viewppt', 'viewxls', 'multimedia'],
  title: 'View file',
  description: 'A file: its picture, or a card with its name. Readers can open its preview.',
  category: 'media',
  body: 'none',
  output: 'inline',
  parameters: {
    name: { type: 'attachment', label: 'File', required: true, aliases: [''] },
    height: { type: 'text', label: 'Height', help: 'In pixels. Default: 250, in comments 150.', maxLength: 10 },
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
    const height = heightIn(call.parameters.height) ?? (inComment ? FILE_HEIGHT_IN_COMMENTS : FILE_HEIGHT)
    return call.root(
      'span',
      { class: 'confluence-embedded-file-wrapper' },
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
  return h(
    'a',
    { class: 'confluence-embedded-file ox-file-card', style: `height: ${height}px`, ...attributes },
    h('span', { class: 'ox-file-card-name title' }, found.filename),
    h('span', { class: 'ox-file-card-type' }, found.niceType),
  )
}

function heightIn(written: string | undefined): number | undefined {
  const height = Number(/^(\d{1,5})(?:px)?$/.exec(written?.trim() ?? '')?.[1])
  return height > 0 ? Math.min(MOST_HEIGHT, Math.max(LEAST_HEIGHT, height)) : undefined
}
