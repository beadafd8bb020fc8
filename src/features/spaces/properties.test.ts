import { beforeAll, expect, it } from 'vitest'
import { accountsFeature } from '#features/accounts/server/index.ts'
import { onEachEngine } from '#platform/server/testing/harness.ts'
import { spacesFeature } from './server/index.ts'
import { person, spaceEvents, type TestPerson } from './testing/people.ts'

const PATH = '/rest/api/space/PROP/property'

onEachEngine(
  'properties of a space',
  () => [accountsFeature, spacesFeature],
  wiki => {
    let member: TestPerson
    beforeAll(async () => {
      member = await person(wiki(), 'member')
      await wiki().admin.post('/rest/api/space', { key: 'PROP', name: 'Properties' })
    })

    it('creates, reads, changes and deletes', async () => {
      const { admin, app } = wiki()
      const value = { list: [1, 'zwei', null], deep: { yes: true } }
      const created = await admin.post(PATH, { key: 'my.key', value })
      expect(created.status).toBe(200)
      expect(created.json).toEqual({
        id: expect.stringMatching(/^\d+$/),
        key: 'my.key',
        value,
        version: {
          number: 1,
          when: expect.stringMatching(/^\d{4}-.*\+00:00$/),
          message: '',
          minorEdit: false,
          hidden: false,
        },
        _links: { self: `${app.baseUrl}${PATH}/my.key` },
        _expandable: { space: '/rest/api/space/PROP' },
      })
      expect((await admin.get(`/rest/api/space/prop/property/my.key`)).json).toEqual(created.json)
      const expanded = await admin.get(`${PATH}/my.key?expand=space,version`)
      expect(expanded.json).toMatchObject({ space: { key: 'PROP' }, _expandable: {} })
      // The whole fetched object, one version up.
      const changed = await admin.put(`${PATH}/my.key`, {
        ...expanded.json,
        value: 'plain',
        version: { ...expanded.json.version, number: 2, message: 'why', minorEdit: true },
      })
      expect(changed.json).toMatchObject({
        id: created.json.id,
        value: 'plain',
        version: { number: 2, message: 'why', minorEdit: true },
      })
      expect((await admin.delete(`${PATH}/my.key`)).status).toBe(204)
      expect((await admin.get(`${PATH}/my.key`)).status).toBe(404)
      expect((await admin.delete(`${PATH}/my.key`)).status).toBe(404)
      const kinds = (await spaceEvents(wiki()))
        .map(event => event.kind)
        .filter(kind => kind.startsWith('space.property'))
      expect(kinds).toEqual(['space.property.created', 'space.property.updated', 'space.property.deleted'])
    })

    it('keeps any JSON, the false and empty too', async () => {
      const { admin } = wiki()
      for (const [index, value] of [null, false, 0, '', [], {}, '\u0001', 'ü✓'].entries()) {
        const created = await admin.post(`${PATH}/json${index}`, { value })
        expect([value, created.status, created.json.value]).toEqual([value, 200, value])
        expect((await admin.get(`${PATH}/json${index}`)).json.value).toEqual(value)
        await admin.delete(`${PATH}/json${index}`)
      }
    })

    it('locks by version', async () => {
      const { admin } = wiki()
      await admin.post(`${PATH}/locked`, { value: 1 })
      for (const number of [0, 1, 3]) {
        const stale = await admin.put(`${PATH}/locked`, { value: 2, version: { number } })
        expect([stale.status, stale.json.message]).toEqual([
          409,
          'Version must be incremented on update. Current version is: 1',
        ])
      }
      const both = await Promise.all(
        [7, 8].map(value => admin.put(`${PATH}/locked`, { value, version: { number: 2 } })),
      )
      expect(both.map(answer => answer.status).toSorted((a, b) => a - b)).toEqual([200, 409])
      expect((await admin.put(`${PATH}/locked`, { value: 2 })).status).toBe(400)
      // Naming version 1 creates what is not there, a later one does not.
      expect(
        (await admin.put(`${PATH}/fresh`, { key: 'fresh', value: 'new', version: { number: 1 } })).json.version.number,
      ).toBe(1)
      expect((await admin.put(`${PATH}/absent`, { value: 1, version: { number: 2 } })).status).toBe(404)
    })

    it('refuses with the right status', async () => {
      const { admin } = wiki()
      const status = async (method: string, path: string, body?: unknown) =>
        (await admin.send(method, path, body)).status
      expect(await status('POST', PATH, { key: 'locked', value: 1 })).toBe(400)
      expect(await status('POST', `${PATH}/locked`, { value: 1 })).toBe(400)
      expect(await status('POST', PATH, { key: 'novalue' })).toBe(400)
      expect(await status('POST', PATH, { value: 1 })).toBe(400)
      expect(await status('POST', PATH, { key: 'x'.repeat(256), value: 1 })).toBe(400)
      expect(await status('POST', `${PATH}/one`, { key: 'other', value: 1 })).toBe(400)
      expect(await status('POST', `${PATH}/one`, { value: 1, space: { key: 'ELSE' } })).toBe(400)
      // As JSON: two quotes and the text.
      expect(await status('POST', `${PATH}/big`, { value: 'x'.repeat(32 * 1024 - 1) })).toBe(413)
      expect(await status('PUT', `${PATH}/locked`, { value: 'é'.repeat(16 * 1024), version: { number: 3 } })).toBe(413)
      expect(await status('POST', `${PATH}/big`, { value: 'x'.repeat(32 * 1024 - 2) })).toBe(200)
      expect(await status('GET', '/rest/api/space/NONE/property')).toBe(404)
    })

    it('lets readers read and administrators change', async () => {
      const { client } = member
      expect((await client.get(`${PATH}/big`)).status).toBe(200)
      expect((await client.post(`${PATH}/mine`, { value: 1 })).status).toBe(403)
      expect((await client.put(`${PATH}/big`, { value: 1, version: { number: 2 } })).status).toBe(403)
      expect((await client.delete(`${PATH}/big`)).status).toBe(403)
      expect((await wiki().anonymous.get(`${PATH}/big`)).status).toBe(404)
      expect((await wiki().anonymous.delete(`${PATH}/big`)).status).toBe(401)
    })

    it('lists by key, page by page', async () => {
      const { client } = member
      const all = await client.get(PATH)
      expect(all.json).toMatchObject({ start: 0, limit: 10, size: 3 })
      expect(all.json.results.map((property: { key: string }) => property.key)).toEqual(['big', 'fresh', 'locked'])
      const first = await client.get(`${PATH}?limit=2&expand=space`)
      expect(first.json.results[0].space.key).toBe('PROP')
      const second = await client.get(first.json._links.next)
      expect(second.json.results.map((property: { key: string }) => property.key)).toEqual(['locked'])
      expect(second.json._links.next).toBeUndefined()
    })
  },
)
