import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createPostgresDatabase, dropPostgresDatabase } from '#platform/server/testing/postgres.ts'
import { Oxbow } from '../../test/oxbow.ts'
import { killTest } from './run.ts'

it.each([
  ['sqlite', 1],
  ['sqlite', 2],
  ['postgres', 2],
] as const)(
  'loses nothing that it acknowledged when it is killed under load, and restores to an equal wiki (%s, processes: %i)',
  async (engine, processes) => {
    const folder = await mkdtemp(join(tmpdir(), 'oxbow-kill-'))
    const databaseUrl = engine === 'postgres' ? await createPostgresDatabase() : undefined
    const oxbow = await Oxbow.fromSources()
    try {
      const report = await killTest({
        oxbow,
        rounds: 3,
        writers: 4,
        processes,
        loadMs: 1500,
        folder,
        databaseUrl,
        say: () => {},
      })
      expect(report).toMatchObject({ lostWrites: [], doctorFindings: [], unexpectedAnswers: [], differentTables: [] })
      expect(report.acknowledged).toBeGreaterThan(10)
      expect(report.checked).toBeGreaterThanOrEqual(report.acknowledged / 2)
      expect(report.comparedRows).toBeGreaterThan(report.acknowledged)
    } finally {
      if (databaseUrl) await dropPostgresDatabase(databaseUrl)
      await rm(folder, { recursive: true, force: true })
    }
  },
  400_000,
)
