import { expect, it } from 'vitest'
import { onEachEngine } from '#platform/server/testing/harness.ts'
import { features } from '../../server.ts'

onEachEngine(
  'suggestions as the old product gives them',
  () => features,
  wiki => {
    interface Match {
      className: string
      href: string
      name: string
      spaceKey?: string
    }
    const ask = async (query: string) => {
      const answer = await wiki().admin.get(`/rest/quicknav/1/search?${query}`)
      expect(answer.status, answer.text).toBe(200)
      return answer.json.contentNameMatches as Match[][]
    }

    it('groups pages, spaces and people, and ends with the way to the search page [P7.4-02]', async () => {
      for (const key of ['ONE', 'TWO']) await wiki().admin.post('/rest/api/space', { key, name: `Walnut ${key}` })
      await wiki().admin.post('/rest/api/content', { type: 'page', title: 'Walnut <oil>', space: { key: 'ONE' } })
      await wiki().admin.post('/rest/api/content', { type: 'blogpost', title: 'Walnut news', space: { key: 'ONE' } })
      await wiki().admin.post('/rest/api/content', { type: 'blogpost', title: 'Walnut harvest', space: { key: 'TWO' } })
      const groups = await ask('query=waln')
      expect(groups[0]).toContainEqual({
        className: 'content-type-page',
        href: expect.stringMatching(/^\/(display|pages)\//) as string,
        name: 'Walnut &lt;oil&gt;',
        id: expect.any(String) as string,
        spaceName: 'Walnut ONE',
        spaceKey: 'ONE',
      })
      expect(groups[1]?.every(match => match.className === 'content-type-spacedesc')).toBe(true)
      expect(groups.at(-1)).toEqual([
        { className: 'search-for', href: '/dosearchsite.action?queryString=waln', name: 'Search for ‘waln’' },
      ])
      expect(await ask('query=nonsense')).toHaveLength(1)
      expect(await ask('query=')).toHaveLength(1)
    })

    it('narrows to a type and a space [P7.4-03]', async () => {
      const [posts, ...rest] = await ask('query=walnut&type=blogpost&spaceKey=ONE')
      expect(posts?.map(match => [match.className, match.name])).toEqual([['content-type-blogpost', 'Walnut news']])
      expect(rest).toHaveLength(1)
      expect((await ask('query=walnut&type=blogpost&maxPerCategory=1'))[0]).toHaveLength(1)
      expect(
        (await ask('query=walnut&type=spacedesc&type=personalspacedesc'))[0]?.map(match => match.spaceKey).toSorted(),
      ).toEqual(['ONE', 'TWO'])
      expect(await ask('query=walnut&type=nothing')).toHaveLength(1)
      expect((await wiki().anonymous.get('/rest/quicknav/1/search?query=walnut')).status).not.toBe(200)
    })
  },
)
