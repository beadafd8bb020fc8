import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { endpoint } from '../../contract.ts'
import type { ServerFeature } from '../app.ts'
import { startTestWiki, type TestWiki } from '../testing/harness.ts'
import { createFastify } from './create.ts'

const echo = endpoint({
  method: 'POST',
  path: '/rest/echo',
  summary: 'Echo',
  tag: 'test',
  body: z.object({ word: z.string() }),
  response: z.object({ word: z.string() }),
})
const slow = endpoint({
  method: 'GET',
  path: '/rest/slow/:name',
  summary: 'Waits',
  tag: 'test',
  params: z.object({ name: z.string() }),
})
let release = () => {}

const feature: ServerFeature = {
  name: 'test',
  register({ http, systemContext }) {
    const { viewer } = systemContext()
    http.authenticateBy(async () => ({ viewer, method: 'token', xsrfToken: '' }))
    http.handle(echo, ({ body }) => body)
    http.handle(slow, async () => {
      await new Promise<void>(resolve => {
        release = resolve
      })
      return 'done'
    })
  },
}

let wiki: TestWiki
beforeAll(async () => {
  wiki = await startTestWiki('sqlite', [feature])
})
afterAll(() => wiki.close())

const dial = (): Socket => connect(Number(new URL(wiki.url).port), '127.0.0.1')

/** Sends the bytes and reads until the server closes the connection. */
async function talk(bytes: string): Promise<string> {
  const socket = dial()
  socket.write(bytes, 'latin1')
  return text(socket)
}

interface Answer {
  status: number
  headers: string
  json: unknown
}

/** The answers in what a connection gave, one after the other; each of them names its length. */
function answersIn(received: string): Answer[] {
  const answers: Answer[] = []
  for (let rest = received; rest !== '';) {
    const end = rest.indexOf('\r\n\r\n') + 4
    const headers = rest.slice(0, end)
    const length = Number(/^content-length: (\d+)/im.exec(headers)?.[1])
    answers.push({ status: Number(headers.slice(9, 12)), headers, json: JSON.parse(rest.slice(end, end + length)) })
    rest = rest.slice(end + length)
  }
  return answers
}

const CLOSE = 'Host: x\r\nConnection: close\r\n'
const post = (headers: string, body = '') =>
  `POST /rest/echo HTTP/1.1\r\n${CLOSE}Content-Type: application/json\r\n${headers}\r\n${body}`

describe('what is no request', () => {
  it.each<[what: string, bytes: string, status: number, says: RegExp]>([
    ['a method that nobody knows', `FOO /rest/echo HTTP/1.1\r\n${CLOSE}\r\n`, 501, /method FOO/],
    ['a method in small letters', `get / HTTP/1.1\r\n${CLOSE}\r\n`, 501, /method get\. .*capital/],
    ['a tunnel', `CONNECT h:443 HTTP/1.1\r\n${CLOSE}\r\n`, 501, /method CONNECT/],
    ['another protocol', 'HELO wiki\r\n\r\n', 400, /no HTTP request/],
    ['TLS', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', 400, /https:\/\/ to a port that speaks http:\/\//],
    ['a long address', `GET /${'a'.repeat(20_000)} HTTP/1.1\r\n${CLOSE}\r\n`, 431, /larger than 16 KB/],
    ['large headers', `GET / HTTP/1.1\r\n${CLOSE}X-Large: ${'a'.repeat(20_000)}\r\n\r\n`, 431, /larger than 16 KB/],
    ['a length that is a word', post('Content-Length: long\r\n'), 400, /CONTENT_LENGTH/],
    ['a length below nothing', post('Content-Length: -1\r\n'), 400, /CONTENT_LENGTH/],
    ['two lengths', post('Content-Length: 2\r\nContent-Length: 3\r\n', '{}'), 400, /CONTENT_LENGTH/],
    ['a length beyond the limit', post('Content-Length: 9999999999\r\n', '{}'), 413, /larger than the 1048576 bytes/],
    ['a chunk without a length', post('Transfer-Encoding: chunked\r\n', 'ZZ\r\n'), 400, /CHUNK/],
    [
      'an endless extension of a chunk',
      post('Transfer-Encoding: chunked\r\n', `5;${'e'.repeat(20_000)}\r\n`),
      413,
      /extensions/,
    ],
    ['an expectation', post('Expect: bananas\r\nContent-Length: 2\r\n', '{}'), 417, /100-continue, and says bananas/],
    ['no host', 'GET /rest/echo HTTP/1.1\r\nConnection: close\r\n\r\n', 400, /Host is missing/],
    ['an escape that is none', `GET /rest/%zz HTTP/1.1\r\n${CLOSE}\r\n`, 400, /not encoded/],
    [
      'a part of an address that nobody needs',
      `GET /rest/slow/${'a'.repeat(2001)} HTTP/1.1\r\n${CLOSE}\r\n`,
      414,
      /longer than 2000 characters/,
    ],
  ])('%s', async (_what, bytes, status, says) => {
    const [answer, ...more] = answersIn(await talk(bytes))
    expect(answer).toMatchObject({
      status,
      json: {
        statusCode: status,
        reason: expect.any(String),
        data: { successful: false },
        message: expect.stringMatching(says),
      },
    })
    expect(answer?.headers).toMatch(/^content-type: application\/json;charset=UTF-8\r$/im)
    expect(answer?.headers).toMatch(/^x-request-id: [\w-]+\r$/im)
    expect(more).toEqual([])
  })

  it('is told from the request before it on the connection, whose answer comes first', async () => {
    const before = release
    const received = talk(`GET /rest/slow/1 HTTP/1.1\r\nHost: x\r\n\r\nFOO / HTTP/1.1\r\n${CLOSE}\r\n`)
    await expect.poll(() => release).not.toBe(before)
    release()
    const answers = answersIn(await received)
    expect(answers).toMatchObject([
      { status: 200, json: 'done' },
      { status: 501, json: { message: expect.stringContaining('method FOO') as string } },
    ])
  })

  it('comes too slowly', async () => {
    const socket = dial()
    const [[server]] = await Promise.all([
      once(wiki.app.http.fastify.server, 'connection') as Promise<[Socket]>,
      once(socket, 'connect'),
    ])
    // As Node's own watch over slow headers does, once their time is up.
    wiki.app.http.fastify.server.emit(
      'clientError',
      Object.assign(new Error('slow'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }),
      server,
    )
    expect(answersIn(await text(socket))).toMatchObject([
      { status: 408, json: { statusCode: 408, message: expect.stringContaining('in time') as string } },
    ])
    expect(wiki.app.http.fastify.server).toMatchObject({ headersTimeout: 30_000, requestTimeout: 3_600_000 })
  })
})

describe('what breaks off', () => {
  it('is no error of ours in the log', async () => {
    const lines: { level: number; msg: string }[] = []
    const log = pino(
      { level: 'debug' },
      { write: (line: string) => void lines.push(JSON.parse(line) as { level: number; msg: string }) },
    )
    const server = await createFastify(wiki.config, log)
    server.post('/file', async request => text(request.body as NodeJS.ReadableStream))
    const socket = connect(Number(new URL(await server.listen({ port: 0, host: '127.0.0.1' })).port), '127.0.0.1')
    const arrived = once(server.server, 'request')
    socket.write(
      'POST /file HTTP/1.1\r\nHost: x\r\nContent-Type: application/octet-stream\r\nContent-Length: 1000\r\n\r\nhalf of it',
    )
    await arrived
    socket.destroy()
    await expect
      .poll(() => lines.map(line => line.msg))
      .toContain('the client broke off before its request had arrived')
    await server.close()
    expect(lines.filter(line => line.level >= 40)).toEqual([])
  })
})

describe('what is seldom asked', () => {
  it('by clients that think we are a proxy, or that speak HTTP/1.0', async () => {
    const whole = `POST http://elsewhere:80/rest/echo?x=/ HTTP/1.1\r\n${CLOSE}Content-Type: application/json\r\nContent-Length: 12\r\n\r\n{"word":"a"}`
    expect(answersIn(await talk(whole))).toMatchObject([{ status: 200, json: { word: 'a' } }])
    expect(answersIn(await talk('GET /rest/none HTTP/1.0\r\n\r\n'))).toMatchObject([{ status: 404 }])
  })

  it('one after the other without waiting for answers', async () => {
    const body = (word: string) => `{"word":"${word}"}`
    const one = (word: string, more = '') =>
      `POST /rest/echo HTTP/1.1\r\nHost: x\r\n${more}Content-Type: application/json\r\nContent-Length: 12\r\n\r\n${body(word)}`
    const answers = answersIn(await talk(one('a') + one('b') + one('c', 'Connection: close\r\n')))
    expect(answers.map(({ status, json }) => [status, json])).toEqual([
      [200, { word: 'a' }],
      [200, { word: 'b' }],
      [200, { word: 'c' }],
    ])
  })
})
