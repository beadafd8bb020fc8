import { randomInt } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { HttpClient } from '#platform/server/testing/client.ts'
import type { DoctorReport } from '#platform/server/doctor.ts'
import { features } from '../../src/server.ts'
import type { Oxbow, OxbowServer } from '../../test/oxbow.ts'
import { findMissing } from './check.ts'
import { compareWikis } from './equal.ts'
import { Ledger } from './ledger.ts'
import { Writer, type Scene } from './writer.ts'

const ADMIN = { username: 'admin', password: 'correct horse battery' }
const SPACE = 'LOAD'
/** Facts of earlier rounds that each round looks at again; the end looks at all. */
const OLDER = 100
/** Writes of a round before its kill, which shows nothing without. */
const LEAST = 5

export interface KillTest {
  readonly oxbow: Oxbow
  readonly rounds: number
  readonly writers: number
  /** Of the server. */
  readonly processes: number
  /** Load before each kill, at most, in milliseconds. */
  readonly loadMs: number
  /** An empty folder. */
  readonly folder: string
  readonly databaseUrl: string | undefined
  readonly say: (line: string) => void
}

export interface KillReport {
  readonly rounds: number
  readonly acknowledged: number
  readonly unanswered: number
  readonly checked: number
  readonly lostWrites: readonly string[]
  readonly doctorFindings: readonly string[]
  readonly unexpectedAnswers: readonly string[]
  /** Writes acknowledged while the backup was made. */
  readonly writtenDuringBackup: number
  readonly comparedRows: number
  readonly differentTables: readonly string[]
}

/** Kills a server under write load, again and again, and looks each time whether all that it acknowledged is there. */
export async function killTest(test: KillTest): Promise<KillReport> {
  const { oxbow, rounds, folder, say } = test
  const env = {
    OXBOW_HOME: join(folder, 'home'),
    OXBOW_PROCESSES: String(test.processes),
    ...(test.databaseUrl ? { DATABASE_URL: test.databaseUrl } : {}),
  }
  const first = { OXBOW_ADMIN_USER: ADMIN.username, OXBOW_ADMIN_PASSWORD: ADMIN.password }
  const found = { lostWrites: [] as string[], doctorFindings: [] as string[] }
  let server = await oxbow.start({ ...env, ...first })
  try {
    const scene = await prepare(server)
    const writers = Array.from({ length: test.writers }, () => new Writer(scene))
    const load = (stopped: () => boolean) => Promise.all(writers.map(writer => writer.run(stopped)))
    let checked = 0
    const check = async (url: string, facts: Parameters<typeof findMissing>[1]) => {
      checked += facts.length
      found.lostWrites.push(...(await findMissing(clientOf(url), facts)))
    }

    for (let round = 1; round <= rounds; round++) {
      const before = scene.ledger.acknowledged
      const running = load(() => false)
      let hasEnded = false
      const end = () => void (hasEnded = true)
      await Promise.race([running.then(end, end), delay(randomInt(test.loadMs))])
      while (!hasEnded && scene.ledger.acknowledged - before < LEAST) await delay(5)
      scene.killed = true
      await server.end('SIGKILL')
      await running
      scene.ledger.dropOpen()
      server = await oxbow.start(env)
      Object.assign(scene, { client: clientOf(server.url), killed: false })
      await check(server.url, scene.ledger.due(OLDER))
      found.doctorFindings.push(...(await examine(oxbow, env)))
      say(
        `round ${round}: ${scene.ledger.acknowledged - before} writes acknowledged, ${found.lostWrites.length} lost so far`,
      )
    }

    say('backup under load')
    const backup = await backUpUnderLoad(test, env, scene, load)
    const restored = { OXBOW_HOME: join(folder, 'restored') }
    await succeed(oxbow, ['restore', backup.file], restored)
    found.doctorFindings.push(...(await examine(oxbow, restored)))
    await withServer(oxbow, restored, url => check(url, backup.facts))
    await check(server.url, scene.ledger.all())

    say('an equal wiki')
    await server.end('SIGTERM')
    const file = join(folder, 'quiet.tar.gz')
    await succeed(oxbow, ['backup', file], env)
    await succeed(oxbow, ['restore', file], { OXBOW_HOME: join(folder, 'equal') })
    const { different, rows } = await compareWikis(
      { home: env.OXBOW_HOME, databaseUrl: test.databaseUrl },
      { home: join(folder, 'equal'), databaseUrl: undefined },
      features,
    )
    return {
      ...found,
      rounds,
      checked,
      acknowledged: scene.ledger.acknowledged,
      unanswered: scene.ledger.unanswered,
      unexpectedAnswers: scene.refusals,
      writtenDuringBackup: backup.written,
      comparedRows: rows,
      differentTables: different,
    }
  } finally {
    await server.end('SIGKILL')
  }
}

async function prepare(server: OxbowServer): Promise<Scene> {
  const client = clientOf(server.url)
  const space = await client.post('/rest/api/space', { key: SPACE, name: 'Load' })
  const page = await client.post('/rest/api/content', {
    type: 'page',
    title: 'Shared',
    space: { key: SPACE },
    body: { storage: { value: '<p>shared</p>', representation: 'storage' } },
  })
  if (space.status !== 200 || page.status !== 200)
    throw new Error(`The wiki could not be prepared: ${space.text} ${page.text}`)
  return {
    client,
    ledger: new Ledger(),
    spaceKey: SPACE,
    sharedPage: String(page.json.id),
    killed: false,
    refusals: [],
  }
}

/** @returns what must be in the backup: all that was acknowledged before it began and is never changed again */
async function backUpUnderLoad(
  { oxbow, folder }: KillTest,
  env: Record<string, string>,
  scene: Scene,
  load: (stopped: () => boolean) => Promise<unknown>,
) {
  const file = join(folder, 'busy.tar.gz')
  let stop = false
  const running = load(() => stop)
  const facts = scene.ledger.lasting()
  const before = scene.ledger.acknowledged
  await succeed(oxbow, ['backup', file], env)
  const written = scene.ledger.acknowledged - before
  stop = true
  await running
  return { file, facts, written }
}

async function examine(oxbow: Oxbow, env: Record<string, string>): Promise<string[]> {
  const { stdout, stderr } = await oxbow.run(['doctor', '--deep', '--json'], env)
  if (!stdout.startsWith('{')) return [`oxbow doctor: ${stderr}`]
  const report = JSON.parse(stdout) as DoctorReport
  return report.checks.flatMap(check =>
    check.findings.map(finding => `${check.name}: ${finding.severity}: ${finding.message}`),
  )
}

async function succeed(oxbow: Oxbow, args: readonly string[], env: Record<string, string>): Promise<void> {
  const { code, stderr } = await oxbow.run(args, env)
  if (code !== 0) throw new Error(`oxbow ${args.join(' ')} ended with ${code}: ${stderr}`)
}

async function withServer(
  oxbow: Oxbow,
  env: Record<string, string>,
  work: (url: string) => Promise<void>,
): Promise<void> {
  const server = await oxbow.start(env)
  try {
    await work(server.url)
  } finally {
    await server.end('SIGTERM')
  }
}

const clientOf = (url: string) => HttpClient.basic(url, ADMIN.username, ADMIN.password)
