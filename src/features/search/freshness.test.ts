import { sql, type SqlBool } from 'kysely'
import { expect, it } from 'vitest'
import { onEachEngine, type TestWiki } from '#platform/server/testing/harness.ts'
import { rebuildIndex, cqlCollections, cqlFields, searchableTexts } from './server/index.ts'
import {
  createContent,
  createSpace,
  createUser,
  FEATURES,
  insertContained,
  searchPath,
  titles,
} from './testing/wiki.ts'

/** Everything that the index holds, in a fixed order. */
async function snapshot({ app, engine }: TestWiki): Promise<unknown> {
  await app.events.settled('search')
  const documents = await app.database.read.selectFrom('search_document').selectAll().orderBy('id').execute()
  const terms = (await app.database.read.selectFrom('search_term').select('term').orderBy('term').execute()).map(
    row => row.term,
  )
  if (engine === 'postgres') {
    const { rows } = await sql`select id, words::text, titles::text from search_index order by id`.execute(
      app.database.read,
    )
    return { documents, words: rows }
  }
  const words: unknown[] = []
  for (const term of terms) {
    const { rows } = await sql<{
      rowid: number
    }>`select rowid from search_index where search_index match ${`"${term}"`}`.execute(app.database.read)
    const titled = await sql<{
      rowid: number
    }>`select rowid from search_titles where search_titles match ${`"${term}"`}`.execute(app.database.read)
    const ids = (found: { rowid: number }[]) => found.map(row => row.rowid).toSorted((a, b) => a - b)
    if (rows.length > 0) words.push([term, ids(rows), ids(titled.rows)])
  }
  return { documents, words }
}

onEachEngine(
  'the index',
  () => FEATURES,
  wiki => {
    const put = async (id: string, number: number, more: object) => {
      const reply = await wiki().admin.put(`/rest/api/content/${id}`, { type: 'page', version: { number }, ...more })
      expect(reply.status, reply.text).toBe(200)
    }
    const body = (value: string) => ({ body: { storage: { value, representation: 'storage' } } })

    it('knows at once what was created, changed, renamed, trashed, restored and purged', async () => {
      await createSpace(wiki(), 'DOC', 'Documents')
      const { id } = await createContent(wiki(), 'DOC', 'First', '<p>aubergine</p>')
      const find = (cql: string) => titles(wiki().admin, cql)
      expect(await find('text ~ aubergine')).toEqual(['First'])
      await put(id, 2, { title: 'First', ...body('<p>broccoli</p>') })
      expect(await find('text ~ aubergine')).toEqual([])
      expect(await find('text ~ broccoli')).toEqual(['First'])
      await put(id, 3, { title: 'Renamed' })
      expect(await find('title ~ first')).toEqual([])
      expect(await find('title ~ renamed and text ~ broccoli')).toEqual(['Renamed'])
      expect((await wiki().admin.delete(`/rest/api/content/${id}`)).status).toBe(204)
      expect(await find('text ~ broccoli')).toEqual([])
      await put(id, 4, { title: 'Renamed', status: 'current' })
      expect(await find('text ~ broccoli')).toEqual(['Renamed'])
      await wiki().admin.delete(`/rest/api/content/${id}`)
      expect((await wiki().admin.delete(`/rest/api/content/${id}?status=trashed`)).status).toBe(204)
      expect(await find('text ~ broccoli')).toEqual([])
      expect(
        await wiki()
          .app.database.read.selectFrom('search_document')
          .select('id')
          .where('content_id', '=', Number(id))
          .execute(),
      ).toEqual([])
    })

    it('never holds drafts', async () => {
      const draft = await createContent(wiki(), 'DOC', 'Not yet', '<p>celeriac</p>', { status: 'draft' })
      expect(await titles(wiki().admin, 'text ~ celeriac')).toEqual([])
      await put(draft.id, 1, { title: 'Now', status: 'current', ...body('<p>celeriac</p>') })
      expect(await titles(wiki().admin, 'text ~ celeriac')).toEqual(['Now'])
    })

    it('follows links that a rename rewrites', async () => {
      const target = await createContent(wiki(), 'DOC', 'Zucchini', '<p>x</p>')
      await createContent(wiki(), 'DOC', 'Linker', '<p><ac:link><ri:page ri:content-title="Zucchini" /></ac:link></p>')
      expect((await titles(wiki().admin, 'text ~ zucchini')).toSorted()).toEqual(['Linker', 'Zucchini'])
      await put(target.id, 2, { title: 'Courgette' })
      expect(await titles(wiki().admin, 'text ~ zucchini')).toEqual([])
      expect((await titles(wiki().admin, 'text ~ courgette')).toSorted()).toEqual(['Courgette', 'Linker'])
    })

    it('takes a disabled user out, and renames spaces', async () => {
      const { account } = await createUser(wiki(), 'gone', 'Gone Soon')
      const total = async (cql: string) => (await wiki().admin.get(searchPath(cql))).json.totalSize
      expect(await total('user.fullname ~ soon')).toBe(1)
      await wiki().app.database.transaction(async tx => {
        await tx.db.updateTable('account').set({ active: 0 }).where('id', '=', account.id).execute()
        tx.append({ kind: 'account.disabled', actorId: null, data: { accountId: account.id } })
      })
      expect(await total('user.fullname ~ soon')).toBe(0)
      expect((await wiki().admin.put('/rest/api/space/DOC', { key: 'DOC', name: 'Papers' })).status).toBe(200)
      expect(await total('type = space and title ~ papers')).toBe(1)
      expect(await total('type = space and title ~ documents')).toBe(0)
    })

    it('is the same after a rebuild as it came about', async () => {
      const words = ['parsnip', 'swede', 'getTurnipCount', '東京都庁', 'e-mail', 'Crème', 'ελληνικά', 'x2y3']
      let seed = 5
      const pick = () => words[(seed = (seed * 1103515245 + 12345) % 2147483648) % words.length]
      const made: string[] = []
      for (let n = 0; n < 25; n++) {
        const page = await createContent(wiki(), 'DOC', `${pick()} ${n}`, `<p>${pick()} ${pick()} &amp; ${pick()}</p>`)
        made.push(page.id)
        if (n % 3 === 0) await put(page.id, 2, { title: `${pick()} again ${n}`, ...body(`<p>${pick()}</p>`) })
        if (n % 4 === 0) await insertContained(wiki(), 'comment', page.id, '', `<p>${pick()}</p>`)
        if (n % 5 === 0) await wiki().admin.delete(`/rest/api/content/${page.id}`)
      }
      const before = await snapshot(wiki())
      await rebuildIndex(wiki().app)
      expect(await snapshot(wiki())).toEqual(before)
      // Words that got lost come back, those that should not be there go.
      await wiki().app.database.transaction(async tx => {
        await tx.db.deleteFrom('search_document').where('content_id', 'in', made.slice(1, 8).map(Number)).execute()
        await tx.db.updateTable('content').set({ status: 'trashed' }).where('id', '=', Number(made[9])).execute()
      })
      expect(await snapshot(wiki())).not.toEqual(before)
      await wiki().app.database.transaction(async tx => {
        await tx.db.updateTable('content').set({ status: 'current' }).where('id', '=', Number(made[9])).execute()
      })
      await rebuildIndex(wiki().app)
      expect(await snapshot(wiki())).toEqual(before)
    })

    it('goes on where a rebuild was broken off', async () => {
      const stop = new AbortController()
      const all = await rebuildIndex(wiki().app)
      await expect(
        rebuildIndex(wiki().app, { signal: stop.signal, onProgress: () => stop.abort(new Error('enough')) }),
      ).rejects.toThrow('enough')
      const state = await wiki().app.database.read.selectFrom('search_state').selectAll().executeTakeFirstOrThrow()
      expect(state.phase).not.toBeNull()
      expect(await rebuildIndex(wiki().app)).toBeLessThan(all)
    })

    it('lets other features answer for fields, lists and texts', async () => {
      const { app } = wiki()
      const { id } = await createContent(wiki(), 'DOC', 'Labelled', '<p>x</p>')
      app.extensions.add(cqlFields, {
        field: 'label',
        entity: 'content',
        compile: (_ctx, predicate) =>
          predicate.kind === 'strings' && predicate.values.includes('fruit')
            ? sql<SqlBool>`content.title_key = 'labelled'`
            : sql<SqlBool>`1 = 0`,
      })
      app.extensions.add(cqlCollections, {
        collection: 'recentlyViewedContent',
        ids: (_ctx, { limit }) => sql`(select id from content where id = ${Number(id)} and 1 <= ${limit})`,
      })
      app.extensions.add(searchableTexts, {
        type: 'attachment',
        load: async (_db, ids) => new Map(ids.map(attachment => [attachment, 'kohlrabi'])),
      })
      expect(await titles(wiki().admin, 'label = Fruit')).toEqual(['Labelled'])
      expect(await titles(wiki().admin, 'label in (other, fruit) and label != other')).toEqual(['Labelled'])
      expect(await titles(wiki().admin, 'label != fruit and title = labelled')).toEqual([])
      expect(await titles(wiki().admin, 'id in recentlyViewedContent(5)')).toEqual(['Labelled'])
      expect(
        await titles(wiki().admin, 'id in (recentlyViewedContent(5), 0) and id not in recentlyViewedContent(0)'),
      ).toEqual(['Labelled'])
      await insertContained(wiki(), 'attachment', id, 'scan.pdf', '')
      expect(await titles(wiki().admin, 'text ~ kohlrabi')).toEqual(['scan.pdf'])
    })
  },
)
