import type { Context } from '#platform/server/context.ts'
import { isoTime } from '#platform/wire.ts'
import { pagePath } from '#features/content-core/address-shared.ts'
import type { AnalyticsReport } from '../contract.ts'
import { recorderOf } from './recorder.ts'
import { DAY_MS, daysFrom, failedSearches, popularPages, unreadPages } from './store.ts'

/** Pages read, edited and not found in the last days, today included. */
export async function reportOf(ctx: Context, count: number): Promise<AnalyticsReport> {
  const { database } = ctx.app
  const now = Date.now()
  await recorderOf(ctx.app).sumUp(now)
  const from = Math.floor(now / DAY_MS) - count + 1
  const sums = new Map((await daysFrom(database, from)).map(row => [row.day, row]))
  const page = ({ id, title, space }: { id: number; title: string; space: string }) => ({
    id: String(id),
    title,
    url: pagePath(id),
    space,
  })
  return {
    days: Array.from({ length: count }, (_, index) => {
      const { views = 0, readers = 0, edits = 0, editors = 0 } = sums.get(from + index) ?? {}
      return { day: isoTime((from + index) * DAY_MS).slice(0, 10), views, readers, edits, editors }
    }),
    popular: (await popularPages(ctx, from)).map(row => ({
      ...page(row),
      views: Number(row.views),
      readers: Number(row.readers),
    })),
    unread: (await unreadPages(ctx, from)).map(row => ({ ...page(row), updatedAt: isoTime(row.updated_at) })),
    searches: (await failedSearches(database, from)).map(({ query, times }) => ({ query, times: Number(times) })),
  }
}
