import { setTimeout } from 'node:timers/promises'
import type { App } from '#platform/server/app.ts'
import type { Source, WriteTransaction } from '#platform/server/database/index.ts'
import { INVALIDATION, type WikiEvent } from '#platform/server/events/events.ts'
import type { JobRun } from '#platform/server/jobs.ts'
import { contentById, type ContentRow } from '#features/content-core/server/read.ts'
import { kindsOfEvent } from './kinds.ts'
import { queueMailJob } from './mail/send.ts'
import { insertNotifications, watchedByOthers, watchersAfter, type Concerned } from './store.ts'

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
/** Accounts whose answers are invalidated by themselves; where more are notified, all answers are. */
const MOST_NAMED = 50

/**
 * Queues a job for events of which users may have to be notified, in the transaction that moves the cursor. Events of
 * one transaction for one content follow each other, the most specific first: the assignee of a task is also mentioned
 * in it.
 */
export async function queueNotifications(app: App, tx: WriteTransaction, events: readonly WikiEvent[]): Promise<void> {
  const known = await withoutIdle(
    app,
    tx,
    events.filter(event => event.contentId !== null && kindsOfEvent(app, event.kind).length > 0),
  )
  if (known.length === 0) return
  const together = [...Map.groupBy(known, event => `${event.contentId} ${event.at}`).values()]
  const rank = ({ kind }: WikiEvent) => kindsOfEvent(app, kind).at(-1)?.rank ?? 0
  const input = { events: together.flatMap(of => of.toSorted((one, other) => rank(one) - rank(other))) }
  await app.jobs.enqueue({ kind: NOTIFY_JOB, title: 'Writing notifications', ownerId: null, input }, tx)
}

/** Leaves out events that only watchers would be notified of, of contents that only their actor watches. */
async function withoutIdle(app: App, tx: WriteTransaction, events: readonly WikiEvent[]): Promise<WikiEvent[]> {
  const forWatchers = events.filter(({ kind, data }) => kindsOfEvent(app, kind).every(each => each.hasNone?.(data)))
  const idle = new Set(forWatchers)
  for (const [actorId, ofActor] of Map.groupBy(forWatchers, event => event.actorId ?? 0)) {
    const ids = [...new Set(ofActor.flatMap(({ contentId }) => contentId ?? []))]
    const watched = await watchedByOthers(tx, { ids, actorId })
    for (const event of ofActor) if (watched.has(event.contentId ?? 0)) idle.delete(event)
  }
  return events.filter(event => !idle.has(event))
}

/** The work of {@link NOTIFY_JOB}. Run again, it adds nothing: an account gets one notification of an event. */
export async function notify({ app, input, signal, finish }: JobRun): Promise<void> {
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
  // Mails that the job does not see to, because its process ends here, go with the next minute.
  if (await portions.end(errors.length === 0 ? finish : undefined)) await queueMailJob(app)
  if (errors.length > 0) throw errors[0]
}

/** Notifications that are written together. */
class Portions {
  readonly #app: App
  #waiting: Concerned[] = []
  #accounts = 0
  #written = 0
  /** Accounts that got any. */
  readonly #notified = new Set<number>()

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
      for (const id of portion) this.#notified.add(id)
    }
  }

  /**
   * Writes what is left.
   * @param finish ends the job in the same transaction
   * @returns whether any were written at all
   */
  async end(finish?: JobRun['finish']): Promise<boolean> {
    if (this.#waiting.length > 0 || this.#written > 0) await this.#write(true, finish)
    return this.#written > 0
  }

  /** Documents show how many notifications there are. */
  #changes(): Source[] | undefined {
    return this.#notified.size > MOST_NAMED ? undefined : [...this.#notified].map(id => `account ${id}` as const)
  }

  async #write(isLast: boolean, finish?: JobRun['finish']): Promise<void> {
    const portion = this.#waiting
    this.#waiting = []
    this.#accounts = 0
    this.#written += await this.#app.database.transaction(
      async tx => {
        const written = await insertNotifications(tx, this.#app, portion)
        // Once, and not with each portion.
        if (isLast && this.#written + written > 0)
          tx.append({ kind: INVALIDATION, actorId: null, changes: this.#changes() })
        await finish?.(tx)
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
  const row = event.contentId === null ? undefined : await contentOf(event.contentId)
  // Trashed or deleted meanwhile.
  if (!row || row.status !== 'current') return
  const file = await fileOf(contentOf, row)
  const page = await pageOf(contentOf, file ?? row)
  if (!page) return
  const parent = async () => (row.parent_id === null ? undefined : contentOf(row.parent_id))
  for (const kind of kindsOfEvent(app, event.kind)) {
    if (event.data['minor'] === true && !kind.isForMinorChanges) continue
    const write = (accountIds: readonly number[]) =>
      portions.add({ event, kind, contentId: row.id, pageId: page.id, accountIds })
    const recipients = (await kind.events?.[event.kind]?.({ app, event, row, page, file, parent })) ?? []
    await write(recipients.filter(id => typeof id === 'number'))
    if (kind.isForWatchers) await eachWatcher(app, page, event, signal, write)
  }
}

/** Passes on the watchers of a page and its space, in portions. */
async function eachWatcher(
  app: App,
  page: ContentRow,
  event: WikiEvent,
  signal: AbortSignal,
  write: (accountIds: readonly number[]) => Promise<void>,
): Promise<void> {
  const scopes = event.kind === 'blogpost.created' ? (['all', 'blogpost'] as const) : (['all'] as const)
  const watched = { contentId: page.id, spaceId: page.space_id, scopes, limit: PORTION }
  for (let after = 0; ;) {
    signal.throwIfAborted()
    const watchers = await watchersAfter(app, { ...watched, after })
    const last = watchers.at(-1)
    if (last === undefined) return
    await write(watchers)
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
