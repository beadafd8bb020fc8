import { setTimeout } from 'node:timers/promises'
import { parse, references } from '#language/index.ts'
import type { App } from '#platform/server/app.ts'
import type { WriteTransaction } from '#platform/server/database/index.ts'
import type { WikiEvent } from '#platform/server/events/events.ts'
import type { JobRun } from '#platform/server/jobs.ts'
import { accountsMentioned } from '#features/accounts/server/index.ts'
import { contentById, storageOf, versionOf, type ContentRow } from '#features/content/server/index.ts'
import { NOTIFICATION_KINDS, type NotificationKind } from '../shared.ts'
import { queueMailJob } from './mail/send.ts'
import { insertNotifications, watchersAfter } from './store.ts'

/** Writes the notifications of what one transaction did to a content. */
export const NOTIFY_JOB = 'notifications.notify'

/** Watchers of one page may be many: they are written in portions of some milliseconds each, so that others get their turn. */
const PORTION = 50
/** Between portions: what somebody reads meanwhile takes several turns of the event loop, between each of which a portion fits. */
const PAUSE_MS = 10

const KINDS: Readonly<Record<string, NotificationKind>> = {
  'page.created': 'created',
  'blogpost.created': 'created',
  'page.updated': 'updated',
  'blogpost.updated': 'updated',
  'comment.created': 'comment',
  // Of a comment that was changed only new mentions are told.
  'comment.updated': 'mention',
  'content.liked': 'like',
  'task.assigned': 'task',
  'content.shared': 'share',
}

/**
 * Queues a job for what each transaction did that somebody may have to be told of, in the transaction that moves the cursor.
 * What it did to one content comes in one job, the most specific first: who is assigned a task is also mentioned in it.
 */
export async function queueNotifications(app: App, tx: WriteTransaction, events: readonly WikiEvent[]): Promise<void> {
  const known = events.filter(event => KINDS[event.kind] !== undefined && event.contentId !== null)
  for (const together of Map.groupBy(known, event => `${event.contentId} ${event.at}`).values()) {
    const sorted = together.toSorted((one, other) => rank(one) - rank(other))
    await app.jobs.enqueue({ kind: NOTIFY_JOB, title: 'Notifications', ownerId: null, input: { events: sorted } }, tx)
  }
}

function rank(event: WikiEvent): number {
  return NOTIFICATION_KINDS.indexOf(KINDS[event.kind] ?? 'updated')
}

/** The work of {@link NOTIFY_JOB}. Run again, it adds nothing: an account gets one notification of an event. */
export async function notify({ app, input, signal }: JobRun): Promise<void> {
  let written = 0
  for (const event of input['events'] as WikiEvent[]) written += await notifyOf(app, event, signal)
  if (written === 0) return
  // Once, and not with each portion: documents show how many notifications there are.
  await app.database.transaction(async () => {})
  await queueMailJob(app)
}

/** @returns how many notifications were written */
async function notifyOf(app: App, event: WikiEvent, signal: AbortSignal): Promise<number> {
  const kind = KINDS[event.kind]
  const row = event.contentId === null ? undefined : await contentById(app.database.read, event.contentId)
  // Trashed or deleted meanwhile.
  if (!row || row.status !== 'current' || !kind) return 0
  const pageId = row.container_id ?? row.id
  const write = (accountIds: readonly number[], as: NotificationKind) =>
    insertNotifications(app, { event, kind: as, contentId: row.id, pageId, accountIds })
  if (kind === 'like') return write(known(row.creator_id), kind)
  if (kind === 'task') return write(known(event.data['assigneeId']), kind)
  if (kind === 'share') return writeAll([event.data['accountIds']].flat().flatMap(known), ids => write(ids, kind))
  let written = await writeAll(await newMentions(app, row, event), ids => write(ids, 'mention'))
  // Nobody else hears of a minor change.
  if (kind === 'mention' || event.data['minor'] === true) return written
  const page = row.container_id === null ? row : await contentById(app.database.read, row.container_id)
  if (!page) return written
  if (kind === 'comment') {
    const parent = row.parent_id === null ? undefined : await contentById(app.database.read, row.parent_id)
    written += await write(known(parent?.creator_id), 'reply')
    written += await write(known(page.creator_id), 'comment')
  }
  const scopes = kind === 'created' && page.type === 'blogpost' ? (['all', 'blogpost'] as const) : (['all'] as const)
  const watched = { contentId: page.id, spaceId: page.space_id, scopes, limit: PORTION }
  for (let after = 0; ;) {
    signal.throwIfAborted()
    const watchers = await watchersAfter(app, { ...watched, after })
    const last = watchers.at(-1)
    if (last === undefined) return written
    written += await write(watchers, kind)
    after = last
    if (watchers.length === PORTION) await setTimeout(PAUSE_MS, undefined, { signal })
  }
}

/** In portions. */
async function writeAll(
  accountIds: readonly number[],
  write: (ids: readonly number[]) => Promise<number>,
): Promise<number> {
  let written = 0
  for (let start = 0; start < accountIds.length; start += PORTION)
    written += await write(accountIds.slice(start, start + PORTION))
  return written
}

function known(accountId: unknown): number[] {
  return typeof accountId === 'number' ? [accountId] : []
}

/** Whom the text mentions, and the version before did not. */
async function newMentions(app: App, row: ContentRow, event: WikiEvent): Promise<number[]> {
  const mentioned = await mentionsIn(app, (await storageOf(app, [row])).get(row.id) ?? '')
  const number = event.data['version']
  if (mentioned.length === 0 || typeof number !== 'number' || number < 2) return mentioned
  const before = await versionOf(app.database.read, row.id, number - 1)
  const already = new Set(await mentionsIn(app, before?.storage ?? ''))
  return mentioned.filter(id => !already.has(id))
}

async function mentionsIn(app: App, storage: string): Promise<number[]> {
  // Most texts mention nobody.
  if (!storage.includes('<ri:user')) return []
  const users = references(parse(storage)).flatMap(reference => (reference.kind === 'user' ? [reference] : []))
  const find = await accountsMentioned(app, users)
  return [...new Set(users.flatMap(user => find(user)?.id ?? []))]
}
