import type { Context } from '#platform/server/context.ts'
import { accountsById, groupsById, groupView, personOf } from '#features/accounts/server/index.ts'
import { INNER_LIMIT } from '#features/content/server/index.ts'
import type { Operation, Subjects } from './store.ts'

const NOBODY: Subjects = { accountIds: [], groupIds: [] }

interface Window {
  start: number
  limit: number
}

/** `restrictions.read` and its like: users and groups by operation, as many of each as the window shows. */
export async function operationWire(
  ctx: Context,
  contentId: number,
  operation: Operation,
  subjects: Subjects = NOBODY,
  window: Window = { start: 0, limit: INNER_LIMIT },
) {
  const [people, groups] = await Promise.all([
    accountsById(ctx.app, subjects.accountIds),
    groupsById(ctx.app, subjects.groupIds),
  ])
  const users = subjects.accountIds.flatMap(id => people.get(id) ?? []).map(account => personOf(ctx.app, account))
  const names = subjects.groupIds.flatMap(id => groups.get(id) ?? []).map(group => groupView(ctx.app, group))
  const path = `/rest/api/content/${contentId}/restriction/byOperation/${operation}`
  return {
    operation,
    restrictions: { user: inner(users, window), group: inner(names, window), _expandable: {} },
    _links: { self: ctx.app.baseUrl + path },
    _expandable: { content: `/rest/api/content/${contentId}` },
  }
}

function inner<T>(items: readonly T[], { start, limit }: Window) {
  const results = items.slice(start, start + limit)
  return { results, start, limit, size: results.length }
}
