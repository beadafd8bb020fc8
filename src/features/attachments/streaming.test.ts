import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readdir, readlink } from 'node:fs/promises'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestWiki, type TestWiki } from '#platform/server/testing/harness.ts'
import { features } from '../../server.ts'
import { attach, childPath, makePage, makeSpace, multipart, part } from './testing/forms.ts'

const MEBIBYTE = 1024 * 1024
const SIZE = 300 * MEBIBYTE
/** Far less than the file; server, client and test runner share the process. */
const MAX_GROWTH = 120 * MEBIBYTE
const TIMEOUT = 180_000
const SLOW = 200
/** For one slow download, of which the client in the same process has taken something too. */
const MAX_FOR_SLOW = 0.75 * MEBIBYTE

/** Ever new bytes in one buffer, so that the client itself takes no memory. */
function* chunks(size: number): Iterable<Buffer> {
  const chunk = Buffer.alloc(64 * 1024)
  for (let done = 0, round = 0; done < size; done += chunk.length, round++) {
    chunk.writeUInt32LE(round, round % 1000)
    yield Buffer.from(chunk.subarray(0, Math.min(chunk.length, size - done)))
  }
}

/** Highest memory of the process over what it was at the start, looked at with each step. */
class Growth {
  readonly #before = process.memoryUsage.rss()
  highest = 0
  #steps = 0

  look(): void {
    if (this.#steps++ % 16 === 0) this.highest = Math.max(this.highest, process.memoryUsage.rss() - this.#before)
  }
}

async function send(
  wiki: TestWiki,
  path: string,
  headers: Record<string, string>,
  before: Buffer,
  after: Buffer,
  growth: Growth,
): Promise<{ status: number; body: string; sha256: string }> {
  const hash = createHash('sha256')
  const sent = httpRequest(wiki.url + path, {
    method: 'POST',
    agent: false,
    headers: { ...wiki.admin.headers, ...headers, 'content-length': before.length + SIZE + after.length },
  })
  const answer = once(sent, 'response')
  if (before.length > 0) sent.write(before)
  for (const chunk of chunks(SIZE)) {
    hash.update(chunk)
    growth.look()
    if (!sent.write(chunk)) await once(sent, 'drain')
  }
  sent.end(after)
  const [reply] = (await answer) as [IncomingMessage]
  return { status: reply.statusCode ?? 0, body: await text(reply), sha256: hash.digest('hex') }
}

async function receive(wiki: TestWiki, path: string, headers: Record<string, string>, growth: Growth) {
  const sent = httpRequest(wiki.url + path, { agent: false, headers: { ...wiki.admin.headers, ...headers } }).end()
  const [reply] = (await once(sent, 'response')) as [IncomingMessage]
  const hash = createHash('sha256')
  let size = 0
  for await (const chunk of reply) {
    hash.update(chunk as Buffer)
    size += (chunk as Buffer).length
    growth.look()
  }
  return { status: reply.statusCode, size, sha256: hash.digest('hex') }
}

/** Blobs that this process has open. */
async function filesOpen(): Promise<number> {
  const folder = '/proc/self/fd'
  const paths = await Promise.all((await readdir(folder)).map(fd => readlink(join(folder, fd)).catch(() => '')))
  return paths.filter(path => path.includes('/blobs/')).length
}

// The bytes never touch the database: one engine proves it for both.
describe('large files', () => {
  let running: TestWiki | undefined
  const wiki = (): TestWiki => {
    if (!running) throw new Error('the wiki did not start')
    return running
  }
  let page = ''
  afterAll(() => running?.close())
  beforeAll(async () => {
    running = await startTestWiki('sqlite', features)
    await makeSpace(wiki())
    page = await makePage(wiki(), 'Large')
    // Modules that are loaded once are not growth.
    await attach(wiki().admin, page, 'warm.bin', Buffer.alloc(4 * MEBIBYTE), 'application/octet-stream')
    await wiki().admin.get(`/download/attachments/${page}/warm.bin`)
  })

  it(
    'takes 300 MB as a form and gives them back in bounded memory',
    async () => {
      const { body, headers } = multipart([
        part('comment', 'large'),
        part('file', '|', 'large.bin', 'application/octet-stream'),
      ])
      const cut = body.lastIndexOf('|')
      const up = new Growth()
      const sent = await send(wiki(), childPath(page), headers, body.subarray(0, cut), body.subarray(cut + 1), up)
      expect(sent.status, sent.body).toBe(200)
      expect(JSON.parse(sent.body).results[0]).toMatchObject({ extensions: { fileSize: SIZE, comment: 'large' } })
      expect(up.highest).toBeLessThan(MAX_GROWTH)
      const down = new Growth()
      const path = `/download/attachments/${page}/large.bin`
      expect(await receive(wiki(), path, {}, down)).toEqual({ status: 200, size: SIZE, sha256: sent.sha256 })
      expect(down.highest).toBeLessThan(MAX_GROWTH)
      const tail = await receive(wiki(), path, { range: `bytes=${SIZE - 1000}-` }, down)
      expect(tail).toMatchObject({ status: 206, size: 1000 })
    },
    TIMEOUT,
  )

  it.runIf(process.platform === 'linux')(
    'holds one piece for each of 200 slow downloads, and closes their files when they end',
    async () => {
      const path = `/download/attachments/${page}/large.bin`
      const growth = new Growth()
      const slow = await Promise.all(
        Array.from({ length: SLOW }, async () => {
          const sent = httpRequest(wiki().url + path, { agent: false, headers: wiki().admin.headers }).end()
          const [reply] = (await once(sent, 'response')) as [IncomingMessage]
          // Nothing more is read: what the system buffers is full before long.
          reply.pause()
          growth.look()
          return reply.on('error', () => {})
        }),
      )
      growth.look()
      expect(await filesOpen()).toBe(SLOW)
      // Others are served meanwhile.
      expect(await receive(wiki(), `/download/attachments/${page}/warm.bin`, {}, growth)).toMatchObject({ status: 200 })
      expect(growth.highest).toBeLessThan(SLOW * MAX_FOR_SLOW)
      for (const reply of slow) reply.destroy()
      await expect.poll(filesOpen).toBe(0)
    },
    TIMEOUT,
  )

  it(
    'takes 300 MB of raw bytes in bounded memory',
    async () => {
      const growth = new Growth()
      const sent = await send(
        wiki(),
        `/plugins/drag-and-drop/upload.action?pageId=${page}&filename=raw.bin&size=${SIZE}`,
        { 'x-atlassian-token': 'no-check', 'content-type': 'application/json' },
        Buffer.alloc(0),
        Buffer.alloc(0),
        growth,
      )
      expect(sent.status, sent.body).toBe(200)
      expect(growth.highest).toBeLessThan(MAX_GROWTH)
      const row = await wiki()
        .app.database.read.selectFrom('attachment')
        .select(['sha256', 'size'])
        .where('sha256', '=', sent.sha256)
        .executeTakeFirst()
      expect(row).toEqual({ sha256: sent.sha256, size: SIZE })
    },
    TIMEOUT,
  )
})
