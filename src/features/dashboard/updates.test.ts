import { beforeAll, expect, it } from 'vitest'
import { onEachEngine, type HttpClient } from '#platform/server/testing/harness.ts'
import { person } from '#features/spaces/testing/people.ts'
import { features } from '../../server.ts'
import type { ChangeSet } from './contract.ts'

const PATH = '/rest/dashboardmacros/1.0/updates'
/** As old dashboards ask: every field, most of them empty. */
const FIELDS = {
  maxResults: '40',
  tab: 'all',
  showProfilePic: 'true',
  labels: '',
  spaces: '',
  users: '',
  types: '',
  category: '',
  spaceKey: '',
}

onEachEngine(
  'recent changes for old dashboards',
  () => features,
  wiki => {
    let writer: HttpClient
    let reader: HttpClient
    const ask = async (client: HttpClient, fields: Partial<typeof FIELDS> = {}) =>
      (await client.get(`${PATH}.json?${new URLSearchParams({ ...FIELDS, ...fields })}`)).json.changeSets as ChangeSet[]
    const titles = (sets: ChangeSet[]) => sets.map(set => set.recentUpdates.map(update => update.title))

    beforeAll(async () => {
      const { admin } = wiki()
      await admin.post('/rest/api/space', { key: 'UPD', name: 'Updates' })
      await admin.post('/rest/api/space/_private', { key: 'SEC', name: 'Secret' })
      writer = (await person(wiki(), 'writer')).client
      reader = (await person(wiki(), 'reader')).client
      const create = async (client: HttpClient, type: string, title: string, key: string) => {
        const reply = await client.post('/rest/api/content', { type, title, space: { key } })
        expect(reply.status, reply.text).toBe(200)
        return reply.json.id as string
      }
      await create(admin, 'page', 'First', 'UPD')
      await create(writer, 'page', 'Second', 'UPD')
      const third = await create(writer, 'page', 'Third', 'UPD')
      await create(admin, 'blogpost', 'Post', 'UPD')
      await create(admin, 'page', 'Hidden', 'SEC')
      await admin.post(`/rest/api/content/${third}/label`, [{ prefix: 'global', name: 'marked' }])
    })

    it('are grouped by who changed them, last first', async () => {
      const sets = await ask(reader)
      expect(titles(sets)).toEqual([['Post'], ['Third', 'Second'], ['First', 'Updates Home']])
      expect(sets.map(set => set.modifier.userName)).toEqual(['admin', 'writer', 'admin'])
      expect(sets[1]?.recentUpdates[0]).toMatchObject({
        spaceName: 'Updates',
        contentType: 'page',
        urlPath: '/display/UPD/Third',
        friendlyUpdateTime: expect.any(String) as string,
      })
      expect(sets[1]?.recentUpdates[0]?.lastModificationDate).toBeGreaterThan(Date.UTC(2020))
      expect(sets[1]?.profilePictureInfo.downloadPath).toMatch(/^\//)
    })

    it('hold to what was asked, by form as by address', async () => {
      expect(titles(await ask(reader, { maxResults: '2' }))).toEqual([['Post'], ['Third']])
      expect(titles(await ask(reader, { types: 'blogpost' }))).toEqual([['Post']])
      expect(titles(await ask(reader, { labels: 'marked' }))).toEqual([['Third']])
      expect(titles(await ask(wiki().admin, { spaceKey: 'SEC' }))).toEqual([['Hidden', 'Secret Home']])
      expect(titles(await ask(wiki().admin, { spaces: 'UPD,SEC', maxResults: '1' }))).toEqual([['Hidden']])
      const form = await reader.send('POST', `${PATH}.json`, new URLSearchParams({ ...FIELDS, types: 'blogpost' }))
      expect([form.status, titles(form.json.changeSets as ChangeSet[])]).toEqual([200, [['Post']]])
    })

    it('tell nothing of what their reader may not see', async () => {
      expect(JSON.stringify(await ask(reader, { spaceKey: 'SEC' }))).not.toContain('Hidden')
      expect((await wiki().anonymous.get(PATH)).status).toBe(401)
      expect((await reader.get(`${PATH}?spaces=${encodeURIComponent('") or type = "page')}`)).text).not.toContain(
        'Hidden',
      )
      expect((await reader.get(`${PATH}?spaces=${Array.from({ length: 51 }, (_, i) => `S${i}`).join()}`)).status).toBe(
        400,
      )
    })
  },
)
