import { expect, it } from 'vitest'
import { onEachEngine, type HttpClient } from '#platform/server/testing/harness.ts'
import { person } from '#features/spaces/testing/people.ts'
import { features } from '../../server.ts'

const task = (body: string, id?: number) =>
  `<ac:task>${id === undefined ? '' : `<ac:task-id>${id}</ac:task-id>`}` +
  `<ac:task-status>incomplete</ac:task-status><ac:task-body>${body}</ac:task-body></ac:task>`
const list = (...items: string[]) => `<ac:task-list>${items.join('')}</ac:task-list>`

onEachEngine(
  'inline tasks',
  () => features,
  wiki => {
    let id = ''
    let reader: HttpClient
    const set = (client: HttpClient, taskId: number, status: string, content = id) =>
      client.post(`/rest/inlinetasks/1/task/${content}/${taskId}/`, { status, trigger: 'VIEW_PAGE' })
    const storage = async (content = id) =>
      (await wiki().admin.get(`/rest/api/content/${content}?expand=body.storage`)).json.body.storage.value as string
    const version = async (content = id) =>
      (await wiki().admin.get(`/rest/api/content/${content}?expand=version`)).json.version
    const create = (title: string, value: string) => wiki().admin.createPage('TSK', title, value)

    it('ticks and unticks a task in the stored text [V7-33]', async () => {
      await wiki().admin.post('/rest/api/space', { key: 'TSK', name: 'Tasks' })
      id = await create('List', `<p>before</p>${list(task('one', 5), task('two', 9))}`)
      const ticked = await set(wiki().admin, 9, 'CHECKED')
      expect([ticked.status, ticked.text]).toEqual([204, ''])
      expect(await storage()).toBe(
        `<p>before</p>${list(task('one', 5), task('two', 9).replace('incomplete', 'complete'))}`,
      )
      expect(await version()).toMatchObject({ number: 2, minorEdit: true })
      expect((await set(wiki().admin, 9, 'CHECKED')).status).toBe(204)
      expect((await version()).number).toBe(2)
      expect((await set(wiki().admin, 9, 'UNCHECKED')).status).toBe(204)
      expect(await storage()).toBe(`<p>before</p>${list(task('one', 5), task('two', 9))}`)
    })

    it('shows the new state in the page', async () => {
      await set(wiki().admin, 5, 'CHECKED')
      const view = (await wiki().admin.get(`/rest/api/content/${id}?expand=body.view`)).json.body.view.value as string
      expect(view).toMatch(
        /<li[^>]*class="checked"[^>]*data-inline-task-id="5"|<li[^>]*data-inline-task-id="5"[^>]*class="checked"/,
      )
    })

    it('can tick tasks that were published without ids, and leaves their text as published until then', async () => {
      const source = list(task('first'), task('second'))
      const bare = await create('Bare', source)
      expect(await storage(bare)).toBe(source)
      const view = (await wiki().admin.get(`/rest/api/content/${bare}?expand=body.view`)).json.body.view.value as string
      expect(view).toContain('data-inline-task-id="2"')
      expect((await set(wiki().admin, 2, 'CHECKED', bare)).status).toBe(204)
      expect(await storage(bare)).toBe(list(task('first', 1), task('second', 2).replace('incomplete', 'complete')))
    })

    it('loses no tick when many are set at once', async () => {
      const many = await create('Many', list(...Array.from({ length: 6 }, (_, n) => task(`t${n}`, n + 1))))
      const replies = await Promise.all(Array.from({ length: 6 }, (_, n) => set(wiki().admin, n + 1, 'CHECKED', many)))
      expect(replies.map(reply => reply.status)).toEqual(Array.from({ length: 6 }, () => 204))
      expect((await storage(many)).match(/>complete</g)).toHaveLength(6)
      expect((await version(many)).number).toBe(7)
    })

    it('tells who edits the page of the tick, and keeps what they have typed', async () => {
      const before = await version()
      const typed = { title: 'List', storage: '<p>typed</p>', baseVersion: before.number }
      expect((await wiki().admin.put(`/rest/oxbow/1.0/content/${id}/draft`, typed)).status).toBe(200)
      await set(wiki().admin, 9, 'CHECKED')
      expect((await wiki().admin.get(`/rest/oxbow/1.0/content/${id}/draft`)).json.draft).toMatchObject({
        storage: '<p>typed</p>',
        baseVersion: before.number,
        currentVersion: before.number + 1,
      })
      const stale = await wiki().admin.put(`/rest/api/content/${id}`, {
        type: 'page',
        title: 'List',
        version: { number: before.number + 1 },
        body: { storage: { value: '<p>typed</p>', representation: 'storage' } },
      })
      expect(stale.status).toBe(409)
    })

    it('ticks tasks in comments', async () => {
      const comment = await wiki().admin.post('/rest/api/content', {
        type: 'comment',
        container: { id, type: 'page' },
        body: { storage: { value: list(task('in a comment', 1)), representation: 'storage' } },
      })
      const { value } = (await wiki().admin.get(`/rest/api/content/${comment.json.id}?expand=body.view`)).json.body.view
      expect(value).toContain(`data-inline-tasks-content-id="${comment.json.id}"`)
      expect((await set(wiki().admin, 1, 'CHECKED', comment.json.id)).status).toBe(204)
      expect(await storage(comment.json.id)).toContain('<ac:task-status>complete</ac:task-status>')
    })

    it('is for those who may edit the page', async () => {
      reader = (await person(wiki(), 'reader')).client
      expect((await set(reader, 5, 'UNCHECKED')).status).toBe(204)
      await wiki().admin.put(`/rest/api/content/${id}/restriction`, [
        { operation: 'update', restrictions: { user: [{ type: 'known', username: 'admin' }], group: [] } },
      ])
      expect((await set(reader, 5, 'CHECKED')).status).toBe(403)
      await wiki().admin.put(`/rest/api/content/${id}/restriction`, [
        { operation: 'read', restrictions: { user: [{ type: 'known', username: 'admin' }], group: [] } },
      ])
      expect((await set(reader, 5, 'CHECKED')).status).toBe(404)
      expect((await set(wiki().anonymous, 5, 'CHECKED')).status).toBe(404)
      expect((await set(wiki().admin, 77, 'CHECKED')).status).toBe(404)
      expect((await set(wiki().admin, 5, 'DONE')).status).toBe(400)
    })
  },
)
