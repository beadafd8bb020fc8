import { globSync, readFileSync } from 'node:fs'
import { afterEach, expect, it } from 'vitest'
import { apiErrorFrom } from '#platform/web/api-error.ts'
import { startI18n } from '#platform/web/i18n.ts'
import { ADMIN, onEachEngine, type HttpClient, type HttpReply } from '#platform/server/testing/harness.ts'
import { outsider, person } from '#features/spaces/testing/people.ts'
import { features } from '../../server.ts'

const root = new URL('../../', import.meta.url)
/** Of all features, as the browser gets them. */
const textsOf = (language: string) =>
  Object.assign(
    {},
    ...globSync(`**/i18n/${language}.json`, { cwd: root }).map(
      file => JSON.parse(readFileSync(new URL(file, root), 'utf8')) as unknown,
    ),
  ) as Record<string, string>

/** Words that no person should have to read: fields, ids, names of rights, and the words of schemas. */
const FOR_PROGRAMS =
  /^[\w.]+: |ContentId|[{}]|\bid:? ?\d|[<>]=|expected |received |\w+:space\b|data:|XSRF|version\.number|was refused \(/

onEachEngine(
  'what the dialogs of pages and spaces are refused',
  () => features,
  wiki => {
    afterEach(() => startI18n('en'))

    it('is a sentence in the language of the reader', async () => {
      const { admin } = wiki()
      const ada = await person(wiki(), 'ada')
      const guest = await outsider(wiki(), 'guest')
      for (const key of ['DOCS', 'MORE', 'ARCH']) await admin.post('/rest/api/space', { key, name: key })
      const change = (
        client: HttpClient,
        key: string,
        what: 'grant' | 'revoke',
        who: { userKey: string },
        operations: readonly (readonly [string, string])[],
      ) =>
        client.put(
          `/rest/api/space/${key}/permissions/user/${who.userKey}/${what}`,
          operations.map(([operationKey, targetType]) => ({ operationKey, targetType })),
        )
      for (const granted of [
        await change(admin, 'DOCS', 'grant', guest, [['read', 'space']]),
        await change(admin, 'DOCS', 'grant', ada, [['restrict_content', 'space']]),
        await ada.client.post('/rest/api/space', { key: 'LAST', name: 'Last' }),
      ])
        expect(granted.status, granted.text).toBeLessThan(300)
      const create = async (title: string, more: object = {}) => {
        const reply = await admin.post('/rest/api/content', { type: 'page', title, space: { key: 'DOCS' }, ...more })
        expect(reply.status, reply.text).toBe(200)
        return reply.json.id as string
      }
      const page = await create('Page')
      const below = await create('Below', { ancestors: [{ id: page }] })
      const gone = await create('Gone')
      await create('Page', { space: { key: 'MORE' } })
      await admin.delete(`/rest/api/content/${gone}`)
      await admin.put('/rest/api/space/ARCH/archive')

      const restrict = (client: HttpClient, id: string, subjects: object, operation = 'read') =>
        client.put(`/rest/api/content/${id}/restriction`, [
          { operation, restrictions: { user: [], group: [], ...subjects } },
        ])
      const copy = (client: HttpClient, id: string, body: object) =>
        client.post(`/rest/oxbow/1.0/content/${id}/copy`, body)
      const move = (client: HttpClient, id: string, position: string, target: string) =>
        client.put(`/rest/api/content/${id}/move/${position}/${target}`)
      const toTop = (id: string, spaceKey: string) =>
        admin.send(
          'POST',
          '/pages/movepage.action',
          new URLSearchParams({ pageId: id, spaceKey, position: 'topLevel' }),
          { 'x-atlassian-token': 'no-check' },
        )
      const rename = (version: number, title: string, ancestors?: object[]) =>
        admin.put(`/rest/api/content/${page}`, {
          type: 'page',
          title,
          version: { number: version },
          ...(ancestors && { ancestors }),
        })
      const long = 'x'.repeat(300)
      const refused: Record<string, () => Promise<HttpReply>> = {
        'moved below itself': () => move(admin, page, 'append', below),
        'moved below what was deleted': () => move(admin, page, 'append', gone),
        'moved after it was deleted': () => move(admin, gone, 'append', page),
        'moved without permission': () => move(guest.client, below, 'before', page),
        'moved to a space that has its title': () => toTop(page, 'MORE'),
        'moved to an archived space': () => toTop(page, 'ARCH'),
        'moved to a space that is gone': () => toTop(page, 'NONE'),
        'copied after it was deleted': () => copy(admin, gone, {}),
        'copied below what was deleted': () => copy(admin, page, { parentId: Number(gone) }),
        'copied with a long title': () => copy(admin, page, { title: long }),
        'copied without permission': () => copy(guest.client, page, {}),
        'copied to an archived space': () => copy(admin, page, { spaceKey: 'ARCH' }),
        'deleted twice': () => admin.delete(`/rest/api/content/${gone}`),
        'deleted without permission': () => guest.client.delete(`/rest/api/content/${page}`),
        'deleted with all below, without permission': () => guest.client.delete(`/rest/oxbow/1.0/content/${page}/tree`),
        'restored without permission': () =>
          guest.client.put(`/rest/api/content/${gone}?status=trashed`, {
            type: 'page',
            title: 'Gone',
            status: 'current',
            version: { number: 2 },
          }),
        'saved without a title': () => rename(2, ' '),
        'saved with a long title': () => rename(2, long),
        'saved over a newer version': () => rename(1, 'Page'),
        'saved below what was deleted': () => rename(2, 'Page', [{ id: gone }]),
        'created with a title that is taken': () =>
          admin.post('/rest/api/content', { type: 'page', title: 'Page', space: { key: 'DOCS' } }),
        'created without permission': () =>
          guest.client.post('/rest/api/content', { type: 'page', title: 'Mine', space: { key: 'DOCS' } }),
        'restricted to somebody who is gone': () =>
          restrict(admin, page, { user: [{ type: 'known', username: 'nobody' }] }),
        'restricted to a group that is gone': () =>
          restrict(admin, page, { group: [{ type: 'group', name: 'nobodies' }] }),
        'restricted to others for viewing': () =>
          restrict(ada.client, page, { user: [{ type: 'known', username: ADMIN.username }] }),
        'restricted to others for editing': () =>
          restrict(ada.client, page, { user: [{ type: 'known', username: ADMIN.username }] }, 'update'),
        'restricted after it was deleted': () => restrict(admin, gone, {}),
        'restricted without permission': () => restrict(guest.client, page, {}),
        'restricted to too many': () =>
          restrict(admin, page, { user: Array.from({ length: 1001 }, () => ({ type: 'known', username: 'ada' })) }),
        'answered where the comment was deleted': () =>
          admin.post('/rest/api/content', {
            type: 'comment',
            container: { id: page, type: 'page' },
            ancestors: [{ id: '4711' }],
            body: { storage: { value: '<p>x</p>', representation: 'storage' } },
          }),
        'a space with a key that is taken': () => admin.post('/rest/api/space', { key: 'DOCS', name: 'Docs' }),
        'a space with a key that is none': () => admin.post('/rest/api/space', { key: 'A B', name: 'Docs' }),
        'a space with a long name': () => admin.post('/rest/api/space', { key: 'NEW', name: long }),
        'a space without a name': () => admin.post('/rest/api/space', { key: 'NEW', name: '' }),
        'a space with a long description': () =>
          admin.put('/rest/api/space/DOCS', {
            description: { plain: { value: 'x'.repeat(100_000), representation: 'plain' } },
          }),
        'a space without permission': () => guest.client.post('/rest/api/space', { key: 'NEW', name: 'New' }),
        'a space that nobody administers': () => change(ada.client, 'LAST', 'revoke', ada, [['administer', 'space']]),
        'a space that is gone': () => admin.put('/rest/api/space/NONE', { name: 'None' }),
        'a space of others': () => guest.client.put('/rest/api/space/DOCS', { name: 'Mine' }),
        'a logo that is none': () =>
          admin.post('/rest/ia/1.0/space/setLogo', {
            spaceKey: 'DOCS',
            spaceName: 'Docs',
            logoDataURI: 'data:text/plain,x',
          }),
        'a logo that is broken': () =>
          admin.post('/rest/ia/1.0/space/setLogo', {
            spaceKey: 'DOCS',
            spaceName: 'Docs',
            logoDataURI: 'data:image/png;base64,AAAA',
          }),
        'a form of another time': () =>
          admin.send(
            'POST',
            '/pages/movepage.action',
            new URLSearchParams({ pageId: page, spaceKey: 'DOCS', position: 'topLevel' }),
          ),
      }
      const shown: Record<string, { en: string; de: string }> = {}
      for (const [name, call] of Object.entries(refused)) {
        const { status, text } = await call()
        expect(status, `${name}: ${text}`).toBeGreaterThanOrEqual(400)
        expect(status, `${name}: ${text}`).toBeLessThan(500)
        const inLanguage = async (language: string) => {
          await startI18n(language, { [`${language}.json`]: async () => textsOf(language) })
          return apiErrorFrom(status, text).message
        }
        shown[name] = { en: await inLanguage('en'), de: await inLanguage('de') }
      }
      const names = Object.keys(shown)
      expect(names.length).toBeGreaterThan(35)
      for (const language of ['en', 'de'] as const) {
        expect(
          names
            .filter(name => FOR_PROGRAMS.test(shown[name]?.[language] ?? ''))
            .map(name => [name, shown[name]?.[language]]),
        ).toEqual([])
      }
      expect(names.filter(name => shown[name]?.en === shown[name]?.de).map(name => [name, shown[name]?.en])).toEqual([])
    })

    it.each([
      '/pages/viewpage.action?pageId=4711',
      '/pages/viewinfo.action?pageId=4711',
      '/pages/viewpreviousversions.action?pageId=4711',
      '/pages/copypage.action?idOfPageToCopy=4711',
      '/pages/movepage.action?pageId=4711',
      '/pages/removepage.action?pageId=4711',
      '/display/NONE/Page',
      '/spaces/viewspacesummary.action?key=NONE',
    ])('is said in words for people on the document of %s', async path => {
      for (const language of ['en', 'de']) {
        const { status, text } = await wiki().admin.send('GET', path, undefined, {
          accept: 'text/html',
          'accept-language': language,
        })
        expect(status).toBe(404)
        const said = /<div class="ox-notice"><h1>([^<]+)<\/h1><p>([^<]+)<\/p>/.exec(text)?.slice(1) ?? []
        expect(said).toHaveLength(2)
        expect(said.filter(words => FOR_PROGRAMS.test(words))).toEqual([])
        expect(said.every(words => /verschoben|gefunden/.test(words))).toBe(language === 'de')
      }
    })
  },
)
