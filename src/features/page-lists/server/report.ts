import { defineMacro, h, wrappedTable, type Html, type RenderContext, type ValuesOf } from '#language/index.ts'
import { friendlyTime } from '#platform/friendly-time.ts'
import type { Context } from '#platform/server/context.ts'
import { extensionPoint } from '#platform/server/extensions.ts'
import { readerOf } from '#platform/server/http/view.ts'
import { accountsById, profilePath } from '#features/accounts/server/index.ts'
import { contentPath, type ContentRow } from '#features/content-core/server/read.ts'
import { contextOf } from '#features/content-core/server/render.ts'
import { SEARCH_PATH } from '#features/search/address-shared.ts'
import { spacesById } from '#features/spaces/server/index.ts'
import { blankTexts, labels, maximum, spaces } from './parameters.ts'
import { among, inSpaces, listByCql, type Listed } from './query.ts'
import { countComments } from './store.ts'

/** A number beside each row of a content report that another feature counts, e.g. likes. */
export interface ReportCount {
  readonly field: 'likeCount'
  load(ctx: Context, rows: readonly ContentRow[]): Promise<ReadonlyMap<number, number>>
}
export const reportCounts = extensionPoint<ReportCount>('page-lists.report-counts')

/** A row of a content report. */
export interface ReportRow {
  urlPath: string
  title: string
  creatorName: string
  creatorFullName: string
  /** Epoch milliseconds of the last change. */
  sortableDate: number
  friendlyModificationDate: string
  commentCount: number
  likeCount: number
}

/** `content-report-table`: pages with labels, as a table that readers can sort. */
export const contentReport = defineMacro({
  name: 'content-report-table',
  aliases: ['contentreporttable'],
  title: 'Content report table',
  description: 'Pages and blog posts with labels, as a table that readers can sort.',
  category: 'reporting',
  body: 'none',
  lists: true,
  output: 'block',
  parameters: {
    labels: { ...labels, required: true },
    spaces,
    maxResults: { ...maximum, default: 20 },
    showCommentsCount: { type: 'boolean', label: 'Show number of comments' },
    showLikesCount: { type: 'boolean', label: 'Show number of likes' },
    ...blankTexts,
  },
  async render(call, context) {
    context.depends.volatile()
    const ctx = contextOf(context)
    const { page } = context
    const p = call.parameters
    const conditions = ['type in (page, blogpost)', among('label', p.labels), inSpaces(p.spaces, page.spaceKey)].filter(
      condition => condition !== undefined,
    )
    if (p.labels.length === 0)
      return call.root('div', { class: 'error', role: 'note' }, readerOf(ctx).t('No labels are named.'))
    const listed = await listByCql(
      ctx,
      `${conditions.join(' and ')} order by lastmodified desc`,
      { spaceKey: page.spaceKey, contentId: page.id },
      { max: p.maxResults, context },
    )
    if (typeof listed === 'string') return call.root('div', { class: 'error', role: 'note' }, listed)
    if (listed.rows.length === 0) return call.root('div', {}, blank(p, ctx))
    const rows = await reportRows(ctx, listed.rows)
    return call.root(
      'div',
      { class: 'content-report-table-container' },
      table(rows, p, ctx, context),
      more(listed, ctx, context),
    )
  },
})

/** The text in place of an empty list, as its macro says. */
export function blank(parameters: ValuesOf<typeof blankTexts>, ctx: Context): Html {
  const title = parameters.blankTitle?.trim()
  const description = parameters.blankDescription?.trim()
  return h(
    'div',
    { class: 'blank-experience' },
    title ? h('p', {}, h('strong', {}, title)) : undefined,
    h('p', {}, description || (title ? undefined : readerOf(ctx).t('No content found.'))),
  )
}

function table(
  rows: readonly ReportRow[],
  shown: { showCommentsCount: boolean; showLikesCount: boolean },
  ctx: Context,
  context: RenderContext,
): Html {
  const { t } = readerOf(ctx)
  return wrappedTable(
    rows,
    [
      {
        heading: t('Title'),
        className: 'title',
        cell: row => h('a', { href: context.url(row.urlPath) }, row.title),
      },
      { heading: t('Creator'), className: 'creator', cell: row => creator(row, context) },
      {
        heading: t('Modified'),
        className: 'modified',
        cell: row => row.friendlyModificationDate,
        sortValue: row => row.sortableDate,
      },
      shown.showCommentsCount && { heading: t('Comments'), cell: row => String(row.commentCount) },
      shown.showLikesCount && { heading: t('Likes'), cell: row => String(row.likeCount) },
    ],
    'content-report-table',
  )
}

function creator({ creatorName, creatorFullName }: ReportRow, context: RenderContext): Html | string {
  if (creatorName === '' || !contextOf(context).viewer.mayViewUsers) return creatorFullName
  return h('a', { class: 'confluence-userlink', href: context.url(profilePath(creatorName)) }, creatorFullName)
}

/** Address of the whole list, of which only the first entries are shown. */
export function more({ rows, total, cql }: Listed, ctx: Context, context: RenderContext): Html | undefined {
  if (total <= rows.length) return undefined
  return h(
    'p',
    { class: 'more-link' },
    h(
      'a',
      { href: context.url(`${SEARCH_PATH}?${new URLSearchParams({ cql })}`) },
      readerOf(ctx).t('Find more results'),
    ),
  )
}

/** Facts that reports show of contents beside their titles. */
export async function factsOfRows(ctx: Context, rows: readonly ContentRow[]) {
  const [people, spaces, comments, ...counts] = await Promise.all([
    accountsById(
      ctx.app,
      rows.map(row => row.creator_id),
    ),
    spacesById(
      ctx.app,
      rows.map(row => row.space_id),
    ),
    countComments(
      ctx,
      rows.map(row => row.id),
    ),
    ...ctx.app.extensions.all(reportCounts).map(count => count.load(ctx, rows)),
  ])
  return {
    spaces,
    creatorOf: (row: ContentRow) => people.get(row.creator_id ?? 0),
    commentsOf: (row: ContentRow) => comments.get(row.id) ?? 0,
    likesOf: (row: ContentRow) => counts.reduce((sum, of) => sum + (of.get(row.id) ?? 0), 0),
  }
}

async function reportRows(ctx: Context, rows: readonly ContentRow[]): Promise<ReportRow[]> {
  const { spaces, creatorOf, commentsOf, likesOf } = await factsOfRows(ctx, rows)
  return rows.map(row => {
    const account = creatorOf(row)
    return {
      urlPath: contentPath(row, spaces.get(row.space_id)?.key ?? ''),
      title: row.title,
      creatorName: account?.username ?? '',
      creatorFullName: account?.display_name ?? readerOf(ctx).t('Anonymous'),
      sortableDate: row.updated_at,
      friendlyModificationDate: friendlyTime(row.updated_at, Date.now(), ctx.locale, ctx.viewer.timeZone),
      commentCount: commentsOf(row),
      likeCount: likesOf(row),
    }
  })
}
