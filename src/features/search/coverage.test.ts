import { expect, it } from 'vitest'
import { doctor } from '#platform/server/doctor.ts'
import { onEachEngine } from '#platform/server/testing/harness.ts'
import { features } from '../../server.ts'
import { rebuildIndex } from './server/index.ts'

onEachEngine(
  'the search index, as the doctor sees it',
  () => features,
  wiki => {
    const findings = async () =>
      (await doctor(wiki().app)).checks.find(check => check.name.includes('search index'))?.findings

    it('lacks nothing, is found out when it does, and is mended by a rebuild', async () => {
      const { admin, app } = wiki()
      await admin.post('/rest/api/space', { key: 'COV', name: 'Covered' })
      const page = async (title: string) => Number(await admin.createPage('COV', title, `<p>${title}</p>`))
      const [lost, old] = [await page('Lost'), await page('Old')]
      await app.jobs.idle()
      // Whether the index has followed by now or not: what is late is not missing.
      expect(await findings()).toEqual([])
      await app.events.settled('search')
      await app.database.transaction(async ({ db }) => {
        await db.deleteFrom('search_document').where('content_id', '=', lost).execute()
        await db.updateTable('search_document').set({ version: 0 }).where('content_id', '=', old).execute()
      })
      expect(await findings()).toEqual([
        {
          severity: 'warning',
          message: expect.stringContaining(`The content ${lost} is not in the search index`) as string,
        },
        {
          severity: 'warning',
          message: expect.stringContaining(
            `The content ${old} is in the search index as it was at version 0`,
          ) as string,
        },
      ])
      await rebuildIndex(app)
      expect(await findings()).toEqual([])
      // SQLite takes an index for damaged that an open connection saw change.
      expect((await doctor(app)).checks.flatMap(check => check.findings)).toEqual([])
    })
  },
)
