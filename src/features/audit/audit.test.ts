import { expect, it } from 'vitest'
import { onEachEngine } from '#platform/server/testing/harness.ts'
import { person } from '#features/spaces/testing/people.ts'
import { features } from '../../server.ts'
import { prune } from './server/retention.ts'

onEachEngine(
  'the audit log',
  () => features,
  wiki => {
    const list = async (query = '') => {
      await wiki().app.events.settled('audit')
      const reply = await wiki().admin.get(`/rest/api/audit${query}`)
      expect(reply.status, reply.text).toBe(200)
      return reply.json as {
        results: {
          summary: string
          category: string
          creationDate: number
          author: { username?: string; type: string }
          affectedObject: { name: string; objectType: string }
          associatedObjects: unknown[]
          changedValues: { name: string; oldValue: string; newValue: string }[]
        }[]
        size: number
        _links: { next?: string }
      }
    }

    it('tells who changed users, groups, permissions, spaces and restrictions, newest first', async () => {
      const { admin } = wiki()
      await wiki().addUser('ada', { password: 'a long enough one' })
      await admin.post('/rest/api/admin/group', { type: 'group', name: 'editors' })
      await admin.put('/rest/api/user/ada/group/editors')
      await admin.put('/rest/api/permissions/group/editors/grant', [
        { targetType: 'application', operationKey: 'administer' },
      ])
      await admin.post('/rest/api/space', { key: 'AUD', name: 'Audited' })
      await admin.put('/rest/api/space/AUD/permissions/group/editors/grant', [
        { targetType: 'space', operationKey: 'administer' },
      ])
      const { json: page } = await admin.post('/rest/api/content', {
        type: 'page',
        title: 'Payroll',
        space: { key: 'AUD' },
        body: { storage: { value: '', representation: 'storage' } },
      })
      await admin.put(`/rest/api/content/${page.id}/restriction`, [
        { operation: 'read', restrictions: { user: [{ type: 'known', username: 'admin' }], group: [] } },
      ])
      await admin.delete('/rest/api/admin/group/editors')
      const { results } = await list()
      const told = results.map(
        ({ summary, author, affectedObject }) =>
          `${author.username}: ${summary}: ${affectedObject.objectType} ${affectedObject.name}`,
      )
      expect(told.slice(0, 8)).toEqual([
        'admin: Group deleted: Group editors',
        'admin: Content restriction changed: Content Payroll',
        'admin: Space permission changed: Space AUD',
        'admin: Space created: Space AUD',
        'admin: Global permission changed: Permission editors',
        'admin: User added to group: Group editors',
        'admin: Group created: Group editors',
        'admin: User created: User ada',
      ])
      expect(results[5]?.associatedObjects).toEqual([{ name: 'ada', objectType: 'User' }])
      expect(results[4]?.changedValues).toEqual([
        { name: 'Permissions', oldValue: '', newValue: expect.stringContaining('administer') as string },
      ])
    })

    it('is searched by words and times, and paged', async () => {
      expect((await list('?searchString=GROUP%20ada')).results.map(({ summary }) => summary)).toEqual([
        'User added to group',
      ])
      const [newest] = (await list('?limit=1')).results
      expect((await list('?limit=1'))._links.next).toContain('start=1')
      expect((await list(`?startDate=${(newest?.creationDate ?? 0) + 1}`)).size).toBe(0)
      expect((await list('?endDate=2020-01-01')).size).toBe(0)
      expect((await wiki().admin.get('/rest/api/audit?startDate=soon')).status).toBe(400)
    })

    it('is for administrators', async () => {
      const { client } = await person(wiki(), 'nosy')
      for (const [who, status] of [
        [client, 403],
        [wiki().anonymous, 401],
      ] as const) {
        expect((await who.get('/rest/api/audit')).status).toBe(status)
        expect((await who.put('/rest/api/audit/retention', { number: 1, units: 'DAYS' })).status).toBe(status)
      }
    })

    it('is kept as long as it is set to', async () => {
      const { admin, app } = wiki()
      expect((await admin.get('/rest/api/audit/retention')).json).toEqual({ number: 3, units: 'YEARS' })
      expect((await admin.put('/rest/api/audit/retention', { number: 0, units: 'DAYS' })).status).toBe(400)
      expect((await admin.put('/rest/api/audit/retention', { number: 5, units: 'DAYS' })).json).toEqual({
        number: 5,
        units: 'DAYS',
      })
      const before = (await list()).results
      expect(before[0]).toMatchObject({ summary: 'Setting changed', affectedObject: { name: 'audit.retention' } })
      const old = before.find(record => record.affectedObject.name === 'ada')
      await app.database.transaction(({ db }) =>
        db
          .updateTable('audit_record')
          .set({ at: Date.now() - 6 * 24 * 60 * 60 * 1000 })
          .where('object_name', '=', 'ada')
          .execute(),
      )
      await prune(app)
      const after = (await list()).results
      expect(old).toBeDefined()
      expect(after).toHaveLength(before.length - 1)
      expect(after.some(record => record.affectedObject.name === 'ada')).toBe(false)
    })
  },
)
