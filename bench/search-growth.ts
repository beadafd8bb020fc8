/**
 * `npm run bench -- search-growth`: processor time and waiting time of a search in a small and in a large wiki, and how
 * many times more the large one takes. Every text is searched for once, so that no cache answers.
 *
 * `--small N` and `--large N` are the numbers of pages; `--against DIR` alternates with the build of another checkout;
 * `--rounds N` sets the rounds; `--postgres` measures on PostgreSQL, whose processor time is not counted.
 */
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { benchWiki, SIZE_OPTIONS, sizeOf, type Wiki } from './generate.ts'
import { load, type Figures } from './load.ts'
import { benchPostgres } from './postgres.ts'
import { saveResults } from './results.ts'
import { scenariosOf } from './scenarios.ts'
import { ROOT, startWiki, type ServerProcess } from './server.ts'

const { values } = parseArgs({
  options: {
    small: { type: 'string', default: '10000' },
    large: { type: 'string', default: '200000' },
    rounds: { type: 'string', default: '2' },
    against: { type: 'string' },
    postgres: { type: 'boolean', default: false },
    spaces: SIZE_OPTIONS.spaces,
    users: SIZE_OPTIONS.users,
  },
})
const SEARCHES = ['search', 'search over REST']
/** The large wiki may take so many times the processor time of the small one. */
const TARGET = 2

interface Measured extends Figures {
  build: string
  pages: string
  scenario: string
  /** Processor time of the server for each search, in milliseconds. */
  processorMs: number
}

const builds = values.against === undefined ? [ROOT] : [resolve(values.against), ROOT]
const results: Measured[] = []
const folder = await mkdtemp(join(tmpdir(), 'oxbow-bench-search-growth-'))
try {
  for (const pages of [values.small, values.large]) {
    const wiki = await benchWiki(sizeOf({ ...values, pages }), builds[0])
    const servers: (ServerProcess & { end(): Promise<void> })[] = []
    try {
      for (const build of builds) servers.push(await served(wiki, build))
      for (let round = 0; round < Number(values.rounds); round++)
        for (const [index, build] of builds.entries())
          results.push(...(await measure(wiki, servers[index]!, build, pages)))
    } finally {
      for (const server of servers) await server.end()
    }
  }
} finally {
  await rm(folder, { recursive: true, force: true })
}
for (const scenario of SEARCHES) for (const build of builds) printGrowth(scenario, build)
await saveResults('search-growth', { size: values, results })

/** Starts a build on a copy of the wiki, and waits until its background work has ended. */
async function served(wiki: Wiki, build: string): Promise<ServerProcess & { end(): Promise<void> }> {
  const place = await mkdtemp(join(folder, 'wiki-'))
  const home = join(place, 'home')
  const database = values.postgres ? await benchPostgres(wiki.home, place, build) : undefined
  if (!database) await cp(wiki.home, home, { recursive: true })
  const server = await startWiki(home, database ? { DATABASE_URL: database.url } : {}, build)
  await server.settled()
  return {
    ...server,
    async end() {
      await server.stop()
      await database?.stop()
      await rm(place, { recursive: true, force: true })
    },
  }
}

async function measure(wiki: Wiki, server: ServerProcess, build: string, pages: string): Promise<Measured[]> {
  const measured: Measured[] = []
  for (const { name, requests } of await scenariosOf(wiki)) {
    if (!SEARCHES.includes(name)) continue
    const anew = (await requests(server)).map(request => ({ ...request, once: true }))
    const before = await server.processorMs()
    const figures = await load(server.url, anew, 1, { each: 'once' })
    const processorMs = ((await server.processorMs()) - before) / figures.requests
    measured.push({ ...figures, build, pages, scenario: name, processorMs })
    console.log(
      `${name.padEnd(18)} ${pages.padStart(8)} pages  ${build}: ${processorMs.toFixed(2)} ms of processor time  mean ${meanMs(figures).toFixed(2)} ms  p99 ${figures.p99} ms${figures.failures ? `  ${figures.failures} FAILED` : ''}`,
    )
  }
  return measured
}

function printGrowth(scenario: string, build: string): void {
  const least = (pages: string, of: (row: Measured) => number) =>
    Math.min(...results.filter(row => row.scenario === scenario && row.build === build && row.pages === pages).map(of))
  const growth = (of: (row: Measured) => number) => least(values.large, of) / least(values.small, of)
  const processor = growth(row => row.processorMs)
  const waiting = growth(meanMs)
  console.log(
    `${scenario.padEnd(18)} ${build}: ${processor.toFixed(2)} times the processor time${processor <= TARGET ? '' : '  MISSED'}, ${waiting.toFixed(2)} times the waiting time`,
  )
}

/** Mean time of a search, one after the other. */
function meanMs({ requestsPerSecond }: Figures): number {
  return 1000 / requestsPerSecond
}
