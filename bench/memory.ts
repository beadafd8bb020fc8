/**
 * `npm run bench -- memory`: whether a server's memory grows under mixed load, reads beside two commits a second. Prints
 * it each minute, and its slope without the first quarter of the time, in which caches fill.
 *
 * `--minutes N` is the time; `--pages N` sets the size of the wiki; `--postgres` has it on PostgreSQL.
 */
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { benchWiki, SIZE_OPTIONS, sizeOf } from './generate.ts'
import { load } from './load.ts'
import { benchPostgres } from './postgres.ts'
import { saveResults } from './results.ts'
import { scenariosOf } from './scenarios.ts'
import { startWiki } from './server.ts'

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '60' },
    ...SIZE_OPTIONS,
    postgres: { type: 'boolean', default: false },
  },
})
const MINUTE_SECONDS = 60
const CONNECTIONS = 32
/** Share of the time in which caches fill. */
const WARM_UP = 0.25

/** Resident memory in MB at a time in minutes. */
interface Sample {
  minute: number
  mb: number
}

const wiki = await benchWiki(sizeOf(values))
const mixed = (await scenariosOf(wiki)).find(({ name }) => name === 'mixed')
if (!mixed) throw new Error('There is no scenario of mixed load')
const folder = await mkdtemp(join(tmpdir(), 'oxbow-bench-memory-'))
const home = join(folder, 'home')
const database = values.postgres ? await benchPostgres(wiki.home, folder) : undefined
if (!database) await cp(wiki.home, home, { recursive: true })
const server = await startWiki(home, database ? { DATABASE_URL: database.url } : {})
try {
  await server.settled()
  const requests = await mixed.requests(server)
  const aside = mixed.meanwhile?.(server)
  const samples: Sample[] = []
  for (let minute = 1; minute <= Number(values.minutes); minute++) {
    const { requestsPerSecond, failures } = await load(server.url, requests, CONNECTIONS, MINUTE_SECONDS)
    if (failures > 0) throw new Error(`${failures} requests failed`)
    samples.push({ minute, mb: await server.residentMb() })
    console.log(
      `minute ${minute}: ${samples.at(-1)?.mb.toFixed(0)} MB, ${requestsPerSecond.toFixed(0)} requests a second`,
    )
  }
  await aside?.stop()
  const measured = samples.filter(({ minute }) => minute > Number(values.minutes) * WARM_UP)
  const perHour = slopeOf(measured) * 60
  console.log(`slope ${perHour.toFixed(1)} MB an hour, over ${measured.length} minutes`)
  await saveResults('memory', { samples, perHour })
} finally {
  await server.stop()
  await database?.stop()
  await rm(folder, { recursive: true, force: true })
}

/** MB in a minute, by least squares; 0 for fewer than two samples. */
function slopeOf(samples: readonly Sample[]): number {
  const mean = (of: (sample: Sample) => number) => samples.reduce((sum, one) => sum + of(one), 0) / samples.length
  const time = mean(({ minute }) => minute)
  const memory = mean(({ mb }) => mb)
  const spread = samples.reduce((sum, { minute }) => sum + (minute - time) ** 2, 0)
  const common = samples.reduce((sum, { minute, mb }) => sum + (minute - time) * (mb - memory), 0)
  return spread === 0 ? 0 : common / spread
}
