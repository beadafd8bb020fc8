import { beforeAll, expect, it } from 'vitest'
import { onEachEngine, type HttpClient } from '#platform/server/testing/harness.ts'
import { outsider } from '#features/spaces/testing/people.ts'
import { features } from '../../server.ts'
import { truncated } from './shared.ts'

const APPSWITCHER = '/rest/menu/latest/appswitcher'
const APPS = '/rest/custom-apps/1.0/customapps'
const JIRA_ID = '11111111-2222-4333-8444-555555555555'

it('a text of the dialog is cut at 210 characters, where there is a space', () => {
  expect(truncated('a'.repeat(210))).toBe('a'.repeat(210))
  expect(truncated('a'.repeat(211))).toBe(`${'a'.repeat(210)}…`)
  expect(truncated(`${'a'.repeat(200)} ${'b'.repeat(20)}`)).toBe(`${'a'.repeat(200)}…`)
})

onEachEngine(
  'the app switcher',
  () => features,
  wiki => {
    let reader: HttpClient
    beforeAll(async () => {
      reader = await wiki().addUser('ada')
      const { admin } = wiki()
      await admin.post('/rest/api/space', { key: 'APPS', name: 'Space of apps' })
      await admin.put('/rest/applinks/1.0/applicationlink', {
        id: JIRA_ID,
        name: 'Our Jira',
        typeId: 'jira',
        rpcUrl: 'http://jira.internal',
        displayUrl: 'https://jira.example.org',
      })
    })
    const linksFor = async (who: HttpClient) => (await who.get(APPSWITCHER)).json as { key: string; link: string }[]

    it('lists the wiki and linked applications for every user [P7.2-02]', async () => {
      expect(await linksFor(reader)).toEqual([
        {
          key: 'home',
          link: `${wiki().app.baseUrl}/`,
          label: 'Oxbow',
          local: true,
          self: true,
          applicationType: 'confluence',
        },
        {
          key: JIRA_ID,
          link: 'https://jira.example.org',
          label: 'Our Jira',
          local: false,
          self: false,
          applicationType: 'jira',
        },
      ])
      expect((await wiki().anonymous.get(APPSWITCHER)).status).toBe(401)
    })

    it('suggests applications, until the user wants none [P3-10] [P7.2-03]', async () => {
      const suggestions = async () =>
        (await reader.get(`${APPSWITCHER}?expand=suggestions`)).json.suggestions as object[]
      const about = expect.any(String) as string
      expect(await suggestions()).toEqual(
        ['jira', 'confluence', 'bamboo'].map(appName => ({
          appName,
          appDesc: about,
          discoveryUrl: `https://www.atlassian.com/software/${appName}`,
          billingSystemDiscoveryUrl: `/plugins/servlet/applinks/listApplicationLinks?typeId=${appName}`,
        })),
      )
      const stored = await reader.put('/rest/menu/latest/userdata/', { key: 'key-no-thanks', value: 'true' })
      expect(stored.status).toBe(204)
      expect(await suggestions()).toEqual([])
      expect((await wiki().admin.get(`${APPSWITCHER}?expand=suggestions`)).json.suggestions).toHaveLength(3)
      expect((await wiki().anonymous.put('/rest/menu/latest/userdata/', { key: 'a', value: 'b' })).status).toBe(401)
    })

    it('leads administrators to the administration of each application [P7.2-01]', async () => {
      expect((await wiki().admin.get('/rest/menu/latest/admin')).json).toMatchObject([
        { key: 'home', link: `${wiki().app.baseUrl}/admin`, local: true },
        { key: JIRA_ID, link: 'https://jira.example.org/secure/admin', local: false },
      ])
      expect((await reader.get('/rest/menu/latest/admin')).status).toBe(403)
    })

    it('has the shortcuts of administrators, for the groups that they name', async () => {
      const { admin } = wiki()
      const add = async (input: object) => {
        const made = await admin.post(APPS, { displayName: 'Wages', url: 'https://wages.example.org', ...input })
        expect(made.status, made.text).toBe(201)
        return made.json.id as string
      }
      const id = await add({})
      const few = await add({ displayName: 'Secret', allowedGroups: ['confluence-administrators'] })
      const keys = async (who: HttpClient) => (await linksFor(who)).map(each => each.key)
      expect(await keys(reader)).toEqual(['home', JIRA_ID, `custom-${id}`])
      expect(await keys(admin)).toEqual(['home', JIRA_ID, `custom-${id}`, `custom-${few}`])
      await admin.put(`${APPS}/${id}`, { hide: true })
      await admin.put(`${APPS}/${JIRA_ID}`, { hide: true })
      expect(await keys(reader)).toEqual(['home'])
      expect((await admin.get(`${APPS}/list`)).json).toMatchObject([
        { id: JIRA_ID, hide: true, editable: false },
        { id, displayName: 'Wages', url: 'https://wages.example.org', hide: true, editable: true },
        { id: few, allowedGroups: ['confluence-administrators'] },
      ])
      await admin.put(`${APPS}/${JIRA_ID}`, { hide: false })
      expect((await admin.delete(`${APPS}/${id}`)).status).toBe(204)
      expect((await admin.delete(`${APPS}/${few}`)).status).toBe(204)
      expect((await admin.delete(`${APPS}/${id}`)).status).toBe(404)
      for (const url of ['javascript:alert(1)', '//elsewhere.example.org', 'data:text/html,x'])
        expect((await admin.post(APPS, { displayName: 'Bad', url })).status, url).toBe(400)
      expect((await reader.post(APPS, { displayName: 'Mine', url: '/x' })).status).toBe(403)
      expect((await reader.get(`${APPS}/list`)).status).toBe(403)
    })

    const LINKS = '/rest/custom-content-links/1.0/customcontentlinks/APPS'
    it('has related links of a space, put there by its administrators [P3-03] [P7.3-01]', async () => {
      const { admin } = wiki()
      const made = await admin.post(LINKS, {
        linkLabel: 'Board',
        linkUrl: 'https://board.example.org',
        description: 'Plans',
      })
      expect(made.status).toBe(201)
      const shortcuts = async () =>
        (await reader.get('/rest/project-shortcuts/1.0/local/APPS?entityType=confluence.space')).json as unknown
      const board = {
        link: 'https://board.example.org',
        label: 'Board',
        tooltip: 'https://board.example.org',
        description: 'Plans',
        self: false,
      }
      expect(await shortcuts()).toEqual({ shortcuts: [board] })
      const path = `${LINKS}/${made.json.id as string}`
      await admin.put(path, { linkLabel: 'The board', linkUrl: '/display/APPS' })
      expect(await shortcuts()).toMatchObject({ shortcuts: [{ label: 'The board', link: '/display/APPS' }] })
      expect((await admin.get(`${LINKS}/list`)).json).toMatchObject([{ linkLabel: 'The board' }])
      expect((await reader.get(`${LINKS}/list`)).status).toBe(403)
      expect((await reader.delete(path)).status).toBe(403)
      const screen = await admin.get('/plugins/servlet/custom-content-links-admin?entityKey=APPS')
      expect(screen.text, 'with the sidebar that the browser shows').toContain('id="ox-sidebar"')
      expect((await admin.delete(path)).status).toBe(204)
      expect(await shortcuts()).toEqual({ shortcuts: [] })
      expect((await reader.get('/rest/project-shortcuts/1.0/local/NONE')).status).toBe(404)
      expect((await wiki().anonymous.get('/rest/project-shortcuts/1.0/local/APPS')).status).toBe(401)
    })

    it('has what a space is linked with elsewhere, and the spaces of what is there [P7.3-02]', async () => {
      const { admin } = wiki()
      const entity = { applicationId: JIRA_ID, typeId: 'jira.project', key: 'OX', name: 'Oxen' }
      expect((await admin.put('/rest/applinks/1.0/entitylink/confluence.space/APPS', entity)).status).toBe(201)
      const remote = async (path: string) =>
        (await reader.get(`/rest/project-shortcuts/1.0/remote/${path}`)).json as unknown
      expect(await remote('APPS?entityType=confluence.space')).toEqual({
        shortcuts: [
          {
            link: 'https://jira.example.org/browse/OX',
            label: 'Oxen',
            tooltip: 'Our Jira',
            description: 'Jira project',
            self: false,
          },
        ],
      })
      const space = { shortcuts: [{ label: 'Space of apps', link: `${wiki().app.baseUrl}/display/APPS`, self: true }] }
      expect(await remote('OX?entityType=jira.project')).toMatchObject(space)
      expect(await remote('COW?entityType=jira.project')).toEqual({ shortcuts: [] })
      const { client } = await outsider(wiki(), 'guest')
      const hidden = await client.get('/rest/project-shortcuts/1.0/remote/OX?entityType=jira.project')
      expect(hidden.json).toEqual({ shortcuts: [] })
    })
  },
)
