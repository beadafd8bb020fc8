import * as Y from 'yjs'
import { defaultLimits } from '#language/parse.ts'
import type { App } from '#platform/server/app.ts'
import { isOutOfSpace } from '#platform/server/no-space.ts'
import { CLOSED, MOST_UPDATE } from '../shared.ts'
import type { LiveConnection } from './connection.ts'
import { checkUpdate } from './document/check.ts'
import { textOf, type PageText } from './document/text.ts'
import { storedMessage, syncMessage, updateMessage } from './protocol.ts'
import { Room } from './room.ts'
import { documentRow, stateOf, updatesAfter, type DocumentRow } from './store.ts'
import type { SharedFiles } from './shared-files.ts'
import type { StoreQueue } from './store-queue.ts'

/**
 * Bytes of a document with the updates after its snapshot: what a page of the largest size takes, several times, and
 * the most that a diagram's file has.
 */
export const MOST_DOCUMENT = 32 * 1024 * 1024
/** Characters of the text, as of any page. */
const MOST_TEXT = defaultLimits.size
/** Characters of a text that one byte of a document makes at most: `&quot;`. */
const CHARACTERS_OF_BYTE = 6

/** Origin of updates that come from the database. */
const STORED = Symbol('stored')

/** Reads a document with all updates; undefined if there is none. */
export async function readStored(app: App, contentId: number): Promise<{ row: DocumentRow; doc: Y.Doc } | undefined> {
  const { read } = app.database
  for (;;) {
    const row = await documentRow(read, contentId)
    const snapshot = row && (await stateOf(read, contentId))
    if (!row || !snapshot) return undefined
    const updates = await updatesAfter(read, contentId, snapshot.state_seq)
    const seq = updates.at(-1)?.seq ?? snapshot.state_seq
    // Another process may have replaced the snapshot between the queries.
    if (seq - snapshot.state_seq !== updates.length || seq < row.seq) continue
    return { row: { ...row, seq, state_seq: snapshot.state_seq }, doc: documentFrom(snapshot, updates) }
  }
}

/** The document of a snapshot and the updates after it. */
export function documentFrom(snapshot: { state: Uint8Array }, updates: readonly { data: Uint8Array }[]): Y.Doc {
  const doc = new Y.Doc()
  doc.transact(() => {
    Y.applyUpdate(doc, snapshot.state)
    for (const { data } of updates) Y.applyUpdate(doc, data)
  })
  return doc
}

/** Surroundings of a document. */
export interface DocumentPorts {
  /** Kind of the file that it is of; undefined for the text of a page. */
  readonly files: SharedFiles | undefined
  readonly app: App
  readonly queue: StoreQueue
  /** Called when updates of this process are stored. */
  changed(document: LiveDocument): void
  /** The document can no longer be used: another one takes its place, or the database fails. */
  lost(document: LiveDocument): void
}

/**
 * A shared document in the memory of this process, with the connections of its editors. The database has the truth:
 * what other processes store is read from there.
 */
export class LiveDocument extends Room {
  readonly incarnation: string
  baseVersion: number
  readonly #doc: Y.Doc
  readonly #ports: DocumentPorts
  /** Number of the last update of the database that is in memory, with all before it. */
  #seq: number
  #size: number
  /** Bytes that the text may grow by before it is measured again. */
  #room: number
  #reading: Promise<void> | undefined
  /** The read after the present one. */
  #nextReading: Promise<void> | undefined
  /** Ends when all that was appended so far is stored. */
  #stored: Promise<unknown> = Promise.resolve()
  #isLost = false

  constructor({ row, doc }: { row: DocumentRow; doc: Y.Doc }, ports: DocumentPorts) {
    super(row.content_id)
    this.incarnation = row.incarnation
    this.baseVersion = row.base_version
    this.#doc = doc
    this.#seq = row.seq
    this.#size = row.size
    this.#room = MOST_TEXT / CHARACTERS_OF_BYTE - row.size
    this.#ports = ports
    doc.on('update', (update: Uint8Array, origin: unknown) => this.#updated(update, origin))
  }

  /** The kind of files that it is of; undefined for the text of a page or post. */
  get files(): SharedFiles | undefined {
    return this.#ports.files
  }

  get seq(): number {
    return this.#seq
  }

  text(): PageText {
    return textOf(this.#doc)
  }

  /** Answers a client's state vector. */
  sync(connection: LiveConnection, vector: Uint8Array): void {
    connection.send(
      syncMessage({
        incarnation: this.incarnation,
        baseVersion: this.baseVersion,
        vector: Y.encodeStateVector(this.#doc),
        update: Y.encodeStateAsUpdate(this.#doc, vector),
      }),
    )
  }

  /**
   * Takes an update of a client and acknowledges it once it is on the disk.
   * @param number its number, which the acknowledgement bears
   * @throws Error if it is malformed
   */
  async receive(connection: LiveConnection, number: number, update: Uint8Array): Promise<void> {
    const { inserts } = this.#check(update)
    if (inserts && !this.#mayGrow(update.length)) {
      connection.close(CLOSED.tooLarge, 'the page is too large')
      return
    }
    if (!this.#apply(connection, update)) {
      // Another process may have stored the updates before it.
      const isComplete = await this.#caughtUp()
      this.#check(update)
      if (!isComplete || !this.#apply(connection, update)) {
        connection.close(CLOSED.again, 'updates are missing')
        return
      }
    }
    this.#stored.then(
      () => connection.send(storedMessage(number)),
      () => undefined,
    )
  }

  /** Reads all that other processes have stored before the call. */
  catchUp(): Promise<void> {
    if (!this.#reading) {
      this.#reading = this.#read().finally(() => {
        this.#reading = undefined
      })
      return this.#reading
    }
    // The present read may have begun too early.
    const again = () => {
      this.#nextReading = undefined
      return this.catchUp()
    }
    this.#nextReading ??= this.#reading.then(again, again)
    return this.#nextReading
  }

  /** Resolves when all updates so far are stored. @throws when one could not be */
  async stored(): Promise<void> {
    await this.#stored
  }

  /**
   * Applies an update of a client.
   * @returns false if it builds on others that are not here. The rest of it is not kept: if it were completed by an
   * update from the database, it would not be stored.
   */
  #apply(connection: LiveConnection, update: Uint8Array): boolean {
    try {
      Y.applyUpdate(this.#doc, update, connection)
    } catch (error) {
      // Part of it may be in the document.
      this.#lose(CLOSED.again, 'the document is read again')
      throw error
    }
    const { store } = this.#doc
    if (store.pendingStructs === null && store.pendingDs === null) return true
    store.pendingStructs = null
    store.pendingDs = null
    return false
  }

  async #caughtUp(): Promise<boolean> {
    try {
      await this.catchUp()
      return true
    } catch (error) {
      this.#ports.app.log.warn({ err: error, contentId: this.contentId }, 'changes of a page could not be read')
      return false
    }
  }

  #check(update: Uint8Array): { inserts: boolean } {
    return (this.#ports.files?.check ?? checkUpdate)(update, this.#doc)
  }

  #mayGrow(bytes: number): boolean {
    if (bytes > MOST_UPDATE || this.#size + bytes > MOST_DOCUMENT) return false
    if (bytes <= this.#room || this.#ports.files) return true
    const { title, storage } = this.text()
    const left = MOST_TEXT - storage.length - title.length
    this.#room = left / CHARACTERS_OF_BYTE
    return bytes <= left
  }

  #updated(update: Uint8Array, origin: unknown): void {
    this.#room -= update.length
    this.tell(updateMessage(update), origin)
    if (origin === STORED) return
    this.#size += update.length
    const accountId = (origin as LiveConnection).accountId
    const appended = this.#ports.queue.append(this.contentId, this.incarnation, { data: update, accountId })
    this.#stored = Promise.all([this.#stored, appended.then(seq => this.#numbered(seq))])
    this.#stored.catch((error: unknown) => {
      if (!this.#isLost)
        this.#ports.app.log.error({ err: error, contentId: this.contentId }, 'changes of a page could not be stored')
      this.#lose(isOutOfSpace(error) ? CLOSED.noSpace : CLOSED.again, 'changes could not be stored')
    })
  }

  #numbered(seq: number | undefined): Promise<void> | void {
    if (seq === undefined) {
      this.#lose(CLOSED.replaced, 'the document was replaced')
      throw new Error('The document was replaced')
    }
    this.#ports.changed(this)
    if (seq === this.#seq + 1) this.#seq = seq
    else if (seq > this.#seq) return this.catchUp()
  }

  async #read(): Promise<void> {
    const { read } = this.#ports.app.database
    const row = await documentRow(read, this.contentId)
    if (row?.incarnation !== this.incarnation) return this.#lose(CLOSED.replaced, 'the document was replaced')
    if (row.state_seq > this.#seq) return this.#readSnapshot()
    for (const { seq, data } of await updatesAfter(read, this.contentId, this.#seq)) {
      if (seq > this.#seq + 1) return this.#readSnapshot()
      Y.applyUpdate(this.#doc, data, STORED)
      this.#seq = Math.max(this.#seq, seq)
    }
    this.#size = row.size
    this.baseVersion = row.base_version
  }

  /** Updates that this process lacks are in the snapshot. */
  async #readSnapshot(): Promise<void> {
    const found = await readStored(this.#ports.app, this.contentId)
    if (found?.row.incarnation !== this.incarnation) return this.#lose(CLOSED.replaced, 'the document was replaced')
    Y.applyUpdate(this.#doc, Y.encodeStateAsUpdate(found.doc, Y.encodeStateVector(this.#doc)), STORED)
    this.#seq = Math.max(this.#seq, found.row.seq)
    this.#size = found.row.size
    this.baseVersion = found.row.base_version
  }

  #lose(code: number, reason: string): void {
    if (this.#isLost) return
    this.#isLost = true
    this.#ports.lost(this)
    this.closeAll(code, reason)
  }
}
