import { beforeAll, expect, it } from 'vitest'
import { onEachEngine, type HttpClient } from '#platform/server/testing/harness.ts'
import { person } from '#features/spaces/testing/people.ts'
import { features } from '../../server.ts'

onEachEngine('calls about restrictions', () => features, wiki => {
  let reader: HttpClient
  let page = ''

  beforeAll(async () => {
    await wiki().admin.post('/rest/api/space', { key: 'WHO', name: 'Who' })
    page = (await wiki().admin.post('/rest/api/content', { type: 'page', title: 'Open', space: { key: 'WHO' } })).json.id
    reader = (await person(wiki(), 'reader')).client
    await wiki().admin.put('/rest/api/space/WHO/permissions/group/confluence-users/revoke', [{ targetType: 'space', operationKey: 'restrict' }])
  })

  const everyCall = (name: string, group: string): [method: string, path: string, body?: unknown][] => {
    const call = `/rest/api/content/${page}/restriction`
    const of = `${call}/byOperation/read`
    const named = [{ operation: 'read', restrictions: { user: [{ type: 'known', username: name }], group: [{ type: 'group', name: group }] } }]
    return [
      ['PUT', call, named], ['POST', call, named],
      ['PUT', `${of}/user?userName=${name}`], ['DELETE', `${of}/user?userName=${name}`], ['GET', `${of}/user?userName=${name}`],
      ['PUT', `${of}/group/${group}`], ['DELETE', `${of}/group/${group}`], ['GET', `${of}/group/${group}`],
    ]
  }

  it('tell who may not restrict the page nothing of who has an account, and which groups there are', async () => {
    const real = everyCall('admin', 'confluence-administrators')
    const made = everyCall('nobody', 'no-such-group')
    for (const [index, [method, path, body]] of real.entries()) {
      const there = await reader.send(method, path, body)
      const [, otherPath = '', otherBody] = made[index] ?? []
      const missing = await reader.send(method, otherPath, otherBody)
      expect([there.status, there.json.message], `${method} ${path}`).toEqual([missing.status, missing.json.message])
      expect(there.status).toBe(method === 'GET' ? 404 : 403)
    }
  })

  it('still tell who may restrict it that a name is wrong', async () => {
    for (const [method, path, body] of everyCall('nobody', 'no-such-group')) {
      expect((await wiki().admin.send(method, path, body)).status, `${method} ${path}`).toBe(404)
    }
  })
})
