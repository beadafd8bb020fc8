/**
 * `npm run bench -- rendering-beside`: processor time and waiting time of page views while a server on SQLite renders
 * all pages after an upgrade, over those of quiet times.
 *
 * `--pages N` and the other sizes are those of the wiki; `--viewed N` is the number of pages that are viewed, `--every N`
 * the milliseconds between two views; `--seconds N` is the quiet time; `--against DIR` alternates with the build of
 * another checkout, for `--rounds N` rounds.
 */
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import SqliteDriver from 'better-sqlite3'
import { benchWiki, SIZE_OPTIONS, sizeOf } from './generate.ts'
import { saveResults } from './results.ts'
import { ROOT, startWiki, type ServerProcess } from './server.ts'
import { pagesForAll, pause, said, viewing, type Waits } from './viewing.ts'

const { values } = parseArgs({
  options: {
    viewed: { type: 'string', default: '100' },
    every: { type: 'string', default: '10' },
    seconds: { type: 'string', default: '15' },
    rounds: { type: 'string', default: '1' },
    against: { type: 'string' },
    ...SIZE_OPTIONS,
    pages: { type: 'string', default: '2000' },
  },
})
const quietMs = Number(values.seconds) * 1000
const JOB = 'content.render-all'
/** A page view beside the job may take so many times the processor time, and wait so many times as long, p99. */
const TARGETS = { processor: 1.5, p99: 3 }
const POLL_MS = 250

interface Views extends Waits {
  /** Processor time of the server for each view, with all that it does beside, in milliseconds. */
  processorMs: number
}

interface Result {
  build: string
  quiet: Views
  beside: Views
  /** Duration of the job in milliseconds, with and without views beside it. */
  tookMs: number
  aloneMs: number
}

interface JobRow {
  state: string
  started_at: number
  finished_at: number
}

const builds = values.against === undefined ? [ROOT] : [resolve(values.against), ROOT]
const wiki = await benchWiki(sizeOf(values), builds[0])
// The first token is the administrator's.
const viewers = wiki.tokens.slice(1).map(token => `Bearer ${token}`)
const results: Result[] = []
for (let round = 0; round < Number(values.rounds); round++) {
  for (const build of builds) {
    const result = await measure(build)
    print(result)
    results.push(result)
  }
}
await saveResults('rendering-beside', { size: sizeOf(values), results })

async function measure(build: string): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'oxbow-bench-rendering-beside-'))
  const home = join(folder, 'home')
  try {
    await cp(wiki.home, home, { recursive: true })
    const { paths, quiet } = await served(home, build, async server => {
      const visible = await pagesForAll(wiki, server, viewers, Number(values.viewed))
      await viewsDuring(server, visible, () => pause(quietMs / 3))
      await server.settled()
      return { paths: visible, quiet: await viewsDuring(server, visible, () => pause(quietMs)) }
    })
    const [, aloneMs] = await rendering(home, build, (_server, job) => job)
    const [beside, tookMs] = await rendering(home, build, (server, job) => viewsDuring(server, paths, () => job))
    return { build, quiet, beside, tookMs, aloneMs }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function served<T>(home: string, build: string, work: (server: ServerProcess) => Promise<T>): Promise<T> {
  const server = await startWiki(home, {}, build)
  try {
    return await work(server)
  } finally {
    await server.stop()
  }
}

/**
 * Starts the server on a wiki whose pages an older version has rendered.
 * @param work what is done meanwhile, given the end of the job
 * @returns its result, and how long the job took, in milliseconds
 */
async function rendering<T>(
  home: string,
  build: string,
  work: (server: ServerProcess, job: Promise<number>) => Promise<T>,
): Promise<[result: T, tookMs: number]> {
  const database = new SqliteDriver(join(home, 'oxbow.sqlite'))
  try {
    database.exec(`delete from content_render; delete from setting where name = 'content.rendered-by';
      delete from job where kind = '${JOB}'`)
    const jobs = database.prepare(`select state, started_at, finished_at from job where kind = '${JOB}'`)
    const ended = async () => {
      for (;;) {
        const job = jobs.get() as JobRow | undefined
        if (job?.state === 'failed') throw new Error('The job has failed')
        if (job?.state === 'done') return job.finished_at - job.started_at
        await pause(POLL_MS)
      }
    }
    return await served(home, build, async server => {
      const took = ended()
      return [await work(server, took), await took]
    })
  } finally {
    database.close()
  }
}

async function viewsDuring(
  server: ServerProcess,
  paths: readonly string[],
  work: () => Promise<unknown>,
): Promise<Views> {
  const before = await server.processorMs()
  const shown = viewing(
    paths.map(path => server.url + path),
    viewers,
    Number(values.every),
  )
  let waits: Waits
  try {
    await work()
  } finally {
    waits = await shown.stop()
  }
  return { ...waits, processorMs: ((await server.processorMs()) - before) / waits.views }
}

function print({ build, quiet, beside, tookMs, aloneMs }: Result): void {
  const views = (name: string, of: Views) =>
    console.log(`  ${name.padEnd(22)} ${of.processorMs.toFixed(2)} ms of processor time  ${said(of)}`)
  console.log(`${build}: all pages rendered in ${seconds(tookMs)} beside page views, in ${seconds(aloneMs)} alone`)
  views('views when quiet', quiet)
  views('views beside the job', beside)
  const ratio = (name: string, times: number, target: number) =>
    `${name} ${times.toFixed(2)} times${times <= target ? '' : '  MISSED'}`
  console.log(
    `  ${ratio('processor time', beside.processorMs / quiet.processorMs, TARGETS.processor)}, ${ratio('p99', beside.p99 / quiet.p99, TARGETS.p99)}`,
  )
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`
}
