import type { QueryOf } from '#platform/contract.ts'
import type { App } from '#platform/server/app.ts'
import type { Context } from '#platform/server/context.ts'
import { badRequest, notFound } from '#platform/server/http/errors.ts'
import { Answer, type Call } from '#platform/server/http/http.ts'
import { accountsById, findGroup, groupsById } from '#features/accounts/server/index.ts'
import { permissionsOn, requireContent, requireContentFor } from '#features/content-core/server/policies.ts'
import { contentPath, contentsById, type ContentRow } from '#features/content-core/server/read.ts'
import { personView } from '#features/content/server/index.ts'
import { spacesById } from '#features/spaces/server/index.ts'
import * as contract from '../contract.ts'
import { changeRestrictions, findUser, requireAccountId, requireGroupId, subjectsOf, type Change } from './service.ts'
import { guardChain, loadSubjects, type Operation, type Subjects } from './store.ts'
import { operationWire } from './wire.ts'

/** Restrictions of a page: read, replaced, and single users and groups added and taken away. */
export function restrictionRoutes(app: App): void {
  collectionCalls(app)
  operationCalls(app)
  userCalls(app)
  groupCalls(app)
  app.http.handle(contract.getRestrictionsView, async ({ ctx, params }) =>
    restrictionsView(ctx, await requireContent(ctx, params.id)),
  )
}

function collectionCalls({ http }: App): void {
  http.handle(contract.listRestrictions, async ({ ctx, params, query }) =>
    collectionWire(ctx, await requireContent(ctx, params.id), query),
  )
  http.handle(contract.replaceRestrictions, call => changeCollection(call, 'replace'))
  http.handle(contract.addRestrictions, call => changeCollection(call, 'add'))
  http.handle(contract.removeRestrictions, async ({ ctx, params }) => {
    const row = await requireContent(ctx, params.id)
    const nobody: Subjects = { accountIds: [], groupIds: [] }
    await changeRestrictions(ctx, row, [
      { operation: 'read', subjects: nobody, mode: 'replace' },
      { operation: 'update', subjects: nobody, mode: 'replace' },
    ])
    return collectionWire(ctx, row)
  })
}

function operationCalls({ http }: App): void {
  http.handle(contract.restrictionsByOperation, async ({ ctx, params }) => {
    const row = await requireContent(ctx, params.id)
    const [read, update] = await operationWires(ctx, row)
    return { read, update, _links: { self: `${ctx.app.baseUrl}/rest/api/content/${row.id}/restriction/byOperation` } }
  })
  http.handle(contract.restrictionOfOperation, async ({ ctx, params: { id, operation }, query }) => {
    const row = await requireContent(ctx, id)
    return operationWire(ctx, row.id, operation, (await subjectsOfContent(ctx, row))?.[operation], query)
  })
  http.handle(contract.relevantViewRestrictions, async ({ ctx, params, query: { start, limit } }) => {
    const row = await requireContent(ctx, params.id)
    const chain = (await guardChain(ctx, row)).slice(start, start + limit)
    const subjects = await loadSubjects(ctx, chain)
    const results = await Promise.all(chain.map(id => operationWire(ctx, id, 'read', subjects.get(id)?.read)))
    return { results, start, limit, size: results.length }
  })
}

function userCalls({ http }: App): void {
  const named = async (ctx: Context, query: UserQuery): Promise<Subjects> => ({
    accountIds: [await requireAccountId(ctx, userOf(query))],
    groupIds: [],
  })
  http.handle(contract.addUser, ({ ctx, params, query }) =>
    changeOperation(ctx, params, 'add', () => named(ctx, query)),
  )
  http.handle(contract.removeUser, ({ ctx, params, query }) =>
    changeOperation(ctx, params, 'remove', () => named(ctx, query)),
  )
  http.handle(contract.hasUser, async ({ ctx, params, query }) => {
    const row = await requireContent(ctx, params.id)
    const account = await findUser(ctx, userOf(query))
    // The names of accounts are not disclosed to readers of the page.
    if (!account || !(await subjectsOfContent(ctx, row))?.[params.operation].accountIds.includes(account.id))
      throw notFound('This user is not named')
    return Answer.empty(200)
  })
}

function groupCalls({ http }: App): void {
  const named = async (ctx: Context, name: string): Promise<Subjects> => ({
    accountIds: [],
    groupIds: [await requireGroupId(ctx, name)],
  })
  http.handle(contract.addGroup, ({ ctx, params }) =>
    changeOperation(ctx, params, 'add', () => named(ctx, params.group)),
  )
  http.handle(contract.removeGroup, ({ ctx, params }) =>
    changeOperation(ctx, params, 'remove', () => named(ctx, params.group)),
  )
  http.handle(contract.hasGroup, async ({ ctx, params }) => {
    const row = await requireContent(ctx, params.id)
    const group = await findGroup(ctx.app, params.group)
    if (!group || !(await subjectsOfContent(ctx, row))?.[params.operation].groupIds.includes(group.id))
      throw notFound('This group is not named')
    return Answer.empty(200)
  })
}

async function changeCollection(
  { ctx, params, body }: Call<typeof contract.replaceRestrictions>,
  mode: 'replace' | 'add',
) {
  const row = await requireRestrictable(ctx, params.id)
  const twice = body.find((input, index) => body.findIndex(other => other.operation === input.operation) < index)
  if (twice && mode === 'replace') {
    throw badRequest('"{{operation}}" is named twice; name all its users and groups in one place', {
      field: 'operation',
      values: { operation: twice.operation },
      forPrograms: true,
    })
  }
  const changes: Change[] = []
  for (const input of body)
    changes.push({ operation: input.operation, subjects: await subjectsOf(ctx, input.restrictions), mode })
  await changeRestrictions(ctx, row, changes)
  return collectionWire(ctx, row)
}

async function changeOperation(
  ctx: Context,
  { id, operation }: { id: number; operation: Operation },
  mode: 'add' | 'remove',
  find: () => Promise<Subjects>,
): Promise<Answer> {
  const row = await requireRestrictable(ctx, id)
  await changeRestrictions(ctx, row, [{ operation, subjects: await find(), mode }])
  return Answer.empty(mode === 'add' ? 200 : 204)
}

/** Asked before the users and groups that a client names are looked up: the answer discloses who exists. */
function requireRestrictable(ctx: Context, id: number): Promise<ContentRow> {
  return requireContentFor(ctx, id, 'restrict')
}

async function subjectsOfContent(ctx: Context, { id }: ContentRow): Promise<Record<Operation, Subjects> | undefined> {
  return (await loadSubjects(ctx, [id])).get(id)
}

async function operationWires(ctx: Context, row: ContentRow) {
  const subjects = await subjectsOfContent(ctx, row)
  return Promise.all(
    (['read', 'update'] as const).map(operation => operationWire(ctx, row.id, operation, subjects?.[operation])),
  )
}

async function collectionWire(ctx: Context, row: ContentRow, { start, limit } = { start: 0, limit: 100 }) {
  const results = (await operationWires(ctx, row)).slice(start, start + limit)
  const self = `${ctx.app.baseUrl}/rest/api/content/${row.id}/restriction`
  return {
    results,
    start,
    limit,
    size: results.length,
    restrictionsHash: '',
    _links: { self, base: ctx.app.baseUrl, context: '' },
  }
}

type UserQuery = QueryOf<typeof contract.hasUser>

function userOf({ userName, username, key }: UserQuery): { username?: string; userKey?: string } {
  const name = userName ?? username
  if (name) return { username: name }
  if (key) return { userKey: key }
  throw badRequest('userName or key: is required', { forPrograms: true })
}

/** Restrictions of the page and of those above it, as the dialog shows them. */
export async function restrictionsView(ctx: Context, row: ContentRow): Promise<contract.RestrictionsView> {
  const chain = (await guardChain(ctx, row)).filter(id => id !== row.id)
  const subjects = await loadSubjects(ctx, [row.id, ...chain])
  const above = await contentsById(ctx, chain)
  const space = (await spacesById(ctx.app, [row.space_id])).get(row.space_id)
  const own = subjects.get(row.id)
  return {
    read: await subjectsView(ctx, own?.read),
    update: await subjectsView(ctx, own?.update),
    inherited: await Promise.all(
      above.map(async page => ({
        id: String(page.id),
        title: page.title,
        url: contentPath(page, space?.key ?? ''),
        read: await subjectsView(ctx, subjects.get(page.id)?.read),
      })),
    ),
    mayChange: (await permissionsOn(ctx, row)).restrict,
  }
}

async function subjectsView(ctx: Context, subjects: Subjects | undefined) {
  if (!subjects) return { users: [], groups: [] }
  const [people, groups] = await Promise.all([
    accountsById(ctx.app, subjects.accountIds),
    groupsById(ctx.app, subjects.groupIds),
  ])
  return {
    users: subjects.accountIds.flatMap(id => personView(ctx, people.get(id)) ?? []),
    groups: subjects.groupIds.flatMap(id => groups.get(id)?.name ?? []),
  }
}
