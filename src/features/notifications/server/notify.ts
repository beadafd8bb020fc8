import { setTimeout } from 'node:timers/promises'
import type { App } from '#platform/server/app.ts'
import type { WriteTransaction } from '#platform/server/database/index.ts'
import { INVALIDATION, type WikiEvent } from '#platform/server/events/events.ts'
import type { JobRun } from '#platform/server/jobs.ts'
import { accountsMentioned } from '#features/accounts/server/index.ts'
import { contentById, factsOf, storageOf, versionOf, type ContentRow } from '#features/content/server/index.ts'
import { NOTIFICATION_KINDS, type NotificationKind } from '../shared.ts'
import { queueMailJob } from './mail/send.ts'
import { insertNotifications, watchersAfter, type Concerned } from './store.ts'

/** Writes the notifications of what one transaction did to a content. */
export const NOTIFY_JOB = 'notifications.notify'

/**
 * Watchers of one page may be many: they are written in portions of some milliseconds each, so that others get their
 * turn.
 */
const PORTION = 25
/**
 * Between portions: a request for a page meanwhile takes several turns of the event loop, between each of which a
 * portion fits.
 */
const PAUSE_MS = 10

const KINDS: Readonly<Record<string, NotificationKind>> = {
  'page.created': 'created',
  'blogpost.created': 'created',
  'page.updated': 'updated',
  'blogpost.updated': 'updated',
  'comment.created': 'comment',
  // Of a comment that was changed only new mentions are notified.
  'comment.updated': 'mention',
  'content.liked': 'like',
  'task.assigned': 'task',
  'content.shared': 'share',
  'access.requested': 'request',
  'access.granted': 'granted',
}

/** Those whose event names the accounts. */
const NAMED: ReadonlySet<NotificationKind> = new Set(['share', 'request', 'granted'])

/**
 * Queues a job for events of which users may have to be notified, in the transaction that moves the cursor. Events of
 * one transaction for one content follow each other, the most specific first: the assignee of a task is also mentioned
 * in it.
 */
export async function queueNotifications(app: App, tx: WriteTransaction, events: readonly WikiEvent[]): Promise<void> {
  const known = events.filter(event => KINDS[event.kind] !== undefined && event.contentId !== null)
  if (known.length === 0) return
  const together = [...Map.groupBy(known, event => `${event.contentId} ${event.at}`).values()]
  const input = { events: together.flatMap(of => of.toSorted((one, other) => rank(one) - rank(other))) }
  await app.jobs.enqueue({ kind: NOTIFY_JOB, title: 'Writing notifications', ownerId: null, input }, tx)
}

function rank(event: WikiEvent): number {
  return NOTIFICATION_KINDS.indexOf(KINDS[event.kind] ?? 'updated')
}

/** The work of {@link NOTIFY_JOB}. Run again, it adds nothing: an account gets one notification of an event. */
export async function notify({ app, input, signal }: JobRun): Promise<void> {
  const portions = new Portions(app)
  const errors: unknown[] = []
  const contents = new Map<number, ContentRow | undefined>()
  const contentOf = async (id: number) => {
    if (!contents.has(id)) contents.set(id, await contentById(app.database.read, id))
    return contents.get(id)
  }
  for (const event of input['events'] as WikiEvent[]) {
    try {
      await notifyOf({ app, portions, contentOf, signal }, event)
    } catch (error) {
      signal.throwIfAborted()
      // The others are notified all the same.
      errors.push(error)
    }
  }
  if (await portions.end()) await queueMailJob(app)
  if (errors.length > 0) throw errors[0]
}

/** Notifications that are written together. */
class Portions {
  readonly #app: App
  #waiting: Concerned[] = []
  #accounts = 0
  #written = 0

  constructor(app: App) {
    this.#app = app
  }

  async add(concerned: Concerned): Promise<void> {
    const accountIds = concerned.accountIds.filter(id => id !== concerned.event.actorId)
    for (let start = 0; start < accountIds.length; start += PORTION) {
      const portion = accountIds.slice(start, start + PORTION)
      if (this.#accounts + portion.length > PORTION) await this.#write(false)
      this.#waiting.push({ ...concerned, accountIds: portion })
      this.#accounts += portion.length
    }
  }

  /** Writes what is left. @returns whether any were written at all */
  async end(): Promise<boolean> {
    if (this.#waiting.length > 0 || this.#written > 0) await this.#write(true)
    return this.#written > 0
  }

  async #write(isLast: boolean): Promise<void> {
    const portion = this.#waiting
    this.#waiting = []
    this.#accounts = 0
    this.#written += await this.#app.database.transaction(
      async tx => {
        const written = await insertNotifications(tx, this.#app, portion)
        // Once, and not with each portion: documents show how many notifications there are.
        if (isLast && this.#written + written > 0) tx.append({ kind: INVALIDATION, actorId: null })
        return written
      },
      // The job runs again where they are lost.
      { invalidates: false, durable: false },
    )
  }
}

interface Run {
  app: App
  portions: Portions
  /** Reads a content once. */
  contentOf: (id: number) => Promise<ContentRow | undefined>
  signal: AbortSignal
}

async function notifyOf({ app, portions, contentOf, signal }: Run, event: WikiEvent): Promise<void> {
  const kind = KINDS[event.kind]
  const row = event.contentId === null ? undefined : await contentOf(event.contentId)
  // Trashed or deleted meanwhile.
  if (!row || row.status !== 'current' || !kind) return
  const file = await fileOf(contentOf, row)
  const page = await pageOf(contentOf, file ?? row)
  if (!page) return
  const write = (accountIds: readonly number[], as: NotificationKind) =>
    portions.add({ event, kind: as, contentId: row.id, pageId: page.id, accountIds })
  if (kind === 'like') return write(known(row.creator_id), kind)
  if (kind === 'task') return write(known(event.data['assigneeId']), kind)
  if (NAMED.has(kind)) return write([event.data['accountIds']].flat().flatMap(known), kind)
  await write(await newMentions(app, row, event), 'mention')
  // No other user is notified of a minor change.
  if (kind === 'mention' || event.data['minor'] === true) return
  if (kind === 'comment') {
    const parent = row.parent_id === null ? undefined : await contentOf(row.parent_id)
    await write(known(parent?.creator_id), 'reply')
    await write([...known(file?.creator_id), ...known(page.creator_id)], 'comment')
  }
  const scopes = kind === 'created' && page.type === 'blogpost' ? (['all', 'blogpost'] as const) : (['all'] as const)
  const watched = { contentId: page.id, spaceId: page.space_id, scopes, limit: PORTION }
  for (let after = 0; ;) {
    signal.throwIfAborted()
    const watchers = await watchersAfter(app, { ...watched, after })
    const last = watchers.at(-1)
    if (last === undefined) return
    await write(watchers, kind)
    after = last
    if (watchers.length === PORTION) await setTimeout(PAUSE_MS, undefined, { signal })
  }
}

/** The file that a comment is on; undefined for all else. */
async function fileOf(contentOf: Run['contentOf'], row: ContentRow): Promise<ContentRow | undefined> {
  if (row.type !== 'comment' || row.container_id === null) return undefined
  const holder = await contentOf(row.container_id)
  return holder?.type === 'attachment' ? holder : undefined
}

/** The page or post that a content is or belongs to; undefined when it is gone. */
async function pageOf(contentOf: Run['contentOf'], row: ContentRow): Promise<ContentRow | undefined> {
  return row.container_id === null ? row : contentOf(row.container_id)
}

function known(accountId: unknown): number[] {
  return typeof accountId === 'number' ? [accountId] : []
}

/** Users whom the saved text mentions, and the version before did not. */
async function newMentions(app: App, row: ContentRow, event: WikiEvent): Promise<number[]> {
  const number = event.data['version']
  const mentioned = await mentionsIn(app, await savedText(app, row, number))
  if (mentioned.length === 0 || typeof number !== 'number' || number < 2) return mentioned
  const before = await versionOf(app.database.read, row.id, number - 1)
  const already = new Set(await mentionsIn(app, before?.storage ?? ''))
  return mentioned.filter(id => !already.has(id))
}

/** The text of a version. It may have been saved again since then, and mentions in that have a separate event. */
async function savedText(app: App, row: ContentRow, number: unknown): Promise<string> {
  const earlier =
    typeof number === 'number' && number < row.version ? await versionOf(app.database.read, row.id, number) : undefined
  return earlier?.storage ?? (await storageOf(app, [row])).get(row.id) ?? ''
}

async function mentionsIn(app: App, storage: string): Promise<number[]> {
  // Most texts mention no user.
  if (!storage.includes('<ri:user')) return []
  const { references } = await factsOf(app, storage)
  const users = references.flatMap(reference => (reference.kind === 'user' ? [reference] : []))
  const find = await accountsMentioned(app, users)
  return [...new Set(users.flatMap(user => find(user)?.id ?? []))]
}
