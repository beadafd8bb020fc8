import SqliteDriver from 'better-sqlite3'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sqliteFile } from '../database/sqlite.ts'
import { startTestWiki, type TestWiki } from '../testing/harness.ts'
import { features } from '../../../server.ts'

let wiki: TestWiki
let id = ''
beforeAll(async () => {
  wiki = await startTestWiki('sqlite', features)
  await wiki.admin.post('/rest/api/space', { key: 'MEM', name: 'Memory' })
  id = (await wiki.admin.post('/rest/api/content', { type: 'page', title: 'Kept', space: { key: 'MEM' } })).json.id
})
afterAll(() => wiki.close())

const title = async () => (await wiki.admin.get(`/rest/api/content/${id}`)).json.title

it('never answers what was true before a commit of this process', async () => {
  expect([await title(), await title()]).toEqual(['Kept', 'Kept'])
  await wiki.admin.put(`/rest/api/content/${id}`, { type: 'page', title: 'Changed', version: { number: 2 } })
  expect(await title()).toBe('Changed')
})

it('never answers what was true before a commit of another process', async () => {
  expect(await title()).toBe('Changed')
  const other = new SqliteDriver(sqliteFile(wiki.config.home))
  other.prepare('update content set title = ? where id = ?').run('From outside', Number(id))
  other.close()
  expect(await title()).toBe('From outside')
})

it('lasts over commits that only keep house', async () => {
  const { database } = wiki.app
  const rename = (to: string, housekeeping: boolean) => database.transaction(
    ({ db }) => db.updateTable('content').set({ title: to }).where('id', '=', Number(id)).execute(), { housekeeping })
  const before = await title()
  await rename('Unseen', true)
  expect(await title()).toBe(before)
  await rename('Seen', false)
  expect(await title()).toBe('Seen')
})

it('keeps the answers of readers apart', async () => {
  await wiki.admin.post('/rest/api/admin/user', { userName: 'eve', fullName: 'Eve', email: 'eve@example.org', password: 'eves password' })
  const eve = wiki.as('eve', 'eves password')
  const path = `/rest/api/content/${id}?expand=operations`
  expect((await wiki.admin.get(path)).text).toContain('restrict_content')
  expect((await eve.get(path)).text).not.toContain('restrict_content')
  expect((await wiki.anonymous.get(path)).status).toBe(404)
  expect((await wiki.admin.get(path)).text).toContain('restrict_content')
})
