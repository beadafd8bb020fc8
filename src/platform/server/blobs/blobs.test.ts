import { spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readdir, readlink, rm, utimes, writeFile } from 'node:fs/promises'
import { createServer, request as httpRequest, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { BlobStore } from '../blobs.ts'
import { HttpError } from '../http/errors.ts'
import { STALE_TEMPORARY_MS } from './files.ts'
import { createBlobStore } from './index.ts'

const LIMIT = { maxSize: 1024 * 1024 }
const MEGABYTE = 1024 * 1024

describe('blobs in files', () => {
  let home: string
  let blobs: BlobStore
  beforeEach(async () => {
    home = await mkdtemp(join(tmpdir(), 'oxbow-blobs-'))
    blobs = await createBlobStore({ home })
  })
  afterEach(() => rm(home, { recursive: true }))

  const put = (content: string | Buffer, options = LIMIT) => blobs.put(Readable.from([Buffer.from(content)]), options)
  const pathOf = (sha256: string) => join(home, 'blobs', sha256.slice(0, 2), sha256.slice(2, 4), sha256)
  const temporary = () => readdir(join(home, 'blobs', 'tmp'))

  it('keeps bytes under the digest of them, once', async () => {
    const blob = await put('hello')
    expect(blob).toEqual({ sha256: createHash('sha256').update('hello').digest('hex'), size: 5 })
    expect(await put('hello')).toEqual(blob)
    expect(await text(await blobs.open(blob.sha256))).toBe('hello')
    expect(await blobs.has(blob.sha256)).toBe(true)
    expect(await blobs.size(blob.sha256)).toBe(5)
    expect(await temporary()).toEqual([])
    const empty = await put('')
    expect(await text(await blobs.open(empty.sha256))).toBe('')
  })

  it('stores one file when many upload it at the same time', async () => {
    const content = randomBytes(300_000)
    const stored = await Promise.all(Array.from({ length: 8 }, () => put(content)))
    expect(new Set(stored.map(blob => blob.sha256)).size).toBe(1)
    const listed: string[] = []
    for await (const blob of blobs.list()) listed.push(blob.sha256)
    expect(listed).toEqual([stored[0]?.sha256])
    expect((await buffer(await blobs.open(listed[0] ?? ''))).equals(content)).toBe(true)
  })

  it('gives ranges, both ends included', async () => {
    const { sha256 } = await put('0123456789')
    expect(await text(await blobs.open(sha256, { start: 2, end: 4 }))).toBe('234')
    expect(await text(await blobs.open(sha256, { start: 0, end: 0 }))).toBe('0')
    await expect(blobs.open(sha256, { start: 5, end: 4 })).rejects.toThrow('Not a range')
  })

  it('refuses what is too large with 413 and leaves no trace of it', async () => {
    await expect(put('x'.repeat(11), { maxSize: 10 })).rejects.toMatchObject({
      status: 413,
      message: expect.stringContaining('10 bytes'),
    })
    await expect(put('x'.repeat(10), { maxSize: 10 })).resolves.toMatchObject({ size: 10 })
    expect(await temporary()).toEqual([])
  })

  it('lets the refusal of an upload reach the client that is still sending', async () => {
    const server = createServer((request, response) => {
      blobs.put(request, { maxSize: 1000 }).then(
        () => response.end(),
        (error: unknown) => response.writeHead(error instanceof HttpError ? error.status : 500).end(),
      )
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const sent = httpRequest({ port, host: '127.0.0.1', method: 'POST' })
    const responded = once(sent, 'response')
    Readable.from(
      (function* () {
        for (let n = 0; n < 200; n++) yield Buffer.alloc(64 * 1024)
      })(),
    ).pipe(sent)
    const [response] = (await responded) as [IncomingMessage]
    expect(response.statusCode).toBe(413)
    // The rest of the upload is of no interest.
    sent.on('error', () => {}).destroy()
    server.closeAllConnections()
    server.close()
  })

  it('leaves nothing behind when an upload breaks off', async () => {
    const broken = Readable.from(
      (async function* () {
        yield Buffer.from('half')
        throw new Error('connection lost')
      })(),
    )
    await expect(blobs.put(broken, LIMIT)).rejects.toThrow('connection lost')
    expect(await temporary()).toEqual([])
    for await (const blob of blobs.list()) expect(blob).toBeUndefined()
  })

  it('tells sound, damaged and missing blobs apart, and mends a damaged one when it is stored again', async () => {
    const { sha256 } = await put('precious')
    expect(await blobs.verify(sha256)).toBe('ok')
    await writeFile(pathOf(sha256), 'precioux')
    expect(await blobs.verify(sha256)).toBe('damaged')
    await expect(text(await blobs.open(sha256))).rejects.toThrow(`${sha256} is damaged`)
    expect(await text(await blobs.open(sha256, { start: 0, end: 3 }))).toBe('prec')
    await put('precious')
    expect(await blobs.verify(sha256)).toBe('ok')
    await blobs.remove(sha256)
    await blobs.remove(sha256)
    expect(await blobs.verify(sha256)).toBe('missing')
    expect(await blobs.has(sha256)).toBe(false)
    await expect(blobs.open(sha256)).rejects.toMatchObject({
      status: 404,
      message: expect.stringContaining(`${sha256} is missing`),
    })
  })

  it('never gives the last piece of a large blob that is damaged, cut off or grown', async () => {
    const content = randomBytes(700_000)
    const { sha256 } = await put(content)
    expect((await buffer(await blobs.open(sha256))).equals(content)).toBe(true)
    const flipped = Buffer.from(content)
    flipped.writeUInt8(flipped.readUInt8(10) ^ 1, 10)
    for (const damaged of [flipped, content.subarray(0, 650_000), Buffer.alloc(0), Buffer.concat([content, content])]) {
      await writeFile(pathOf(sha256), damaged)
      let read = 0
      await expect(
        (async () => {
          for await (const piece of await blobs.open(sha256)) read += (piece as Buffer).length
        })(),
      ).rejects.toThrow('is damaged')
      expect(read).toBeLessThan(Math.max(1, damaged.length))
    }
  })

  it('gives clients small blobs at once, and compares a blob again once its file has changed', async () => {
    const contents = [Buffer.from('small'), Buffer.alloc(0), randomBytes(MEGABYTE)]
    for (const content of contents) {
      const { sha256 } = await put(content)
      // The second time it is known to be sound.
      for (let time = 0; time < 2; time++) {
        const sent = await blobs.send(sha256)
        expect(Buffer.isBuffer(sent)).toBe(content.length < MEGABYTE)
        expect((Buffer.isBuffer(sent) ? sent : await buffer(sent)).equals(content)).toBe(true)
      }
      const damaged = Buffer.concat([content.subarray(1), Buffer.from('?')])
      await writeFile(pathOf(sha256), damaged)
      const read = async () => {
        const sent = await blobs.send(sha256)
        return Buffer.isBuffer(sent) ? sent : buffer(sent)
      }
      await expect(read()).rejects.toThrow('is damaged')
    }
  })

  it('gives clients ranges, and fails where the file ends before', async () => {
    const content = randomBytes(MEGABYTE)
    const { sha256 } = await put(content)
    expect(await blobs.send(sha256, { start: 5, end: 9 })).toEqual(content.subarray(5, 10))
    const long = await blobs.send(sha256, { start: 1, end: MEGABYTE - 2 })
    expect((await buffer(long as Readable)).equals(content.subarray(1, -1))).toBe(true)
    await writeFile(pathOf(sha256), content.subarray(0, 10))
    await expect(blobs.send(sha256, { start: 5, end: 10 })).rejects.toThrow('is damaged')
  })

  it.runIf(process.platform === 'linux')('closes the file of what is read to its end, or given up', async () => {
    const { sha256 } = await put(randomBytes(MEGABYTE))
    const isOpen = async () => {
      const files = await readdir('/proc/self/fd')
      const paths = await Promise.all(files.map(fd => readlink(join('/proc/self/fd', fd)).catch(() => '')))
      return paths.includes(pathOf(sha256))
    }
    const streams = [await blobs.open(sha256), await blobs.send(sha256), await blobs.send(sha256)] as Readable[]
    expect(await isOpen()).toBe(true)
    // One not read from, one amid a read, and one read to its end.
    streams[0]?.destroy()
    streams[1]?.read()
    streams[1]?.destroy()
    await buffer(streams[2] as Readable)
    await expect.poll(isOpen).toBe(false)
  })

  it('takes nothing but a digest for an address', async () => {
    await writeFile(join(home, 'secret'), 'secret')
    for (const name of ['../secret', '../../etc/passwd', 'A'.repeat(64), '', `${'a'.repeat(64)}\n`]) {
      await expect(blobs.open(name)).rejects.toThrow('Not the address of a blob')
      await expect(blobs.remove(name)).rejects.toThrow('Not the address of a blob')
      await expect(blobs.verify(name)).rejects.toThrow('Not the address of a blob')
    }
  })

  it('lists each blob with its size and age', async () => {
    const stored = new Map<string, number>()
    for (const size of [1, 20, 300]) stored.set((await put(randomBytes(size))).sha256, size)
    await writeFile(join(home, 'blobs', 'README'), 'put here by somebody')
    const listed = new Map<string, number>()
    for await (const blob of blobs.list()) {
      listed.set(blob.sha256, blob.size)
      expect(Math.abs(Date.now() - blob.modifiedAt)).toBeLessThan(60_000)
    }
    expect(listed).toEqual(stored)
  })

  it('removes at start, and later, what dead processes left, and not what is being written', async () => {
    const old = join(home, 'blobs', 'tmp', 'old')
    const before = new Date(Date.now() - STALE_TEMPORARY_MS - 1000)
    await writeFile(join(home, 'blobs', 'tmp', 'young'), 'somebody writes this')
    for (const remove of [() => createBlobStore({ home }), () => blobs.removeAbandoned()]) {
      await writeFile(old, 'left behind')
      await utimes(old, before, before)
      await remove()
      expect(await temporary()).toEqual(['young'])
    }
  })

  it('removes at start what processes of this machine left that are gone, however lately, and nothing of those that run', async () => {
    const ended = spawn(process.execPath, ['-e', ''])
    await once(ended, 'exit')
    const host = hostname().replaceAll(/[^\w-]/g, '_')
    const started = Math.round(performance.timeOrigin)
    const left = [`${host}.${ended.pid}.1.a`, `${host}.${process.pid}.${started - 1}.b`]
    const running = [`${host}.${process.ppid}.1.c`, `${host}.${process.pid}.${started}.d`, `elsewhere.${ended.pid}.1.e`]
    for (const name of [...left, ...running]) await writeFile(join(home, 'blobs', 'tmp', name), 'half')
    await createBlobStore({ home })
    expect((await temporary()).toSorted()).toEqual(running.toSorted())
  })

  it('marks what is being written as its own, so that another start beside it leaves it alone', async () => {
    const uploading = blobs.put(
      Readable.from(
        (async function* () {
          yield Buffer.from('half')
          await createBlobStore({ home })
          expect(await temporary()).toHaveLength(1)
          yield Buffer.from('whole')
        })(),
      ),
      LIMIT,
    )
    await expect(uploading).resolves.toMatchObject({ size: 9 })
  })

  it('needs no more memory for a large file than for a small one', async () => {
    const size = 500
    const chunk = randomBytes(MEGABYTE)
    const digest = createHash('sha256')
    let highest = 0
    const before = process.memoryUsage()
    const used = () => {
      const now = process.memoryUsage()
      highest = Math.max(highest, now.heapUsed - before.heapUsed + now.arrayBuffers - before.arrayBuffers)
    }
    const bytes = Readable.from(
      (function* () {
        for (let n = 0; n < size; n++) {
          // A fresh chunk each time, as a socket gives it: retained chunks would add up.
          const piece = Buffer.from(chunk)
          piece.writeUInt32LE(n)
          digest.update(piece)
          used()
          yield piece
        }
      })(),
      { highWaterMark: 2 },
    )
    const blob = await blobs.put(bytes, { maxSize: size * MEGABYTE })
    expect(blob).toEqual({ sha256: digest.digest('hex'), size: size * MEGABYTE })
    let read = 0
    for await (const part of await blobs.open(blob.sha256)) {
      read += (part as Buffer).length
      used()
    }
    expect(read).toBe(size * MEGABYTE)
    // Released blobs wait for the garbage collection, on a busy machine up to a hundred of them.
    expect(highest).toBeLessThan((size / 2) * MEGABYTE)
  })
})
