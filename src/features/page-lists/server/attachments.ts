import { defineMacro, h, wrappedTable, type Html, type RenderContext } from '#language/index.ts'
import { friendlyTime } from '#platform/friendly-time.ts'
import { readerOf } from '#platform/server/http/view.ts'
import { accountsById } from '#features/accounts/server/index.ts'
import { downloadPath, sizeText } from '#features/attachments/server/index.ts'
import { findContent } from '#features/content-core/server/read.ts'
import { contextOf } from '#features/content-core/server/render.ts'
import { filesOfPage, type FileRow } from './store.ts'

/** Files that the macro shows; the page's own list has the rest. */
const MOST_FILES = 50

/** `attachments`: the files of the page as a table. */
export const attachmentsMacro = defineMacro({
  name: 'attachments',
  title: 'Attachments',
  description: 'The first 50 files of the page, as a table.',
  category: 'media',
  body: 'none',
  lists: true,
  output: 'block',
  parameters: {
    sortBy: { type: 'enum', label: 'Sort by', values: ['date', 'size', 'name', 'createddate'], default: 'date' },
    sortOrder: {
      type: 'enum',
      label: 'Direction',
      help: 'Default: ascending by name, otherwise descending.',
      values: ['ascending', 'descending'],
    },
  },
  async render(call, context) {
    context.depends.volatile()
    const ctx = contextOf(context)
    const { sortBy: sort, sortOrder = sort === 'name' ? 'ascending' : 'descending' } = call.parameters
    const direction = sortOrder === 'ascending' ? 'asc' : 'desc'
    // Files are as visible as their page, which the reader sees; a draft or an unsaved page has none yet.
    const page = await findContent(ctx, Number(context.page.id))
    const rows = page ? await filesOfPage(ctx, page.id, { sort, direction, limit: MOST_FILES + 1 }) : []
    if (!page || rows.length === 0) return call.root('div', {}, h('p', {}, readerOf(ctx).t('No attachments')))
    return call.root(
      'div',
      { class: 'plugin_attachments_container' },
      await fileTable(rows.slice(0, MOST_FILES), context),
      rows.length > MOST_FILES && allFilesLink(page.id, context),
    )
  },
})

async function fileTable(rows: readonly FileRow[], context: RenderContext): Promise<Html> {
  const ctx = contextOf(context)
  const reader = readerOf(ctx)
  const people = await accountsById(
    ctx.app,
    rows.map(row => row.updater_id),
  )
  return wrappedTable(
    rows,
    [
      { heading: reader.t('Name'), className: 'filename', cell: row => fileLink(row, context) },
      { heading: reader.t('Size'), cell: row => sizeText(row.size), sortValue: row => row.size },
      {
        heading: reader.t('Attached by'),
        cell: row => people.get(row.updater_id ?? 0)?.display_name ?? reader.t('Anonymous'),
      },
      {
        heading: reader.t('Date'),
        cell: row => friendlyTime(row.updated_at, Date.now(), ctx.locale, ctx.viewer.timeZone),
        sortValue: row => row.updated_at,
      },
    ],
    'attachments',
  )
}

function fileLink(row: FileRow, context: RenderContext): Html {
  return h(
    'a',
    {
      href: context.url(downloadPath(row)),
      'data-linked-resource-id': `att${row.id}`,
      'data-linked-resource-type': 'attachment',
      'data-linked-resource-content-type': row.media_type,
    },
    row.title,
  )
}

/** Leads to all files of a page, where a macro shows only the first of them. */
export function allFilesLink(pageId: number, context: RenderContext): Html {
  const ctx = contextOf(context)
  return h(
    'p',
    {},
    h(
      'a',
      { href: context.url(`/pages/viewpageattachments.action?pageId=${pageId}`) },
      readerOf(ctx).t('Show all attachments'),
    ),
  )
}
