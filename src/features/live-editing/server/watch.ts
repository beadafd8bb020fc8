import type { App } from '#platform/server/app.ts'
import { newestEventId, type WikiEvent } from '#platform/server/events/events.ts'
import { LogFollower } from '#platform/server/events/log-follower.ts'
import { EVENTS_AT_ONCE } from '#platform/server/events/subscribers.ts'
import { accountsById } from '#features/accounts/server/index.ts'
import { contentById, versionOf } from '#features/content-core/server/read.ts'
import { spacesById } from '#features/spaces/server/index.ts'
import type { LiveNotice } from '../shared.ts'
import { liveDocuments } from './documents.ts'
import type { LiveDocument } from './live-document.ts'
import { bringMarkers, bringUpToDate } from './merging.ts'
import { liveSockets } from './sockets.ts'
import { documentRow } from './store.ts'

/** Sessions end without an event. */
const ASK_MS = 60_000

/** Events of the texts of pages. */
const VERSION = /^(?:page|blogpost)\.(?:created|updated|restored)$/
const FILE_VERSION = /^attachment\.updated$/
const TRASHED = /^(?:page|blogpost)\.trashed$/
const MOVED = /^page\.moved$/
/** Events of content that change no permissions. */
const HARMLESS =
  /^(?:comment|attachment|task|label|content|diagram|property)\.|^(?:page|blogpost)\.(?:created|updated)$/

/**
 * Follows the event log while documents are open: merges versions that are published meanwhile, and asks again whether
 * each editor may still edit.
 */
export class LiveWatch {
  readonly #app: App
  /** The last event that is handled, once it is known. */
  #position: number | undefined
  #askedAt = Date.now()
  readonly #follower: LogFollower

  constructor(app: App) {
    this.#app = app
    this.#follower = new LogFollower(
      app.database,
      () => this.#read(),
      error => app.log.warn({ err: error }, 'events for open documents could not be handled; trying again'),
    )
    this.#follower.wake()
  }

  stop(): Promise<void> {
    return this.#follower.stop()
  }

  /** Resolves when all events so far are handled. */
  async settled(): Promise<void> {
    this.#follower.wake()
    await this.#follower.current()
  }

  /** @returns whether there may be more events */
  async #read(): Promise<boolean> {
    const documents = liveDocuments(this.#app).texts
    const position = this.#position
    if (
      liveSockets(this.#app).connections.length + liveDocuments(this.#app).all.length === 0 ||
      position === undefined
    ) {
      this.#position = await newestEventId(this.#app.database.read)
      // Opened while the database did not say where the log ends.
      for (const { contentId } of documents)
        if (await bringUpToDate(this.#app, contentId)) await liveDocuments(this.#app).changedBeside(contentId)
      return false
    }
    const events = await this.#app.events.after(position)
    for (const document of documents)
      if (events.some(event => event.contentId === document.contentId && VERSION.test(event.kind)))
        await this.#published(document)
    for (const document of documents)
      if (
        events.some(event => isNewComment(event, document.contentId)) &&
        (await bringMarkers(this.#app, document.contentId))
      )
        await liveDocuments(this.#app).changedBeside(document.contentId)
    for (const document of liveDocuments(this.#app).files) {
      const last = events.findLast(({ contentId, kind }) => contentId === document.contentId && FILE_VERSION.test(kind))
      if (last) await this.#fileChanged(document, last)
    }
    await this.#tell(documents, events, TRASHED, by => ({ kind: 'trashed', by }))
    const isDue = Date.now() - this.#askedAt > ASK_MS
    if (isDue || events.some(mayChangePermissions)) await this.#askAgain()
    // Only those hear of the new place who may edit there.
    await this.#tell(documents, events, MOVED, async (by, contentId) => ({
      kind: 'moved',
      by,
      ...(await placeOf(this.#app, contentId)),
    }))
    this.#position = events.at(-1)?.id ?? position
    return events.length === EVENTS_AT_ONCE
  }

  async #published(document: LiveDocument): Promise<void> {
    const { contentId } = document
    const documents = liveDocuments(this.#app)
    if (await bringUpToDate(this.#app, contentId)) await documents.changedBeside(contentId)
    else await document.catchUp()
    const row = await documentRow(this.#app.database.read, contentId)
    if (!row || row.base_version === 0) return
    const version = await versionOf(this.#app.database.read, contentId, row.base_version)
    const author = (await accountsById(this.#app, [version?.author_id ?? null])).get(version?.author_id ?? 0)
    document.notify({
      kind: 'published',
      version: row.base_version,
      by: author?.display_name ?? '',
      userKey: author?.user_key ?? '',
      isMerged: row.base_conflicts >= 0,
      conflicts: Math.max(0, row.base_conflicts),
    })
  }

  /** Tells the editors of a version that was stored beside their document, which they may save over it or drop. */
  async #fileChanged(document: LiveDocument, { actorId }: WikiEvent): Promise<void> {
    if (!(await liveDocuments(this.#app).fileChanged(document))) return
    const author = (await accountsById(this.#app, [actorId])).get(actorId ?? 0)
    document.notify({ kind: 'beside', by: author?.display_name ?? '' })
  }

  /** Tells the editors of documents of the last of some events about them. */
  async #tell(
    documents: readonly LiveDocument[],
    events: readonly WikiEvent[],
    kinds: RegExp,
    noticeOf: (by: string, contentId: number) => LiveNotice | Promise<LiveNotice>,
  ): Promise<void> {
    for (const document of documents) {
      const last = events.findLast(({ contentId, kind }) => contentId === document.contentId && kinds.test(kind))
      if (!last || document.connections.size === 0) continue
      const actor = (await accountsById(this.#app, [last.actorId])).get(last.actorId ?? 0)
      document.notify(await noticeOf(actor?.display_name ?? '', document.contentId))
    }
  }

  async #askAgain(): Promise<void> {
    this.#askedAt = Date.now()
    const sockets = liveSockets(this.#app)
    for (const connection of sockets.connections) await sockets.ask(connection)
  }
}

/** The space of a content, and the title of the page above it. */
async function placeOf(app: App, contentId: number): Promise<{ space: string; below: string | null }> {
  const content = await contentById(app.database.read, contentId)
  const spaceId = content?.space_id ?? 0
  const above = content?.parent_id ? await contentById(app.database.read, content.parent_id) : undefined
  return { space: (await spacesById(app, [spaceId])).get(spaceId)?.name ?? '', below: above?.title ?? null }
}

function isNewComment({ kind, data }: WikiEvent, contentId: number): boolean {
  return kind === 'comment.created' && data['containerId'] === contentId && data['location'] === 'inline'
}

const mayChangePermissions = ({ kind }: WikiEvent): boolean => !HARMLESS.test(kind)

export const liveWatch = (app: App): LiveWatch => app.own(create)

function create(app: App): LiveWatch {
  return new LiveWatch(app)
}
