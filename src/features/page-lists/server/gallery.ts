import { readerOf } from '#platform/server/http/view.ts'
import { defineMacro, h, pageByText, referenceKey, referenceOf, type Html, type MacroInvocation, type RenderContext } from '#language/index.ts'
import { downloadPath, thumbnailPath } from '#features/attachments/server/index.ts'
import { contextOf, findContent, type ContentRow, WikiHost } from '#features/content/server/index.ts'
import { labelled } from '#features/labels/server/index.ts'

/** Pictures that the macro shows; the page's own list of files has the rest. */
const MOST_PICTURES = 200
/** Names and labels that a parameter may list. */
const MOST_NAMES = 100

const COLUMNS = { name: 'content.title_key', comment: 'attachment.comment', date: 'content.updated_at', size: 'attachment.size' } as const

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
    const { title, columns, sort, reverse } = call.parameters
    const page = await shownPage(call.invocation, context)
    const [include, exclude] = [namesIn(call.parameters.include), namesIn(call.parameters.exclude)]
    const [withLabel, withoutLabel] = [namesIn(call.parameters.includeLabel), namesIn(call.parameters.excludeLabel)]
    const { read } = ctx.app.database
    const bearing = (name: string) => labelled(read, { prefix: 'global', name: name.toLowerCase() }, ctx.viewer)
    const direction = reverse ? 'desc' : 'asc'
    const rows = page === undefined ? [] : await read.selectFrom('content').innerJoin('attachment', 'attachment.content_id', 'content.id')
      .select(['content.id', 'content.container_id', 'content.title', 'content.version', 'content.updated_at', 'attachment.comment'])
      .where('content.container_id', '=', page.id).where('content.type', '=', 'attachment').where('content.status', '=', 'current')
      // Only of pictures that could be read is the width known.
      .where('attachment.width', 'is not', null)
      .$if(include.length > 0, query => query.where('content.title', 'in', include))
      .$if(exclude.length > 0, query => query.where('content.title', 'not in', exclude))
      .$if(withLabel.length > 0, query => query.where(eb => eb.or(withLabel.map(name => eb('content.id', 'in', bearing(name))))))
      .$if(withoutLabel.length > 0, query => query.where(eb => eb.and(withoutLabel.map(name => eb('content.id', 'not in', bearing(name))))))
      .orderBy(COLUMNS[sort], direction).orderBy('content.id', direction).limit(MOST_PICTURES + 1).execute()
    const heading = title?.trim() ? h('figcaption', {}, title.trim()) : undefined
    if (rows.length === 0 || page === undefined) return call.root('figure', { class: 'gallery' }, heading, h('p', {}, readerOf(ctx).t('No images')))
    const cells = rows.slice(0, MOST_PICTURES).map(row => h('td', {},
      h('a', { href: context.url(downloadPath(row)), 'data-linked-resource-id': `att${row.id}`, 'data-linked-resource-type': 'attachment' },
        h('img', { src: context.url(thumbnailPath(row)), alt: row.title, loading: 'lazy' })),
      row.comment && h('p', {}, row.comment)))
    return call.root('figure', { class: 'gallery' }, heading,
      h('table', { class: 'gallery', role: 'presentation' }, h('tbody', {}, ...inRows(cells, columns).map(row => h('tr', {}, ...row)))),
      rows.length > MOST_PICTURES && h('p', {}, h('a', { href: context.url(`/pages/viewpageattachments.action?pageId=${page.id}`) }, readerOf(ctx).t('Show all attachments'))))
  },
})

/** The page that the parameter names, as a resource or in words (`Title`, `SPACE:Title`), or the macro's own. */
async function shownPage({ parameters, resources }: MacroInvocation, context: RenderContext): Promise<ContentRow | undefined> {
  const ctx = contextOf(context)
  const named = parameters['page']?.trim()
  const reference = (resources['page'] && referenceOf(resources['page'])) ?? (named ? pageByText(named) : undefined)
  if (reference === undefined) return findContent(ctx, Number(context.page.id))
  if (reference.kind !== 'page' && reference.kind !== 'blog-post') return undefined
  return (await new WikiHost(ctx).findTitled([reference], context.page)).get(referenceKey(reference))
}

function namesIn(text: string | undefined): string[] {
  return (text ?? '').split(',').map(name => name.trim().normalize('NFC')).filter(name => name !== '').slice(0, MOST_NAMES)
}

function inRows(cells: readonly Html[], columns: number): Html[][] {
  return Array.from({ length: Math.ceil(cells.length / columns) }, (_, row) => cells.slice(row * columns, (row + 1) * columns))
}
