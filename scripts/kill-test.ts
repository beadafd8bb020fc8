/**
 * `npm run kill-test -- --rounds 50 [--processes 2] [--postgres]`: kills the built wiki under write load at random
 * moments, and proves that nothing it acknowledged is lost, that the doctor finds nothing wrong, and that a backup
 * restores to an equal wiki.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Oxbow } from '../test/oxbow.ts'
import { startPostgres } from '../test/postgres.ts'
import { killTest } from './kill-test/run.ts'
import { isFresh } from './lib/freshness.mjs'
import { root } from './lib/packages.mjs'
import { run } from './lib/process.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '50' },
    writers: { type: 'string', default: '6' },
    processes: { type: 'string', default: '1' },
    postgres: { type: 'boolean', default: false },
  },
})
const [rounds, writers, processes] = [values.rounds, values.writers, values.processes].map(Number) as [
  number,
  number,
  number,
]
if (!(rounds >= 1 && writers >= 1 && processes >= 1))
  throw new Error('--rounds, --writers and --processes are numbers from 1')
if (!isFresh(root) && (await run('node', ['scripts/build.ts'])) !== 0) process.exit(1)

const folder = await mkdtemp(join(tmpdir(), 'oxbow-kill-'))
const postgres = values.postgres ? await startPostgres() : undefined
try {
  const report = await killTest({
    oxbow: Oxbow.built,
    rounds,
    writers,
    processes,
    loadMs: 2000,
    folder,
    databaseUrl: postgres?.url,
    say: line => console.log(line),
  })
  const { lostWrites, doctorFindings, unexpectedAnswers, differentTables } = report
  for (const line of [...lostWrites, ...doctorFindings, ...unexpectedAnswers, ...differentTables].slice(0, 100))
    console.error(line)
  console.log(`
${values.postgres ? 'PostgreSQL' : 'SQLite'}: killed ${rounds} times
  ${report.acknowledged} writes acknowledged, ${report.unanswered} unanswered when killed
  ${report.checked} checks of acknowledged writes: ${lostWrites.length} lost
  ${doctorFindings.length} findings of the doctor, ${unexpectedAnswers.length} unexpected answers
  backup while ${report.writtenDuringBackup} writes were acknowledged; ${report.comparedRows} rows compared, ${differentTables.length} tables differ`)
  if (lostWrites.length + doctorFindings.length + unexpectedAnswers.length + differentTables.length > 0)
    process.exitCode = 1
} finally {
  await postgres?.stop()
  await rm(folder, { recursive: true, force: true })
}
