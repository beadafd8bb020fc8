/**
 * `npm run bench -- live-editing`: many writers in one page, with the time until a character reaches the others and
 * with page views beside them; memory and processor time of very many open pages without changes; the time in
 * which the second writer opens a very long page beside that of the first.
 *
 * `--writers N`, `--rate N` characters per second of each, `--idle N` open pages, `--blocks N` of the long page,
 * `--seconds N` of each measurement; `--postgres` measures on PostgreSQL.
 */
import { createDecoder, readVarString, readVarUint, readVarUint8Array } from 'lib0/decoding'
import { writeVarString, writeVarUint, writeVarUint8Array } from 'lib0/encoding'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { WebSocket } from 'ws'
import * as Y from 'yjs'
import { encodeMessage } from '../src/features/live-editing/message.ts'
import { FIELDS, livePath, MESSAGE } from '../src/features/live-editing/shared.ts'
import { startPostgres } from '../test/postgres.ts'
import { loadInProcess } from './load.ts'
import { saveResults } from './results.ts'
import { ADMIN, basic, startWiki, type ServerProcess } from './server.ts'
import { pause, said, viewing, waitsOf, type Waits } from './viewing.ts'

const { values } = parseArgs({
  options: {
    writers: { type: 'string', default: '50' },
    rate: { type: 'string', default: '3' },
    idle: { type: 'string', default: '500' },
    blocks: { type: 'string', default: '5000' },
    seconds: { type: 'string', default: '30' },
    postgres: { type: 'boolean', default: false },
  },
})
const durationMs = Number(values.seconds) * 1000
const SPACE = 'BENCH'
/** Fewer than may edit one page at a time. */
const USERS_OF_PAGE = 10
/** Fewer than a user may have. */
const CONNECTIONS_OF_USER = 25
const PAGES = 100
/** Readers who look at other pages. */
const VIEW_EVERY_MS = 20
const CONNECTIONS = 8
const WARM_UP_MS = 5000
const LONG_PAGES = 5
/** Targets of the design. */
const MOST_PROPAGATION_MS = 150
const MOST_SECOND = 1.5
const LEAST_SHARE = 0.5

/** An open page: a connection that sends characters, and takes the first answer alone. */
class OpenPage {
  readonly doc = new Y.Doc()
  /** Called with each update of another writer. */
  onUpdate: (update: Uint8Array) => void = () => undefined
  /** Called when updates are stored, with the number of the last. */
  onStored: (number: number) => void = () => undefined
  readonly #socket: WebSocket
  #sent = 0

  private constructor(socket: WebSocket) {
    this.#socket = socket
  }

  /** Resolves when the document is there. */
  static open(url: string, id: string, authorization: string): Promise<OpenPage> {
    const socket = new WebSocket(url.replace('http', 'ws') + livePath(id), { headers: { authorization } })
    const page = new OpenPage(socket)
    socket.binaryType = 'nodebuffer'
    socket.on('open', () => page.#sync())
    return new Promise((resolve, reject) => {
      socket.on('message', (data: Buffer) => page.#receive(data) && resolve(page))
      socket.on('error', reject)
      socket.on('close', code => reject(new Error(`The connection of ${id} was closed with ${code}`)))
    })
  }

  /** @returns the number of the update */
  type(character: string): number {
    const [paragraph] = this.doc.getXmlFragment(FIELDS.body).toArray()
    const [text] = (paragraph as Y.XmlElement).toArray()
    const vector = Y.encodeStateVector(this.doc)
    ;(text as Y.XmlText).insert(0, character)
    this.#send(MESSAGE.update, Y.encodeStateAsUpdate(this.doc, vector))
    return this.#sent
  }

  close(): void {
    this.#socket.removeAllListeners('close')
    this.#socket.close()
  }

  #sync(): void {
    this.#socket.send(
      encodeMessage(MESSAGE.sync, encoder => {
        writeVarString(encoder, '')
        writeVarUint(encoder, this.doc.clientID)
        writeVarUint8Array(encoder, Y.encodeStateVector(this.doc))
      }),
    )
  }

  #send(kind: number, update: Uint8Array): void {
    this.#socket.send(
      encodeMessage(kind, encoder => {
        writeVarUint(encoder, ++this.#sent)
        writeVarUint8Array(encoder, update)
      }),
    )
  }

  /** @returns whether it is the first answer */
  #receive(data: Uint8Array): boolean {
    const decoder = createDecoder(data)
    const kind = readVarUint(decoder)
    if (kind === MESSAGE.stored) this.onStored(readVarUint(decoder))
    if (kind === MESSAGE.update) this.onUpdate(readVarUint8Array(decoder))
    if (kind !== MESSAGE.sync) return false
    readVarString(decoder)
    readVarUint(decoder)
    readVarUint8Array(decoder)
    Y.applyUpdate(this.doc, readVarUint8Array(decoder))
    return true
  }
}

/** Writers at a steady pace, of which the last one notes when it gets what the others type. */
class Typing {
  /** Milliseconds until a character came to the last writer, and until its own writer had it acknowledged. */
  readonly seen: number[] = []
  readonly stored: number[] = []
  readonly #writers: readonly OpenPage[]
  /** When characters were sent, by client and clock. */
  readonly #sent = new Map<string, number>()

  constructor(writers: readonly OpenPage[]) {
    this.#writers = writers
    const last = writers.at(-1)
    if (last) last.onUpdate = update => this.#see(update)
  }

  async run(milliseconds: number): Promise<void> {
    const end = performance.now() + milliseconds
    const everyMs = 1000 / Number(values.rate)
    await Promise.all(
      this.#writers.map(async (writer, index) => {
        const waiting = new Map<number, number>()
        writer.onStored = number => {
          for (const [each, at] of waiting) {
            if (each > number) continue
            this.stored.push(performance.now() - at)
            waiting.delete(each)
          }
        }
        for (let at = performance.now() + (index / this.#writers.length) * everyMs; at < end; at += everyMs) {
          await pause(Math.max(0, at - performance.now()))
          const clock = Y.getState(writer.doc.store, writer.doc.clientID)
          this.#sent.set(`${writer.doc.clientID} ${clock}`, performance.now())
          waiting.set(writer.type('x'), performance.now())
        }
      }),
    )
    await pause(1000)
  }

  /** How long characters took to come to the last writer. */
  get waits(): Waits & { p95: number } {
    const sorted = this.seen.toSorted((a, b) => a - b)
    return { ...waitsOf(sorted), p95: sorted[Math.floor(sorted.length * 0.95)] ?? 0 }
  }

  #see(update: Uint8Array): void {
    for (const { id } of Y.decodeUpdate(update).structs) {
      const at = this.#sent.get(`${id.client} ${id.clock}`)
      if (at !== undefined) this.seen.push(performance.now() - at)
    }
  }
}

const folder = await mkdtemp(join(tmpdir(), 'oxbow-bench-live-'))
const postgres = values.postgres ? await startPostgres({ durable: true }) : undefined
try {
  await measure()
} finally {
  await postgres?.stop()
  await rm(folder, { recursive: true, force: true })
}

async function measure(): Promise<void> {
  const text = `<p>${'A sentence of a page that is viewed. '.repeat(20)}</p>`.repeat(10)
  const pages: string[] = []
  const tokens = await withServer(async ({ url }) => {
    await call(url, '/rest/api/space', { key: SPACE, name: 'Bench' })
    for (let number = 0; number < PAGES; number++) pages.push(await createPage(url, `Page ${number}`, text))
    return tokensOf(url, Math.ceil(Number(values.idle) / CONNECTIONS_OF_USER))
  })
  const opening = await withServer(server => openLongPages(server, tokens))
  const writing = await withServer(server => write(server, tokens, pages))
  const idle = await withServer(server => idlePages(server, tokens, pages))
  await saveResults('live-editing', { engine: postgres ? 'postgres' : 'sqlite', opening, writing, idle })
}

/** Starts the wiki for one measurement, so that none meets the memory of another. */
async function withServer<T>(work: (server: ServerProcess) => Promise<T>): Promise<T> {
  const server = await startWiki(join(folder, 'home'), postgres ? { DATABASE_URL: postgres.url } : {})
  try {
    await server.settled()
    return await work(server)
  } finally {
    await server.stop()
  }
}

/** Opens long pages by a first and a second writer, in milliseconds each. */
async function openLongPages({ url }: ServerProcess, tokens: readonly string[]) {
  const blocks = Array.from({ length: Number(values.blocks) }, (_, number) => `<p>Block ${number} of a long page</p>`)
  const times: [number, number][] = []
  for (let number = 0; number < LONG_PAGES; number++) {
    const id = await createPage(url, `Long ${number}`, blocks.join(''))
    await pause(1000)
    const [first, firstMs] = await timed(() => OpenPage.open(url, id, tokens[0] ?? ''))
    const [second, secondMs] = await timed(() => OpenPage.open(url, id, tokens[1] ?? ''))
    times.push([firstMs, secondMs])
    first.close()
    second.close()
  }
  const [first, second] = [waitsOf(times.map(([ms]) => ms)).p50, waitsOf(times.map(([, ms]) => ms)).p50]
  const missed = second <= MOST_SECOND * first ? '' : '  MISSED'
  console.log(
    `opening ${values.blocks} blocks: first ${first.toFixed(0)} ms  second ${second.toFixed(0)} ms  ${(second / first).toFixed(2)} times${missed}`,
  )
  return { blocks: blocks.length, first, second }
}

/** Lets writers type in one page, each at its rate, beside a steady pace of page views, then beside all that it takes. */
async function write(server: ServerProcess, tokens: readonly string[], pages: readonly string[]) {
  const { url } = server
  const [authorization = ''] = tokens
  const paths = pages.slice(1).map(id => `/pages/viewpage.action?pageId=${id}`)
  const views = paths.map(path => url + path)
  const during = async (work: () => Promise<unknown>): Promise<{ waits: Waits; processor: number }> => {
    const shown = viewing(views, authorization, VIEW_EVERY_MS)
    const [began, before] = [performance.now(), await server.processorMs()]
    await work()
    const processor = (100 * ((await server.processorMs()) - before)) / (performance.now() - began)
    return { waits: await shown.stop(), processor }
  }
  const most = async (): Promise<Throughput> => {
    const requests = paths.map(path => ({ path, headers: { authorization } }))
    const before = await server.processorMs()
    const { requests: answered, requestsPerSecond } = await loadInProcess(url, requests, CONNECTIONS, durationMs / 1000)
    return {
      perSecond: requestsPerSecond,
      perProcessorSecond: (1000 * answered) / ((await server.processorMs()) - before),
    }
  }
  await during(() => pause(WARM_UP_MS))
  const quiet = await during(() => pause(durationMs))
  const mostQuiet = await most()
  const writers: OpenPage[] = []
  for (let number = 0; number < Number(values.writers); number++)
    writers.push(await OpenPage.open(url, pages[0] ?? '', tokens[number % USERS_OF_PAGE] ?? ''))
  const typing = new Typing(writers)
  const busy = await during(() => typing.run(durationMs))
  const [mostBusy] = await Promise.all([most(), new Typing(writers).run(durationMs)])
  for (const writer of writers) writer.close()
  const result = { writers: writers.length, seen: typing.waits, stored: waitsOf(typing.stored), quiet, busy }
  report({ ...result, mostQuiet, mostBusy })
  return { ...result, mostQuiet, mostBusy }
}

interface Written {
  writers: number
  seen: Waits & { p95: number }
  stored: Waits
  quiet: { waits: Waits; processor: number }
  busy: { waits: Waits; processor: number }
  mostQuiet: Throughput
  mostBusy: Throughput
}

/** Page views per second, and per second of the server's processor time, which other work on the machine changes less. */
interface Throughput {
  perSecond: number
  perProcessorSecond: number
}

function report({ writers, seen, stored, quiet, busy, mostQuiet, mostBusy }: Written): void {
  const missed = (isMet: boolean) => (isMet ? '' : '  MISSED')
  console.log(`${writers} writers at ${values.rate} characters/s: processor ${busy.processor.toFixed(0)} %`)
  console.log(
    `shown to the last     ${said(seen)}  p95 ${seen.p95.toFixed(1)} ms${missed(seen.p95 <= MOST_PROPAGATION_MS)}`,
  )
  console.log(`acknowledged          ${said(stored)}`)
  console.log(`page views without    ${said(quiet.waits)}  processor ${quiet.processor.toFixed(0)} %`)
  console.log(`page views meanwhile  ${said(busy.waits)}`)
  for (const name of ['perSecond', 'perProcessorSecond'] as const) {
    const share = mostBusy[name] / mostQuiet[name]
    const figures = `${mostQuiet[name].toFixed(0)} without, ${mostBusy[name].toFixed(0)} meanwhile: ${share.toFixed(2)} times`
    console.log(`page views ${name}: ${figures}${missed(name !== 'perSecond' || share >= LEAST_SHARE)}`)
  }
}

/** Memory and processor time of open pages without changes. */
async function idlePages(server: ServerProcess, tokens: readonly string[], pages: readonly string[]) {
  const { url } = server
  // The first one loads the code.
  ;(await OpenPage.open(url, pages[0] ?? '', tokens[0] ?? '')).close()
  await server.settled()
  const before = await server.residentMb()
  const open: OpenPage[] = []
  for (let number = 0; number < Number(values.idle); number++) {
    const authorization = tokens[Math.floor(number / CONNECTIONS_OF_USER)] ?? ''
    open.push(await OpenPage.open(url, pages[number % pages.length] ?? '', authorization))
  }
  await server.settled()
  const [after, work] = [await server.residentMb(), await server.processorMs()]
  await pause(durationMs)
  const processor = (100 * ((await server.processorMs()) - work)) / durationMs
  for (const page of open) page.close()
  console.log(
    `${open.length} open pages: ${before.toFixed(0)} MB before, ${after.toFixed(0)} MB with them  processor ${processor.toFixed(1)} %`,
  )
  return { open: open.length, before, after, processor }
}

async function timed<T>(work: () => Promise<T>): Promise<[T, number]> {
  const began = performance.now()
  const result = await work()
  return [result, performance.now() - began]
}

/** Makes users, and tokens with which they are authenticated fast. The first one is the administrator. */
async function tokensOf(url: string, count: number): Promise<string[]> {
  const tokens: string[] = []
  for (let number = 0; number < Math.max(count, USERS_OF_PAGE); number++) {
    const user = { username: `writer-${number}`, password: 'bench password' }
    if (number > 0)
      await call(url, '/rest/api/admin/user', {
        userName: user.username,
        fullName: user.username,
        email: `${user.username}@example.org`,
        password: user.password,
      })
    const authorization = basic(number > 0 ? user : ADMIN)
    const { rawToken } = await call(
      url,
      '/rest/pat/latest/tokens',
      { name: 'bench', expirationDuration: 1 },
      authorization,
    )
    tokens.push(`Bearer ${rawToken}`)
  }
  return tokens
}

async function createPage(url: string, title: string, value: string): Promise<string> {
  const body = { storage: { value, representation: 'storage' } }
  return (await call(url, '/rest/api/content', { type: 'page', title, space: { key: SPACE }, body })).id ?? ''
}

async function call(
  url: string,
  path: string,
  body: object,
  authorization: string = basic(ADMIN),
): Promise<Record<string, string>> {
  const response = await fetch(url + path, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const answer = await response.text()
  if (!response.ok) throw new Error(`${path}: ${response.status} ${answer.slice(0, 300)}`)
  return answer === '' ? {} : (JSON.parse(answer) as Record<string, string>)
}
