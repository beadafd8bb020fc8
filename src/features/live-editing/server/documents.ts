import { randomUUID } from 'node:crypto'
import * as Y from 'yjs'
import type { App } from '#platform/server/app.ts'
import type { Context } from '#platform/server/context.ts'
import type { WriteTransaction } from '#platform/server/database/index.ts'
import { HttpError, noContent } from '#platform/server/http/errors.ts'
import { contentById, storageOf, type ContentRow } from '#features/content-core/server/read.ts'
import { lockContent, readStoredDraft } from '#features/content-core/server/write.ts'
import { CLOSED } from '../shared.ts'
import { boxNames } from './boxes.ts'
import { compact, nextSnapshot } from './compaction.ts'
import type { LiveConnection, Presence } from './connection.ts'
import { documentOf } from './document/text.ts'
import { hashOf, keepDrafts } from './drafts.ts'
import { LiveDocument, MOST_DOCUMENT, readStored } from './live-document.ts'
import { bringMarkers, bringUpToDate, mergeDraft } from './merging.ts'
import { deleteUnchanged, documentRow, editorsOf, insertDocument, newestUpdates, noteAuthor } from './store.ts'
import { PRESENT_MS } from './rooms.ts'
import { sharedFiles, type SharedFiles } from './shared-files.ts'
import { StoreQueue } from './store-queue.ts'

const CHANGED = 'live.changed'
const PRESENCE = 'live.presence'
/** Time after the last change after which drafts are stored, and the longest that they wait, in milliseconds. */
const DRAFT_REST_MS = 3000
const DRAFT_MOST_MS = 15_000
/** A document without connections leaves the memory after this time. */
const IDLE_MS = 10_000
/** Bytes of a file's document at first. Others are edited alone: there has to be room for changes. */
const MOST_FILE = MOST_DOCUMENT / 2
/** Unsaved changes of a file are dropped this long after its last editor has gone. Each device has its own copy. */
const LEFT_MS = 10 * 60_000
/** Interval at which other processes' changes are looked for, in case a signal was lost. */
const LOOK_MS = 2000

interface Held {
  readonly document: LiveDocument
  draftTimer?: NodeJS.Timeout | undefined
  /** When the first change that is in no draft was made. */
  changedAt?: number | undefined
  idleTimer?: NodeJS.Timeout | undefined
  /** Number of an update after which a snapshot is due. */
  compactAt: number
}

/** The shared documents that are open at this process. */
export class LiveDocuments {
  readonly queue: StoreQueue
  readonly #app: App
  readonly #held = new Map<number, Held>()
  readonly #opening = new Map<number, Promise<LiveDocument>>()
  readonly #timer: NodeJS.Timeout
  #work: Promise<unknown> = Promise.resolve()
  #isStopped = false

  constructor(app: App) {
    this.#app = app
    this.queue = new StoreQueue(app)
    app.signals.on(CHANGED, data => this.#changedElsewhere(data as { id: number }))
    app.signals.on(PRESENCE, data => {
      const { id, presence } = data as { id: number; presence: Presence }
      this.#held.get(id)?.document.presentElsewhere(presence, Date.now() + PRESENT_MS)
    })
    this.#timer = setInterval(() => this.#background(() => this.#look()), LOOK_MS).unref()
  }

  /** Documents that are open. */
  get all(): LiveDocument[] {
    return [...this.#held.values()].map(({ document }) => document)
  }

  /** Those of them that are texts of pages and posts. */
  get texts(): LiveDocument[] {
    return this.all.filter(({ files }) => !files)
  }

  /** Those of them that are files. */
  get files(): LiveDocument[] {
    return this.all.filter(({ files }) => files)
  }

  get connections(): LiveConnection[] {
    return this.all.flatMap(({ connections }) => [...connections])
  }

  /**
   * Opens the document of a page, post or draft that the viewer may edit; makes it of the published version or the
   * viewer's draft if there is none. It contains the newest version and the viewer's draft.
   */
  async open(ctx: Context, row: ContentRow): Promise<LiveDocument> {
    if (!(await documentRow(this.#app.database.read, row.id))) await this.#create(ctx, row)
    await mergeDraft(ctx, row.id)
    await bringUpToDate(this.#app, row.id)
    await bringMarkers(this.#app, row.id)
    const document = await this.#hold(row.id)
    await document.catchUp()
    // The one in memory may have been removed, and another one made.
    return this.#heldOf(document) ? document : this.#hold(row.id)
  }

  /**
   * Opens the document of a file that the viewer may change; makes it of the newest version if there is none, or if
   * the one from before can no longer be used.
   * @param held incarnation of the document that the client has, which is kept for it; empty for none
   * @returns undefined for files that are not edited together
   */
  async openFile(ctx: Context, row: ContentRow, held: string): Promise<LiveDocument | undefined> {
    for (const load of this.#app.extensions.all(sharedFiles)) {
      const files = await load()
      await this.#dropStale(files, row, held)
      if (!(await documentRow(this.#app.database.read, row.id))) {
        const state = await files.create(ctx, row)
        if (!state || state.length > MOST_FILE) continue
        await this.#insert(row, state)
      }
      const document = await this.#hold(row.id, files)
      await document.catchUp()
      return this.#heldOf(document) ? document : this.#hold(row.id, files)
    }
    return undefined
  }

  /** The document of a page or post, if it has one. */
  async find(contentId: number): Promise<LiveDocument | undefined> {
    return (await documentRow(this.#app.database.read, contentId)) ? this.#hold(contentId) : undefined
  }

  /** Adds a connection. @returns false if the document was put away or lost meanwhile */
  join(document: LiveDocument, connection: LiveConnection): boolean {
    if (!this.#heldOf(document)) return false
    document.connections.add(connection)
    this.#rest(document)
    return true
  }

  leave(document: LiveDocument, connection: LiveConnection): void {
    document.connections.delete(connection)
    const { presence } = connection
    if (presence?.state) this.present(document, connection, { ...presence, clock: presence.clock + 1, state: null })
    this.#rest(document)
  }

  present(document: LiveDocument, connection: LiveConnection, presence: Presence): void {
    document.present(connection, presence)
    this.#app.signals.send(PRESENCE, { id: document.contentId, presence })
  }

  /** Brings the drafts of a document's authors up to date. */
  async keepDrafts(contentId: number): Promise<void> {
    const held = this.#held.get(contentId)
    if (held) {
      clearTimeout(held.draftTimer)
      held.draftTimer = held.changedAt = undefined
      await held.document.stored()
    }
    await keepDrafts(this.#app, contentId)
  }

  /** Tells other processes of changes that were stored beside the open document, and reads them here. */
  async changedBeside(contentId: number): Promise<void> {
    this.#app.signals.send(CHANGED, { id: contentId })
    await this.#held.get(contentId)?.document.catchUp()
  }

  /** A file has a new version, maybe of another origin. @returns whether the document lacks it */
  async fileChanged(document: LiveDocument): Promise<boolean> {
    const row = await contentById(this.#app.database.read, document.contentId)
    if (!row) return false
    if (document.files) await this.#dropStale(document.files, row)
    await document.catchUp()
    return this.#heldOf(document) !== undefined && document.baseVersion < row.version
  }

  /** Resolves when nothing is left to do. */
  async idle(): Promise<void> {
    await this.queue.idle()
    await this.#work
  }

  /** Ends all connections and stores what is left. */
  async stop(): Promise<void> {
    this.#isStopped = true
    clearInterval(this.#timer)
    for (const { document } of this.#held.values()) document.closeAll(CLOSED.again, 'the server ends')
    await this.queue.idle()
    for (const [id, { draftTimer, idleTimer, changedAt }] of this.#held) {
      clearTimeout(draftTimer)
      clearTimeout(idleTimer)
      if (changedAt !== undefined) this.#background(() => keepDrafts(this.#app, id))
    }
    await this.#work
  }

  /** Made of the published version or the draft, once: of two first editors, the second finds it. */
  async #create(ctx: Context, row: ContentRow): Promise<void> {
    const { app } = ctx
    const draft = await readStoredDraft(ctx, app.database.read, row)
    const text = draft ?? { title: row.title, storage: (await storageOf(app, [row])).get(row.id) ?? '' }
    const baseVersion = row.status === 'draft' ? 0 : (draft?.baseVersion ?? row.version)
    const state = Y.encodeStateAsUpdate(documentOf(text, boxNames(app)))
    await app.database.transaction(
      async tx => {
        if (!(await insertOnce(tx, row, { baseVersion, state }))) return
        if (draft && row.status !== 'draft' && ctx.viewer.userId !== null)
          await noteAuthor(tx, row.id, ctx.viewer.userId, 0, hashOf(draft))
      },
      { invalidates: false },
    )
  }

  async #insert(row: ContentRow, state: Uint8Array): Promise<void> {
    await this.#app.database.transaction(
      async tx => {
        const isNewest = (await lockContent(tx, row.id))?.version === row.version
        // Meanwhile there is another version: the editor comes again.
        if (!isNewest) throw new HttpError(503, 'The file was changed')
        await insertOnce(tx, row, { baseVersion: row.version, state })
      },
      { invalidates: false },
    )
  }

  /**
   * Removes the document of a file if a version has all its changes and there is a newer one, or if its editors have
   * left without saving.
   */
  async #dropStale(files: SharedFiles, { id, version }: ContentRow, held = ''): Promise<void> {
    const { read } = this.#app.database
    const known = await documentRow(read, id)
    const isLeft =
      known !== undefined &&
      known.incarnation !== held &&
      Date.now() - known.updated_at > LEFT_MS &&
      (await editorsOf(read, id)).length === 0
    if (!known || (known.base_version >= version && !isLeft)) return
    const found = await readStored(this.#app, id)
    if (!found) return
    const { row, doc } = found
    const isSaved = files.isSaved(doc)
    if (isSaved ? row.base_version >= version : !isLeft) return
    await this.#app.database.transaction(tx => deleteUnchanged(tx, row), { invalidates: false })
    await this.changedBeside(id)
  }

  async #hold(contentId: number, files?: SharedFiles): Promise<LiveDocument> {
    const held = this.#held.get(contentId)
    if (held) return held.document
    const opening = this.#opening.get(contentId) ?? this.#read(contentId, files)
    this.#opening.set(contentId, opening)
    try {
      return await opening
    } finally {
      this.#opening.delete(contentId)
    }
  }

  async #read(contentId: number, files: SharedFiles | undefined): Promise<LiveDocument> {
    const found = await readStored(this.#app, contentId)
    if (!found) throw noContent(contentId)
    const document: LiveDocument = new LiveDocument(found, {
      app: this.#app,
      files,
      queue: this.queue,
      changed: changed => this.#changed(changed),
      lost: lost => this.#forget(lost),
    })
    this.#held.set(contentId, { document, compactAt: nextSnapshot(found.row.state_seq) })
    this.#rest(document)
    return document
  }

  /** Updates of this process were stored. */
  #changed(document: LiveDocument): void {
    const { contentId } = document
    this.#app.signals.send(CHANGED, { id: contentId })
    const held = this.#heldOf(document)
    if (!held) return
    if (!document.files) this.#keepDraftsLater(contentId, held)
    if (this.#isStopped || document.seq < held.compactAt) return
    held.compactAt = nextSnapshot(document.seq)
    this.#background(async () => {
      await compact(this.#app, contentId)
      // Its size is another one.
      await document.catchUp()
    })
  }

  #keepDraftsLater(contentId: number, held: Held): void {
    const now = Date.now()
    held.changedAt ??= now
    if (this.#isStopped) return
    clearTimeout(held.draftTimer)
    const wait = Math.max(0, Math.min(DRAFT_REST_MS, held.changedAt + DRAFT_MOST_MS - now))
    held.draftTimer = setTimeout(() => this.#background(() => this.keepDrafts(contentId)), wait).unref()
  }

  #changedElsewhere({ id }: { id: number }): void {
    const document = this.#held.get(id)?.document
    if (document) this.#background(() => document.catchUp())
  }

  /** Reads what signals have not told of. */
  async #look(): Promise<void> {
    if (this.#held.size === 0 || (this.#app.peers.isAlone && !this.#app.database.channel)) return
    const newest = await newestUpdates(this.#app.database, [...this.#held.keys()])
    for (const [id, { document }] of this.#held) if ((newest.get(id) ?? -1) !== document.seq) await document.catchUp()
  }

  /** Starts the time after which a document without connections is put away. */
  #rest(document: LiveDocument): void {
    const { contentId, connections } = document
    const held = this.#heldOf(document)
    if (!held) return
    clearTimeout(held.idleTimer)
    // Connections end after the documents were stored for the last time, when the database may be closed.
    if (connections.size > 0 || this.#isStopped) return
    if (held.changedAt !== undefined) this.#background(() => this.keepDrafts(contentId))
    held.idleTimer = setTimeout(() => {
      if (connections.size > 0) return
      this.#forget(document)
      this.#background(() => compact(this.#app, contentId))
    }, IDLE_MS).unref()
  }

  #forget(document: LiveDocument): void {
    const held = this.#heldOf(document)
    if (!held) return
    clearTimeout(held.draftTimer)
    clearTimeout(held.idleTimer)
    this.#held.delete(document.contentId)
  }

  /** Undefined if another document of the content took its place, such as after a failure of the database. */
  #heldOf(document: LiveDocument): Held | undefined {
    const held = this.#held.get(document.contentId)
    return held?.document === document ? held : undefined
  }

  #background(work: () => Promise<unknown>): void {
    const run = work().catch((error: unknown) =>
      this.#app.log.warn({ err: error }, 'work on shared documents failed; it is done again later'),
    )
    this.#work = Promise.all([this.#work, run])
  }
}

/** Inserts the document of a content, unless there is one. @returns whether it did @throws HttpError 404 */
async function insertOnce(
  tx: WriteTransaction,
  { id }: ContentRow,
  { baseVersion, state }: { baseVersion: number; state: Uint8Array },
): Promise<boolean> {
  const held = await lockContent(tx, id)
  if (!held || held.status === 'trashed') throw noContent(id)
  if (await documentRow(tx.db, id)) return false
  await insertDocument(tx, { contentId: id, incarnation: randomUUID(), baseVersion, state })
  return true
}

/** The shared documents of this process. */
export const liveDocuments = (app: App): LiveDocuments => app.own(create)

function create(app: App): LiveDocuments {
  return new LiveDocuments(app)
}
