import type { Context, Viewer } from '#platform/server/context.ts'
import { accountsById, viewersOf } from '#features/accounts/server/index.ts'
import type { ContentRow } from '#features/content-core/server/read.ts'
import { guardChain, loadSubjects, type Subjects } from '#features/restrictions/server/index.ts'
import type { Access } from '../shared.ts'
import { grantsOfSpace } from './store.ts'

/** Obstacles between users and the access that they ask for; none if they have it. */
export interface Obstacles {
  /** They may not view the space. */
  readonly space: boolean
  /** Pages whose restriction does not name them: the page itself, or above it. */
  readonly pageIds: readonly number[]
}

/** The account that asks, and the access asked for. */
export interface Asker {
  readonly accountId: number
  readonly access: Access
}

export function hasAccess({ space, pageIds }: Obstacles): boolean {
  return !space && pageIds.length === 0
}

/**
 * Obstacles that keep people from a page, for many in as many queries as for one.
 * @returns the obstacle of one of `askers`; undefined where no restriction or permission to view the space would help
 * them
 */
export async function obstaclesTo(
  ctx: Context,
  row: ContentRow,
  askers: readonly Asker[],
): Promise<(asker: Asker) => Obstacles | undefined> {
  const { app } = ctx
  const accounts = await accountsById(
    app,
    askers.map(({ accountId }) => accountId),
  )
  const viewers = await viewersOf(app, [...accounts.values()])
  const grants = await grantsOfSpace(app.database.read, row.space_id)
  const chain = await guardChain(ctx, row)
  const subjects = await loadSubjects(ctx, [...chain, row.id])
  const closedAbove = (viewer: Viewer) => chain.filter(id => !isNamed(viewer, subjects.get(id)?.read ?? NOBODY))
  const holds = (viewer: Viewer, permission: string) =>
    viewer.isAdmin || grants.some(grant => grant.permission === permission && isHeldBy(viewer, grant))
  return ({ accountId, access }) => {
    const viewer = viewers.get(accountId)
    if (!viewer?.mayUse || row.status !== 'current') return undefined
    const toView = { space: !holds(viewer, 'read:space'), pageIds: closedAbove(viewer) }
    if (access === 'view') return toView
    if (!hasAccess(toView) || !holds(viewer, `create:${row.type}`)) return undefined
    const editors = subjects.get(row.id)?.update ?? NOBODY
    const isOpen = editors.accountIds.length + editors.groupIds.length === 0 || isNamed(viewer, editors)
    return { space: false, pageIds: isOpen ? [] : [row.id] }
  }
}

const NOBODY: Subjects = { accountIds: [], groupIds: [] }

function isNamed({ userId, groupIds, isAdmin }: Viewer, subjects: Subjects): boolean {
  return (
    isAdmin ||
    (userId !== null && subjects.accountIds.includes(userId)) ||
    subjects.groupIds.some(id => groupIds.includes(id))
  )
}

/** A grant that names neither account nor group is everybody's. */
function isHeldBy(viewer: Viewer, grant: { account_id: number | null; group_id: number | null }): boolean {
  if (grant.account_id === null && grant.group_id === null) return true
  return grant.account_id === viewer.userId || (grant.group_id !== null && viewer.groupIds.includes(grant.group_id))
}
