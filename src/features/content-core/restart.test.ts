import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { App } from '#platform/server/app.ts'
import { createServer } from '#platform/server/start.ts'
import { ENGINES, startTestWiki, storage, type TestWiki } from '#platform/server/testing/harness.ts'
import { features } from '../../server.ts'
import { renderQueue } from './server/render/current.ts'
import { RENDER_ALL_JOB, renderedBy } from './server/render/render-all-job.ts'
import { RENDERER } from './server/render/stored.ts'

const PAGES = 30

describe.each(ENGINES)('a wiki that is restarted (%s)', engine => {
  let wiki: TestWiki
  beforeAll(async () => {
    wiki = await startTestWiki(engine, features)
  })
  afterAll(() => wiki.close())

  const settled = async (app: App) => {
    await app.events.settled()
    await app.jobs.idle()
    await renderQueue(app).idle()
  }
  const jobs = (app: App) => app.jobs.list({ ownerId: null, start: 0, limit: 100 })
  const renderings = (app: App) =>
    app.database.read
      .selectFrom('content_render')
      .select(['content_id', 'mode', 'html'])
      .orderBy('content_id')
      .execute()

  /** Starts a server on the data, and does something when its background work has ended. */
  async function restarted<T>(work: (app: App) => Promise<T>): Promise<T> {
    const server = await createServer(wiki.config, features)
    try {
      await settled(server.app)
      return await work(server.app)
    } finally {
      await server.close()
    }
  }

  it('renders no page again, and all of them once with another renderer', async () => {
    await wiki.admin.post('/rest/api/space', { key: 'NEW', name: 'New' })
    for (let number = 1; number <= PAGES; number++) {
      const page = { type: 'page', title: `Page ${number}`, space: { key: 'NEW' }, body: storage('<p>Text</p>') }
      expect((await wiki.admin.post('/rest/api/content', page)).status).toBe(200)
    }
    await settled(wiki.app)
    const before = await jobs(wiki.app)
    await wiki.app.database.transaction(({ db }) =>
      db.updateTable('content_render').set({ html: 'as it was' }).execute(),
    )
    await wiki.stop()

    await restarted(async app => {
      expect(await jobs(app)).toEqual(before)
      const stored = await renderings(app)
      expect(stored.length).toBeGreaterThan(PAGES)
      expect(new Set(stored.map(({ html }) => html))).toEqual(new Set(['as it was']))
      // As an older version of the wiki would have stored them.
      await app.database.transaction(async tx => {
        await app.settings.set(tx, renderedBy, RENDERER - 1, null)
        await tx.db
          .updateTable('content_render')
          .set({ mode: sql<string>`${`${RENDERER - 1}`} || substr(mode, ${`${RENDERER}`.length + 1})` })
          .execute()
      })
    })

    const { made, queued } = await restarted(async app => {
      const ofThisRenderer = (await renderings(app)).filter(({ mode }) => mode.startsWith(`${RENDERER}:`))
      return { made: ofThisRenderer, queued: await jobs(app) }
    })
    expect(made.filter(({ html }) => html === '<p>Text</p>')).toHaveLength(PAGES)
    expect(queued.filter(({ kind }) => kind === RENDER_ALL_JOB)).toHaveLength(1)
    expect(await restarted(jobs)).toEqual(queued)
  })
})
