import { expect, it, vi } from 'vitest'
import { onEachEngine } from '#platform/server/testing/harness.ts'
import { Schedules } from '#platform/server/jobs/schedules.ts'
import { settle } from '#platform/server/testing/statements.ts'
import { person } from '#features/spaces/testing/people.ts'
import { features } from '../../server.ts'

const VIEWS = 100

onEachEngine(
  'what reading leaves behind',
  () => features,
  wiki => {
    it('is written together, once a second at most, and is there for who asks', async () => {
      const { client } = await person(wiki(), 'reader')
      await wiki().admin.post('/rest/api/space', { key: 'READ', name: 'Read' })
      const ids: string[] = []
      for (let number = 0; number < 10; number++) {
        const page = { type: 'page', title: `Page ${number}`, space: { key: 'READ' } }
        ids.push((await wiki().admin.post('/rest/api/content', page)).json.id)
      }
      await settle(wiki().app)
      // At a full minute there is more to write.
      const schedules = vi.spyOn(Schedules.prototype, 'run').mockResolvedValue()
      const transaction = vi.spyOn(wiki().app.database, 'transaction')
      const began = performance.now()
      for (let view = 0; view < VIEWS; view++) {
        const path = `/pages/viewpage.action?pageId=${ids[view % ids.length]}&view=${view}`
        expect((await client.send('GET', path, undefined, { accept: 'text/html' })).status).toBe(200)
      }
      const recent = (await client.get('/rest/recentlyviewed/1.0/recent')).json as { count: number }[]
      const seconds = (performance.now() - began) / 1000
      // The list has what waits written first.
      expect(transaction.mock.calls.length).toBeGreaterThan(0)
      expect(transaction.mock.calls.length).toBeLessThanOrEqual(1 + Math.ceil(seconds))
      transaction.mockRestore()
      schedules.mockRestore()
      expect(recent.map(({ count }) => count)).toEqual(ids.map(() => VIEWS / ids.length))
    })
  },
)
