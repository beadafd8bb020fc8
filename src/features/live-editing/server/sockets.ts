import type { IncomingMessage } from 'node:http'
import { WebSocketServer, type WebSocket } from 'ws'
import type { App } from '#platform/server/app.ts'
import type { Context } from '#platform/server/context.ts'
import { forbidden, HttpError } from '#platform/server/http/errors.ts'
import { outageOf } from '#platform/server/http/outages.ts'
import { isOwnUpgrade, type TakeOver } from '#platform/server/http/web-sockets.ts'
import { accountsById, pictureUrl } from '#features/accounts/server/index.ts'
import { ALIVE_MS, CLOSED, COLOURS, HELD, LIVE_PATH, MOST_UPDATE, type LivePerson } from '../shared.ts'
import { LiveConnection } from './connection.ts'
import { liveDocuments } from './documents.ts'
import type { LiveDocument } from './live-document.ts'
import { aliveMessage, roomMessage, type ClientMessage } from './protocol.ts'
import { fullPage, hasText, requireShared } from './policy.ts'
import type { Room } from './room.ts'
import { liveRooms } from './rooms.ts'
import { mostEditors } from './settings.ts'
import {
  countConnections,
  deleteConnections,
  editorsOf,
  insertConnection,
  lockAdmission,
  touchConnections,
} from './store.ts'

/** Connections that a user may have at once, in all windows and on all devices. */
const MOST_OF_USER = 30
/** Editors who write are asked for again after this time: sessions end without an event. */
const ASK_MS = 5000
/** Bytes of a message beside its update. */
const ENVELOPE = 1024

/** The code by which a connection is closed for a refusal. */
function codeOf(error: unknown): number {
  const refusal = error instanceof HttpError ? error : outageOf(error)
  return refusal && refusal.status < 1000 ? 4000 + refusal.status : CLOSED.again
}

/** The WebSockets of editors at this process. */
export class LiveSockets {
  readonly #app: App
  readonly #server = new WebSocketServer({
    noServer: true,
    maxPayload: MOST_UPDATE + ENVELOPE,
    // Updates are small and compact.
    perMessageDeflate: false,
    clientTracking: true,
  })
  readonly #timer: NodeJS.Timeout

  constructor(app: App) {
    this.#app = app
    this.#timer = setInterval(() => void this.#beat(), ALIVE_MS).unref()
  }

  /** Accepts pages of the wiki and programs whose user is signed in. @throws HttpError 401, 403 */
  async accept(request: IncomingMessage): Promise<TakeOver> {
    if (!isOwnUpgrade(request, this.#app.baseUrl))
      throw forbidden('Only pages of the wiki may connect', { forPrograms: true })
    const ctx = await this.#app.http.contextOfUpgrade(request)
    if (ctx.viewer.userId === null) throw new HttpError(401, 'Sign in to edit together with others')
    return (_request, socket, head) =>
      this.#server.handleUpgrade(request, socket, head, webSocket => void this.#begin(webSocket, request, ctx))
  }

  /** Closes a connection whose user may no longer edit. */
  async ask(connection: LiveConnection): Promise<void> {
    connection.askedAt = Date.now()
    try {
      await requireShared(await connection.reauthenticate(), connection.contentId)
    } catch (error) {
      if (error instanceof HttpError) connection.close(codeOf(error), reasonOf(error))
      else this.#app.log.warn({ err: error }, 'an editor could not be asked for')
    }
  }

  /** Ends all connections. */
  async stop(): Promise<void> {
    clearInterval(this.#timer)
    liveRooms(this.#app).closeAll(CLOSED.again, 'the server ends')
    await liveDocuments(this.#app).stop()
    for (const client of this.#server.clients) client.terminate()
  }

  /** Reasons are told by the code of closing: pages cannot read the answer to a refused WebSocket. */
  async #begin(socket: WebSocket, request: IncomingMessage, ctx: Context): Promise<void> {
    const early: Buffer[] = []
    const collect = (data: Buffer) => void (early.length < 4 && early.push(data))
    socket.on('message', collect)
    socket.on('error', () => socket.terminate())
    const [path = '', query] = (request.url ?? '').split('?', 2)
    const id = Number(LIVE_PATH.exec(path)?.[1])
    const held = new URLSearchParams(query).get(HELD) ?? ''
    try {
      const row = await requireShared(ctx, id)
      const connection = new LiveConnection(socket, await this.#about(ctx, id), () =>
        this.#app.http.contextOfUpgrade(request),
      )
      const documents = liveDocuments(this.#app)
      const document = hasText(row) ? await documents.open(ctx, row) : await documents.openFile(ctx, row, held)
      await this.#admit(connection)
      socket.off('message', collect)
      if (document) this.#serve(document, connection)
      else this.#serveRoom(connection)
      for (const data of early) socket.emit('message', data)
      if (socket.readyState !== socket.OPEN) socket.emit('close')
    } catch (error) {
      if (!(error instanceof HttpError)) this.#app.log.error({ err: error, contentId: id }, 'editing together failed')
      socket.close(codeOf(error), reasonOf(error))
    }
  }

  async #about(ctx: Context, contentId: number) {
    const accountId = ctx.viewer.userId ?? 0
    const account = (await accountsById(this.#app, [accountId])).get(accountId)
    const person: LivePerson = {
      userKey: ctx.viewer.userKey,
      name: ctx.viewer.displayName,
      picture: account ? pictureUrl(account) : '',
      colour: colourOf(ctx.viewer.userKey),
    }
    return { contentId, accountId, ctx, person }
  }

  /** Counts the connection, unless there are too many. @throws HttpError 412, 429 */
  async #admit({ id, contentId, accountId }: LiveConnection): Promise<void> {
    await this.#app.database.transaction(
      async tx => {
        await lockAdmission(tx)
        const editors = await editorsOf(tx.db, contentId)
        if (!editors.includes(accountId) && editors.length >= this.#app.settings.get(mostEditors)) throw fullPage()
        if ((await countConnections(tx.db, accountId)) >= MOST_OF_USER)
          throw new HttpError(429, 'You have too many pages open for editing: close some of them')
        await insertConnection(tx, { id, contentId, accountId })
      },
      { invalidates: false, durable: false },
    )
  }

  #serve(document: LiveDocument, connection: LiveConnection): void {
    const documents = liveDocuments(this.#app)
    if (!documents.join(document, connection)) connection.close(CLOSED.again, 'the document is read again')
    connection.listen(
      message => this.#handle(document, connection, message),
      () => {
        documents.leave(document, connection)
        void this.#forget([connection.id])
      },
    )
  }

  /** Lets a user see who else edits a content that has no shared text. */
  #serveRoom(connection: LiveConnection): void {
    const rooms = liveRooms(this.#app)
    const room = rooms.join(connection)
    connection.listen(
      message => this.#handleInRoom(room, connection, message),
      () => {
        rooms.leave(room, connection)
        void this.#forget([connection.id])
      },
    )
  }

  #handleInRoom(room: Room, connection: LiveConnection, message: ClientMessage): void {
    switch (message.kind) {
      case 'sync':
        if (connection.clientId !== undefined) return
        connection.clientId = message.clientId
        connection.send(roomMessage())
        room.introduce(connection)
        break
      case 'awareness':
        liveRooms(this.#app).present(room, connection, connection.readPresence(message.clock, message.state))
        break
      case 'update':
        throw new Error('An update of a content without a shared text')
      case 'alive':
    }
  }

  async #handle(document: LiveDocument, connection: LiveConnection, message: ClientMessage): Promise<void> {
    switch (message.kind) {
      case 'sync': {
        if (message.incarnation !== '' && message.incarnation !== document.incarnation) {
          connection.close(CLOSED.replaced, 'the document was replaced')
          return
        }
        const isFirst = connection.clientId === undefined
        connection.clientId ??= message.clientId
        document.sync(connection, message.vector)
        if (isFirst) document.introduce(connection)
        break
      }
      case 'update':
        if (Date.now() - connection.askedAt > ASK_MS) void this.ask(connection)
        await document.receive(connection, message.number, message.update)
        break
      case 'awareness':
        liveDocuments(this.#app).present(document, connection, connection.readPresence(message.clock, message.state))
        break
      case 'alive':
    }
  }

  /** Connections of documents and rooms. */
  get connections(): LiveConnection[] {
    return [...liveDocuments(this.#app).connections, ...liveRooms(this.#app).connections]
  }

  async #beat(): Promise<void> {
    const { connections } = this
    for (const connection of connections) connection.send(aliveMessage())
    if (connections.length === 0) return
    await this.#write(tx =>
      touchConnections(
        tx,
        connections.map(({ id }) => id),
      ),
    )
  }

  #forget(ids: readonly string[]): Promise<void> {
    return this.#write(tx => deleteConnections(tx, ids))
  }

  async #write(work: Parameters<App['database']['transaction']>[0]): Promise<void> {
    try {
      await this.#app.database.transaction(work, { invalidates: false, durable: false })
    } catch (error) {
      // Rows that stay are stale in a minute.
      this.#app.log.warn({ err: error }, 'connections of editors could not be noted')
    }
  }
}

function reasonOf(error: unknown): string {
  return error instanceof HttpError ? error.message.slice(0, 100) : 'the server failed'
}

/** The colour of a user: the same in all pages. */
function colourOf(userKey: string): number {
  return Number.parseInt(userKey.slice(-6), 16) % COLOURS || 0
}

export const liveSockets = (app: App): LiveSockets => app.own(create)

function create(app: App): LiveSockets {
  return new LiveSockets(app)
}
