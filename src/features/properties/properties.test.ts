import { expect, it } from 'vitest'
import { onEachEngine } from '#platform/server/testing/harness.ts'
import { features } from '../../server.ts'

onEachEngine(
  'content properties over REST',
  () => features,
  wiki => {
    let base = ''
    let id = ''

    it('creates, reads, replaces with the version lock, and deletes', async () => {
      await wiki().admin.post('/rest/api/space', { key: 'PRO', name: 'Properties' })
      id = (
        await wiki().admin.post('/rest/api/content', {
          type: 'page',
          title: 'Kept',
          space: { key: 'PRO' },
          metadata: { properties: { editor: { value: 'v2' } } },
        })
      ).json.id
      base = `/rest/api/content/${id}/property`
      const created = await wiki().admin.post(base, { key: 'hash', value: { sha: [1, null, 'ü'] } })
      expect(created.json, created.text).toMatchObject({
        key: 'hash',
        value: { sha: [1, null, 'ü'] },
        version: { number: 1 },
      })
      expect((await wiki().admin.post(base, { key: 'hash', value: 1 })).status).toBe(409)
      const fetched = (await wiki().admin.get(`${base}/hash`)).json
      const put = await wiki().admin.put(`${base}/hash`, {
        ...fetched,
        value: false,
        version: { ...fetched.version, number: 2 },
      })
      expect(put.json, put.text).toMatchObject({ value: false, version: { number: 2 } })
      expect((await wiki().admin.put(`${base}/hash`, { key: 'hash', value: 1, version: { number: 2 } })).status).toBe(
        409,
      )
      expect((await wiki().admin.get(`${base}?limit=1`)).json).toMatchObject({
        size: 1,
        results: [{ key: 'editor' }],
        _links: { next: `${base}?limit=1&start=1` },
      })
      expect((await wiki().admin.delete(`${base}/hash`)).status).toBe(204)
      expect((await wiki().admin.get(`${base}/hash`)).status).toBe(404)
      expect((await wiki().admin.delete(`${base}/hash`)).status).toBe(404)
    })

    it('creates on PUT with version 1, as some clients do', async () => {
      expect(
        (
          await wiki().admin.put(`${base}/content-appearance-published`, {
            key: 'content-appearance-published',
            value: 'full-width',
            version: { number: 1 },
          })
        ).status,
      ).toBe(200)
      expect((await wiki().admin.put(`${base}/absent`, { value: 1, version: { number: 2 } })).status).toBe(404)
    })

    it('expands on content, by key with underscores too', async () => {
      const all = await wiki().admin.get(`/rest/api/content/${id}?expand=metadata.properties`)
      expect(Object.keys(all.json.metadata.properties)).toEqual([
        'content-appearance-published',
        'editor',
        '_expandable',
      ])
      const one = await wiki().admin.get(
        `/rest/api/content/${id}?expand=metadata.properties.content_appearance_published`,
      )
      expect(one.json.metadata.properties['content-appearance-published'].value).toBe('full-width')
      expect(one.json.metadata.properties.editor).toBeUndefined()
    })

    it('refuses what is too long, nameless or foreign', async () => {
      expect((await wiki().admin.post(base, { key: 'big', value: 'x'.repeat(40_000) })).status).toBe(413)
      expect((await wiki().admin.post(base, { value: 1 })).status).toBe(400)
      expect((await wiki().admin.post(base, { key: 'none' })).status).toBe(400)
      expect((await wiki().admin.put(`${base}/a`, { key: 'b', value: 1, version: { number: 1 } })).status).toBe(400)
      expect((await wiki().anonymous.get(base)).status).toBe(404)
    })
  },
)
