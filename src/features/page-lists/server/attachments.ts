import { defineMacro, h } from '#language/index.ts'
import { friendlyTime } from '#platform/friendly-time.ts'
import { readerOf } from '#platform/server/http/view.ts'
import { accountsById } from '#features/accounts/server/index.ts'
import { downloadPath, sizeText } from '#features/attachments/server/index.ts'
import { contextOf, findContent } from '#features/content/server/index.ts'

/** Files that the macro shows; the page's own list has the rest. */
const MOST_FILES = 50

const COLUMNS = { name: 'content.title_key', date: 'content.updated_at', size: 'attachment.size', createddate: 'content.created_at' } as const

/** `attachments`: the files of the page as a table. */
export const attachmentsMacro = defineMacro({
  name: 'attachments',
  body: 'none',
  lists: true,
  output: 'block',
  parameters: {
    sortBy: { type: 'enum', values: ['date', 'size', 'name', 'createddate'], default: 'date' },
    sortOrder: { type: 'enum', values: ['ascending', 'descending'] },
  },
  async render(call, context) {
    context.depends.volatile()
    const ctx = contextOf(context)
    // Files are as visible as their page, which the reader sees; a draft or an unsaved page has none of its own yet.
    const page = await findContent(ctx, Number(context.page.id))
    if (!page) return call.root('div', {}, h('p', {}, readerOf(ctx).t('No attachments')))
    const { sortBy, sortOrder } = call.parameters
    const direction = sortOrder ? ({ ascending: 'asc', descending: 'desc' } as const)[sortOrder] : sortBy === 'name' ? 'asc' : 'desc'
    const rows = await ctx.app.database.read.selectFrom('content').innerJoin('attachment', 'attachment.content_id', 'content.id')
      .select(['content.id', 'content.container_id', 'content.title', 'content.version', 'content.updated_at', 'content.updater_id', 'attachment.size', 'attachment.media_type'])
      .where('content.container_id', '=', page.id).where('content.type', '=', 'attachment').where('content.status', '=', 'current')
      .orderBy(COLUMNS[sortBy], direction).orderBy('content.id').limit(MOST_FILES + 1).execute()
    if (rows.length === 0) return call.root('div', {}, h('p', {}, readerOf(ctx).t('No attachments')))
    const people = await accountsById(ctx.app, rows.map(row => row.updater_id))
    const head = (text: string) => h('th', { class: 'confluenceTh' }, readerOf(ctx).t(text))
    const cell = (text: string, sortValue?: number) => h('td', { class: 'confluenceTd', 'data-sort-value': sortValue === undefined ? undefined : String(sortValue) }, text)
    const body = rows.slice(0, MOST_FILES).map(row => h('tr', {},
      h('td', { class: 'confluenceTd filename' }, h('a', {
        href: context.url(downloadPath(row)),
        'data-linked-resource-id': `att${row.id}`, 'data-linked-resource-type': 'attachment', 'data-linked-resource-content-type': row.media_type,
      }, row.title)),
      cell(sizeText(row.size), row.size),
      cell(people.get(row.updater_id ?? 0)?.display_name ?? readerOf(ctx).t('Anonymous')),
      cell(friendlyTime(row.updated_at, Date.now(), ctx.locale, ctx.viewer.timeZone), row.updated_at)))
    return call.root('div', { class: 'plugin_attachments_container' },
      h('div', { class: 'table-wrap' }, h('table', { class: 'confluenceTable attachments' }, h('tbody', {},
        h('tr', {}, head('Name'), head('Size'), head('Attached by'), head('Date')), ...body))),
      rows.length > MOST_FILES && h('p', {}, h('a', { href: context.url(`/pages/viewpageattachments.action?pageId=${page.id}`) }, readerOf(ctx).t('Show all attachments'))))
  },
})
