import { beforeAll, expect, it } from 'vitest'
import { accountsFeature } from '#features/accounts/server/index.ts'
import { contentCoreFeature } from '#features/content-core/server/index.ts'
import { contentFeature } from '#features/content/server/index.ts'
import { restrictionsFeature } from '#features/restrictions/server/index.ts'
import { spacesFeature } from '#features/spaces/server/index.ts'
import { onEachEngine } from '#platform/server/testing/harness.ts'
import { searchFeature } from './server/index.ts'

onEachEngine(
  'the search page',
  () => [accountsFeature, spacesFeature, contentCoreFeature, contentFeature, restrictionsFeature, searchFeature],
  wiki => {
    beforeAll(async () => {
      await wiki().admin.post('/rest/api/space', { key: 'DOCS', name: 'Documents' })
      for (const title of ['Salmon & trout', 'Herring']) {
        const body = {
          storage: { representation: 'storage', value: '<p>Fish of the <strong>northern</strong> river.</p>' },
        }
        await wiki().admin.post('/rest/api/content', { type: 'page', title, space: { key: 'DOCS' }, body })
      }
    })

    it('is a whole document with the results in it, readable without script [P2-09]', async () => {
      const reply = await wiki().admin.get('/dosearchsite.action?cql=&queryString=salmon')
      expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'text/html;charset=UTF-8'])
      expect(reply.text).toContain('<mark>Salmon</mark> &amp; trout')
      expect(reply.text).not.toContain('Herring')
      expect(reply.text).toContain('name="queryString" value="salmon"')
    })

    it('carries its results for the browser, under the key that the browser asks', async () => {
      const reply = await wiki().admin.get('/dosearchsite.action?queryString=river&where=DOCS&type=page')
      const data = JSON.parse(/id="oxbow-data">(.*)<\/script>/.exec(reply.text)?.[1] ?? '') as {
        queries: { key: unknown[]; data: { pages: { totalSize: number }[] } }[]
      }
      expect(data.queries).toHaveLength(1)
      expect(data.queries[0]?.key).toEqual([
        'GET /rest/oxbow/1.0/search',
        {},
        { limit: '20', query: 'river', space: ['DOCS'], type: ['page'] },
        'pages',
      ])
      expect(data.queries[0]?.data.pages[0]?.totalSize).toBe(2)
    })

    it('takes what users type as text', async () => {
      const reply = await wiki().admin.get(
        `/dosearchsite.action?queryString=${encodeURIComponent('"><script>alert(1)</script>')}`,
      )
      expect(reply.status).toBe(200)
      expect(reply.text).not.toContain('<script>alert')
    })

    it('asks visitors to sign in', async () => {
      expect((await wiki().anonymous.get('/dosearchsite.action?queryString=x')).headers.get('location')).toContain(
        '/login.action',
      )
    })
  },
)
