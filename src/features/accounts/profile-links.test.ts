import { beforeAll, expect, it } from 'vitest'
import { onEachEngine, type HttpClient } from '#platform/server/testing/harness.ts'
import { person } from '#features/spaces/testing/people.ts'
import { features } from '../../server.ts'

const VIEW_USERS = { targetType: 'users', operationKey: 'read' }
const GROUP = '/rest/api/permissions/group/confluence-users'
const LINK = '/display/~writer'

onEachEngine(
  'links to profiles',
  () => features,
  wiki => {
    let reader: HttpClient
    let writer: HttpClient
    let id = ''
    const storage = (value: string) => ({ body: { storage: { value, representation: 'storage' } } })
    const paths = () => [
      `/pages/viewpage.action?pageId=${id}&noRedirect=true`,
      `/pages/viewpreviousversions.action?pageId=${id}`,
      `/pages/viewinfo.action?pageId=${id}`,
      `/pages/viewpageattachments.action?pageId=${id}`,
      '/',
      `/rest/api/content/${id}?expand=body.view,body.export_view`,
      `/rest/com.atlassian.confluence.contributors/1.0/contributors?pageId=${id}&spaceKey=PRO`,
      `/rest/oxbow/1.0/content/${id}/comments`,
      '/administrators.action',
    ]
    const linked = async (client: HttpClient) => {
      const found: string[] = []
      for (const path of paths()) {
        const reply = await client.with({ accept: 'text/html, application/json' }).get(path)
        expect(reply.status, path).toBe(200)
        if (reply.text.includes(LINK)) found.push(path)
      }
      return found
    }

    beforeAll(async () => {
      writer = (await person(wiki(), 'writer')).client
      reader = (await person(wiki(), 'reader')).client
      await wiki().admin.post('/rest/api/space', { key: 'PRO', name: 'Profiles' })
      const text = `<p>By <ac:link><ri:user ri:username="writer" /></ac:link></p>
      <ac:structured-macro ac:name="contributors"></ac:structured-macro>
      <ac:structured-macro ac:name="content-report-table"><ac:parameter ac:name="labels">told</ac:parameter></ac:structured-macro>`
      const made = await writer.post('/rest/api/content', {
        type: 'page',
        title: 'Signed',
        space: { key: 'PRO' },
        ...storage(text),
      })
      id = made.json.id as string
      await writer.post(`/rest/api/content/${id}/label`, [{ prefix: 'global', name: 'told' }])
      await writer.post('/rest/api/content', {
        type: 'comment',
        container: { id, type: 'page' },
        ...storage('<p>Mine</p>'),
      })
      const form = new FormData()
      form.set('file', new Blob(['x']), 'x.txt')
      await writer.send('POST', `/rest/api/content/${id}/child/attachment`, form, { 'x-atlassian-token': 'no-check' })
    })

    it('are shown to who may view profiles', async () => {
      expect(await linked(reader)).toEqual(paths().filter(path => path !== '/administrators.action'))
    })

    it('are not shown to others, who still read the names; everybody keeps the way to their own', async () => {
      expect((await wiki().admin.put(`${GROUP}/revoke`, [VIEW_USERS])).status).toBe(204)
      expect(await linked(reader)).toEqual([])
      expect((await reader.get('/rest/api/user?username=writer')).status).toBe(403)
      expect((await reader.with({ accept: 'text/html' }).get(paths()[0] ?? '')).text).toMatch(
        /Created by <span class="author"><span class="fn">[^<]+<\/span>/,
      )
      // The first viewer decides nothing for the next ones.
      for (let times = 0; times < 2; times++) {
        expect(await linked(wiki().admin)).toHaveLength(paths().length - 1)
        expect(await linked(reader)).toEqual([])
      }
      expect(await linked(writer)).toContain(paths()[0])
      expect((await wiki().admin.put(`${GROUP}/grant`, [VIEW_USERS])).status).toBe(204)
      expect(await linked(reader)).toHaveLength(paths().length - 1)
    })
  },
)
