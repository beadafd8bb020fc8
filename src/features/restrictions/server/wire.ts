import type { Context } from '#platform/server/context.ts'
import { accountsById, groupsById, groupView, personOf } from '#features/accounts/server/index.ts'
import { INNER_LIMIT } from '#features/content/server/index.ts'
import type { Operation, Subjects } from './service.ts'

const NOBODY: Subjects = { accountIds: [], groupIds: [] }

/** `restrictions.read` and its like: users and groups by operation. */
export async function operationWire(ctx: Context, contentId: number, operation: Operation, subjects: Subjects = NOBODY) {
  const [people, groups] = await Promise.all([accountsById(ctx.app, subjects.accountIds), groupsById(ctx.app, subjects.groupIds)])
  const users = subjects.accountIds.flatMap(id => people.get(id) ?? []).map(account => personOf(ctx.app, account))
  const names = subjects.groupIds.flatMap(id => groups.get(id) ?? []).map(group => groupView(ctx.app, group))
  const path = `/rest/api/content/${contentId}/restriction/byOperation/${operation}`
  return {
    operation,
    restrictions: { user: inner(users), group: inner(names), _expandable: {} },
    _links: { self: ctx.app.baseUrl + path },
    _expandable: { content: `/rest/api/content/${contentId}` },
  }
}

function inner<T>(items: readonly T[]) {
  const results = items.slice(0, INNER_LIMIT)
  return { results, start: 0, limit: INNER_LIMIT, size: results.length }
}
