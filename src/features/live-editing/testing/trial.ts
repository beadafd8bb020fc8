import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { expect } from 'vitest'
import { ADMIN, HttpClient, storage } from '#platform/server/testing/harness.ts'
import type { TestPostgres } from '../../../../test/postgres.ts'
import { childrenOf } from '../../../../test/processes.ts'
import type { Oxbow, OxbowServer } from '../../../../test/oxbow.ts'
import { LiveClient } from './client.ts'
import { withoutTyped, type Ledger } from './ledger.ts'
import { RandomWriter } from './writer.ts'

/** Minutes of each run; a short form without it. */
const MINUTES = Number(process.env['OXBOW_WRITERS_MINUTES'] ?? 0)
/** Time for which writers type, in milliseconds. */
export const DURATION_MS = MINUTES > 0 ? MINUTES * 60_000 : 13_000
/** Time between two versions that a program publishes, in milliseconds. */
const PUBLISH_EVERY_MS = MINUTES > 0 ? 60_000 : 3000
const WRITERS = 8
/** Words with markers of inline comments; the program publishes the heading. */
const MARKED = { one: 'marked', two: 'remarked' }
const marker = (ref: string, word: string) =>
  `<ac:inline-comment-marker ac:ref="${ref}">${word}</ac:inline-comment-marker>`
const TEXT = [
  '<h2>Robot 0</h2><hr />',
  `<p>The first ${marker('one', MARKED.one)} word</p>`,
  `<p>and <strong>the ${marker('two', MARKED.two)}</strong> second, with 😀</p>`,
  '<p>third</p>',
].join('')
const ROBOT = /<h2>Robot (\d+)<\/h2>/
/** Codes by which connections end that are cut, or whose process or database is away. */
const ENDS = new Set([503, 1006, 4503])
/** Answers to a publication that others have come before, or while a process or the database is away. */
const REFUSALS = new Set([0, 409, 500, 502, 503])

/** Surroundings of the writers, with the means to break them. */
export interface Trial {
  readonly oxbow: Oxbow
  /** Processes of each server. */
  readonly processes: number
  /** Servers on one database. */
  readonly servers: number
  readonly postgres: TestPostgres | undefined
  /** Opens further editors of the page. */
  readonly others?: (servers: Servers, id: string) => Promise<TrialWriter[]>
}

/** An editor of another kind, such as one in a browser. */
export interface TrialWriter {
  readonly ledger: Ledger
  /** Types until an epoch time in milliseconds. */
  type(end: number): Promise<void>
  /** Resolves when all is acknowledged. */
  settle(): Promise<void>
  /** The text without its structure. */
  text(): Promise<string>
}

/** Figures of a run. */
export interface TrialReport {
  acknowledged: number
  connections: number
  closings: Record<number, number>
  /** Milliseconds until acknowledgements. */
  p50: number
  p95: number
  versions: number
  /** Versions that the program and the writers have published. */
  published: { program: number; writers: number }
  faults: string[]
}

/** Servers on one database, which are killed and started again on the same port. */
export class Servers {
  readonly #trial: Trial
  readonly #home: string
  readonly #running: OxbowServer[] = []

  private constructor(trial: Trial, home: string) {
    this.#trial = trial
    this.#home = home
  }

  static async start(trial: Trial): Promise<Servers> {
    const servers = new Servers(trial, await mkdtemp(join(tmpdir(), 'oxbow-writers-')))
    // One after the other: the first one creates the tables.
    for (let number = 0; number < trial.servers; number++) servers.#running.push(await servers.#start())
    return servers
  }

  get urls(): string[] {
    return this.#running.map(({ url }) => url)
  }

  /** Administrator's client of any server. */
  get admin(): HttpClient {
    return this.as(ADMIN)
  }

  /** Client of any server. */
  as({ username, password }: typeof ADMIN): HttpClient {
    const url = this.urls[Math.floor(Math.random() * this.urls.length)] ?? ''
    return HttpClient.basic(url, username, password)
  }

  /** Everything that the servers have printed. */
  get output(): string {
    return this.#running.map(server => server.output()).join('')
  }

  /** `kill -9` of one of several processes, which is replaced, or of a whole server, which is started again. */
  async kill(): Promise<void> {
    const last = this.#running.at(-1) as OxbowServer
    const children = await childrenOf(last.process.pid ?? 0)
    if (children.length > 1) {
      process.kill(children[Math.floor(Math.random() * children.length)] ?? 0, 'SIGKILL')
      return
    }
    await last.end('SIGKILL')
    const { port } = new URL(last.url)
    this.#running[this.#running.length - 1] = await this.#start(port)
  }

  async end(): Promise<void> {
    for (const server of this.#running) await server.end('SIGKILL')
    await rm(this.#home, { recursive: true, force: true })
  }

  #start(port = '0'): Promise<OxbowServer> {
    const { oxbow, processes, postgres } = this.#trial
    return oxbow.start({
      PORT: port,
      OXBOW_HOME: this.#home,
      OXBOW_PROCESSES: String(processes),
      OXBOW_ADMIN_USER: ADMIN.username,
      OXBOW_ADMIN_PASSWORD: ADMIN.password,
      OXBOW_ADMIN_EMAIL: 'admin@example.org',
      ...(postgres ? { DATABASE_URL: postgres.url } : {}),
    })
  }
}

/** Lets writers type in one page while processes are killed, and compares all copies in the end. */
export async function tryWriters(trial: Trial): Promise<TrialReport> {
  const servers = await Servers.start(trial)
  try {
    await servers.admin.post('/rest/api/space', { key: 'TEN', name: 'Ten writers' })
    const id = await servers.admin.createPage('TEN', 'Written by ten', TEXT)
    const users = await createUsers(servers.admin)
    const writers = Array.from({ length: WRITERS }, (_, number) => {
      const user = users[number % users.length] ?? ADMIN
      return new RandomWriter(number, () => servers.as(user), id)
    })
    const others = (await trial.others?.(servers, id)) ?? []
    const all = [...writers, ...others]
    const end = Date.now() + DURATION_MS
    const program = new Publisher(servers, id)
    await Promise.all([
      ...all.map(writer => writer.type(end)),
      breaking(trial, servers, end),
      program.publish(PUBLISH_EVERY_MS, end),
    ])
    await Promise.all(all.map(writer => writer.settle()))
    const faults = await compare(servers, id, writers, others)
    for (const writer of writers) await writer.close()
    const { processes } = trial
    const { urls } = servers
    const report = {
      ...reportOf(writers),
      acknowledged: all.reduce((sum, { ledger }) => sum + ledger.counts.acknowledged, 0),
      versions: (await program.stored()).version,
      published: program.published,
      faults: [...faults, ...program.faults, ...writers.flatMap(closingFaults)],
    }
    if (MINUTES > 0) process.stdout.write(`${JSON.stringify({ ...report, processes, servers: urls.length })}\n`)
    return report
  } catch (error) {
    throw new Error(`The servers printed:\n${servers.output.slice(-5000)}`, { cause: error })
  } finally {
    await servers.end()
  }
}

/** Each of them writes in several windows. */
async function createUsers(admin: HttpClient): Promise<(typeof ADMIN)[]> {
  const users = ['ada', 'bob', 'eve'].map(username => ({ username, password: `${username} password` }))
  for (const { username, password } of users) {
    const user = { userName: username, fullName: username, email: `${username}@example.org`, password }
    const reply = await admin.post('/rest/api/admin/user', user)
    if (reply.status >= 300) throw new Error(reply.text)
  }
  return users
}

function reportOf(writers: readonly RandomWriter[]) {
  const waits = writers.flatMap(writer => writer.waits).toSorted((a, b) => a - b)
  const closings: Record<number, number> = {}
  for (const [code, times] of writers.flatMap(writer => [...writer.closings]))
    closings[code] = (closings[code] ?? 0) + times
  return {
    connections: writers.reduce((sum, { connections }) => sum + connections, 0),
    closings,
    p50: Math.round(waits[Math.floor(waits.length / 2)] ?? 0),
    p95: Math.round(waits[Math.floor(waits.length * 0.95)] ?? 0),
  }
}

const closingFaults = ({ closings }: RandomWriter): string[] =>
  [...closings.keys()].flatMap(code => (ENDS.has(code) ? [] : `a connection was closed with ${code}`))

/** Kills a process after a third of the time; after another, PostgreSQL or once more a process. */
async function breaking({ postgres }: Trial, servers: Servers, end: number): Promise<void> {
  await setTimeout(DURATION_MS / 3)
  await servers.kill()
  await setTimeout(Math.max(0, end - DURATION_MS / 3 - Date.now()))
  if (postgres) await postgres.crash()
  else await servers.kill()
}

/** Publishes versions by REST as a program does, and the shared text as its editors do. */
class Publisher {
  readonly published = { program: 0, writers: 0 }
  readonly faults: string[] = []
  readonly #servers: Servers
  readonly #id: string

  constructor(servers: Servers, id: string) {
    this.#servers = servers
    this.#id = id
  }

  async publish(everyMs: number, end: number): Promise<void> {
    while (Date.now() + everyMs < end) {
      await setTimeout(everyMs / 2)
      await this.#publishVersion()
      await setTimeout(everyMs / 2)
      await this.#publishShared()
    }
  }

  async stored(): Promise<{ version: number; storage: string }> {
    const { json } = await this.#servers.admin.get(`/rest/api/content/${this.#id}?expand=body.storage,version`)
    return { version: json.version.number, storage: json.body.storage.value }
  }

  async #publishVersion(): Promise<void> {
    const before = await this.stored().catch(() => undefined)
    if (!before) return
    const reply = await this.#answer(admin =>
      admin.put(`/rest/api/content/${this.#id}`, {
        type: 'page',
        title: 'Written by ten',
        version: { number: before.version + 1 },
        body: storage(before.storage.replace(ROBOT, (_, n) => `<h2>Robot ${Number(n) + 1}</h2>`)),
      }),
    )
    if (reply.status === 200) this.published.program++
  }

  async #publishShared(): Promise<void> {
    const publish = () => this.#answer(admin => admin.post(`/rest/oxbow/1.0/live/${this.#id}/publish`, {}))
    const reply = await publish()
    // Another version came before: it is in the text now, and its editors publish once more.
    const { status } = reply.status === 409 ? await publish() : reply
    if (status === 200) this.published.writers++
  }

  async #answer(ask: (admin: HttpClient) => Promise<{ status: number; text: string }>) {
    const reply = await ask(this.#servers.admin).catch(() => ({ status: 0, text: 'no answer' }))
    if (reply.status !== 200 && !REFUSALS.has(reply.status)) this.faults.push(`${reply.status}: ${reply.text}`)
    return reply
  }
}

async function compare(
  servers: Servers,
  id: string,
  writers: readonly RandomWriter[],
  others: readonly TrialWriter[],
): Promise<string[]> {
  const readers = await Promise.all(
    servers.urls.map(url => new LiveClient(HttpClient.basic(url, ADMIN.username, ADMIN.password), id).ready()),
  )
  const copies = () => new Set([...readers, ...writers].map(copy => copy.storage))
  await expect.poll(() => copies().size).toBe(1)
  const [copy = ''] = copies()
  for (const other of others) await expect.poll(() => other.text()).toBe(copy.replaceAll(/<[^>]*>/gu, ''))
  await expect.poll(async () => (await servers.admin.post(`/rest/oxbow/1.0/live/${id}/publish`, {})).status).toBe(200)
  const published = (await servers.admin.get(`/rest/api/content/${id}?expand=body.storage`)).json.body.storage.value
  for (const reader of readers) await reader.close()
  return [
    ...(published === copy ? [] : [`published is ${published}, not ${copy}`]),
    ...[...writers, ...others].flatMap(({ ledger }) => ledger.faults(copy)),
    ...Object.entries(MARKED).flatMap(([ref, word]) => {
      const found = [...copy.matchAll(new RegExp(`ac:ref="${ref}">(.*?)</ac:inline-comment-marker>`, 'gu'))]
      const marked = withoutTyped(found.map(([, text]) => text).join('')).replaceAll(/<[^>]*>/gu, '')
      return marked === word ? [] : [`the marker of ${word} is on ${marked}`]
    }),
    ...(ROBOT.test(copy) && [...copy.matchAll(/Robot/gu)].length === 1 ? [] : ['the heading of the program is lost']),
  ]
}
