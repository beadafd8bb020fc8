import type { Context, Viewer } from '#platform/server/context.ts'
import type { WriteTransaction } from '#platform/server/database/index.ts'
import { badRequest, notFound } from '#platform/server/http/errors.ts'
import { findAccount, findGroup } from '#features/accounts/server/index.ts'
import { authorise } from '#features/content-core/server/policies.ts'
import type { ContentRow } from '#features/content-core/server/read.ts'
import {
  addRestrictions,
  dropRendersLinkingTo,
  dropRendersUsing,
  lockContent,
  refreshGuards,
  removeRestrictions,
} from '#features/content-core/server/write.ts'
import type { RestrictionInput } from '../contract.ts'
import { restrictionsOn, subjectsOn, type Operation, type Subjects } from './store.ts'

/** Users and groups that one restriction names at most. */
const MAX_SUBJECTS = 1000

/** Looks up the users and groups that a client names. @throws HttpError 404 for one that does not exist */
export async function subjectsOf(ctx: Context, input: RestrictionInput['restrictions']): Promise<Subjects> {
  const users = input.user ?? []
  const groups = input.group ?? []
  if (users.length + groups.length > MAX_SUBJECTS)
    throw badRequest('at most {{most}} users and groups', {
      field: 'restrictions',
      values: { most: MAX_SUBJECTS },
    })
  const accountIds: number[] = []
  for (const user of users) accountIds.push(await requireAccountId(ctx, user))
  const groupIds: number[] = []
  for (const group of groups) groupIds.push(await requireGroupId(ctx, group.name))
  return { accountIds, groupIds }
}

interface NamedUser {
  username?: string | undefined
  userKey?: string | undefined
  accountId?: string | undefined
}

/** The account that a client names, by user name or key. */
export async function findUser(
  ctx: Context,
  { username, userKey, accountId }: NamedUser,
): Promise<{ id: number } | undefined> {
  if (username) return findAccount(ctx.app, { username })
  const key = userKey ?? accountId
  return key ? findAccount(ctx.app, { userKey: key }) : undefined
}

/** The id of the account that a restriction names. @throws HttpError 404 */
export async function requireAccountId(ctx: Context, user: NamedUser): Promise<number> {
  const account = await findUser(ctx, user)
  if (!account)
    throw notFound('No user found: {{name}}', {
      values: { name: user.username ?? user.userKey ?? user.accountId ?? 'a username or userKey is required' },
    })
  return account.id
}

/** The id of the group that a restriction names. @throws HttpError 404 */
export async function requireGroupId(ctx: Context, name: string): Promise<number> {
  const group = await findGroup(ctx.app, name)
  if (!group) throw notFound('No group found with name : {{name}}', { values: { name } })
  return group.id
}

export type Change = { operation: Operation; subjects: Subjects; mode: 'replace' | 'add' | 'remove' }

/**
 * Changes who may see or edit content, and with it who sees everything below.
 * @throws HttpError 403, 400 when the viewer would lock out themselves
 */
export async function changeRestrictions(ctx: Context, row: ContentRow, changes: readonly Change[]): Promise<void> {
  await authorise(ctx, row, 'restrict')
  if (row.type !== 'page' && row.type !== 'blogpost') throw badRequest('Only pages and blog posts can be restricted')
  await ctx.app.database.transaction(async tx => {
    // Changes of one content follow each other, so that none adds to a restriction that another is lifting.
    await lockContent(tx, row.id)
    await applyAll(tx, ctx, row, changes)
  })
}

/**
 * Lets an account in where a restriction keeps it out, within a change. If there is no restriction any more nothing is
 * done: one for this account alone would keep out all others. The caller has asked whether the viewer may restrict the
 * content.
 * @throws HttpError 400 when the viewer would lock out themselves
 */
export async function letIn(
  tx: WriteTransaction,
  ctx: Context,
  row: ContentRow,
  { operation, accountId }: { operation: Operation; accountId: number },
): Promise<void> {
  await lockContent(tx, row.id)
  const named = await subjectsOn(tx, row.id, operation)
  if (named.length === 0 || named.some(({ account_id }) => account_id === accountId)) return
  await applyAll(tx, ctx, row, [{ operation, subjects: { accountIds: [accountId], groupIds: [] }, mode: 'add' }])
}

/**
 * Gives a copy its source's own restrictions. A user who could not edit the source may edit the copy, which would
 * otherwise be closed to its own creator.
 */
export async function copyRestrictions(
  tx: WriteTransaction,
  { viewer }: Context,
  from: ContentRow,
  to: ContentRow,
): Promise<void> {
  const rows = await restrictionsOn(tx, from.id)
  if (rows.length === 0) return
  const editors = rows.filter(({ operation }) => operation === 'update')
  if (viewer.userId !== null && !viewer.isAdmin && editors.length > 0 && !isNamed(viewer, editors))
    rows.push({ operation: 'update', account_id: viewer.userId, group_id: null })
  await addRestrictions(tx, to.id, rows)
  await refreshGuards(tx, to.id)
}

async function applyAll(
  tx: WriteTransaction,
  ctx: Context,
  row: ContentRow,
  changes: readonly Change[],
): Promise<void> {
  for (const change of changes) await apply(tx, row, change)
  await refuseLockOut(tx, ctx, row)
  await refreshGuards(tx, row.id)
  await dropRendersUsing(tx, row.id)
  await dropRendersLinkingTo(tx, row.space_id, row.title_key)
  tx.append({
    kind: `${row.type}.restricted`,
    actorId: ctx.viewer.userId,
    spaceId: row.space_id,
    contentId: row.id,
    data: { operations: [...new Set(changes.map(change => change.operation))] },
  })
}

async function apply(tx: WriteTransaction, row: ContentRow, { operation, subjects, mode }: Change): Promise<void> {
  if (mode === 'remove') return removeRestrictions(tx, row.id, operation, subjects)
  if (mode === 'replace') await removeRestrictions(tx, row.id, operation)
  await addRestrictions(tx, row.id, [
    ...subjects.accountIds.map(account_id => ({ operation, account_id, group_id: null })),
    ...subjects.groupIds.map(group_id => ({ operation, account_id: null, group_id })),
  ])
}

const LOCKED_OUT: Readonly<Record<Operation, string>> = {
  read: 'you would lock out yourself from viewing; name yourself or one of your groups as well',
  update: 'you would lock out yourself from editing; name yourself or one of your groups as well',
}

/** Users who restrict a page must still be able to see and edit it, so that the change can be undone. */
async function refuseLockOut(tx: WriteTransaction, ctx: Context, row: ContentRow): Promise<void> {
  const { viewer } = ctx
  if (viewer.isAdmin) return
  for (const operation of ['read', 'update'] as const) {
    const subjects = await subjectsOn(tx, row.id, operation)
    if (subjects.length > 0 && !isNamed(viewer, subjects)) {
      throw badRequest(LOCKED_OUT[operation], { field: 'restrictions' })
    }
  }
}

/** Whether one of these subjects is the viewer or a group of the viewer's. */
function isNamed(viewer: Viewer, subjects: readonly { account_id: number | null; group_id: number | null }[]): boolean {
  return subjects.some(
    ({ account_id, group_id }) =>
      (account_id !== null && account_id === viewer.userId) ||
      (group_id !== null && viewer.groupIds.includes(group_id)),
  )
}
