import { expect, it } from 'vitest'
import { onEachEngine } from '#platform/server/testing/harness.ts'
import { features } from '../../server.ts'

onEachEngine(
  'text selected in a page',
  () => features,
  wiki => {
    const path = '/rest/highlighting/1.0'
    let pages = 0
    const makePage = async (value: string) => {
      await wiki().admin.post('/rest/api/space/_private', { key: 'SEL', name: 'Selections' })
      const made = await wiki().admin.post('/rest/api/content', {
        type: 'page',
        title: `Selected ${++pages}`,
        space: { key: 'SEL' },
        body: { storage: { value, representation: 'storage' } },
      })
      expect(made.status, made.text).toBe(200)
      return made.json.id as string
    }
    /** A user who may only read the space. */
    const makeUser = async (userName: string) => {
      const { admin } = wiki()
      const person = { userName, fullName: userName, email: `${userName}@example.org`, password: `${userName} secret` }
      expect((await admin.post('/rest/api/admin/user', person)).status).toBeLessThan(300)
      const { userKey } = (await admin.get(`/rest/api/user?username=${userName}`)).json
      const granted = await admin.put(`/rest/api/space/SEL/permissions/user/${userKey}/grant`, [
        { operationKey: 'read', targetType: 'space' },
      ])
      expect(granted.status, granted.text).toBe(200)
    }
    const read = async (id: string) => {
      const { json } = await wiki().admin.get(`/rest/api/content/${id}?expand=body.storage,version`)
      return {
        storage: json.body.storage.value as string,
        version: json.version as { number: number; minorEdit: boolean },
      }
    }
    /** All fields as browsers of the old product send them, some of them as text. */
    const selected = (pageId: string, selectedText: string, more: object = {}) => ({
      pageId: Number(pageId),
      selectedText,
      index: 0,
      numMatches: 1,
      lastFetchTime: String(Date.now()),
      ...more,
    })
    const insert = (pageId: string, text: string, more: object = {}) =>
      wiki().admin.post(
        `${path}/insert-storage-fragment`,
        selected(pageId, text, { xmlModification: '<b>!</b>', ...more }),
      )

    it('has its actions listed with key, label and style class, those that the reader may take [V7-30] [V3-28]', async () => {
      const id = await makePage('<p>text</p>')
      const items = await wiki().admin.get(`${path}/panel-items?pageId=${id}`)
      expect(items.json).toContainEqual({
        key: 'com.atlassian.confluence.plugins.confluence-highlight-actions:quote-comment',
        label: 'Quote in comment',
        styleClass: 'quote-comment',
      })
      await makeUser('reader')
      const theirs = await wiki().as('reader', 'reader secret').get(`${path}/panel-items?pageId=${id}`)
      expect([theirs.status, theirs.json]).toEqual([200, []])
      expect((await wiki().admin.get(`${path}/panel-items?pageId=999999`)).status).toBe(404)
      // Screens without a page send 0.
      for (const client of [wiki().admin, wiki().as('reader', 'reader secret'), wiki().anonymous]) {
        const none = await client.get(`${path}/panel-items?pageId=0&_=1`)
        expect([none.status, none.json]).toEqual([200, []])
      }
    })

    it('gets storage format behind the occurrence that is meant [V7-31] [V3-29]', async () => {
      const id = await makePage('<p>ha <em>ha ha</em></p>')
      const done = await insert(id, 'ha', { index: 1, numMatches: 3, tableColumnIndex: 0, cellModifications: [] })
      expect([done.status, done.json]).toEqual([200, true])
      const after = await read(id)
      expect(after.storage).toBe('<p>ha <em>ha<b>!</b> ha</em></p>')
      expect(after.version).toMatchObject({ number: 2, minorEdit: true })

      const missed = await Promise.all([
        insert(id, 'ha', { numMatches: 2 }),
        insert(id, 'ho'),
        insert(id, 'ha', { index: 3, numMatches: 3 }),
      ])
      expect(missed.map(({ status, json }) => [status, json])).toEqual([
        [200, false],
        [200, false],
        [200, false],
      ])
      expect((await read(id)).version.number).toBe(2)
    })

    it('refuses broken storage format, a page that was changed since, and who may not edit', async () => {
      const id = await makePage('<p>word</p>')
      const broken = await insert(id, 'word', { xmlModification: '<b>' })
      expect([broken.status, broken.text]).toEqual([400, expect.stringContaining('Error parsing xhtml')])
      const stale = await insert(id, 'word', { lastFetchTime: Date.now() - 60_000 })
      expect([stale.status, stale.json.message]).toEqual([409, expect.stringContaining('changed meanwhile')])
      expect((await insert(id, 'x'.repeat(10_001))).status).toBe(400)
      await makeUser('guest')
      await wiki().admin.put(`/rest/api/content/${id}/restriction`, [
        { operation: 'update', restrictions: { user: [{ type: 'known', username: 'admin' }], group: [] } },
      ])
      const theirs = await wiki()
        .as('guest', 'guest secret')
        .post(`${path}/insert-storage-fragment`, selected(id, 'word', { xmlModification: '<b>!</b>' }))
      expect([theirs.status, (await read(id)).storage]).toEqual([403, '<p>word</p>'])
    })

    it('gets storage format at the end of the cells of a column [V7-32]', async () => {
      const row = (...cells: string[]) => `<tr>${cells.map(cell => `<td>${cell}</td>`).join('')}</tr>`
      const table = (...rows: string[]) => `<table><tbody>${rows.join('')}</tbody></table>`
      const inner = table(row('x', 'y'))
      const id = await makePage(table(row('a', '<p>b</p>'), row('c', inner), '<tr><td colspan="2">d</td></tr>'))
      const insertCells = (text: string, tableColumnIndex: number, cellModifications: object[]) =>
        wiki().admin.post(
          `${path}/insert-storage-column-table`,
          selected(id, text, { tableColumnIndex, cellModifications }),
        )
      const done = await insertCells('a', 1, [
        { rowIndex: 0, xmlInsertion: '<b>1</b>' },
        { rowIndex: 1, xmlModification: '<b>2</b>' },
        { rowIndex: 2, xmlModification: '<b>3</b>' },
      ])
      expect(done.json).toBe(true)
      expect((await read(id)).storage).toBe(
        table(row('a', '<p>b<b>1</b></p>'), row('c', `${inner}<b>2</b>`), '<tr><td colspan="2">d<b>3</b></td></tr>'),
      )
      expect((await insertCells('y', 0, [{ rowIndex: 0, xmlModification: '<i>in</i>' }])).json).toBe(true)
      expect((await read(id)).storage).toContain('<td>x<i>in</i></td>')
      expect((await insertCells('a', 7, [{ rowIndex: 0, xmlModification: '<b>no</b>' }])).json).toBe(false)
    })
  },
)
