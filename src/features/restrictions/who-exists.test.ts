import { beforeAll, expect, it } from 'vitest'
import { onEachEngine, type HttpClient } from '#platform/server/testing/harness.ts'
import { person } from '#features/spaces/testing/people.ts'
import { features } from '../../server.ts'

onEachEngine(
  'calls about restrictions',
  () => features,
  wiki => {
    let reader: HttpClient
    let page = ''

    beforeAll(async () => {
      await wiki().admin.post('/rest/api/space', { key: 'WHO', name: 'Who' })
      page = await wiki().admin.createPage('WHO', 'Open')
      reader = (await person(wiki(), 'reader')).client
      await wiki().admin.put('/rest/api/space/WHO/permissions/group/confluence-users/revoke', [
        { targetType: 'space', operationKey: 'restrict' },
      ])
    })

    const everyCall = (name: string, group: string): [method: string, path: string, body?: unknown][] => {
      const call = `/rest/api/content/${page}/restriction`
      const of = `${call}/byOperation/read`
      const named = [
        {
          operation: 'read',
          restrictions: { user: [{ type: 'known', username: name }], group: [{ type: 'group', name: group }] },
        },
      ]
      return [
        ['PUT', call, named],
        ['POST', call, named],
        ['PUT', `${of}/user?userName=${name}`],
        ['DELETE', `${of}/user?userName=${name}`],
        ['GET', `${of}/user?userName=${name}`],
        ['PUT', `${of}/group/${group}`],
        ['DELETE', `${of}/group/${group}`],
        ['GET', `${of}/group/${group}`],
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

    it('show all that are let in, page by page, and those of the pages above', async () => {
      const path = `/rest/api/content/${page}/restriction`
      const names = ['admin', 'first', 'second']
      for (const name of names.slice(1)) await person(wiki(), name)
      const user = names.map(username => ({ type: 'known', username }))
      expect((await wiki().admin.put(path, [{ operation: 'read', restrictions: { user, group: [] } }])).status).toBe(
        200,
      )
      const below = (
        await wiki().admin.post('/rest/api/content', {
          type: 'page',
          title: 'Below',
          space: { key: 'WHO' },
          ancestors: [{ id: page }],
        })
      ).json.id
      await wiki().admin.put(`/rest/api/content/${below}/restriction`, [
        { operation: 'read', restrictions: { user: user.slice(0, 2), group: [] } },
      ])
      const seen: string[] = []
      for (let start = 0; start < 4; start++) {
        const { user: users } = (
          await wiki().admin.get(`${path}/byOperation/read?expand=restrictions.user&start=${start}&limit=1`)
        ).json.restrictions
        expect(users).toMatchObject({ start, limit: 1, size: start < 3 ? 1 : 0 })
        seen.push(...(users.results as { username: string }[]).map(one => one.username))
      }
      expect(seen.toSorted()).toEqual(names)
      const above = async (query: string) =>
        (await wiki().admin.get(`/rest/api/content/${below}/restriction/relevantViewRestrictions?${query}`)).json
      expect(await above('')).toMatchObject({ start: 0, limit: 100, size: 2 })
      const [one, other] = [await above('limit=1'), await above('start=1&limit=1')]
      expect([
        one.size,
        other.size,
        new Set([...one.results, ...other.results].map(result => result._expandable.content)).size,
      ]).toEqual([1, 1, 2])
      expect((await wiki().admin.get(`${path}?limit=1`)).json).toMatchObject({
        start: 0,
        limit: 1,
        size: 1,
        results: [{ operation: 'read' }],
      })
      await wiki().admin.delete(path)
    })

    it('refuse to replace an operation twice, where one would undo the other', async () => {
      const path = `/rest/api/content/${page}/restriction`
      const read = (user: object[]) => ({ operation: 'read', restrictions: { user, group: [] } })
      const twice = [read([{ type: 'known', username: 'admin' }]), read([])]
      const reply = await wiki().admin.put(path, twice)
      expect([reply.status, reply.json.message]).toEqual([
        400,
        'operation: "read" is named twice; name all its users and groups in one place',
      ])
      expect((await wiki().admin.get(`${path}/byOperation/read`)).json.restrictions.user.size).toBe(0)
      expect((await wiki().admin.post(path, twice)).status).toBe(200)
      expect((await wiki().admin.get(`${path}/byOperation/read`)).json.restrictions.user.size).toBe(1)
      await wiki().admin.delete(path)
    })

    it('still tell who may restrict it that a name is wrong', async () => {
      for (const [method, path, body] of everyCall('nobody', 'no-such-group')) {
        expect((await wiki().admin.send(method, path, body)).status, `${method} ${path}`).toBe(404)
      }
    })
  },
)
