import { beforeAll, describe, expect, it } from 'vitest'
import { onEachEngine, type HttpClient } from '#platform/server/testing/harness.ts'
import { attach, makePage, makeSpace } from '#features/attachments/testing/forms.ts'
import { features } from '../../server.ts'
import { boxes, DIAGRAMS, save, saved } from './testing/wiki.ts'

onEachEngine(
  'restoring a version of a diagram',
  () => features,
  wiki => {
    let ada: HttpClient
    let count = 0

    beforeAll(async () => {
      await makeSpace(wiki())
      ada = await wiki().addUser('ada')
    })

    /** A page with a diagram of these versions. */
    const withVersions = async (...texts: string[]) => {
      const pageId = await makePage(wiki(), `Restore ${++count}`)
      let stored = { attachmentId: '', version: 0 }
      for (const text of texts) stored = await saved(ada, pageId, 'Flow', boxes(text), stored.version)
      return { pageId, attachmentId: stored.attachmentId }
    }
    const restore = (client: HttpClient, pageId: string, version: number, latest: number, name = 'Flow') =>
      client.post(`${DIAGRAMS}/restore`, { pageId, name, version, latest })
    const load = async (pageId: string, more = '') =>
      (await ada.get(`${DIAGRAMS}?pageId=${pageId}&name=Flow${more}`)).json
    const versionsOf = async (pageId: string, name: string) => {
      const { results } = (
        await ada.get(`/rest/api/content/${pageId}/child/attachment?filename=${name}&expand=version`)
      ).json as { results: { version: { number: number } }[] }
      return results[0]?.version.number
    }

    it('makes a new version with its document and pictures, and keeps all others', async () => {
      const { pageId, attachmentId } = await withVersions('One', 'Two', 'Three')
      const reply = await restore(ada, pageId, 1, 3)
      expect(reply.status, reply.text).toBe(200)
      expect(reply.json).toEqual({ attachmentId, pageId, name: 'Flow', version: 4 })
      expect((await load(pageId)).document).toEqual((await load(pageId, '&version=1')).document)
      await wiki().app.jobs.idle()
      for (const name of ['Flow', 'Flow.png', 'Flow.svg']) expect(await versionsOf(pageId, name)).toBe(4)
      const bytes = async (version: number) =>
        (await ada.get(`/download/attachments/${pageId}/Flow.svg?version=${version}`)).text
      expect(await bytes(4)).toBe(await bytes(1))
      const { results } = (await ada.get(`/rest/oxbow/1.0/content/${pageId}/attachments/${attachmentId}/versions`)).json
      expect(results[0]).toMatchObject({
        number: 4,
        comment: 'Restored version 1',
        author: { displayName: 'Ada' },
      })
      expect(results.map(({ number }: { number: number }) => number)).toEqual([4, 3, 2, 1])
      // Undone by restoring what was the newest.
      expect((await restore(ada, pageId, 3, 4)).json.version).toBe(5)
      expect((await load(pageId)).document).toEqual((await load(pageId, '&version=3')).document)
    })

    it('refuses who knows another newest version, telling who saved it, and changes nothing', async () => {
      const { pageId } = await withVersions('One', 'Two', 'Three')
      const reply = await restore(ada, pageId, 1, 2)
      expect(reply.status).toBe(409)
      expect(reply.json.conflict).toMatchObject({ version: 3, by: { displayName: 'Ada' } })
      expect((await load(pageId)).latest).toBe(3)
    })

    it('lets exactly one of many at once through', async () => {
      const { pageId } = await withVersions('One', 'Two')
      const replies = await Promise.all([
        ...Array.from({ length: 8 }, () => restore(ada, pageId, 1, 2)),
        save(ada, pageId, 'Flow', boxes('Saved'), 2),
      ])
      const stored = replies.filter(({ status }) => status === 200)
      expect(stored).toHaveLength(1)
      expect(replies.filter(({ status }) => status === 409)).toHaveLength(8)
      expect((await load(pageId)).latest).toBe(3)
    })

    it('brings back a file of another program as it was', async () => {
      const pageId = await makePage(wiki(), `Restore ${++count}`)
      const gliffy = JSON.stringify({
        contentType: 'application/gliffy+json',
        version: '1.3',
        stage: { objects: [], background: '#FFFFFF', width: 100, height: 100, nodeIndex: 0 },
      })
      await attach(ada, pageId, 'Flow', gliffy, 'application/gliffy+json')
      await saved(ada, pageId, 'Flow', boxes('Ours'), 1)
      expect((await restore(ada, pageId, 1, 2)).status).toBe(200)
      expect((await load(pageId)).origin).toBe('gliffy')
      expect((await ada.get(`/download/attachments/${pageId}/Flow?version=3`)).text).toBe(gliffy)
    })

    describe('leaves no trace', () => {
      it('of what is wrong', async () => {
        const { pageId } = await withVersions('One', 'Two')
        const refused = await restore(ada, pageId, 2, 2)
        expect(refused.status).toBe(400)
        expect(refused.json.data.errors[0].message.translation).toContain('Version 2 is the newest already')
        expect((await restore(ada, pageId, 7, 2)).status).toBe(404)
        expect((await restore(ada, pageId, 1, 2, 'Nothing')).status).toBe(404)
        expect((await restore(ada, '999999', 1, 2)).status).toBe(404)
        expect((await restore(ada, pageId, 0, 2)).status).toBe(400)
        expect((await restore(ada, pageId, 1.5, 2)).status).toBe(400)
        expect((await load(pageId)).latest).toBe(2)
      })

      it('of who may not', async () => {
        const { pageId } = await withVersions('One', 'Two')
        expect((await restore(wiki().anonymous, pageId, 1, 2)).status).toBeOneOf([401, 403, 404])
        const restrict = (operation: string) =>
          wiki().admin.put(`/rest/api/content/${pageId}/restriction`, [
            { operation, restrictions: { user: [{ type: 'known', username: 'admin' }] } },
          ])
        expect((await restrict('update')).status).toBe(200)
        expect((await restore(ada, pageId, 1, 2)).status).toBe(403)
        expect((await restrict('read')).status).toBe(200)
        expect((await restore(ada, pageId, 1, 2)).status).toBe(404)
        const { json } = await wiki().admin.get(`${DIAGRAMS}?pageId=${pageId}&name=Flow`)
        expect(json.latest).toBe(2)
      })
    })
  },
)
