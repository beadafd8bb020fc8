import type { App } from '#platform/server/app.ts'
import type { WriteTransaction } from '#platform/server/database/index.ts'
import type { WikiEvent } from '#platform/server/events/events.ts'
import type { JobRun } from '#platform/server/jobs.ts'
import { contentById } from '#features/content-core/server/read.ts'
import { hasAccess, obstaclesTo, type Asker } from './obstacles.ts'
import { granted } from './service.ts'
import { deleteRequest, hasOpenRequests, openRequestsOf, type RequestRow } from './store.ts'

/** Ends requests of those who have got what they asked for. */
export const SETTLE_JOB = 'access-requests.settle'
const BATCH = 100

/** Events that let people in, in every way there is. */
const LETS_IN: ReadonlySet<string> = new Set([
  'page.restricted',
  'blogpost.restricted',
  'page.moved',
  'space.permission.changed',
  'group.member-added',
])

/** The event: of a space or its content, or of an account. */
interface Cause {
  readonly actorId: number | null
  readonly spaceId?: number
  readonly accountId?: number
}

/** Queues {@link SETTLE_JOB} after events that may have have let in a user who asked. */
export async function queueSettling(app: App, tx: WriteTransaction, events: readonly WikiEvent[]): Promise<void> {
  const causes = events.filter(({ kind }) => LETS_IN.has(kind)).flatMap(causeOf)
  if (causes.length === 0 || !(await hasOpenRequests(tx.db))) return
  await app.jobs.enqueue(
    { kind: SETTLE_JOB, title: 'Closing requests for access', ownerId: null, input: { causes } },
    tx,
  )
}

function causeOf({ actorId, spaceId, data }: WikiEvent): Cause[] {
  if (spaceId !== null) return [{ actorId, spaceId }]
  const { accountId } = data
  return typeof accountId === 'number' ? [{ actorId, accountId }] : []
}

/** The work of {@link SETTLE_JOB}. */
export async function settleRequests({ app, input, signal }: JobRun): Promise<void> {
  for (const { actorId, spaceId, accountId } of input['causes'] as Cause[]) {
    const of = spaceId === undefined ? { accountId: accountId ?? 0 } : { spaceId }
    for (let after = 0; ;) {
      signal.throwIfAborted()
      const requests = await openRequestsOf(app.database.read, of, { after, limit: BATCH })
      for (const [contentId, ofPage] of Map.groupBy(requests, request => request.content_id))
        await settle(app, contentId, ofPage, actorId)
      const last = requests.at(-1)
      if (requests.length < BATCH || !last) break
      after = last.id
    }
  }
}

async function settle(
  app: App,
  contentId: number,
  requests: readonly RequestRow[],
  actorId: number | null,
): Promise<void> {
  const row = await contentById(app.database.read, contentId)
  if (!row) return
  const askerOf = ({ account_id, access }: RequestRow): Asker => ({ accountId: account_id, access })
  const obstaclesOf = await obstaclesTo(app.systemContext(), row, requests.map(askerOf))
  const done = requests.filter(request => {
    const obstacles = obstaclesOf(askerOf(request))
    return obstacles !== undefined && hasAccess(obstacles)
  })
  if (done.length === 0) return
  await app.database.transaction(async tx => {
    for (const request of done) if (await deleteRequest(tx, request.id)) tx.append(granted(request, row, actorId))
  })
}
