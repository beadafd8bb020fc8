import { readerOf } from '#platform/server/http/view.ts'
import { defineMacro, h, referenceKey, type Html, type Reference, type RenderContext } from '#language/index.ts'
import { madeFrom } from '#platform/server/database/index.ts'
import { downloadPath, thumbnailPath } from '#features/attachments/server/index.ts'
import { findContent, sourcesOf, type ContentRow } from '#features/content-core/server/read.ts'
import { contextOf, WikiHost } from '#features/content-core/server/render.ts'
import { allFilesLink } from './attachments.ts'
import { picturesOfPage, type PictureRow } from './store.ts'

/** Pictures that the macro shows; the page's own list of files has the rest. */
const MOST_PICTURES = 200

/** `gallery`: the pictures of a page, small; each leads to the whole one, which the browser shows in the previewer. */
export const galleryMacro = defineMacro({
  name: 'gallery',
  title: 'Gallery',
  description: 'The first 200 pictures of a page, as thumbnails.',
  category: 'media',
  insert: { keywords: 'gallery pictures images thumbnails photos' },
  body: 'none',
  lists: true,
  output: 'block',
  parameters: {
    title: { type: 'text', label: 'Title', maxLength: 500 },
    columns: { type: 'number', label: 'Columns', default: 4, min: 1, max: 12 },
    include: { type: 'text', label: 'Include files', help: 'Names of files.', list: 'commas' },
    exclude: { type: 'text', label: 'Exclude files', help: 'Names of files.', list: 'commas' },
    includeLabel: { type: 'label', label: 'Include files with labels', list: 'commas' },
    excludeLabel: { type: 'label', label: 'Exclude files with labels', list: 'commas' },
    sort: { type: 'enum', label: 'Sort by', values: ['name', 'comment', 'date', 'size'], default: 'name' },
    reverse: { type: 'boolean', label: 'Reverse order' },
    page: { type: 'page', label: 'Page', help: 'Default: this page.' },
  },
  async render(call, context) {
    context.depends.volatile()
    const ctx = contextOf(context)
    const { title, columns, sort, reverse, include, exclude, includeLabel, excludeLabel } = call.parameters
    const page = await shownPage(call.parameters.page, context)
    const filter = {
      include: include.map(normalised),
      exclude: exclude.map(normalised),
      includeLabel: includeLabel.map(normalised),
      excludeLabel: excludeLabel.map(normalised),
    }
    const order = { sort, direction: reverse ? 'desc' : 'asc', limit: MOST_PICTURES + 1 } as const
    const rows = page ? await madeFrom(sourcesOf([page]), () => picturesOfPage(ctx, page.id, filter, order)) : []
    const heading = title?.trim() ? h('figcaption', {}, title.trim()) : undefined
    if (!page || rows.length === 0)
      return call.root('figure', { class: 'gallery' }, heading, h('p', {}, readerOf(ctx).t('No images')))
    const cells = rows.slice(0, MOST_PICTURES).map(row => pictureCell(row, page.id, context))
    return call.root(
      'figure',
      { class: 'gallery' },
      heading,
      h(
        'table',
        { class: 'gallery', role: 'presentation' },
        h('tbody', {}, ...inRows(cells, columns).map(row => h('tr', {}, ...row))),
      ),
      rows.length > MOST_PICTURES && allFilesLink(page.id, context),
    )
  },
})

function pictureCell(row: PictureRow, pageId: number, context: RenderContext): Html {
  return h(
    'td',
    {},
    h(
      'a',
      {
        href: context.url(downloadPath(row)),
        'data-linked-resource-id': String(row.id),
        'data-linked-resource-type': 'attachment',
        'data-linked-resource-container-id': String(pageId),
      },
      h('img', { src: context.url(thumbnailPath(row)), alt: row.title, loading: 'lazy' }),
    ),
    row.comment && h('p', {}, row.comment),
  )
}

/** The page that the macro names, or its own. */
async function shownPage(reference: Reference | undefined, context: RenderContext): Promise<ContentRow | undefined> {
  const ctx = contextOf(context)
  if (reference === undefined) return findContent(ctx, Number(context.page.id))
  if (reference.kind !== 'page' && reference.kind !== 'blog-post') return undefined
  return (await new WikiHost(ctx).findTitled([reference], context.page)).get(referenceKey(reference))
}

const normalised = (name: string): string => name.normalize('NFC')

function inRows(cells: readonly Html[], columns: number): Html[][] {
  return Array.from({ length: Math.ceil(cells.length / columns) }, (_, row) =>
    cells.slice(row * columns, (row + 1) * columns),
  )
}
