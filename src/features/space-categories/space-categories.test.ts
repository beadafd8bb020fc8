import { expect, it } from 'vitest'
import { onEachEngine } from '#platform/server/testing/harness.ts'
import { person } from '#features/spaces/testing/people.ts'
import { features } from '../../server.ts'

onEachEngine(
  'categories of spaces',
  () => features,
  wiki => {
    const keysOf = (answer: { json: { results: { key: string }[] } }) => answer.json.results.map(space => space.key)

    it('are changed by who administers the space, and shown with it', async () => {
      const { admin, anonymous } = wiki()
      for (const key of ['ONE', 'TWO', 'THREE']) await admin.post('/rest/api/space', { key, name: `Space ${key}` })
      const { client: member } = await person(wiki(), 'member')
      const path = (key: string, name: string) => `/rest/api/space/${key}/category/${name}`
      expect((await anonymous.post(path('ONE', 'docs'))).status).toBe(401)
      expect((await member.post(path('ONE', 'docs'))).status).toBe(403)
      expect((await member.post(path('NOWHERE', 'docs'))).status).toBe(404)
      for (const [key, name] of [
        ['ONE', 'Docs'],
        ['ONE', 'team:handbook'],
        ['ONE', 'docs'],
        ['TWO', 'docs'],
      ] as const) {
        expect((await admin.post(path(key, name))).status).toBe(204)
      }
      for (const bad of ['my:docs', 'two%20words', 'x'.repeat(256)])
        expect((await admin.post(path('ONE', bad))).status).toBe(400)
      const labels = (await member.get('/rest/api/space/ONE?expand=metadata.labels')).json.metadata.labels
      expect(labels).toMatchObject({
        size: 2,
        start: 0,
        results: [
          { prefix: 'team', name: 'docs', label: 'team:docs' },
          { prefix: 'team', name: 'handbook', label: 'team:handbook' },
        ],
      })
      expect((await admin.get('/rest/api/space/THREE?expand=metadata.labels')).json.metadata.labels).toMatchObject({
        size: 0,
        results: [],
      })

      // As a filter, of both lists; one of several is enough.
      expect(keysOf(await member.get('/rest/api/space?label=docs'))).toEqual(['ONE', 'TWO'])
      expect(keysOf(await member.get('/rest/api/space?label=team:handbook&label=nothing'))).toEqual(['ONE'])
      expect(keysOf(await member.get('/rest/api/space?label=nothing'))).toEqual([])
      const directory = await member.get('/rest/oxbow/1.0/spaces?label=docs')
      expect(keysOf(directory)).toEqual(['ONE', 'TWO'])
      expect(directory.json.totalSize).toBe(2)
      expect(directory.json.results[0].categories).toEqual(['docs', 'handbook'])

      // In CQL, of the spaces themselves and of their contents.
      const titles = async (cql: string, client = member) => {
        const { status, json, text } = await client.get(`/rest/api/search?limit=100&cql=${encodeURIComponent(cql)}`)
        expect(status, text).toBe(200)
        return (json.results as { title: string }[]).map(result => result.title).toSorted()
      }
      await admin.post('/rest/api/content', { type: 'page', title: 'Inside', space: { key: 'TWO' } })
      await wiki().app.events.settled()
      expect(await titles('type = space and space.category = docs')).toEqual(['Space ONE', 'Space TWO'])
      expect(await titles('type = page and space.category = "team:docs" and title = "Inside"')).toEqual(['Inside'])
      expect(await titles('type = page and space.category in (Handbook, nothing)')).toEqual(['Space ONE Home'])
      expect(await titles('type = space and space.category != docs and space.category = handbook')).toEqual([])
      expect(await titles('type = space and space.category != handbook')).toEqual(['Space THREE', 'Space TWO'])

      expect((await member.delete(path('ONE', 'docs'))).status).toBe(403)
      expect((await admin.delete(path('ONE', 'docs'))).status).toBe(204)
      expect((await admin.delete(path('ONE', 'docs'))).status).toBe(404)
      expect(keysOf(await member.get('/rest/api/space?label=docs'))).toEqual(['TWO'])
      // Hidden from who may not see the space.
      await admin.post('/rest/api/space/_private', { key: 'HID', name: 'Hidden' })
      await admin.post(path('HID', 'docs'))
      expect(keysOf(await member.get('/rest/api/space?label=docs'))).toEqual(['TWO'])
      expect(keysOf(await admin.get('/rest/api/space?label=docs'))).toEqual(['HID', 'TWO'])
      await wiki().app.events.settled()
      expect(await titles('type = space and space.category = docs')).toEqual(['Space TWO'])
      expect(await titles('type = space and space.category = docs', admin)).toEqual(['Hidden', 'Space TWO'])
    })

    it('are limited, and go with the space', async () => {
      const { admin, app } = wiki()
      const { id } = (await admin.post('/rest/api/space', { key: 'FULL', name: 'Full' })).json
      for (let number = 1; number <= 50; number++) await admin.post(`/rest/api/space/FULL/category/c${number}`)
      const refused = await admin.post('/rest/api/space/FULL/category/c51')
      expect([refused.status, refused.json.message]).toEqual([400, 'category: a space is in at most 50 categories'])
      await admin.delete('/rest/api/space/FULL')
      await expect
        .poll(
          async () =>
            (await app.database.read.selectFrom('space_label').selectAll().where('space_id', '=', id).execute()).length,
        )
        .toBe(0)
    })
  },
)
