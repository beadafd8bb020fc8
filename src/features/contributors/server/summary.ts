import { defineMacro, h, tableOf } from '#language/index.ts'
import { readerOf } from '#platform/server/http/view.ts'
import { accountsById, personLink } from '#features/accounts/server/index.ts'
import { contextOf } from '#features/content-core/server/render.ts'
import { pageParameters, parametersOf } from './macro.ts'
import { chosenPages, shownPage } from './find.ts'
import { commentsByPerson, versionsByPerson } from './store.ts'

/** People that the table has at most. */
const MOST_PEOPLE = 200

/** `contributors-summary`: how many edits and comments each person made on the page, or on those below it. */
export const contributorsSummary = defineMacro({
  name: 'contributors-summary',
  title: 'Contributors summary',
  description: 'The number of edits and comments of each user on the page, or on the pages below it.',
  category: 'communication',
  body: 'none',
  lists: true,
  output: 'block',
  parameters: {
    ...pageParameters,
    limit: { type: 'number', label: 'Maximum number of users', default: MOST_PEOPLE, min: 1, max: MOST_PEOPLE },
  },
  async render(call, context) {
    context.depends.volatile()
    const ctx = contextOf(context)
    const { t } = readerOf(ctx)
    const given = parametersOf(call.invocation)
    const page = await shownPage(ctx, Number(context.page.id), given)
    const ids = page ? await chosenPages(ctx, page, given) : []
    if (typeof ids === 'string') return call.root('div', { class: 'error', role: 'note' }, ids)
    const [edits, comments] = await Promise.all([
      versionsByPerson(ctx, ids, MOST_PEOPLE),
      commentsByPerson(ctx, ids, MOST_PEOPLE),
    ])
    const totals = new Map<number | null, { edits: number; comments: number }>()
    for (const row of edits) totals.set(row.account_id, { edits: Number(row.total), comments: 0 })
    for (const row of comments) {
      const total = totals.get(row.account_id) ?? { edits: 0, comments: 0 }
      totals.set(row.account_id, { ...total, comments: Number(row.total) })
    }
    if (totals.size === 0) return call.root('div', {}, h('p', { class: 'contributors-message' }, t('Nobody yet.')))
    const people = await accountsById(ctx.app, [...totals.keys()])
    const rows = [...totals].toSorted(([, one], [, other]) => other.edits - one.edits || other.comments - one.comments)
    const table = tableOf(rows.slice(0, call.parameters.limit), [
      { heading: t('User'), cell: ([id]) => personLink(ctx, people.get(id ?? 0), path => context.url(path)) },
      { heading: t('Edits'), cell: ([, total]) => String(total.edits) },
      { heading: t('Comments'), cell: ([, total]) => String(total.comments) },
    ])
    return call.root('div', { class: 'table-wrap contributors-summary' }, table)
  },
})
