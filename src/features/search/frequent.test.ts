import { sql } from 'kysely'
import { beforeAll, expect, it, vi } from 'vitest'
import { onEachEngine, type HttpClient, type TestWiki } from '#platform/server/testing/harness.ts'
import { contextOfAccount } from '#features/accounts/server/index.ts'
import { rebuildIndex } from './server/index.ts'
import { readQuery } from './server/query.ts'
import { resolveTexts } from './server/store/compile/patterns.ts'
import { Statements } from './server/store/statements.ts'
import { ENTITIES } from './server/tables.ts'
import {
  contentSearchPath,
  createContent,
  createSpace,
  createUser,
  FEATURES,
  insertContained,
  restrict,
  searchPath,
} from './testing/wiki.ts'

vi.setConfig({ hookTimeout: 300_000 })

/** More than are ranked one by one. */
const MANY = 2100
/** More than are counted. */
const VERY_MANY = 10_100

/** Copies a page so many times, under other titles. */
async function copyPage({ app }: TestWiki, id: string, times: number): Promise<void> {
  await app.database.transaction(async ({ db }) => {
    await sql`with recursive n(n) as (select 1 union all select n + 1 from n where n < ${times})
      insert into content (type, status, space_id, parent_id, title, title_key, position, version, creator_id,
        created_at, updater_id, updated_at, guard_id)
      select type, status, space_id, id, title || ' ' || n, title_key || ' ' || n, position || n, version, creator_id,
        created_at + n, updater_id, updated_at + n, guard_id from content cross join n where id = ${Number(id)}`.execute(
      db,
    )
    await sql`insert into content_version (content_id, number, author_id, at, message, minor, title, storage)
      select c.id, v.number, v.author_id, v.at, v.message, v.minor, c.title, v.storage from content c
      cross join content_version v where c.parent_id = ${Number(id)} and v.content_id = ${Number(id)}`.execute(db)
  })
}

/** Titles of all results, page after page, and what each page says of their number. */
async function allOf(client: HttpClient, path: string): Promise<{ titles: string[]; totals: number[] }> {
  const titles: string[] = []
  const totals: number[] = []
  for (let next: string | undefined = path; next !== undefined;) {
    const reply = await client.get(next)
    expect(reply.status, reply.text).toBe(200)
    const { results, totalSize, _links } = reply.json as {
      results: { title: string }[]
      totalSize: number
      _links: { next?: string }
    }
    titles.push(...results.map(({ title }) => title))
    totals.push(totalSize)
    next = _links.next
  }
  return { titles, totals }
}

onEachEngine(
  'words that are in very many documents',
  () => FEATURES,
  wiki => {
    let reader: Awaited<ReturnType<typeof createUser>>
    beforeAll(async () => {
      reader = await createUser(wiki(), 'jane', 'Jane Doe')
      await createSpace(wiki(), 'DOC', 'Documents')
      const long = 'and other things that are told at some length here '.repeat(8)
      await createContent(wiki(), 'DOC', 'Quince jelly', `<p>How it is made, ${long}</p>`)
      await createContent(wiki(), 'DOC', 'Fruit', `<p>quince quince quince quince jelly jelly jelly jelly ${long}</p>`)
      const some = await createContent(wiki(), 'DOC', 'Some', `<p>a quince, some jelly ${long}</p>`)
      const hidden = await createContent(wiki(), 'DOC', 'Hidden quince', `<p>quince and jelly ${long}</p>`)
      await createContent(wiki(), 'DOC', 'Jams', `<p>jelly jelly jelly jelly, and a quince ${long}</p>`)
      await createContent(wiki(), 'DOC', 'Quince trees', `<p>no jelly is made of them, ${long}</p>`)
      await insertContained(wiki(), 'comment', some.id, 'Re: Quince jelly', '<p>quince jelly!</p>')
      await createSpace(wiki(), 'QUINCE', 'Quince jelly makers')
      await restrict(wiki(), hidden.id, 1)
      await copyPage(wiki(), some.id, MANY)
      await copyPage(wiki(), hidden.id, 50)
      await rebuildIndex(wiki().app)
    })

    it('finds those first that are about them, then the latest, comments last', async () => {
      const { titles } = await allOf(
        reader.client,
        searchPath('siteSearch ~ "quince jelly"', '&limit=1000&excerpt=none'),
      )
      expect(titles.slice(0, 8)).toEqual([
        'Quince jelly makers',
        'Quince jelly makers Home',
        'Quince jelly',
        'Fruit',
        'Quince trees',
        'Jams',
        `Some ${MANY}`,
        `Some ${MANY - 1}`,
      ])
      expect(titles.slice(-2)).toEqual(['Some', 'Re: Quince jelly'])
      const one = await reader.client.get(searchPath('siteSearch ~ quince', '&limit=6'))
      expect(one.json.results.map(({ url }: { url: string }) => url)).toEqual([
        '/display/QUINCE',
        '/display/QUINCE/Quince+jelly+makers+Home',
        '/display/DOC/Quince+trees',
        '/display/DOC/Quince+jelly',
        '/display/DOC/Fruit',
        `/display/DOC/Some+${MANY}`,
      ])
    })

    it.each(['siteSearch ~ quince', 'siteSearch ~ "quince jelly"', 'title ~ some', 'text ~ "qui*" and type = page'])(
      'pages through %s without a gap, each reader through what they may see',
      async cql => {
        for (const { client, hidden } of [
          { client: reader.client, hidden: 0 },
          { client: wiki().admin, hidden: 51 },
        ]) {
          const path = contentSearchPath(cql, '&limit=300')
          const { titles, totals } = await allOf(client, path)
          expect(new Set(titles).size).toBe(titles.length)
          expect(totals).toEqual(totals.map(() => titles.length))
          expect(titles.filter(title => title.startsWith('Hidden'))).toHaveLength(cql.startsWith('title') ? 0 : hidden)
          expect(titles.filter(title => title.startsWith('Some'))).toHaveLength(MANY + 1)
        }
      },
    )

    it.each(['siteSearch ~ quince', 'siteSearch ~ "quince jelly"', 'text ~ "qui*" and type = page'])(
      'counts %s alike, whether or not many more are expected',
      async cql => {
        const { app } = wiki()
        const ctx = await contextOfAccount(app, reader.account)
        const { query } = readQuery(ctx, cql, undefined)
        const texts = await resolveTexts(app.database, query.where)
        const statements = new Statements(ctx, { query, texts, entities: ENTITIES, includeArchived: false })
        const all = await statements.count(Number.MAX_SAFE_INTEGER)
        expect(all).toBeGreaterThan(MANY)
        for (const most of [100, 700, MANY, all, all + 1, 2 * all]) {
          const counted = await statements.count(most, Infinity)
          expect(Math.min(counted, most), `at most ${most}`).toBe(Math.min(all, most))
        }
      },
    )

    it('says so where not all are counted, and pages on', async () => {
      const { id } = await createContent(wiki(), 'DOC', 'Beginning', '<p>x</p>')
      await copyPage(wiki(), id, VERY_MANY)
      const path = (start: number) =>
        contentSearchPath('title = beginning or parent = ' + id, `&limit=60&start=${start}`)
      expect((await wiki().admin.get(path(0))).json).toMatchObject({
        size: 60,
        totalSize: 10_000,
        totalSizeIsLowerBound: true,
        _links: { next: expect.stringContaining('start=60') },
      })
      expect((await wiki().admin.get(path(10_030))).json).toMatchObject({
        size: 60,
        totalSize: 10_091,
        totalSizeIsLowerBound: true,
      })
      const last = (await wiki().admin.get(path(10_080))).json
      expect(last).toMatchObject({ size: 21, totalSize: VERY_MANY + 1 })
      expect(last).not.toHaveProperty('totalSizeIsLowerBound')
      expect(last._links).not.toHaveProperty('next')
    })
  },
)
