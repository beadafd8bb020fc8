import { sql } from 'kysely'
import { beforeAll, expect, it, vi } from 'vitest'
import { onEachEngine, type HttpReply } from '#platform/server/testing/harness.ts'
import { person, type TestPerson } from '#features/spaces/testing/people.ts'
import { features } from '../../server.ts'
import { macrosOf } from './server/render/render.ts'
import { renderQueue } from './server/render/current.ts'
import { enqueueRenderAll, renderedBy } from './server/render/render-all-job.ts'
import { storeRenderings } from './server/render/store-ahead.ts'
import { RENDERER } from './server/render/stored.ts'
import { replaceStorage } from './server/writer.ts'
import { dropRender, markRenders, storeRenders, takeMarked } from './server/writer/renders.ts'

onEachEngine(
  'HTML that is stored for all readers',
  () => features,
  wiki => {
    let reader: TestPerson

    const ok = async (reply: Promise<HttpReply>) => {
      const answer = await reply
      expect(answer.status, answer.text).toBeLessThan(300)
      return answer.json
    }
    const create = async (key: string, title: string, value: string, parent?: string) =>
      String(
        (
          await ok(
            wiki().admin.post('/rest/api/content', {
              type: 'page',
              title,
              space: { key },
              body: { storage: { value, representation: 'storage' } },
              ...(parent ? { ancestors: [{ id: parent }] } : {}),
            }),
          )
        ).id,
      )
    const close = (id: string) =>
      ok(
        wiki().admin.put(`/rest/api/content/${id}/restriction`, [
          { operation: 'read', restrictions: { user: [{ type: 'known', username: 'admin' }] } },
        ]),
      )
    const viewOf = async (client: TestPerson['client'], id: string): Promise<string> =>
      (await ok(client.get(`/rest/api/content/${id}?expand=body.view`))).body.view.value
    /** The page that the reader gets once everything is stored that can be. */
    const shownTo = async (client: TestPerson['client'], id: string): Promise<string> => {
      await settled()
      return viewOf(client, id)
    }
    const settled = async () => {
      await wiki().app.events.settled()
      await wiki().app.jobs.idle()
      await renderQueue(wiki().app).idle()
    }
    const rowsOf = (id: string) =>
      wiki()
        .app.database.read.selectFrom('content_render')
        .select(['mode', 'html'])
        .where('content_id', '=', Number(id))
        .orderBy('mode')
        .execute()
    const update = (id: string, title: string, value: string, number = 2) =>
      ok(
        wiki().admin.put(`/rest/api/content/${id}`, {
          type: 'page',
          title,
          version: { number },
          body: { storage: { value, representation: 'storage' } },
        }),
      )
    const link = (title: string, key = 'STORED') =>
      `<p><ac:link><ri:page ri:space-key="${key}" ri:content-title="${title}" /></ac:link></p>`
    const including = (title: string) =>
      `<ac:structured-macro ac:name="include"><ac:parameter ac:name=""><ac:link><ri:page ri:content-title="${title}" /></ac:link></ac:parameter></ac:structured-macro>`

    beforeAll(async () => {
      await ok(wiki().admin.post('/rest/api/space', { key: 'STORED', name: 'Stored' }))
      await ok(wiki().admin.post('/rest/api/space/_private', { key: 'INNER', name: 'Inner' }))
      reader = await person(wiki(), 'reader')
    })

    it('tells who may read a space of a link into it, whoever opened the page first', async () => {
      await create('INNER', 'Minutes', '<p>Minutes</p>')
      const page = await create('STORED', 'Agenda', link('Minutes', 'INNER'))
      expect(await shownTo(reader.client, page)).toContain('createlink')
      expect(await shownTo(wiki().admin, page)).toContain('href="/display/INNER/Minutes"')
      expect(await shownTo(reader.client, page)).toContain('createlink')
    })

    it('shows nothing of a page that is closed, however many pages it is included through', async () => {
      const source = await create('STORED', 'Source', '<p>the figures</p>')
      const middle = await create('STORED', 'Middle', including('Source'))
      const outer = await create('STORED', 'Outer', including('Middle'))
      expect(await shownTo(reader.client, outer)).toContain('the figures')
      await close(source)
      for (const id of [middle, outer]) expect(await shownTo(reader.client, id)).not.toContain('the figures')
      expect(await shownTo(wiki().admin, outer)).toContain('the figures')
    })

    it('has no link to what a restriction above it closes', async () => {
      const above = await create('STORED', 'Above', '<p>x</p>')
      const below = await create('STORED', 'Below', '<p>x</p>', above)
      const linking = await create('STORED', 'Linking', link('Below'))
      const byId = await create(
        'STORED',
        'Linking by id',
        `<p><ac:link><ri:content-entity ri:content-id="${below}" /></ac:link></p>`,
      )
      expect(await shownTo(reader.client, linking)).toContain(`data-linked-resource-id="${below}"`)
      await close(above)
      for (const id of [linking, byId])
        expect(await shownTo(reader.client, id)).not.toContain('data-linked-resource-id')
      expect(await shownTo(wiki().admin, linking)).toContain(`data-linked-resource-id="${below}"`)
      await ok(wiki().admin.delete(`/rest/api/content/${above}/restriction`))
      expect(await shownTo(reader.client, linking)).toContain(`data-linked-resource-id="${below}"`)
    })

    it('is there before the first reader of what was published, edited or commented', async () => {
      const page = await create('STORED', 'Published', '<p>First</p>')
      await settled()
      expect(await rowsOf(page)).toEqual([{ mode: expect.stringMatching(/^\d+:view$/), html: '<p>First</p>' }])
      await update(page, 'Published', '<p>Second</p>')
      await settled()
      expect(await rowsOf(page)).toMatchObject([{ html: '<p>Second</p>' }])
      const comment = await ok(
        wiki().admin.post('/rest/api/content', {
          type: 'comment',
          container: { id: page, type: 'page' },
          body: { storage: { value: '<p>A remark</p>', representation: 'storage' } },
        }),
      )
      await settled()
      expect(await rowsOf(comment.id)).toMatchObject([{ html: '<p>A remark</p>' }])
    })

    it('is one for all languages and readers unless it has words, dates or people', async () => {
      const plain = await create('STORED', 'Plain', '<p>Plain</p>')
      const dated = await create('STORED', 'Dated', '<p><time datetime="2024-05-03" /></p>')
      await settled()
      const german = { 'accept-language': 'de' }
      for (const id of [plain, dated])
        await reader.client.send('GET', `/rest/api/content/${id}?expand=body.view`, undefined, german)
      await settled()
      expect(await rowsOf(plain)).toHaveLength(1)
      expect((await rowsOf(dated)).map(row => row.mode.split(':')[2])).toEqual(['de', 'en'])
    })

    it('follows a page that it links to, and is stored again', async () => {
      const linking = await create('STORED', 'Waiting', link('Coming'))
      await settled()
      expect((await rowsOf(linking))[0]?.html).toContain('createlink')
      await create('STORED', 'Coming', '<p>Here</p>')
      expect(await rowsOf(linking)).toEqual([])
      expect(await viewOf(reader.client, linking)).toContain('href="/display/STORED/Coming"')
      await settled()
      expect((await rowsOf(linking))[0]?.html).toContain('href="/display/STORED/Coming"')
    })

    it('is not stored of what was changed while it was rendered', async () => {
      const page = await create('STORED', 'Busy', '<p>Old</p>')
      await settled()
      await wiki().app.database.transaction(({ db }) => db.deleteFrom('content_render').execute())
      const { app } = wiki()
      const wanted = { id: Number(page), mode: 'view', locale: 'en', mayViewUsers: true } as const
      const transaction = app.database.transaction.bind(app.database)
      let count = 0
      // Something is committed between the rendering and its storing.
      const spy = vi.spyOn(app.database, 'transaction').mockImplementation(async (work, options) => {
        if (++count === 2) {
          await transaction(async tx => {
            const row = await tx.db
              .selectFrom('content')
              .selectAll()
              .where('id', '=', wanted.id)
              .executeTakeFirstOrThrow()
            await dropRender(tx, row.id)
            await replaceStorage(tx, row, '<p>New</p>')
          })
        }
        return transaction(work, options)
      })
      try {
        await storeRenderings(app, [wanted])
      } finally {
        spy.mockRestore()
      }
      expect(await rowsOf(page)).toMatchObject([{ html: '<p>New</p>' }])
    })

    it('is not stored while somebody changes what it shows and has not committed', async () => {
      const page = await create('STORED', 'Changing', '<p>Before</p>')
      await settled()
      const { app, engine } = wiki()
      const id = Number(page)
      const isHeld = Promise.withResolvers<void>()
      const mayCommit = Promise.withResolvers<void>()
      const change = app.database.transaction(async tx => {
        const row = await tx.db.selectFrom('content').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
        await dropRender(tx, id)
        await replaceStorage(tx, row, '<p>After</p>')
        isHeld.resolve()
        await mayCommit.promise
      })
      await isHeld.promise
      const storing = storeRenderings(app, [{ id, mode: 'view', locale: 'de', mayViewUsers: true }])
      // On SQLite it waits for its turn to write.
      if (engine === 'postgres') await storing
      mayCommit.resolve()
      await Promise.all([change, storing])
      expect((await rowsOf(page)).map(row => row.html)).not.toContain('<p>Before</p>')
    })

    it('does not outlive a change that begins to drop it before it is committed', async () => {
      const page = await create('STORED', 'Overtaken', '<p>Before</p>')
      await settled()
      const { app, engine } = wiki()
      const { database } = app
      const id = Number(page)
      const stored = await database.read
        .selectFrom('content_render')
        .selectAll()
        .where('content_id', '=', id)
        .executeTakeFirstOrThrow()
      await database.transaction(tx => markRenders(tx, [id], 'making:test'))
      const isStored = Promise.withResolvers<void>()
      const mayCommit = Promise.withResolvers<void>()
      const storing = database.transaction(async tx => {
        expect(await takeMarked(tx, [id], 'making:test')).toEqual(new Set([id]))
        await tx.db.deleteFrom('content_render').where('content_id', '=', id).execute()
        await storeRenders(tx, [stored])
        isStored.resolve()
        await mayCommit.promise
      })
      await isStored.promise
      const dropping = database.transaction(tx => dropRender(tx, id))
      // On SQLite it waits for its turn to write.
      if (engine === 'postgres') {
        const waiting = sql<{ count: number }>`select count(*)::int as count from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`
        await expect.poll(async () => (await waiting.execute(database.read)).rows[0]?.count).toBe(1)
      }
      mayCommit.resolve()
      await Promise.all([storing, dropping])
      expect(await rowsOf(page)).toEqual([])
    })

    it('is made of everything once after an update of the wiki', async () => {
      const page = await create('STORED', 'Older', '<p>Older</p>')
      await settled()
      const { app } = wiki()
      const jobs = () => app.jobs.list({ ownerId: null, start: 0, limit: 100 })
      const before = await jobs()
      await enqueueRenderAll(app)
      expect(await jobs(), 'the wiki began with this renderer').toEqual(before)
      await app.database.transaction(tx => app.settings.set(tx, renderedBy, RENDERER - 1, null))
      await app.database.transaction(({ db }) => db.deleteFrom('content_render').execute())
      await enqueueRenderAll(app)
      await settled()
      expect(await rowsOf(page)).toMatchObject([{ html: '<p>Older</p>' }])
      const after = await jobs()
      expect(after).not.toEqual(before)
      await enqueueRenderAll(app)
      expect(await jobs()).toEqual(after)
    })

    it('is rendered again by another version of the renderer when there are other macros', () => {
      const names = macrosOf(wiki().app)
        .flatMap(({ name, aliases }) => [name, ...aliases])
        .toSorted()
      // If this differs, raise RENDERER: until then pages show a macro that is new as a box with its name.
      expect({ renderer: RENDERER, macros: names.join(' ') }).toMatchInlineSnapshot(`
        {
          "macros": "align anchor attachments blog-posts center change-history chart children code codeblock column content-by-user content-report-table contentbylabel contentreporttable contributors contributors-summary create-from-template create-space-button details detailssummary drawio drawio-sketch eazy-math-block eazy-math-inline excerpt excerpt-include excerptinclude expand favpages gadget gallery gliffy global-reports html html-bobswift html-include iframe im inc-drawio include include-shared-block index info jira jirachart jiraissues listlabels livesearch markdown mathblock mathblock-ref mathinline mermaid mermaid-cloud mermaid-macro multiexcerpt multiexcerpt-fast-block-macro multiexcerpt-fast-include-block-macro multiexcerpt-fast-include-inline-macro multiexcerpt-fast-inline-macro multiexcerpt-include multiexcerpt-include-macro multiexcerpt-macro multimedia navmap network newcode noformat note pagetree pagetreesearch panel plantuml plantumlcloud plantumlrender popular-labels profile profile-picture recently-updated recently-updated-dashboard recently-used-labels related-labels roadmap rss scroll-bookmark scroll-content-block scroll-exportbutton scroll-ignore scroll-ignore-inline scroll-indexterm scroll-landscape scroll-only scroll-only-inline scroll-pagebreak scroll-pagetitle scroll-pdf-ignore scroll-pdf-ignore-inline scroll-pdf-only scroll-pdf-only-inline scroll-portrait scroll-tablelayout scroll-title section shared-block space-attachments space-details spacejump spaces status status-list table-filter tasks-report-macro tip toc toc-zone view-file viewdoc viewfile viewpdf viewppt viewxls warning widget",
          "renderer": 23,
        }
      `)
    })
  },
)
