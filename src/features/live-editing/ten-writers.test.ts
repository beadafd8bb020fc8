import { expect, it } from 'vitest'
import { startPostgres } from '../../../test/postgres.ts'
import { Oxbow } from '../../../test/oxbow.ts'
import { DURATION_MS, tryWriters } from './testing/trial.ts'

it.each([
  ['sqlite', { processes: 1, servers: 1 }],
  ['sqlite', { processes: 2, servers: 1 }],
  ['postgres', { processes: 1, servers: 2 }],
] as const)(
  'keeps each acknowledged character of eight writers once while processes and databases are killed (%s, %o)',
  async (engine, { processes, servers }) => {
    const postgres = engine === 'postgres' ? await startPostgres({ durable: true }) : undefined
    try {
      const oxbow = await Oxbow.fromSources()
      const report = await tryWriters({ oxbow, processes, servers, postgres })
      expect(report.faults).toEqual([])
      expect(report.acknowledged).toBeGreaterThan(100)
      expect(report.published.program).toBeGreaterThan(0)
      expect(report.published.writers).toBeGreaterThan(0)
    } finally {
      await postgres?.stop()
    }
  },
  DURATION_MS + 300_000,
)
