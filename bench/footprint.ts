/**
 * `npm run bench -- footprint`: memory of the process that serves (proportional set size) after each stage of its life:
 * the start of an empty wiki, pages loaded over REST, and all scenarios of `scenarios.ts` on the generated wiki; with
 * the requests in a second of each, with several options of V8 in turn.
 *
 * `--options="--max-semi-space-size=8, --max-semi-space-size=16 --max-old-space-size=1536"` are values of NODE_OPTIONS,
 * separated by commas; an empty one leaves the choice to the launcher. `--loaded N` is the number of pages loaded over
 * REST, `--rounds N` repeats everything, `--pages N` and `--seconds N` set the size of the scenarios.
 */
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { benchWiki, SIZE_OPTIONS, sizeOf } from './generate.ts'
import { load, type Request } from './load.ts'
import { pageText } from './page-text.ts'
import { saveResults } from './results.ts'
import { scenariosOf } from './scenarios.ts'
import { ADMIN, basic, startWiki, type ServerProcess } from './server.ts'

const { values } = parseArgs({
  options: {
    options: { type: 'string', default: '' },
    loaded: { type: 'string', default: '2000' },
    rounds: { type: 'string', default: '1' },
    seconds: { type: 'string', default: '5' },
    ...SIZE_OPTIONS,
  },
})
/** Of those who load pages. */
const LOADING_CONNECTIONS = 8
const CONNECTIONS = 16

/** MB at the end of a stage, and requests in a second where it had any. */
interface Stage {
  name: string
  mb: number
  requestsPerSecond?: number
}

const wiki = await benchWiki(sizeOf(values))
const scenarios = await scenariosOf(wiki)
const upToDate = await mkdtemp(join(tmpdir(), 'oxbow-bench-prepared-'))
const results: { options: string; stages: Stage[] }[] = []
try {
  await bringUpToDate()
  for (let round = 0; round < Number(values.rounds); round++) {
    for (const options of values.options.split(',').map(one => one.trim())) {
      const stages = [...(await during(options, loading)), ...(await during(options, asking, join(upToDate, 'home')))]
      results.push({ options, stages })
      console.log(options || 'options of the launcher')
      for (const { name, mb, requestsPerSecond } of stages) {
        const speed = requestsPerSecond === undefined ? '' : `  ${requestsPerSecond.toFixed(0).padStart(6)} req/s`
        console.log(`  ${name.padEnd(24)} ${mb.toFixed(0).padStart(4)} MB${speed}`)
      }
    }
  }
} finally {
  await rm(upToDate, { recursive: true, force: true })
}
await saveResults('footprint', { size: values, results })

/** The wiki as this build brings it up to date: a version that renders all pages again would fill the heap first. */
async function bringUpToDate(): Promise<void> {
  const home = join(upToDate, 'home')
  await cp(wiki.home, home, { recursive: true })
  const server = await startWiki(home)
  await server.settled()
  await server.stop()
}

/** Stages of a server in a separate folder, on a copy of a wiki or an empty one. */
async function during(
  options: string,
  stagesOf: (server: ServerProcess) => AsyncGenerator<Stage>,
  home?: string,
): Promise<Stage[]> {
  const folder = await mkdtemp(join(tmpdir(), 'oxbow-bench-footprint-'))
  try {
    if (home !== undefined) await cp(home, join(folder, 'home'), { recursive: true })
    const server = await startWiki(join(folder, 'home'), { NODE_OPTIONS: options })
    try {
      const stages: Stage[] = []
      for await (const stage of stagesOf(server)) stages.push(stage)
      return stages
    } finally {
      await server.stop()
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** An empty wiki that gets pages over REST. */
async function* loading(server: ServerProcess): AsyncGenerator<Stage> {
  await server.settled()
  yield { name: 'start', mb: await server.proportionalMb() }
  const headers = {
    authorization: basic(ADMIN),
    'content-type': 'application/json',
  }
  const space = { key: 'SP0', name: 'Loaded' }
  const made = await fetch(`${server.url}/rest/api/space`, { method: 'POST', headers, body: JSON.stringify(space) })
  if (!made.ok) throw new Error(`Creating a space: ${made.status} ${await made.text()}`)
  const requests = Array.from({ length: Number(values.loaded) }, (_, number): Request => {
    const body = { storage: { value: pageText(number, wiki), representation: 'storage' } }
    const page = { type: 'page', title: `Page ${number} of SP0`, space: { key: 'SP0' }, body }
    return { method: 'POST', path: '/rest/api/content', headers, body: JSON.stringify(page) }
  })
  yield await stage(server, `${values.loaded} pages loaded`, requests, LOADING_CONNECTIONS, { each: 'once' })
}

/** A wiki that is there, asked for everything. */
async function* asking(server: ServerProcess): AsyncGenerator<Stage> {
  await server.settled()
  for (const { name, extent, requests, meanwhile } of scenarios) {
    const aside = meanwhile?.(server)
    const asked = await requests(server)
    yield await stage(server, name, asked, CONNECTIONS, extent === 'once' ? { each: 'once' } : Number(values.seconds))
    await aside?.stop()
  }
}

async function stage(
  server: ServerProcess,
  name: string,
  requests: readonly Request[],
  connections: number,
  extent: number | { each: 'once' },
): Promise<Stage> {
  const { requestsPerSecond, failures } = await load(server.url, requests, connections, extent)
  await server.settled()
  if (failures > 0) throw new Error(`${failures} requests of "${name}" failed`)
  const mb = await server.proportionalMb()
  return { name, mb, requestsPerSecond }
}
