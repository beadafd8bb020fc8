import { expect, it } from 'vitest'
import { createAccount, accountsFeature } from '#features/accounts/server/index.ts'
import type { ServerFeature } from '#platform/server/app.ts'
import { onEachEngine } from '#platform/server/testing/harness.ts'
import { longTasksFeature } from './server/index.ts'

const PASSWORD = 'correct horse battery'

/** Work whose end the tests decide. */
const work = { finish: () => {} }
const workFeature: ServerFeature = {
  name: 'work',
  register(app) {
    app.jobs.define({
      kind: 'test.work',
      async run(run) {
        await run.progress(40, { key: '{{done}} of ten', values: { done: 'Four' } })
        await new Promise<void>(resolve => {
          work.finish = resolve
          run.signal.addEventListener('abort', () => resolve())
          begin()
        })
      },
    })
    app.jobs.define({
      kind: 'test.failure',
      attempts: 1,
      run: async () => {
        throw new Error('no paper')
      },
    })
  },
}
let begin = () => {}

onEachEngine(
  'long tasks',
  () => [accountsFeature, longTasksFeature, workFeature],
  wiki => {
    it('shows progress, then the end, to who began the work and to administrators alone', async () => {
      const { app } = wiki()
      const jane = await createAccount(
        app,
        { username: 'jane', displayName: 'Jane', email: 'jane@example.org', password: PASSWORD },
        null,
      )
      await createAccount(
        app,
        { username: 'max', displayName: 'Max', email: 'max@example.org', password: PASSWORD },
        null,
      )
      const begun = new Promise<void>(resolve => {
        begin = resolve
      })
      const id = await app.jobs.enqueue({ kind: 'test.work', title: 'Counting to ten', ownerId: jane.id })
      await begun
      const path = `/rest/api/longtask/${id}`

      const running = await wiki().as('jane', PASSWORD).get(path)
      expect(running.status).toBe(200)
      expect(running.json).toMatchObject({
        id,
        name: { key: 'test.work', args: [], translation: 'Counting to ten' },
        percentageComplete: 40,
        successful: false,
        finished: false,
        messages: [{ translation: 'Four of ten', args: [] }],
      })
      expect((await wiki().admin.get(path)).status).toBe(200)
      const other = await wiki().as('max', PASSWORD).get(path)
      const nowhere = await wiki().as('max', PASSWORD).get(path.replace(id, 'nothing'))
      expect([other.status, nowhere.status]).toEqual([404, 404])
      expect(other.text.replaceAll(id, 'nothing')).toBe(nowhere.text)
      expect((await wiki().anonymous.get(path)).status).toBe(404)

      work.finish()
      await app.jobs.idle()
      const done = await wiki().as('jane', PASSWORD).get(path)
      expect(done.json).toMatchObject({ percentageComplete: 100, successful: true, finished: true })
      expect(done.json.elapsedTime).toBeGreaterThanOrEqual(0)
    })

    it('says that work has failed', async () => {
      const { app } = wiki()
      const id = await app.jobs.enqueue({ kind: 'test.failure', title: 'Printing', ownerId: null })
      await app.jobs.idle()
      const failed = await wiki().admin.get(`/rest/api/longtask/${id}`)
      expect(failed.json).toMatchObject({ successful: false, finished: true })
      expect(failed.text).not.toContain('no paper')
    })

    it('shows titles and messages that earlier versions stored as sentences', async () => {
      const { app, admin } = wiki()
      const { results } = (await admin.get('/rest/api/longtask')).json
      const stored = { title: 'Deleting space {{OLD}}', messages: JSON.stringify(['Half of it']) }
      await app.database.transaction(({ db }) =>
        db.updateTable('job').set(stored).where('id', '=', results[0].id).execute(),
      )
      expect((await admin.get(`/rest/api/longtask/${results[0].id}`)).json).toMatchObject({
        name: { translation: stored.title },
        messages: [{ translation: 'Half of it' }],
      })
    })

    it('lists the newest first, page by page, each user their own', async () => {
      const all = await wiki().admin.get('/rest/api/longtask')
      expect(all.json.results.map((task: { name: { key: string } }) => task.name.key)).toEqual([
        'test.failure',
        'test.work',
      ])
      expect(all.json).toMatchObject({ start: 0, limit: 100, size: 2 })
      const first = await wiki().admin.get('/rest/api/longtask?limit=1')
      expect(first.json.size).toBe(1)
      const second = await wiki().admin.get(first.json._links.next)
      expect(second.json.results[0].id).toBe(all.json.results[1].id)
      expect(second.json._links.next).toBeUndefined()
      const janes = await wiki().as('jane', PASSWORD).get('/rest/api/longtask')
      expect(janes.json.results).toHaveLength(1)
      expect((await wiki().as('max', PASSWORD).get('/rest/api/longtask')).json.results).toEqual([])
      expect((await wiki().anonymous.get('/rest/api/longtask')).json.results).toEqual([])
    })
  },
)
