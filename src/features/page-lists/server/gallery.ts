import { readerOf } from '#platform/server/http/view.ts'
import {
  defineMacro,
  h,
  pageByText,
  referenceKey,
  referenceOf,
  type Html,
  type MacroInvocation,
  type RenderContext,
} from '#language/index.ts'
import { downloadPath, thumbnailPath } from '#features/attachments/server/index.ts'
import { contextOf, findContent, type ContentRow, WikiHost } from '#features/content/server/index.ts'
import { allFilesLink } from './attachments.ts'
import { picturesOfPage, type PictureRow } from './store.ts'

/** Pictures that the macro shows; the page's own list of files has the rest. */
const MOST_PICTURES = 200
/** Names and labels that a parameter may list. */
const MOST_NAMES = 100

/** `gallery`: the pictures of a page, small, each leading to the whole one. */
export const galleryMacro = defineMacro({
  name: 'gallery',
  body: 'none',
  lists: true,
  output: 'block',
  parameters: {
    title: { type: 'string', maxLength: 500 },
    columns: { type: 'integer', default: 4, min: 1, max: 12 },
    include: { type: 'string' },
    exclude: { type: 'string' },
    includeLabel: { type: 'string' },
    excludeLabel: { type: 'string' },
    sort: { type: 'enum', values: ['name', 'comment', 'date', 'size'], default: 'name' },
    reverse: { type: 'boolean' },
    page: { type: 'string', maxLength: 500 },
  },
  async render(call, context) {
    context.depends.volatile()
    const ctx = contextOf(context)
    const { title, columns, sort, reverse, include, exclude, includeLabel, excludeLabel } = call.parameters
    const page = await shownPage(call.invocation, context)
    const filter = {
      include: namesIn(include),
      exclude: namesIn(exclude),
      includeLabel: namesIn(includeLabel),
      excludeLabel: namesIn(excludeLabel),
    }
    const order = { sort, direction: reverse ? 'desc' : 'asc', limit: MOST_PICTURES + 1 } as const
    const rows = page ? await picturesOfPage(ctx, page.id, filter, order) : []
    const heading = title?.trim() ? h('figcaption', {}, title.trim()) : undefined
    if (!page || rows.length === 0)
      return call.root('figure', { class: 'gallery' }, heading, h('p', {}, readerOf(ctx).t('No images')))
    const cells = rows.slice(0, MOST_PICTURES).map(row => pictureCell(row, context))
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

function pictureCell(row: PictureRow, context: RenderContext): Html {
  return h(
    'td',
    {},
    h(
      'a',
      {
        href: context.url(downloadPath(row)),
        'data-linked-resource-id': `att${row.id}`,
        'data-linked-resource-type': 'attachment',
      },
      h('img', { src: context.url(thumbnailPath(row)), alt: row.title, loading: 'lazy' }),
    ),
    row.comment && h('p', {}, row.comment),
  )
}

/** The page that the parameter names, as a resource or in words (`Title`, `SPACE:Title`), or the macro's own. */
async function shownPage(
  { parameters, resources }: MacroInvocation,
  context: RenderContext,
): Promise<ContentRow | undefined> {
  const ctx = contextOf(context)
  const named = parameters['page']?.trim()
  const reference = (resources['page'] && referenceOf(resources['page'])) ?? (named ? pageByText(named) : undefined)
  if (reference === undefined) return findContent(ctx, Number(context.page.id))
  if (reference.kind !== 'page' && reference.kind !== 'blog-post') return undefined
  return (await new WikiHost(ctx).findTitled([reference], context.page)).get(referenceKey(reference))
}

function namesIn(text: string | undefined): string[] {
  return (text ?? '')
    .split(',')
    .map(name => name.trim().normalize('NFC'))
    .filter(name => name !== '')
    .slice(0, MOST_NAMES)
}

function inRows(cells: readonly Html[], columns: number): Html[][] {
  return Array.from({ length: Math.ceil(cells.length / columns) }, (_, row) =>
    cells.slice(row * columns, (row + 1) * columns),
  )
}
