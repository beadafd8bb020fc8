import { expect, it } from 'vitest'
import { onEachEngine } from '#platform/server/testing/harness.ts'
import platform from '#platform/i18n/de.json' with { type: 'json' }
import { features } from '../../server.ts'
import german from './i18n/de.json' with { type: 'json' }
import { auditLabel } from './web/audit/audit-labels.ts'

const GLOBAL = [
  ['application', 'use'],
  ['users', 'read'],
  ['personal_space', 'create'],
  ['space', 'create'],
  ['application', 'administer'],
]
const texts: Readonly<Record<string, string>> = { ...platform, ...german }

onEachEngine(
  'the audit log on screens',
  () => features,
  wiki => {
    it('has words, German ones too, for all that records say of permissions', async () => {
      const { admin, app } = wiki()
      await admin.post('/rest/api/admin/group', { type: 'group', name: 'editors' })
      const granted = await admin.put(
        '/rest/api/permissions/group/editors/grant',
        GLOBAL.map(([targetType, operationKey]) => ({ targetType, operationKey })),
      )
      expect(granted.status, granted.text).toBe(204)
      await admin.put('/rest/api/permissions/anonymous/grant', [{ targetType: 'application', operationKey: 'use' }])
      await admin.post('/rest/api/space', { key: 'AUD', name: 'Audited' })
      const own = (await admin.get('/rest/api/space/AUD/permissions')).json as {
        operation: { targetType: string; operationKey: string }
      }[]
      const operations = [...new Map(own.map(({ operation }) => [JSON.stringify(operation), operation])).values()]
      expect(operations.length).toBeGreaterThan(10)
      expect((await admin.put('/rest/api/space/AUD/permissions/group/editors/grant', operations)).status).toBe(200)
      const { json: page } = await admin.post('/rest/api/content', {
        type: 'page',
        title: 'Payroll',
        space: { key: 'AUD' },
        body: { storage: { value: '', representation: 'storage' } },
      })
      for (const operation of ['read', 'update']) {
        await admin.put(`/rest/api/content/${page.id}/restriction`, [
          { operation, restrictions: { user: [{ type: 'known', username: 'admin' }], group: [] } },
        ])
      }
      await app.events.settled('audit')
      const { results } = (await admin.get('/rest/api/audit?limit=100')).json as {
        results: {
          affectedObject: { objectType: string; name: string }
          changedValues: { oldValue: string; newValue: string }[]
        }[]
      }
      const values = results
        .flatMap(record => record.changedValues.flatMap(change => [change.oldValue, change.newValue]))
        .flatMap(value => (value === '' ? [] : value.split(', ')))
      const names = new Set([...values, 'anonymous'])
      expect(names.size).toBeGreaterThan(18)
      expect([...names].filter(name => auditLabel(name) === name)).toEqual([])
      expect([...names].filter(name => texts[auditLabel(name)] === undefined)).toEqual([])
      expect(results.map(record => record.affectedObject)).toContainEqual({
        objectType: 'Permission',
        name: 'anonymous',
      })
    })

    it('leaves names alone that it does not know, such as those of groups', () => {
      expect(auditLabel('editors, read:space, later:thing')).toBe('editors, view the space, later:thing')
    })
  },
)
