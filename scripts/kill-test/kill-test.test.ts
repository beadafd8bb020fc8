import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ENGINES } from '#platform/server/testing/harness.ts'
import { createPostgresDatabase, dropPostgresDatabase } from '#platform/server/testing/postgres.ts'
import { Oxbow } from '../../test/oxbow.ts'
import { killTest } from './run.ts'

it.each(ENGINES)(
  'loses nothing that it acknowledged when it is killed under load, and restores to an equal wiki (%s)',
  async engine => {
    const folder = await mkdtemp(join(tmpdir(), 'oxbow-kill-'))
    const databaseUrl = engine === 'postgres' ? await createPostgresDatabase() : undefined
    const oxbow = await Oxbow.fromSources()
    try {
      const report = await killTest({ oxbow, rounds: 3, writers: 4, loadMs: 1500, folder, databaseUrl, say: () => {} })
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
