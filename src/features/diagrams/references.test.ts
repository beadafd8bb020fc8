import { beforeAll, expect, it, vi } from 'vitest'
import type { Queries } from '#platform/server/database/index.ts'
import { onEachEngine, type HttpClient } from '#platform/server/testing/harness.ts'
import { settle } from '#platform/server/testing/statements.ts'
import { makePage, makeSpace, namesOn } from '#features/attachments/testing/forms.ts'
import { features } from '../../server.ts'
import { fillUses } from './server/references-fill.ts'
import { boxes, gliffy, saved, viewOf } from './testing/wiki.ts'

onEachEngine(
  'one diagram on many pages',
  () => features,
  wiki => {
    let ada: HttpClient
    let count = 0

    beforeAll(async () => {
      await makeSpace(wiki())
      ada = await wiki().addUser('ada')
    })

    const page = (value: string, title = `Page ${++count}`) =>
      makePage(wiki(), title, { body: { storage: { value, representation: 'storage' } } })
    const storageOf = async (id: string) =>
      (await wiki().admin.get(`/rest/api/content/${id}?expand=body.storage,version`)).json as {
        body: { storage: { value: string } }
        version: { number: number }
        title: string
      }
    const parametersIn = async (id: string) =>
      [
        ...(await storageOf(id)).body.storage.value.matchAll(
          /<ac:structured-macro ac:name="gliffy".*?<\/ac:structured-macro>/g,
        ),
      ].map(([macro]) =>
        Object.fromEntries(
          [...macro.matchAll(/ac:name="(\w+)">([^<]*)<\/ac:parameter>/g)].map(([, key, value]) => [key, value]),
        ),
      )
    const usesOf = async (owner: string, name: string, client = ada, query = '') => {
      const reply = await client.get(
        `/rest/oxbow/1.0/diagrams/uses?pageId=${owner}${name === '' ? '' : `&name=${encodeURIComponent(name)}`}${query}`,
      )
      expect(reply.status, reply.text).toBe(200)
      return reply.json as {
        results: { id: string; title: string; pinned: number[]; latest: boolean }[]
        _links: { next?: string }
      }
    }
    const titles = async (...given: Parameters<typeof usesOf>) =>
      (await usesOf(...given)).results.map(({ title }) => title)
    const change = async (id: string, value: string, more: object = {}) => {
      const { title, version } = await storageOf(id)
      const reply = await wiki().admin.put(`/rest/api/content/${id}`, {
        type: 'page',
        title,
        version: { number: version.number + 1 },
        body: { storage: { value, representation: 'storage' } },
        ...more,
      })
      expect(reply.status, reply.text).toBe(200)
    }
    const restrict = (id: string) =>
      wiki().admin.put(`/rest/api/content/${id}/restriction`, [
        { operation: 'read', restrictions: { user: [{ type: 'known', username: 'admin' }] } },
      ])
    const relocate = async (owner: string, attachmentId: string, query: string) =>
      wiki().admin.post(`/rest/api/content/${owner}/child/attachment/${attachmentId}/move?${query}`)

    it('is known with all pages that show it, of which one sees those that one may see', async () => {
      const owner = await page(gliffy({ name: 'Flow' }), 'A owner')
      await saved(ada, owner, 'Flow', boxes('One'))
      const link = (more = {}) => gliffy({ name: 'Flow', pageid: owner, ...more })
      const pinned = await page(
        `<table><tbody><tr><td>${link({ version: '1' })}${link()}</td></tr></tbody></table>${link({ version: '3' })}`,
        'B pinned',
      )
      const secret = await page(link(), 'C secret')
      await restrict(secret)
      const talked = await page('<p>Talk</p>', 'D talked')
      const comment = await ada.post('/rest/api/content', {
        type: 'comment',
        container: { id: talked, type: 'page' },
        body: { storage: { value: link(), representation: 'storage' } },
      })
      expect(comment.status, comment.text).toBe(200)
      await page(gliffy({ name: 'Other', pageid: owner }), 'E other')
      expect(
        (await usesOf(owner, 'Flow')).results.map(({ title, pinned: versions, latest }) => [title, versions, latest]),
      ).toEqual([
        ['A owner', [], true],
        ['B pinned', [1, 3], true],
        ['D talked', [], true],
      ])
      expect(await titles(owner, 'Flow', wiki().admin)).toContain('C secret')
      expect(await titles(owner, ''), 'any diagram, on other pages').toEqual(['B pinned', 'D talked', 'E other'])
      const first = await usesOf(owner, 'Flow', ada, '&limit=2')
      expect([first.results.length, first._links.next]).toEqual([2, expect.stringContaining('start=2')])
      expect(await titles(owner, 'Flow', ada, '&limit=2&start=2')).toEqual(['D talked'])
      // Pages that are changed, thrown away and brought back are followed.
      await change(pinned, '<p>Nothing</p>')
      await wiki().admin.delete(`/rest/api/content/${comment.json.id}`)
      expect(await titles(owner, 'Flow')).toEqual(['A owner'])
      await change(pinned, link())
      expect(await titles(owner, 'Flow')).toEqual(['A owner', 'B pinned'])
      await wiki().admin.delete(`/rest/api/content/${pinned}`)
      expect(await titles(owner, 'Flow')).toEqual(['A owner'])
      await restrict(owner)
      expect((await ada.get(`/rest/oxbow/1.0/diagrams/uses?pageId=${owner}&name=Flow`)).status).toBe(404)
    })

    it('is shown on by them under another name, with its pictures, and when it or its page moves', async () => {
      const owner = await page(gliffy({ name: 'Old' }))
      const { attachmentId } = await saved(ada, owner, 'Old', boxes('Words'))
      const other = await page(
        gliffy({ name: 'Old', pageid: owner, version: '1', size: 'S' }) + gliffy({ name: 'Else' }),
      )
      const home = await page(gliffy({ name: 'Old', pageid: owner }))
      await wiki().app.jobs.idle()
      expect((await relocate(owner, attachmentId, 'newName=New%20%26%20better')).status).toBe(200)
      expect(await namesOn(ada, owner)).toEqual(['New & better', 'New & better.png', 'New & better.svg'])
      expect(await parametersIn(owner)).toEqual([{ name: 'New &amp; better' }])
      expect(await parametersIn(other)).toEqual([
        { name: 'New &amp; better', pageid: owner, version: '1', size: 'S' },
        { name: 'Else' },
      ])
      expect((await storageOf(other)).version.number, 'it means the same').toBe(1)
      for (const id of [owner, other]) expect(await viewOf(ada, id)).toContain('data-filename="New &amp; better"')
      expect((await usesOf(owner, 'New & better')).results.map(({ id }) => id)).toEqual([owner, other, home])

      // The diagram goes to another page, which has shown it by a link until now.
      expect((await relocate(owner, attachmentId, `newContentId=${home}`)).status).toBe(200)
      expect(await namesOn(ada, home)).toEqual(['New & better', 'New & better.png', 'New & better.svg'])
      expect(await parametersIn(owner)).toEqual([{ name: 'New &amp; better', pageid: home }])
      expect(await parametersIn(home)).toEqual([{ name: 'New &amp; better' }])
      expect((await parametersIn(other))[0]).toMatchObject({ pageid: home })
      // Its page is renamed, and goes elsewhere.
      await change(home, gliffy({ name: 'New &amp; better' }), { title: 'Renamed', ancestors: [{ id: other }] })
      for (const id of [owner, other, home])
        expect(await viewOf(ada, id)).toContain(`data-attachment-id="${attachmentId}"`)
      expect((await usesOf(home, 'New & better')).results).toHaveLength(3)
    })

    it('keeps its name where a picture of the new one would take the place of another file', async () => {
      const owner = await page(gliffy({ name: 'Kept' }))
      const { attachmentId } = await saved(ada, owner, 'Kept', boxes('x'))
      await saved(ada, owner, 'Taken', boxes('x'))
      await wiki().app.jobs.idle()
      const before = await namesOn(ada, owner)
      expect((await relocate(owner, attachmentId, 'newName=Taken')).status).toBe(400)
      expect(await namesOn(ada, owner)).toEqual(before)
      expect(await parametersIn(owner)).toEqual([{ name: 'Kept' }])
    })

    it('of a wiki from before is found by a job, once', async () => {
      const owner = await page(gliffy({ name: 'Early' }))
      await saved(ada, owner, 'Early', boxes('x'))
      const { database } = wiki().app
      await database.transaction(({ db }) => db.deleteFrom('diagram_use').execute())
      expect(await titles(owner, 'Early')).toEqual([])
      await fillUses({
        app: wiki().app,
        signal: new AbortController().signal,
        progress: async () => undefined,
      } as unknown as Parameters<typeof fillUses>[0])
      expect(await titles(owner, 'Early')).toHaveLength(1)
    })

    it('is renamed on 1,000 pages in one transaction, and shown and listed under its new name', async () => {
      const owner = await page('<p>owner</p>')
      const { attachmentId } = await saved(ada, owner, 'Many', boxes('x'))
      const first = await page(gliffy({ name: 'Many', pageid: owner, size: 'M' }), 'copy first')
      await copies(Number(first), 999)
      const all = await allUses(owner, 'Many')
      expect(new Set(all).size).toBe(1000)
      const some = [0, 1, 199, 200, 201, 500, 998, 999].map(index => all[index] ?? '')
      for (const id of some) expect(await viewOf(ada, id)).toContain('data-filename="Many"')

      const { database } = wiki().app
      const { transaction } = database
      await settle(wiki().app)
      const ends: { uses: number; texts: number }[] = []
      const spy = vi.spyOn(database, 'transaction').mockImplementation((work, options) =>
        transaction(async tx => {
          const result = await work(tx)
          ends.push(await renamed(tx.db))
          return result
        }, options),
      )
      expect((await relocate(owner, attachmentId, 'newName=Thousand')).status).toBe(200)
      spy.mockRestore()
      // The wiki may write in its own time before.
      const renaming = ends.find(({ uses, texts }) => uses > 0 || texts > 0)
      expect(renaming, 'when the transaction ends that renames the first').toEqual({ uses: 1000, texts: 1000 })
      const jobs = await database.read.selectFrom('job').select('id').where('kind', '=', 'diagrams.follow').execute()
      expect(jobs, 'nothing is left to a job').toEqual([])

      expect(await allUses(owner, 'Thousand'), 'in the same order').toEqual(all)
      for (const id of some) {
        expect(await parametersIn(id)).toEqual([{ name: 'Thousand', pageid: owner, size: 'M' }])
        const view = await viewOf(ada, id)
        expect(view).toContain('data-filename="Thousand"')
        expect(view).toContain(`data-attachment-id="${attachmentId}"`)
        expect((await storageOf(id)).version.number).toBe(1)
      }
    })

    /** Ids of the pages that show a diagram, by following the links from page to page of the list. */
    const allUses = async (owner: string, name: string) => {
      const ids: string[] = []
      let query: string | undefined = '&limit=300'
      while (query !== undefined) {
        const { results, _links }: Awaited<ReturnType<typeof usesOf>> = await usesOf(owner, name, ada, query)
        expect(results.length).toBeLessThanOrEqual(300)
        ids.push(...results.map(({ id }) => id))
        const next = _links.next === undefined ? undefined : new URL(_links.next, wiki().url).searchParams
        query = next && `&limit=${next.get('limit')}&start=${next.get('start')}`
      }
      return ids
    }

    /** How many texts show the diagram under its new name, and are known to. */
    const renamed = async (db: Queries) => {
      const [uses, texts] = await Promise.all([
        db.selectFrom('diagram_use').select('content_id').where('name', '=', 'Thousand').execute(),
        db.selectFrom('content_version').select('content_id').where('storage', 'like', '%>Thousand<%').execute(),
      ])
      return { uses: uses.length, texts: texts.length }
    }

    /** Copies of a page and what is known of it, as if each had been written. */
    const copies = async (id: number, number: number) =>
      wiki().app.database.transaction(async ({ db }) => {
        const { id: _, ...row } = await db
          .selectFrom('content')
          .selectAll()
          .where('id', '=', id)
          .executeTakeFirstOrThrow()
        const [version, use] = [
          await db.selectFrom('content_version').selectAll().where('content_id', '=', id).executeTakeFirstOrThrow(),
          await db.selectFrom('diagram_use').selectAll().where('content_id', '=', id).executeTakeFirstOrThrow(),
        ]
        for (let from = 0; from < number; from += 111) {
          const names = Array.from({ length: Math.min(111, number - from) }, (_each, index) => `copy ${from + index}`)
          const ids = await db
            .insertInto('content')
            .values(names.map(title => ({ ...row, title, title_key: title, position: title })))
            .returning('id')
            .execute()
          await db
            .insertInto('content_version')
            .values(ids.map(made => ({ ...version, content_id: made.id })))
            .execute()
          await db
            .insertInto('diagram_use')
            .values(ids.map(made => ({ ...use, content_id: made.id, page_id: made.id })))
            .execute()
        }
      })
  },
)
