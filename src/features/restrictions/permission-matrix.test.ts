import { beforeAll, describe, expect, it } from 'vitest'
import { onEachEngine, type HttpClient } from '#platform/server/testing/harness.ts'
import { features } from '../../server.ts'
import { MARK, MATRIX, prepare, READERS, type Reader } from './testing/matrix.ts'

onEachEngine(
  'permission matrix',
  () => features,
  wiki => {
    const ids: Record<string, string> = {}
    const readers = {} as Record<Reader, HttpClient>

    beforeAll(async () => {
      await prepare(wiki(), ids, readers)
    })

    describe.each(Object.entries(MATRIX))('%s page', (kind, row) => {
      it.each(READERS)('%s', async reader => {
        const id = ids[kind]!
        const client = readers[reader]
        const may = row[reader]
        const sees = may.includes('v')

        // Without a status a call means current content.
        const status = kind === 'draft' ? 'draft' : 'current'
        const direct = await client.get(`/rest/api/content/${id}?status=${status}&expand=operations`)
        expect(direct.status, `read: ${direct.text}`).toBe(sees ? 200 : 404)
        if (sees) {
          const operations = direct.json.operations.map((o: { operation: string }) => o.operation)
          expect(operations.includes('update'), 'update').toBe(may.includes('e'))
          expect(operations.includes('restrict_content'), 'restrict').toBe(may.includes('r'))
          expect(operations.includes('delete'), 'delete').toBe(may.includes('d'))
          expect(operations.includes('export'), 'export').toBe(may.includes('x'))
        }
        const trash = await client.get(`/rest/api/content/${id}?status=trashed`)
        expect(trash.status, 'read from the trash').toBe(may.includes('t') ? 200 : 404)

        // Every way to the page, and to its comments and files, agrees.
        for (const path of [
          `/rest/api/content/${id}/child/comment`,
          `/rest/api/content/${id}/history`,
          `/rest/api/content/${id}/restriction`,
          `/rest/api/content/${id}/restriction/byOperation`,
          `/rest/oxbow/1.0/pages/${id}`,
          `/rest/api/content/${id}/child/attachment`,
          `/rest/api/content/${id}/label`,
          `/rest/api/content/${id}/property`,
        ]) {
          const reply = await client.get(path)
          const trashedHistory = may.includes('t') && /history|oxbow/.test(path)
          expect(reply.status, `${path}: ${reply.text.slice(0, 300)}`).toBe(sees || trashedHistory ? 200 : 404)
        }

        // Lists hold it exactly if it can be seen, and is published.
        const listed = sees && kind !== 'draft'
        const space = kind === 'elsewhere' ? 'PRIV' : 'MTX'
        const list = await client.get(`/rest/api/content?spaceKey=${space}&limit=200`)
        const found = list.status === 200 && list.json.results.some((r: { id: string }) => r.id === id)
        expect(found, 'list').toBe(listed)
        const byId = await client.get(`/rest/api/content?ids=${id}`)
        expect(byId.json.size, 'list by id').toBe(listed ? 1 : 0)
        const recent = await client.get('/rest/oxbow/1.0/recently-updated?limit=100')
        expect(
          recent.json.results.some((r: { id: string }) => r.id === id),
          'recently updated',
        ).toBe(listed)
        const search = await client.get(
          `/rest/api/content/search?cql=${encodeURIComponent(`text ~ "${MARK}"`)}&limit=200`,
        )
        expect(
          search.json.results.some((r: { id: string }) => r.id === id),
          'search',
        ).toBe(listed)
        const counted = await client.get(`/rest/api/search?cql=${encodeURIComponent(`id = ${id}`)}`)
        expect(counted.json.totalSize, 'search count').toBe(listed ? 1 : 0)

        // Writing is refused with 403 to who sees the page, with 404 to who does not; nothing changes.
        if (!may.includes('e')) {
          const write = await client.put(`/rest/api/content/${id}`, {
            type: 'page',
            title: 'stolen',
            version: { number: 2 },
          })
          expect(write.status, `write: ${write.text}`).toBe(sees ? 403 : may.includes('t') ? 400 : 404)
        }
        if (!may.includes('d') && !may.includes('t')) {
          expect((await client.delete(`/rest/api/content/${id}`)).status, 'delete').toBe(sees ? 403 : 404)
        }
        if (!may.includes('r')) {
          const restrict = await client.put(`/rest/api/content/${id}/restriction`, [
            { operation: 'read', restrictions: { user: [], group: [] } },
          ])
          expect(restrict.status, 'restrict').toBe(sees ? 403 : 404)
        }
      })
    })
  },
)
