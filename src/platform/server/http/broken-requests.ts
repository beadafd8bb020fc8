import { randomUUID } from 'node:crypto'
import { STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { ConnectionError, FastifyInstance } from 'fastify'
import type { Log } from '../log.ts'
import { errorBody } from './errors.ts'
import { JSON_TYPE } from './http.ts'

const MOST_READ = 16 * 1024
/** A first line that is one of HTTP, with a method that Node does not know. */
const REQUEST_LINE = /^([!#$%&'*+.^_`|~\w-]{1,40}) \S+ HTTP\/1\.[01]\r?\n/

/**
 * Handles input that comes no further than the connection: lines that are no HTTP, headers that are too large or too
 * slow, bodies whose length is in doubt. Answered in the shape of all errors; the connection is closed, since the start
 * of the next request on it is unknown.
 */
export class BrokenRequests {
  readonly #log: Log
  /** The answer being sent on each connection. Another answer must not get in between. */
  readonly #answers = new WeakMap<Duplex, ServerResponse>()

  constructor(log: Log) {
    this.#log = log
  }

  /** For Fastify's option `clientErrorHandler`. */
  readonly answer = (error: ConnectionError, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
    const send = () => this.#send(socket, describe(error), error.code)
    const answer = this.#answers.get(socket)
    if (answer === undefined || answer.writableFinished) send()
    // The request before this one is still being answered, and is not what is wrong.
    else if (answer.req.complete) answer.once('finish', send)
    else if (answer.headersSent) socket.destroy(error)
    else send()
  }

  /** Follows what is answered, and answers what Node would answer by itself, or not at all. */
  watch({ server }: FastifyInstance): void {
    const http = server as Server
    http.prependListener(
      'request',
      (request: IncomingMessage, answer: ServerResponse) => void this.#answers.set(request.socket, answer),
    )
    http.on('connect', (_request, socket) => this.#send(socket, unknownMethod('CONNECT'), 'CONNECT'))
    http.on('checkExpectation', ({ socket, headers }: IncomingMessage) => {
      this.#send(
        socket,
        {
          status: 417,
          key: 'The header Expect may say 100-continue, and says {{said}}',
          values: { said: String(headers.expect).slice(0, 100) },
        },
        'EXPECT',
      )
    })
  }

  #send(socket: Duplex, { status, key, values }: Refusal, code: string): void {
    const requestId = randomUUID()
    this.#log.debug({ requestId, code, status }, 'a request that could not be read')
    const body = JSON.stringify(errorBody({ status, text: { key, values, forPrograms: true } }))
    socket.end(
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: ${JSON_TYPE}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n` +
        `X-Request-Id: ${requestId}\r\nConnection: close\r\n\r\n${body}`,
    )
    socket.once('finish', () => socket.destroy())
  }
}

interface Refusal {
  readonly status: number
  readonly key: string
  readonly values?: Record<string, string>
}

function unknownMethod(method: string): Refusal {
  return {
    status: 501,
    key: 'No call has the method {{method}}. Methods are written in capital letters, e.g. GET',
    values: { method },
  }
}

function describe({ code, rawPacket, bytesParsed }: ConnectionError): Refusal {
  switch (code) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return { status: 408, key: 'The request did not arrive in time: send it faster, or in parts' }
    case 'HPE_HEADER_OVERFLOW':
      return {
        status: 431,
        key: 'The address and the headers are larger than 16 KB together: send less, e.g. a shorter query or fewer cookies',
      }
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return { status: 413, key: 'The extensions of the chunks of the body are larger than 16 KB' }
    case 'HPE_INVALID_METHOD': {
      // Other requests may precede it in the buffer.
      const packet = rawPacket as unknown as Buffer
      const start = packet.lastIndexOf('\n', Math.max(0, bytesParsed - 1)) + 1
      const [, method] = REQUEST_LINE.exec(packet.toString('latin1', start, start + MOST_READ)) ?? []
      if (method !== undefined) return unknownMethod(method)
    }
  }
  return {
    status: 400,
    key: 'This is no HTTP request that can be read ({{code}}). Perhaps it was sent by https:// to a port that speaks http://',
    values: { code },
  }
}
