import type { Context } from '#platform/server/context.ts'
import { badRequest } from '#platform/server/http/errors.ts'
import { contentPath } from '#features/content-core/server/read.ts'
import type { Space } from '#features/spaces/server/index.ts'
import type { PageTreeItem } from '../contract.ts'
import { BLOG_PAGE_SIZE, GROUP_MONTH, GROUP_YEAR } from '../shared.ts'
import { postingPeriods, postsOfMonth } from './store.ts'

const group = (title: string, groupType: string, groupValue: string): PageTreeItem => ({
  pageId: '',
  title,
  url: '',
  hasChildren: true,
  children: [],
  active: false,
  groupType,
  groupValue,
})

/**
 * One level of a space's blog, newest first: the years; the months of a year (`1`, `2026`); the posts of a month (`2`,
 * `11/2026`, the month with or without its zero).
 * @throws HttpError 400 if the group is invalid
 */
export async function blogLevel(
  ctx: Context,
  space: Space,
  { groupType, groupValue, start, limit }: { groupType: string; groupValue: string; start: number; limit: number },
): Promise<PageTreeItem[]> {
  if (groupType === '') return (await postingPeriods(ctx, space.id, 4, '')).map(year => group(year, GROUP_YEAR, year))
  if (groupType === GROUP_YEAR) {
    if (!/^\d{4}$/.test(groupValue))
      throw badRequest('a year has four digits', {
        field: 'groupValue',
        forPrograms: true,
      })
    return (await postingPeriods(ctx, space.id, 7, groupValue)).map(day => {
      const [year = '', month = ''] = day.split('/')
      return group(monthName(ctx.locale, year, month), GROUP_MONTH, `${Number(month)}/${year}`)
    })
  }
  const [, month = '', year = ''] = /^(\d{1,2})\/(\d{4})$/.exec(groupValue) ?? []
  if (groupType !== GROUP_MONTH || month === '') {
    throw badRequest('groupType is 1 with a year, or 2 with month/year as groupValue', { forPrograms: true })
  }
  return posts(ctx, space, `${year}/${month.padStart(2, '0')}`, start, limit)
}

/** The blog's tree, open at a post: its year and its month hold what is below them. */
export async function blogTreeAt(
  ctx: Context,
  space: Space,
  post: { id: number; posting_day: string | null } | undefined,
): Promise<PageTreeItem[]> {
  const level = (groupType: string, groupValue: string) =>
    blogLevel(ctx, space, { groupType, groupValue, start: 0, limit: BLOG_PAGE_SIZE })
  const years = await level('', '')
  // Without a post, the newest month is what a reader looks for.
  const [year = '', month = ''] = post?.posting_day?.split('/') ?? []
  const openYear = post ? years.find(item => item.groupValue === year) : years[0]
  if (!openYear) return years
  openYear.active = post !== undefined
  openYear.children = await level(GROUP_YEAR, openYear.groupValue)
  const openMonth = post
    ? openYear.children.find(item => item.groupValue === `${Number(month)}/${year}`)
    : openYear.children[0]
  if (!openMonth) return years
  openMonth.active = post !== undefined
  openMonth.children = (await level(GROUP_MONTH, openMonth.groupValue)).map(item =>
    item.pageId === String(post?.id) ? { ...item, active: true } : item,
  )
  return years
}

async function posts(ctx: Context, space: Space, month: string, start: number, limit: number): Promise<PageTreeItem[]> {
  return (await postsOfMonth(ctx, space.id, month, start, limit)).map(row => ({
    pageId: String(row.id),
    title: row.title,
    url: contentPath(row, space.key),
    hasChildren: false,
    children: [],
    active: false,
    groupType: '',
    groupValue: '',
  }))
}

function monthName(locale: string, year: string, month: string): string {
  return new Intl.DateTimeFormat(locale, { month: 'long', timeZone: 'UTC' }).format(
    Date.UTC(Number(year), Number(month) - 1, 1),
  )
}
