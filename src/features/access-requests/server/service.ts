import type { Context } from '#platform/server/context.ts'
import { madeFrom } from '#platform/server/database/index.ts'
import { badRequest, notFound } from '#platform/server/http/errors.ts'
import type { JobRun } from '#platform/server/jobs.ts'
import { isoTime } from '#platform/wire.ts'
import { accountsById, requireUse, requireUser } from '#features/accounts/server/index.ts'
import {
  permissionsOn,
  permissionsOnAll,
  requireContent,
  type ContentPermissions,
} from '#features/content-core/server/policies.ts'
import { contentAt, contentsById, findContent, type ContentRow } from '#features/content-core/server/read.ts'
import { personView } from '#features/content/server/index.ts'
import { letIn } from '#features/restrictions/server/index.ts'
import { mayInSpace, spacesById } from '#features/spaces/server/index.ts'
import { askedFor, type AccessRequest, type AskedFor } from '../contract.ts'
import type { EditRequest } from '../shared.ts'
import { approversOf } from './approvers.ts'
import { hasAccess, obstaclesTo, type Asker, type Obstacles } from './obstacles.ts'
import {
  declineRequest,
  deleteRequest,
  hasAsked,
  insertRequest,
  openRequest,
  openRequestsFor,
  type RequestRow,
} from './store.ts'

/** Finds out what a request is about, and stores it. */
export const REQUEST_JOB = 'access-requests.store'
/** Requests for one page that are shown at once. */
const MOST_SHOWN = 50
/** Period after a refusal in which further requests are ignored. */
export const DECLINED_MS = 24 * 60 * 60 * 1000

/**
 * Asks for access to what an address names. Whether there is such a page, and whether anybody is notified, is found out
 * by a job: what is done until the answer is the same for each address, and so is the time that it takes.
 * @throws HttpError 400 where nothing is named, 401, 403
 */
export async function requestAccess(ctx: Context, asked: AskedFor): Promise<void> {
  const accountId = requireUser(ctx)
  requireUse(ctx)
  const { pageId, spaceKey, tiny } = asked
  if (pageId === undefined && spaceKey === undefined && tiny === undefined)
    throw badRequest('pageId, spaceKey or tiny is required', { forPrograms: true })
  const input = { accountId, asked }
  await ctx.app.jobs.enqueue({ kind: REQUEST_JOB, title: 'Asking for access', ownerId: null, input })
}

/** The work of {@link REQUEST_JOB}. Run again, it adds nothing and notifies no user a second time. */
export async function storeRequest({ app, input }: JobRun): Promise<void> {
  const accountId = Number(input['accountId'])
  const { access, ...address } = askedFor.parse(input['asked'])
  const row = await contentAt(app, address)
  if (!row || !(await spacesById(app, [row.space_id])).has(row.space_id)) return
  const asker: Asker = { accountId, access }
  const obstacles = (await obstaclesTo(app.systemContext(), row, [asker]))(asker)
  if (!obstacles || hasAccess(obstacles)) return
  const accountIds = (await approversOf(app, row, obstacles)).filter(id => id !== accountId)
  await app.database.transaction(async tx => {
    if (!(await insertRequest(tx, { accountId, contentId: row.id, access }, Date.now() - DECLINED_MS))) return
    tx.append({
      kind: 'access.requested',
      actorId: accountId,
      spaceId: row.space_id,
      contentId: row.id,
      data: { access, accountIds },
    })
  })
}

/** A request with what is in its way. */
interface Found {
  readonly request: RequestRow
  readonly obstacles: Obstacles
  /** Restricted pages that keep them out. */
  readonly pages: readonly ContentRow[]
  /** The viewer may add them to the restrictions of all `pages`. */
  readonly mayGrant: boolean
}

/** Open requests for a page that the viewer may answer. @throws HttpError 404 */
export async function requestsFor(
  ctx: Context,
  contentId: number,
): Promise<{ results: AccessRequest[]; space: { key: string; name: string } }> {
  requireUser(ctx)
  const row = await requireContent(ctx, contentId)
  const space = (await spacesById(ctx.app, [row.space_id])).get(row.space_id)
  if (!space) throw notFound()
  const found = await answerable(ctx, row, await openRequestsFor(ctx.app.database.read, row.id, MOST_SHOWN))
  const people = await accountsById(
    ctx.app,
    found.map(({ request }) => request.account_id),
  )
  const results = found.flatMap(({ request, obstacles, pages, mayGrant }) => {
    const person = personView(ctx, people.get(request.account_id))
    if (!person) return []
    const { id, access, at } = request
    const shown = pages.map(page => ({ id: String(page.id), title: page.title }))
    return [{ id: String(id), access, at: isoTime(at), person, pages: shown, needsSpace: obstacles.space, mayGrant }]
  })
  return { results, space: { key: space.key, name: space.name } }
}

/** Those of the requests for a page that are not out of date, and that the viewer may answer. */
async function answerable(ctx: Context, row: ContentRow, requests: readonly RequestRow[]): Promise<Found[]> {
  const own = await permissionsOn(ctx, row)
  if (requests.length === 0 || !mayAnswerAny(row, own)) return []
  const askers = requests.map(request => ({
    request,
    asker: { accountId: request.account_id, access: request.access },
  }))
  const obstaclesOf = await obstaclesTo(
    ctx,
    row,
    askers.map(({ asker }) => asker),
  )
  const known = askers.flatMap(({ request, asker }) => {
    const obstacles = obstaclesOf(asker)
    return obstacles && !hasAccess(obstacles) ? [{ request, obstacles }] : []
  })
  const pages = await contentsById(ctx, [...new Set(known.flatMap(({ obstacles }) => obstacles.pageIds))])
  const permissions = await permissionsOnAll(ctx, pages)
  return known.flatMap(({ request, obstacles }) => {
    const closed = pages.filter(page => obstacles.pageIds.includes(page.id))
    const mayGrant = closed.length > 0 && closed.every(page => permissions.get(page.id)?.restrict)
    const mayAnswer = mayGrant || (obstacles.space && own.administerSpace)
    return mayAnswer ? [{ request, obstacles, pages: closed, mayGrant }] : []
  })
}

/** Spares readers of a page, and the database, to look at requests that they could not answer. */
function mayAnswerAny(row: ContentRow, own: ContentPermissions): boolean {
  return row.status === 'current' && (own.restrict || own.administerSpace || row.guard_id !== null)
}

/** The same for a request that was answered, is out of date, never was, or that the viewer may not answer. */
const GONE = 'This request was answered meanwhile, or is out of date'

/** @throws HttpError 404 */
async function requireAnswerable(ctx: Context, id: number): Promise<Found & { row: ContentRow }> {
  requireUser(ctx)
  const request = await openRequest(ctx.app.database.read, id)
  const row = request && (await findContent(ctx, request.content_id))
  const [found] = request && row ? await answerable(ctx, row, [request]) : []
  if (!found || !row) throw notFound(GONE)
  return { ...found, row }
}

/**
 * Adds who has asked to the restrictions that keep them out. They are notified, unless they may not view the space yet:
 * then the request stays open until they may.
 * @throws HttpError 400 where only the permission to view the space is missing, 401, 404
 */
export async function grantRequest(ctx: Context, id: number): Promise<void> {
  const { request, row, pages, mayGrant, obstacles } = await requireAnswerable(ctx, id)
  if (!mayGrant) throw badRequest('No restriction is in the way: give them the permission to view the space')
  const operation = request.access === 'view' ? 'read' : 'update'
  await ctx.app.database.transaction(async tx => {
    for (const page of pages) await letIn(tx, ctx, page, { operation, accountId: request.account_id })
    if (obstacles.space || !(await deleteRequest(tx, id))) return
    tx.append(granted(request, row, ctx.viewer.userId))
  })
}

/** The event that notifies who has asked that access was granted. */
export function granted({ account_id, access }: RequestRow, row: ContentRow, actorId: number | null) {
  return {
    kind: 'access.granted',
    actorId,
    spaceId: row.space_id,
    contentId: row.id,
    data: { access, accountIds: [account_id] },
  }
}

/** Declines a request; who has asked is not notified. @throws HttpError 401, 404 */
export async function declineAccessRequest(ctx: Context, id: number): Promise<void> {
  const { request, row } = await requireAnswerable(ctx, id)
  await ctx.app.database.transaction(async tx => {
    if (!(await declineRequest(tx, id))) return
    tx.append({
      kind: 'access.declined',
      actorId: ctx.viewer.userId,
      spaceId: row.space_id,
      contentId: row.id,
      data: { access: request.access, accountId: request.account_id },
    })
  })
}

function pageType({ type }: ContentRow): 'page' | 'blogpost' {
  return type === 'blogpost' ? type : 'page'
}

/** Whether the viewer, who sees a page, may ask to edit it, or has. */
export async function editRequestOf(ctx: Context, row: ContentRow): Promise<EditRequest> {
  const { app, viewer } = ctx
  if (viewer.userId === null || row.status !== 'current') return null
  if (
    (await permissionsOn(ctx, row)).update ||
    !(await mayInSpace(app, viewer, row.space_id, `create:${pageType(row)}`))
  )
    return null
  // Users who may create pages edit those that no restriction closes.
  const accountId = viewer.userId
  const asked = await madeFrom([`account ${accountId}`], () =>
    hasAsked(app.database.read, { accountId, contentId: row.id, access: 'edit' }),
  )
  return asked ? 'asked' : 'possible'
}
