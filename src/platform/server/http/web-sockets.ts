import { STATUS_CODES, type IncomingMessage, type Server } from 'node:http'
import type { Duplex } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { errorBody, HttpError, notFound } from './errors.ts'
import { outageOf } from './outages.ts'

/** Takes over a connection that asked to become a WebSocket, once its request was accepted. */
export type TakeOver = (request: IncomingMessage, socket: Duplex, head: Buffer) => void

/** Decides on a request for a WebSocket. @throws HttpError to refuse it */
export type AcceptUpgrade = (request: IncomingMessage) => Promise<TakeOver>

/** Whether a request asks for a WebSocket. Programs also ask for HTTP/2 by the same header, and are answered without. */
export function asksForWebSocket({ headers }: IncomingMessage): boolean {
  return headers.upgrade?.toLowerCase() === 'websocket'
}

/**
 * Whether a request comes from a page of the wiki or from a program: pages of other sites may open WebSockets with the
 * cookies of the user, and browsers name their origin.
 */
export function isOwnUpgrade({ headers: { origin, host } }: IncomingMessage, baseUrl: string): boolean {
  if (origin === undefined || origin === new URL(baseUrl).origin) return true
  return URL.canParse(origin) && new URL(origin).host === host
}

/** WebSockets beside the calls of the server, by path. */
export class WebSockets {
  readonly #accept = new Map<RegExp, AcceptUpgrade>()
  readonly #failed: (error: unknown) => void

  /** @param failed called with errors that are no refusal */
  constructor({ server }: FastifyInstance, failed: (error: unknown) => void) {
    this.#failed = failed
    ;(server as Server).on('upgrade', (request, socket, head) => void this.#upgrade(request, socket, head))
  }

  /** Adds the WebSocket of a path. @param path matches the whole path */
  add(path: RegExp, accept: AcceptUpgrade): void {
    this.#accept.set(path, accept)
  }

  async #upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    // The client may break off at any time.
    const ignore = () => undefined
    socket.on('error', ignore)
    try {
      const path = (request.url ?? '').split('?', 1)[0] ?? ''
      const [, accept] = [...this.#accept].find(([pattern]) => pattern.test(path)) ?? []
      if (!accept) throw notFound('There is no WebSocket at this address', { forPrograms: true })
      const takeOver = await accept(request)
      socket.off('error', ignore)
      takeOver(request, socket, head)
    } catch (error) {
      const refusal = error instanceof HttpError ? error : outageOf(error)
      if (refusal) return answer(socket, refusal)
      this.#failed(error)
      answer(socket, new HttpError(500, 'The request failed; the log says why', { forPrograms: true }))
    }
  }
}

function answer(socket: Duplex, error: HttpError): void {
  const body = JSON.stringify(errorBody(error))
  const headers = {
    'content-type': 'application/json;charset=UTF-8',
    'content-length': String(Buffer.byteLength(body)),
    'cache-control': 'no-store',
    connection: 'close',
    ...error.headers,
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${error.status} ${STATUS_CODES[error.status] ?? ''}\r\n${lines.join('')}\r\n${body}`)
}
