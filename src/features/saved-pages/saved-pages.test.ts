import { expect, it } from 'vitest'
import { onEachEngine, type HttpClient } from '#platform/server/testing/harness.ts'
import { person } from '#features/spaces/testing/people.ts'
import { features } from '../../server.ts'

onEachEngine(
  'pages saved for later',
  () => features,
  wiki => {
    let reader: HttpClient
    const ids: Record<string, string> = {}
    const path = (title: string) => `/rest/experimental/relation/user/current/favourite/toContent/${ids[title]}`
    const saved = async (query = '') => {
      const answer = await reader.get(`/rest/oxbow/1.0/saved${query}`)
      expect(answer.status, answer.text).toBe(200)
      return (answer.json as { results: { title: string }[] }).results.map(page => page.title)
    }
    const document = async (title: string, client = reader) =>
      (await client.send('GET', `/pages/viewpage.action?pageId=${ids[title]}`, undefined, { accept: 'text/html' })).text

    it("keeps a page, as the old product's relation and in the page itself", async () => {
      reader = (await person(wiki(), 'reader')).client
      await wiki().admin.post('/rest/api/space', { key: 'SAV', name: 'Saved' })
      for (const title of ['One', 'Two']) ids[title] = await wiki().admin.createPage('SAV', title)
      expect(await document('One')).toContain('Save for later')
      expect((await reader.get(path('One'))).status).toBe(404)
      expect((await reader.put(path('One'), {})).json).toEqual({ id: ids['One'], favourite: true })
      expect((await reader.put(path('One'), {})).status).toBe(200)
      expect((await reader.put(path('Two'), {})).status).toBe(200)
      expect((await reader.get(path('One'))).json).toEqual({ id: ids['One'], favourite: true })
      expect(await document('One')).toContain('aria-label="Saved for later"')
      expect(await document('One', wiki().admin)).toContain('aria-label="Save for later"')
      expect((await saved()).toSorted()).toEqual(['One', 'Two'])
      expect(await saved('?limit=1')).toHaveLength(1)
      expect(
        (
          await reader.get(
            '/rest/api/content/search?cql=' + encodeURIComponent('id in favouriteContent() and title = "One"'),
          )
        ).json.size,
      ).toBe(1)
    })

    it('lists nothing that the user may not see any more', async () => {
      await wiki().admin.put(`/rest/api/content/${ids['Two']}/restriction`, [
        { operation: 'read', restrictions: { user: [{ type: 'known', username: 'admin' }] } },
      ])
      expect(await saved()).toEqual(['One'])
      expect((await reader.put(path('Two'), {})).status).toBe(404)
      await wiki().admin.delete(`/rest/api/content/${ids['One']}`)
      expect(await saved()).toEqual([])
    })

    it('forgets a page, and refuses visitors', async () => {
      ids['Three'] = await wiki().admin.createPage('SAV', 'Three')
      await reader.put(path('Three'), {})
      expect((await reader.delete(path('Three'))).status).toBe(204)
      expect((await reader.delete(path('Three'))).status).toBe(204)
      expect(await saved()).toEqual([])
      expect((await wiki().anonymous.get('/rest/oxbow/1.0/saved')).status).toBe(401)
      expect(
        (
          await wiki().anonymous.send('PUT', path('Three'), '{}', {
            'content-type': 'application/json',
            'x-atlassian-token': 'no-check',
          })
        ).status,
      ).toBe(401)
    })
  },
)
