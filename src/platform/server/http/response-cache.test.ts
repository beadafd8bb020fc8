import SqliteDriver from 'better-sqlite3'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { INVALIDATION } from '../events/events.ts'
import { sqliteFile } from '../database/sqlite.ts'
import { createServer, listen, type RunningServer } from '../start.ts'
import { ADMIN, ENGINES, HttpClient, startTestWiki, type TestWiki } from '../testing/harness.ts'
import { features } from '../../../server.ts'

describe.each(ENGINES)('cached responses (%s)', engine => {
  let wiki: TestWiki
  let id = ''
  beforeAll(async () => {
    wiki = await startTestWiki(engine, features)
    await wiki.admin.post('/rest/api/space', { key: 'MEM', name: 'Memory' })
    id = await wiki.admin.createPage('MEM', 'Kept')
  })
  afterAll(() => wiki.close())

  const title = async (client = wiki.admin) => (await client.get(`/rest/api/content/${id}`)).json.title

  /** As by a person who has the database open beside the wiki, and follows `docs/administrators`. */
  async function renameFromOutside(to: string): Promise<void> {
    const rename = `update content set title = '${to}' where id = ${id}`
    const event = `insert into event (at, kind, data) values (0, '${INVALIDATION}', '{}')`
    if (engine === 'sqlite') {
      // It is in the process of the wiki: to wait in it for what the wiki writes would be to wait for ever.
      const other = new SqliteDriver(sqliteFile(wiki.config.home), { timeout: 0 })
      await vi.waitFor(() => other.exec(`begin immediate; ${rename}; ${event}; commit`), { timeout: 60_000 })
      other.close()
      return
    }
    const other = new pg.Client({ connectionString: wiki.config.databaseUrl })
    await other.connect()
    await other.query(`begin; ${rename}; ${event}; commit`)
    await other.end()
  }

  it('never answers what was true before a commit of this process', async () => {
    expect([await title(), await title()]).toEqual(['Kept', 'Kept'])
    await wiki.admin.put(`/rest/api/content/${id}`, { type: 'page', title: 'Changed', version: { number: 2 } })
    expect(await title()).toBe('Changed')
  })

  it('never answers what was true before a commit of another process', async () => {
    expect(await title()).toBe('Changed')
    await renameFromOutside('From outside')
    expect(await title()).toBe('From outside')
  })

  let renamed = 0
  /** Whether the answer is still that of before, after a server renamed the page. */
  async function isCached({ app }: Pick<RunningServer, 'app'>, options: { invalidates: boolean }): Promise<boolean> {
    const before = await title()
    await app.database.transaction(
      ({ db }) =>
        db
          .updateTable('content')
          .set({ title: `Name ${++renamed}` })
          .where('id', '=', Number(id))
          .execute(),
      options,
    )
    return (await title()) === before
  }

  it('outlives commits that do not invalidate it', async () => {
    // Another commit may come in between, such as of a subscriber: then the next time.
    await expect.poll(() => isCached(wiki, { invalidates: false })).toBe(true)
    expect(await isCached(wiki, { invalidates: true })).toBe(false)
  })

  // SQLite is served by one.
  describe.runIf(engine === 'postgres')('of two servers', () => {
    let second: RunningServer
    let other: HttpClient
    beforeAll(async () => {
      second = await createServer(wiki.config, features)
      other = HttpClient.basic(`http://127.0.0.1:${await listen(second, wiki.config)}`, ADMIN.username, ADMIN.password)
    })
    afterAll(() => second.close())

    it('never answers what was true before a commit of the other', async () => {
      let { number } = (await wiki.admin.get(`/rest/api/content/${id}`)).json.version
      for (const [writer, reader] of [
        [wiki.admin, other],
        [other, wiki.admin],
      ] as const) {
        await title(reader)
        for (let turn = 0; turn < 5; turn++) {
          number++
          await writer.put(`/rest/api/content/${id}`, { type: 'page', title: `Version ${number}`, version: { number } })
          expect([await title(reader), await title(reader)]).toEqual([`Version ${number}`, `Version ${number}`])
        }
      }
    })

    it('asks again who may see a page after the other has closed it', async () => {
      const ann = await wiki.addUser('ann')
      const restrictions = (username: string) => [
        { operation: 'read', restrictions: { user: [{ type: 'known', username }], group: [] } },
      ]
      expect((await ann.get(`/rest/api/content/${id}`)).status).toBe(200)
      await other.put(`/rest/api/content/${id}/restriction`, restrictions('admin'))
      expect((await ann.get(`/rest/api/content/${id}`)).status).toBe(404)
      await other.delete(`/rest/api/content/${id}/restriction`)
      expect((await ann.get(`/rest/api/content/${id}`)).status).toBe(200)
    })

    it('outlive commits of the other that do not invalidate them', async () => {
      await expect.poll(() => isCached(second, { invalidates: false })).toBe(true)
      expect(await isCached(second, { invalidates: true })).toBe(false)
    })
  })

  it('keeps the answers of readers apart', async () => {
    const eve = await wiki.addUser('eve')
    const path = `/rest/api/content/${id}?expand=operations`
    expect((await wiki.admin.get(path)).text).toContain('restrict_content')
    expect((await eve.get(path)).text).not.toContain('restrict_content')
    expect((await wiki.anonymous.get(path)).status).toBe(404)
    expect((await wiki.admin.get(path)).text).toContain('restrict_content')
  })
})
