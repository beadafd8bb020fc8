import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accountsFeature } from '#features/accounts/server/index.ts'
import { contentCoreFeature } from '#features/content-core/server/index.ts'
import { contentFeature } from '#features/content/server/index.ts'
import { longTasksFeature } from '#features/longtasks/server/index.ts'
import type { ServerFeature } from '#platform/server/app.ts'
import { doctor } from '#platform/server/doctor.ts'
import { HttpError } from '#platform/server/http/errors.ts'
import { createServer } from '#platform/server/start.ts'
import { ENGINES, onEachEngine, startTestWiki, type TestWiki } from '#platform/server/testing/harness.ts'
import { spaceDeletionSteps, spacesFeature } from './server/index.ts'
import { person, spaceEvents } from './testing/people.ts'

onEachEngine(
  'deleting a space',
  () => [accountsFeature, spacesFeature, contentCoreFeature, contentFeature, longTasksFeature],
  wiki => {
    it('hides it at once, empties it in the background and frees its key', async () => {
      const { admin, app } = wiki()
      const member = await person(wiki(), 'member')
      const { id } = (await admin.post('/rest/api/space', { key: 'OLD', name: 'Old' })).json
      await admin.post('/rest/api/space', { key: 'KEPT', name: 'Kept' })
      const page = (key: string, title: string) => admin.createPage(key, title, '<p>x</p>')
      const lost = await page('OLD', 'Lost')
      const kept = await page('KEPT', 'Found')
      await admin.post('/rest/api/space/OLD/property', { key: 'k', value: 1 })
      await member.client.put('/rest/experimental/relation/user/current/favourite/toSpace/OLD', {})

      expect((await member.client.delete('/rest/api/space/OLD')).status).toBe(403)
      const answer = await admin.delete('/rest/api/space/OLD')
      expect(answer.status).toBe(202)
      expect(answer.json).toEqual({ id: expect.any(String), links: { status: `/rest/api/longtask/${answer.json.id}` } })
      for (const client of [admin, member.client]) {
        expect((await client.get('/rest/api/space/OLD')).status).toBe(404)
        expect((await client.get('/rest/api/space')).text).not.toContain('"OLD"')
        expect((await client.get('/rest/oxbow/1.0/spaces?favourite=true')).json.totalSize).toBe(0)
      }
      expect((await member.client.get(`/rest/api/content/${lost}`)).status).toBe(404)
      expect((await admin.delete('/rest/api/space/OLD')).status).toBe(404)

      await app.jobs.idle()
      const task = await admin.get(answer.json.links.status)
      expect(task.json).toMatchObject({
        finished: true,
        successful: true,
        percentageComplete: 100,
        name: { key: 'space.delete', translation: 'Deleting space OLD' },
        messages: [{ translation: 'The space OLD has been deleted' }],
      })
      const german = await admin.with({ 'accept-language': 'de' }).get(answer.json.links.status)
      expect(german.json).toMatchObject({
        name: { translation: 'Bereich OLD löschen' },
        messages: [{ translation: 'Der Bereich OLD wurde gelöscht' }],
      })
      expect((await admin.get(`/rest/api/content/${lost}`)).status).toBe(404)
      expect((await admin.get(`/rest/api/content/${kept}`)).status).toBe(200)
      for (const table of ['space_permission', 'space_property', 'space_favourite', 'content'] as const) {
        const left = await app.database.read
          .selectFrom(table)
          .select(eb => eb.fn.countAll<number>().as('count'))
          .where('space_id', '=', id)
          .executeTakeFirstOrThrow()
        expect([table, left.count]).toEqual([table, 0])
      }
      expect((await spaceEvents(wiki(), id)).slice(-2)).toEqual([
        { kind: 'space.deleted', data: { key: 'OLD', name: 'Old', type: 'global' } },
        { kind: 'space.purged', data: { key: 'OLD', name: 'Old' } },
      ])
      const again = await admin.post('/rest/api/space', { key: 'old', name: 'New' })
      expect([again.status, again.json.key]).toEqual([200, 'old'])
      expect(again.json.id).not.toBe(id)
    })

    it('frees the key before the space is empty', async () => {
      const { admin } = wiki()
      for (const name of ['First', 'Second', 'Third']) {
        expect((await admin.post('/rest/api/space', { key: 'AGAIN', name })).status).toBe(200)
        expect((await admin.delete('/rest/api/space/AGAIN')).status).toBe(202)
      }
      await wiki().app.jobs.idle()
      const left = await wiki()
        .app.database.read.selectFrom('space')
        .select('id')
        .where('status', '=', 'deleting')
        .execute()
      expect(left).toEqual([])
    })
  },
)

describe.each(ENGINES)('a deletion that gave up (%s)', engine => {
  it('is taken up again at the next start', async () => {
    const broken: ServerFeature = {
      name: 'broken',
      register(app) {
        app.extensions.add(spaceDeletionSteps, {
          name: 'broken',
          count: async () => 1,
          remove: async () => {
            throw new HttpError(400, 'the disk is full')
          },
        })
      },
    }
    const wiki = await startTestWiki(engine, [accountsFeature, spacesFeature, broken])
    try {
      await wiki.admin.post('/rest/api/space', { key: 'STUCK', name: 'Stuck' })
      const task = (await wiki.admin.delete('/rest/api/space/STUCK')).json.id as string
      await wiki.app.jobs.idle()
      expect(await wiki.app.jobs.get(task)).toMatchObject({ state: 'failed', messages: [{ key: 'the disk is full' }] })
      await wiki.app.database.transaction(async tx => {
        await tx.db.updateTable('space').set({ updated_at: 0 }).execute()
      })
      const report = (await doctor(wiki.app)).checks.find(check => check.name === 'Deleted spaces are gone')
      expect(report?.findings).toEqual([
        { severity: 'warning', message: expect.stringMatching(/The space STUCK .* restart Oxbow/) },
      ])
      await wiki.stop()
      const server = await createServer(wiki.config, [accountsFeature, spacesFeature])
      try {
        await server.app.jobs.idle()
        expect(await server.app.database.read.selectFrom('space').selectAll().execute()).toEqual([])
      } finally {
        await server.close()
      }
    } finally {
      await wiki.close()
    }
  })
})

/** A part of a space in rows of the `setting` table, removed two at a time; the tests decide when it stalls. */
function stallingPart(stallAfter: number): { feature: ServerFeature; stalled: Promise<void>; removed(): number } {
  let removed = 0
  let report = () => {}
  const stalled = new Promise<void>(resolve => {
    report = resolve
  })
  return {
    stalled,
    removed: () => removed,
    feature: {
      name: 'stalling',
      register(app) {
        app.extensions.add(spaceDeletionSteps, {
          name: 'rows',
          async count(counted) {
            const rows = await counted.database.read
              .selectFrom('setting')
              .select('name')
              .where('name', 'like', 'part.%')
              .execute()
            return rows.length
          },
          async remove(tx) {
            if (removed >= stallAfter) {
              report()
              // The server stops while this part waits to be tried again.
              throw new Error('the machine is going down')
            }
            const rows = await tx.db
              .selectFrom('setting')
              .select('name')
              .where('name', 'like', 'part.%')
              .orderBy('name')
              .limit(2)
              .execute()
            for (const row of rows) await tx.db.deleteFrom('setting').where('name', '=', row.name).execute()
            removed += rows.length
            return rows.length
          },
        })
      },
    },
  }
}

describe.each(ENGINES)('a restart in the middle of deleting a space (%s)', engine => {
  let wiki: TestWiki
  const first = stallingPart(4)
  beforeAll(async () => {
    wiki = await startTestWiki(engine, [accountsFeature, spacesFeature, first.feature])
  })
  afterAll(async () => {
    await wiki.close()
  })

  it('goes on with what is left', async () => {
    const { id } = (await wiki.admin.post('/rest/api/space', { key: 'BIG', name: 'Big' })).json
    await wiki.app.database.transaction(async tx => {
      for (let n = 0; n < 10; n++)
        await tx.db
          .insertInto('setting')
          .values({ name: `part.${n}`, value: '0' })
          .execute()
    })
    const task = (await wiki.admin.delete('/rest/api/space/BIG')).json.id as string
    await first.stalled
    await wiki.stop()
    expect(first.removed()).toBe(4)

    const second = stallingPart(Infinity)
    const found: unknown[] = []
    const clock: ServerFeature = {
      name: 'clock',
      register() {},
      async start({ database }) {
        found.push(...(await database.read.selectFrom('space').select(['id', 'status']).execute()))
        // The attempt that was cut off is tried again after a while; that while is over.
        await database.transaction(async tx => {
          await tx.db.updateTable('job').set({ run_after: 0 }).where('id', '=', task).execute()
        })
      },
    }
    const server = await createServer(wiki.config, [accountsFeature, spacesFeature, second.feature, clock])
    try {
      const { database, jobs } = server.app
      await jobs.idle()
      expect(await jobs.get(task)).toMatchObject({ state: 'done', progress: 100 })
      expect(found).toEqual([{ id, status: 'deleting' }])
      expect(second.removed()).toBe(6)
      expect(await database.read.selectFrom('space').selectAll().execute()).toEqual([])
    } finally {
      await server.close()
    }
  })
})
