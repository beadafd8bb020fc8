import { parse, references } from '#language/index.ts'
import type { App } from '#platform/server/app.ts'
import type { WriteTransaction } from '#platform/server/database/index.ts'
import type { WikiEvent } from '#platform/server/events/events.ts'
import type { JobRun } from '#platform/server/jobs.ts'
import { accountsMentioned } from '#features/accounts/server/index.ts'
import { contentById, storageOf, versionOf, type ContentRow } from '#features/content/server/index.ts'
import type { NotificationKind } from '../shared.ts'
import { insertNotifications, watchersAfter } from './store.ts'

/** Writes the notifications of one event. */
export const NOTIFY_JOB = 'notifications.notify'

/** Watchers of one page may be many: written in portions, so that other writers get their turn between them. */
const PORTION = 500

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

/** Queues a job for each event of which somebody may have to be notified, in the transaction that moves the cursor. */
export async function queueNotifications(app: App, tx: WriteTransaction, events: readonly WikiEvent[]): Promise<void> {
  for (const event of events) {
    if (KINDS[event.kind] === undefined || event.contentId === null || event.data['minor'] === true) continue
    await app.jobs.enqueue({ kind: NOTIFY_JOB, title: 'Notifications', ownerId: null, input: { event } }, tx)
  }
}

/** The work of {@link NOTIFY_JOB}. Run again, it adds nothing: an account gets one notification of an event. */
export async function notify({ app, input, signal }: JobRun): Promise<void> {
  const event = input['event'] as WikiEvent
  const kind = KINDS[event.kind]
  const row = event.contentId === null ? undefined : await contentById(app.database.read, event.contentId)
  // Trashed or deleted meanwhile.
  if (!row || row.status !== 'current' || !kind) return
  const write = (accountIds: readonly number[], as: NotificationKind) =>
    insertNotifications(app, { event, kind: as, contentId: row.id, accountIds })
  if (kind === 'like') return write(known(row.creator_id), kind)
  if (kind === 'task') return write(known(event.data['assigneeId']), kind)
  if (kind === 'share') return write([event.data['accountIds']].flat().flatMap(known), kind)
  await write(await newMentions(app, row, event), 'mention')
  if (kind === 'mention') return
  const page = row.container_id === null ? row : await contentById(app.database.read, row.container_id)
  if (!page) return
  if (kind === 'comment') {
    const parent = row.parent_id === null ? undefined : await contentById(app.database.read, row.parent_id)
    await write(known(parent?.creator_id), 'reply')
    await write(known(page.creator_id), 'comment')
  }
  const scopes = kind === 'created' && page.type === 'blogpost' ? (['all', 'blogpost'] as const) : (['all'] as const)
  let after = 0
  for (;;) {
    signal.throwIfAborted()
    const watchers = await watchersAfter(app, {
      contentId: page.id,
      spaceId: page.space_id,
      scopes,
      after,
      limit: PORTION,
    })
    if (watchers.length === 0) return
    await write(watchers, kind)
    after = watchers.at(-1) ?? after
  }
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
