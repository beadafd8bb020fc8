import { beforeAll, expect, it } from 'vitest'
import { onEachEngine, storage, type HttpClient, type HttpReply } from '#platform/server/testing/harness.ts'
import { person, type TestPerson } from '#features/spaces/testing/people.ts'
import { features } from '../../server.ts'

onEachEngine(
  'candidates for a dead address',
  () => features,
  wiki => {
    let reader: TestPerson

    const ok = async (reply: Promise<HttpReply>) => {
      const answer = await reply
      expect(answer.status, answer.text).toBeLessThan(300)
      return answer.json
    }
    const create = async (title: string, key = 'CAND'): Promise<string> =>
      (
        await ok(
          wiki().admin.post('/rest/api/content', {
            type: 'page',
            title,
            space: { key },
            body: storage(`<p>${title}</p>`),
          }),
        )
      ).id
    const rename = (id: string, title: string, number = 2) =>
      ok(wiki().admin.put(`/rest/api/content/${id}`, { type: 'page', title, version: { number } }))
    const restrict = (id: string) =>
      ok(wiki().admin.put(`/rest/api/content/${id}/restriction/byOperation/read/user?userName=admin`))
    const candidates = async (query: string, client: HttpClient = reader.client): Promise<string[]> => {
      const { results } = await ok(client.get(`/rest/oxbow/1.0/address/candidates?${query}`))
      return results.map(({ title, space }: { title: string; space: { key: string } }) => `${space.key}: ${title}`)
    }

    beforeAll(async () => {
      for (const key of ['CAND', 'ELSE']) await ok(wiki().admin.post('/rest/api/space', { key, name: `Space ${key}` }))
      reader = await person(wiki(), 'reader')
    })

    it('are the pages that had the title, those that have it in other spaces, and similar titles, in this order', async () => {
      await rename(await create('Travel costs'), 'Expenses')
      await rename(await create('Travel costs'), 'Journeys')
      await create('Travel costs', 'ELSE')
      await create('Travel cost 2026')
      await create('Costume rental')
      await rename(await create('Travel costs'), 'Hidden journeys').then(({ id }) => restrict(id))
      await restrict(await create('Travel costs of the board'))
      const found = await candidates('spaceKey=CAND&title=Travel+costs')
      expect(found.slice(0, 2).toSorted()).toEqual(['CAND: Expenses', 'CAND: Journeys'])
      expect(found.slice(2)).toEqual(['ELSE: Travel costs', 'CAND: Travel cost 2026'])
      expect(await candidates('spaceKey=CAND&title=Travel+costs', wiki().admin)).toContain('CAND: Hidden journeys')
    })

    it('have titles with a typing error', async () => {
      await create('Onboarding handbook')
      expect(await candidates('spaceKey=CAND&title=Onbaording+handbook')).toEqual(['CAND: Onboarding handbook'])
      expect(await candidates('spaceKey=NONE&title=onboarding+handbok')).toEqual(['CAND: Onboarding handbook'])
    })

    it('are none without a title, for punctuation alone, and for very long texts at most ten', async () => {
      for (const query of ['', 'spaceKey=CAND', 'spaceKey=CAND&title=%22*%28', 'spaceKey=CAND&title=AND+OR'])
        expect(await candidates(query)).toEqual([])
      for (let number = 1; number <= 12; number++) await create(`Minutes of week ${number}`)
      expect(await candidates('spaceKey=CAND&title=Minutes+of+week+99')).toHaveLength(10)
      expect(await candidates(`title=${'word+'.repeat(400)}`)).toEqual([])
    })

    it('are listed in the document that says that nothing is there, with what the app needs to show them', async () => {
      const document = await reader.client.with({ accept: 'text/html' }).get('/display/CAND/Onbaording+handbook')
      expect(document.status).toBe(404)
      expect(document.text).toContain('<a href="/display/CAND/Onboarding+handbook">Onboarding handbook</a>')
      expect(document.text).toContain('GET /rest/oxbow/1.0/address/candidates')
      const ambiguous = await reader.client.with({ accept: 'text/html' }).get('/display/CAND/Travel+costs')
      expect(ambiguous.status).toBe(404)
      expect(ambiguous.text).toContain('<a href="/display/CAND/Expenses">Expenses</a>')
      expect(ambiguous.text).not.toContain('Hidden journeys')
      const nothing = await reader.client.with({ accept: 'text/html' }).get('/display/CAND/Xyzzy')
      expect(nothing.text).not.toContain('ox-candidates')
    })

    it('are for users alone', async () => {
      expect([401, 403]).toContain(
        (await wiki().anonymous.get('/rest/oxbow/1.0/address/candidates?title=Onboarding+handbook')).status,
      )
    })
  },
)
