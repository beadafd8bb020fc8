import { beforeAll, describe, expect, it } from 'vitest'
import { Browser } from '#platform/server/testing/browser.ts'
import { ADMIN, onEachEngine } from '#platform/server/testing/harness.ts'
import { SETTINGS_ALIASES, SETTINGS_AREAS } from './settings-areas.ts'
import { accountsFeature } from './server/index.ts'

const PASSWORD = 'a long enough one'

onEachEngine(
  'screens of accounts',
  () => [accountsFeature],
  wiki => {
    beforeAll(async () => {
      await wiki().addUser('ada', { fullName: 'Ada <i>Lovelace</i>', password: PASSWORD })
      await wiki().addUser('bob', { password: PASSWORD })
      for (const name of ['writers', 'Writers of tests', 'admins'])
        await wiki().admin.post('/rest/api/admin/group', { name })
      await wiki().admin.put('/rest/api/user/ada/group/writers')
    })

    it('shows a profile as a whole document, with its data for the browser', async () => {
      const browser = new Browser(wiki().url)
      await browser.login('bob', PASSWORD)
      const reply = await browser.get('/users/viewuserprofile.action?username=ada')
      expect(reply.status).toBe(200)
      expect(reply.text).toContain('<span id="title-text">Ada &lt;i&gt;Lovelace&lt;/i&gt;</span>')
      const data = JSON.parse(
        /<script type="application\/json" id="oxbow-data">(.*)<\/script>/.exec(reply.text)?.[1] ?? '',
      ) as { queries: { key: unknown[] }[] }
      expect(data.queries.map(query => query.key[0])).toEqual([
        'GET /rest/api/user',
        'GET /rest/oxbow/1.0/users/:userKey',
      ])
      // The e-mail address is for the user and administrators.
      expect(reply.text).not.toContain('ada@example.org')
    })

    it('answers 404 in the frame for nobody, and asks visitors to sign in', async () => {
      const reply = await wiki().admin.get('/users/viewuserprofile.action?username=nobody')
      expect([reply.status, reply.headers.get('content-type')]).toEqual([404, 'text/html;charset=UTF-8'])
      expect(reply.text).toContain('id="header"')
      const visitor = await wiki().anonymous.get('/users/viewuserprofile.action?username=ada')
      expect(visitor.headers.get('location')).toBe(
        '/login.action?os_destination=%2Fusers%2Fviewuserprofile.action%3Fusername%3Dada&permissionViolation=true',
      )
    })

    it('say whom to ask, to whoever may use the wiki [V2-10]', async () => {
      const reply = await wiki()
        .as('bob', PASSWORD)
        .send('GET', '/administrators.action', undefined, { accept: 'text/html' })
      expect(reply.status).toBe(200)
      expect(reply.text).toMatch(new RegExp(`<ul><li><a href="/display/~${ADMIN.username}">[^<]+</a></li></ul>`))
      expect((await wiki().anonymous.get('/administrators.action')).headers.get('location')).toMatch(/^\/login\.action/)
    })

    it('lead to the own picture, from its old address too [V2-05]', async () => {
      const reply = await wiki()
        .as('bob', PASSWORD)
        .send('GET', '/users/profile/editmyprofilepicture.action', undefined, { accept: 'text/html' })
      expect([reply.status, reply.headers.get('location')]).toEqual([302, '/users/viewmysettings.action'])
      expect((await wiki().as('bob', PASSWORD).get('/users/viewmysettings.action')).status).toBe(200)
      expect(
        (await wiki().anonymous.get('/users/profile/editmyprofilepicture.action')).headers.get('location'),
      ).toMatch(/^\/login\.action/)
    })

    describe('own settings', () => {
      it('open for whoever is signed in', async () => {
        const browser = new Browser(wiki().url)
        await browser.login('ada', PASSWORD)
        for (const { path } of SETTINGS_AREAS) {
          const reply = await browser.get(path)
          expect(reply.status, path).toBe(200)
          expect(reply.text).toContain('ada@example.org')
          expect(reply.headers.get('cache-control')).toBe('private, no-store')
          expect((await wiki().anonymous.get(path)).status, path).toBe(302)
        }
      })

      it('are found by the addresses of the old product', async () => {
        for (const [path, target] of Object.entries(SETTINGS_ALIASES)) {
          expect((await wiki().admin.get(path)).headers.get('location')).toBe(target)
        }
        expect((await wiki().admin.get('/users/viewmyprofile.action')).headers.get('location')).toBe(
          `/users/viewuserprofile.action?username=${ADMIN.username}`,
        )
      })
    })

    describe('groups for pickers', () => {
      it('are found by how their name begins, with their members counted', async () => {
        const { json } = await wiki().admin.get('/rest/oxbow/1.0/groups?query=WRIT')
        expect(json).toMatchObject({
          results: [
            { name: 'writers', members: 1 },
            { name: 'Writers of tests', members: 0 },
          ],
          start: 0,
          limit: 20,
          size: 2,
        })
        expect((await wiki().admin.get('/rest/oxbow/1.0/groups?query=iters')).json.results).toEqual([])
      })

      it('come in pages', async () => {
        const first = await wiki().admin.get('/rest/oxbow/1.0/groups?limit=2')
        expect(first.json.size).toBe(2)
        const rest = await wiki().admin.get(first.json._links.next as string)
        const names = [...first.json.results, ...rest.json.results].map((group: { name: string }) => group.name)
        expect(names).toEqual(['admins', 'confluence-administrators', 'confluence-users', 'writers'])
      })

      it('are shown to whoever may see users', async () => {
        expect((await wiki().as('bob', PASSWORD).get('/rest/oxbow/1.0/groups')).status).toBe(200)
        expect((await wiki().anonymous.get('/rest/oxbow/1.0/groups')).status).toBe(401)
      })
    })
  },
)
