import type { App } from '#platform/server/app.ts'
import type { Context } from '#platform/server/context.ts'
import { badRequest, notFound } from '#platform/server/http/errors.ts'
import { Answer } from '#platform/server/http/http.ts'
import { accountsById, findGroup, groupsById } from '#features/accounts/server/index.ts'
import { contentPath, contentsById, permissionsOn, personView, requireContent, requireContentFor, type ContentRow } from '#features/content/server/index.ts'
import { spacesById } from '#features/spaces/server/index.ts'
import * as contract from '../contract.ts'
import { changeRestrictions, findUser, requireAccountId, requireGroupId, subjectsOf, type Change } from './service.ts'
import { guardChain, loadSubjects, type Operation, type Subjects } from './store.ts'
import { operationWire } from './wire.ts'

/** Restrictions of a page: read, replaced, and single users and groups added and taken away. */
export function restrictionRoutes({ http }: App): void {
  const both = async (ctx: Context, row: ContentRow) => {
    const subjects = (await loadSubjects(ctx, [row.id])).get(row.id)
    return Promise.all((['read', 'update'] as const).map(operation => operationWire(ctx, row.id, operation, subjects?.[operation])))
  }
  const collection = async (ctx: Context, row: ContentRow, { start, limit } = { start: 0, limit: 100 }) => {
    const results = (await both(ctx, row)).slice(start, start + limit)
    const self = `${ctx.app.baseUrl}/rest/api/content/${row.id}/restriction`
    return { results, start, limit, size: results.length, restrictionsHash: '', _links: { self, base: ctx.app.baseUrl, context: '' } }
  }
  // Asked before the users and groups that a client names are looked up: the answer tells who exists.
  const requireRestrictable = (ctx: Context, id: number) => requireContentFor(ctx, id, 'restrict')
  const change = (mode: 'replace' | 'add') => async ({ ctx, params, body }: { ctx: Context; params: { id: number }; body: contract.RestrictionInput[] }) => {
    const row = await requireRestrictable(ctx, params.id)
    const twice = body.find((input, index) => body.findIndex(other => other.operation === input.operation) < index)
    if (twice && mode === 'replace') {
      throw badRequest('"{{operation}}" is named twice; name all its users and groups in one place', {
        field: 'operation', values: { operation: twice.operation }, forPrograms: true,
      })
    }
    const changes: Change[] = []
    for (const input of body) changes.push({ operation: input.operation, subjects: await subjectsOf(ctx, input.restrictions), mode })
    await changeRestrictions(ctx, row, changes)
    return collection(ctx, row)
  }

  http.handle(contract.listRestrictions, async ({ ctx, params, query }) => collection(ctx, await requireContent(ctx, params.id), query))
  http.handle(contract.replaceRestrictions, change('replace'))
  http.handle(contract.addRestrictions, change('add'))
  http.handle(contract.removeRestrictions, async ({ ctx, params }) => {
    const row = await requireContent(ctx, params.id)
    const nobody: Subjects = { accountIds: [], groupIds: [] }
    await changeRestrictions(ctx, row, [
      { operation: 'read', subjects: nobody, mode: 'replace' }, { operation: 'update', subjects: nobody, mode: 'replace' },
    ])
    return collection(ctx, row)
  })

  http.handle(contract.restrictionsByOperation, async ({ ctx, params }) => {
    const row = await requireContent(ctx, params.id)
    const [read, update] = await both(ctx, row)
    return { read, update, _links: { self: `${ctx.app.baseUrl}/rest/api/content/${row.id}/restriction/byOperation` } }
  })
  http.handle(contract.restrictionOfOperation, async ({ ctx, params, query }) => {
    const row = await requireContent(ctx, params.id)
    return operationWire(ctx, row.id, params.operation, (await loadSubjects(ctx, [row.id])).get(row.id)?.[params.operation], query)
  })
  http.handle(contract.relevantViewRestrictions, async ({ ctx, params, query: { start, limit } }) => {
    const row = await requireContent(ctx, params.id)
    const chain = (await guardChain(ctx, row)).slice(start, start + limit)
    const subjects = await loadSubjects(ctx, chain)
    const results = await Promise.all(chain.map(id => operationWire(ctx, id, 'read', subjects.get(id)?.read)))
    return { results, start, limit, size: results.length }
  })

  const single = (mode: 'add' | 'remove', find: (ctx: Context, call: { params: Record<string, unknown>; query: unknown }) => Promise<Subjects>) =>
    async (call: { ctx: Context; params: { id: number; operation: Operation }; query: unknown }) => {
      const row = await requireRestrictable(call.ctx, call.params.id)
      await changeRestrictions(call.ctx, row, [{ operation: call.params.operation, subjects: await find(call.ctx, call), mode }])
      return Answer.empty(mode === 'add' ? 200 : 204)
    }
  const user = async (ctx: Context, { query }: { query: unknown }) => ({ accountIds: [await requireAccountId(ctx, userOf(query))], groupIds: [] })
  const group = async (ctx: Context, { params }: { params: Record<string, unknown> }) => ({ accountIds: [], groupIds: [await requireGroupId(ctx, String(params['group']))] })
  http.handle(contract.addUser, single('add', user))
  http.handle(contract.removeUser, single('remove', user))
  http.handle(contract.addGroup, single('add', group))
  http.handle(contract.removeGroup, single('remove', group))
  http.handle(contract.hasUser, async ({ ctx, params, query }) => {
    const row = await requireContent(ctx, params.id)
    const account = await findUser(ctx, userOf(query))
    // Who exists and who does not is told to nobody who only reads the page.
    if (!account || !(await loadSubjects(ctx, [row.id])).get(row.id)?.[params.operation].accountIds.includes(account.id)) throw notFound('This user is not named')
    return Answer.empty(200)
  })
  http.handle(contract.hasGroup, async ({ ctx, params }) => {
    const row = await requireContent(ctx, params.id)
    const group = await findGroup(ctx.app, params.group)
    if (!group || !(await loadSubjects(ctx, [row.id])).get(row.id)?.[params.operation].groupIds.includes(group.id)) throw notFound('This group is not named')
    return Answer.empty(200)
  })

  http.handle(contract.getRestrictionsView, async ({ ctx, params }) => restrictionsView(ctx, await requireContent(ctx, params.id)))
}

function userOf(query: unknown): { username?: string; userKey?: string } {
  const { userName, username, key } = query as { userName?: string; username?: string; key?: string }
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
    inherited: await Promise.all(above.map(async page => ({
      id: String(page.id), title: page.title, url: contentPath(page, space?.key ?? ''),
      read: await subjectsView(ctx, subjects.get(page.id)?.read),
    }))),
    mayChange: (await permissionsOn(ctx, row)).restrict,
  }
}

async function subjectsView(ctx: Context, subjects: Subjects | undefined) {
  if (!subjects) return { users: [], groups: [] }
  const [people, groups] = await Promise.all([accountsById(ctx.app, subjects.accountIds), groupsById(ctx.app, subjects.groupIds)])
  return {
    users: subjects.accountIds.flatMap(id => personView(ctx, people.get(id)) ?? []),
    groups: subjects.groupIds.flatMap(id => groups.get(id)?.name ?? []),
  }
}
