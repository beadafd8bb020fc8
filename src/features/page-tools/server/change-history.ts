import { defineMacro, h, wrappedTable } from '#language/index.ts'
import { friendlyTime } from '#platform/friendly-time.ts'
import { readerOf } from '#platform/server/http/view.ts'
import { accountsById, personLink } from '#features/accounts/server/index.ts'
import { contentPath, findContent, versionAuthors } from '#features/content-core/server/read.ts'
import { contextOf, spaceKeyOf } from '#features/content-core/server/render.ts'
import { versionHeads } from '#features/content/server/index.ts'
import { historyPath, versionPath } from '../tools.ts'

/** Versions that the macro shows; the page's history has the rest. */
const MOST_VERSIONS = 50

/** `change-history`: the versions of the page, the newest first, with who made them, when and why. */
export const changeHistoryMacro = defineMacro({
  name: 'change-history',
  title: 'Change history',
  description: 'The last 50 versions of the page, with their authors and comments.',
  category: 'reporting',
  body: 'none',
  lists: true,
  output: 'block',
  parameters: {},
  async render(call, context) {
    context.depends.volatile()
    const ctx = contextOf(context)
    const { t } = readerOf(ctx)
    const row = await findContent(ctx, Number(context.page.id))
    // A page that is not saved yet has none.
    if (!row) return call.root('div', {})
    const heads = await versionHeads(ctx, row.id, 0, MOST_VERSIONS + 1)
    const shown = heads.slice(0, MOST_VERSIONS)
    const others = await versionAuthors(
      ctx.app.database.read,
      row.id,
      shown.map(version => version.number),
    )
    const people = await accountsById(ctx.app, [
      ...shown.map(version => version.author_id),
      ...[...others.values()].flat(),
    ])
    const person = (id: number | null) => personLink(ctx, people.get(id ?? 0), path => context.url(path))
    const page = { id: String(row.id), url: contentPath(row, await spaceKeyOf(ctx, row)), version: row.version }
    const table = wrappedTable(shown, [
      {
        heading: t('Version'),
        cell: ({ number }) =>
          h('a', { href: context.url(versionPath(page, number)) }, t('Version {{number}}', { number })),
      },
      {
        heading: t('Date'),
        cell: ({ at }) => friendlyTime(at, Date.now(), ctx.locale, ctx.viewer.timeZone),
      },
      {
        heading: t('Changed by'),
        cell: ({ number, author_id }) =>
          h('span', {}, person(author_id), ...(others.get(number) ?? []).flatMap(id => [', ', person(id)])),
      },
      { heading: t('Comment'), cell: ({ message }) => message },
    ])
    return call.root(
      'div',
      { class: 'change-history' },
      table,
      heads.length > shown.length &&
        h('p', { class: 'more-link' }, h('a', { href: context.url(historyPath(page.id)) }, t('Page history'))),
    )
  },
})
