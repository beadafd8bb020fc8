import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { backup, restore } from '#platform/server/backup/index.ts'
import { doctor } from '#platform/server/doctor.ts'
import { createServer } from '#platform/server/start.ts'
import { startTestWiki } from '#platform/server/testing/harness.ts'
import { features } from '../src/server.ts'

it.each(['sqlite', 'postgres'] as const)(
  'the whole wiki moves from %s to SQLite and is healthy there',
  async engine => {
    const wiki = await startTestWiki(engine, features)
    const folder = await mkdtemp(join(tmpdir(), 'oxbow-move-'))
    try {
      const created = await wiki.admin.post('/rest/api/space', { key: 'DOC', name: 'Documents' })
      expect(created.status).toBe(200)
      await wiki.app.jobs.idle()
      const file = join(folder, 'backup.tar.gz')
      await backup(wiki.config, file, features)
      const config = { ...wiki.config, home: folder, databaseUrl: undefined }
      await restore(config, file, features)
      const restored = await createServer(config, features)
      try {
        await restored.app.jobs.idle()
        const report = await doctor(restored.app)
        expect(report.checks.flatMap(check => check.findings)).toEqual([])
        const space = await restored.app.database.read
          .selectFrom('space')
          .select('name')
          .where('key', '=', 'DOC')
          .executeTakeFirst()
        expect(space).toEqual({ name: 'Documents' })
      } finally {
        await restored.close()
      }
    } finally {
      await wiki.close()
      await rm(folder, { recursive: true })
    }
  },
  120_000,
)
