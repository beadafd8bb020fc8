import { expect, it } from 'vitest'
import { accountsFeature } from '#features/accounts/server/index.ts'
import { contentCoreFeature } from '#features/content-core/server/index.ts'
import { contentFeature } from '#features/content/server/index.ts'
import { onEachEngine } from '#platform/server/testing/harness.ts'
import { createSpace, spacesById, spacesFeature } from './server/index.ts'
import { onlyTheyCreateSpaces, openToAnonymous, person, spaceEvents } from './testing/people.ts'

const keys = (answer: { json: { results: { key: string }[] } }) => answer.json.results.map(space => space.key)

onEachEngine(
  'spaces over REST',
  () => [accountsFeature, spacesFeature, contentCoreFeature, contentFeature],
  wiki => {
    it('creates a space and shows it in the shape that clients know', async () => {
      const { admin, url } = wiki()
      const created = await admin.post('/rest/api/space', {
        key: 'DOC',
        name: '  Product   docs ',
        description: { plain: { value: 'All <about> it', representation: 'plain' } },
      })
      expect(created.status).toBe(200)
      const { id } = created.json
      expect(id).toBeTypeOf('number')
      const homepage = created.json._expandable.homepage
      expect(homepage).toMatch(/^\/rest\/api\/content\/\d+$/)
      expect(created.json).toEqual({
        id,
        key: 'DOC',
        name: 'Product docs',
        status: 'current',
        type: 'global',
        description: { plain: { value: 'All <about> it', representation: 'plain' }, _expandable: { view: '' } },
        _links: {
          webui: '/display/DOC',
          self: `${wiki().app.baseUrl}/rest/api/space/DOC`,
          collection: '/rest/api/space',
          base: wiki().app.baseUrl,
          context: '',
        },
        _expandable: { metadata: '', icon: '', homepage },
      })
      expect(url).toBeTruthy()
      // Spelling in another case finds it; the answer keeps the creator's.
      const found = await admin.get('/rest/api/space/doc?expand=description.view,icon,homepage,metadata,nonsense')
      expect(found.json).toMatchObject({
        id,
        key: 'DOC',
        description: { view: { value: 'All &lt;about&gt; it', representation: 'view' }, _expandable: { plain: '' } },
        icon: { width: 48, height: 48, isDefault: true },
        metadata: { _expandable: { labels: '' } },
        homepage: { type: 'page', status: 'current' },
        _expandable: {},
      })
      expect(homepage).toBe(`/rest/api/content/${found.json.homepage.id}`)
      const icon = await wiki().anonymous.get(found.json.icon.path)
      expect([icon.status, icon.headers.get('content-type'), icon.text.slice(0, 4)]).toEqual([
        200,
        'image/svg+xml',
        '<svg',
      ])
      expect(icon.headers.get('content-security-policy')).toMatch(/sandbox/)
      expect((await spaceEvents(wiki(), id))[0]).toEqual({
        kind: 'space.created',
        data: { key: 'DOC', name: 'Product docs', type: 'global' },
      })
    })

    it('refuses bad and taken keys and names with 400 and writes nothing', async () => {
      const { admin } = wiki()
      const before = (await admin.get('/rest/api/space?limit=1000')).json.size
      const attempts: [unknown, RegExp][] = [
        [{ key: 'doc', name: 'Again' }, /^A space already exists with key doc$/],
        [{ key: '', name: 'No key' }, /space key is required/],
        [{ key: 'has space', name: 'X' }, /^Invalid space key: has space/],
        [{ key: 'ümlaut', name: 'X' }, /^Invalid space key: ümlaut/],
        [{ key: 'A'.repeat(256), name: 'X' }, /at most 255 characters, this one has 256/],
        [{ key: 'NAMELESS', name: ' \n ' }, /space name is required/],
        [{ key: 'LONG', name: 'x'.repeat(256) }, /at most 255 characters/],
        [{ key: 'CTRL', name: 'a\u0001b' }, /control characters/],
        [{ key: 'TALE', name: 'x', description: { plain: { value: 'x'.repeat(10_001) } } }, /at most 10000 characters/],
        [{ key: '~nobody', name: 'X' }, /^Invalid space key: ~nobody.*no user nobody/],
        [{ name: 'Missing' }, /^body\.key/],
        [{ key: 7, name: 'Wrong type' }, /^body\.key/],
      ]
      for (const [body, message] of attempts) {
        const refused = await admin.post('/rest/api/space', body)
        expect([refused.status, refused.json.message]).toEqual([400, expect.stringMatching(message)])
      }
      // Forms show what is wrong with a field beside it.
      expect((await admin.post('/rest/api/space', { key: 'DOC', name: 'Again' })).json.data.errors).toEqual([
        {
          message: {
            key: 'A space already exists with key {{key}}',
            args: ['DOC'],
            translation: 'key: A space already exists with key DOC',
          },
          field: 'key',
        },
      ])
      expect((await admin.post('/rest/api/space')).status).toBe(400)
      expect((await admin.get('/rest/api/space?limit=1000')).json.size).toBe(before)
      const longest = await admin.post('/rest/api/space', { key: 'K'.repeat(255), name: 'L'.repeat(255) })
      expect([longest.status, longest.json?.message]).toEqual([200, undefined])
      expect((await admin.get(`/rest/api/space/${'k'.repeat(255)}`)).json.name).toBe('L'.repeat(255))
    })

    it('lets one of two who take the same key at once win', async () => {
      const { admin } = wiki()
      const answers = await Promise.all(
        [1, 2, 3].map(n => admin.post('/rest/api/space', { key: n === 2 ? 'race' : 'RACE', name: `Race ${n}` })),
      )
      expect(answers.map(answer => answer.status).toSorted((a, b) => a - b)).toEqual([200, 400, 400])
    })

    it('creates only for those who may, and a private space for its creator alone', async () => {
      const ada = await person(wiki(), 'ada')
      const bob = await person(wiki(), 'bob')
      await onlyTheyCreateSpaces(wiki(), ada)
      expect((await bob.client.post('/rest/api/space', { key: 'BOB', name: 'Bob' })).status).toBe(403)
      expect((await wiki().anonymous.post('/rest/api/space', { key: 'ANON', name: 'Anon' })).status).toBe(403)
      expect((await ada.client.post('/rest/api/space', { key: 'OPEN', name: 'Open' })).status).toBe(200)
      expect((await ada.client.post('/rest/api/space/_private', { key: 'HUSH', name: 'Hush' })).status).toBe(200)
      expect((await bob.client.get('/rest/api/space/OPEN')).status).toBe(200)
      const hidden = await bob.client.get('/rest/api/space/HUSH')
      const absent = await bob.client.get('/rest/api/space/GONE')
      expect(hidden.status).toBe(404)
      expect(hidden.json.message).toBe('No space found with key : HUSH')
      expect(hidden.text.replaceAll('HUSH', 'GONE')).toBe(absent.text)
      // The same holds for every call on it.
      for (const [method, path] of [
        ['PUT', ''],
        ['DELETE', ''],
        ['PUT', '/archive'],
        ['PUT', '/restore'],
        ['GET', '/permissions'],
        ['GET', '/property'],
        ['GET', '/property/x'],
        ['DELETE', '/property/x'],
        ['POST', '/property/x'],
        ['PUT', '/permissions/anonymous/grant'],
      ] as const) {
        const body = method === 'GET' || method === 'DELETE' ? undefined : path.endsWith('grant') ? [] : { value: 1 }
        const there = await bob.client.send(method, `/rest/api/space/HUSH${path}`, body)
        const nowhere = await bob.client.send(method, `/rest/api/space/GONE${path}`, body)
        expect([method, path, there.status]).toEqual([method, path, 404])
        expect(there.text.replaceAll('HUSH', 'GONE')).toBe(nowhere.text)
      }
      expect(keys(await bob.client.get('/rest/api/space?spaceKey=HUSH&spaceKey=OPEN'))).toEqual(['OPEN'])
      expect((await ada.client.get('/rest/api/space/HUSH')).json.key).toBe('HUSH')
      expect((await wiki().admin.get('/rest/api/space/HUSH')).json.key).toBe('HUSH')
    })

    it('makes personal spaces, one for each user', async () => {
      const cleo = await person(wiki(), 'cleo')
      const dora = await person(wiki(), 'dora')
      const own = await cleo.client.post('/rest/api/space/personal', { description: { plain: { value: 'Mine' } } })
      expect(own.json).toMatchObject({
        key: '~cleo',
        name: 'cleo Doe',
        type: 'personal',
        description: { plain: { value: 'Mine' } },
        _links: { webui: '/display/~cleo' },
      })
      expect((await cleo.client.post('/rest/api/space/personal')).status).toBe(409)
      expect((await cleo.client.post('/rest/api/space', { key: '~CLEO', name: 'x' })).json.message).toMatch(
        /already exists with key ~cleo/,
      )
      expect((await cleo.client.post('/rest/api/space', { key: '~dora', name: 'x' })).status).toBe(403)
      expect((await cleo.client.post('/rest/api/space', { key: '~nobody', name: 'x' })).status).toBe(403)
      expect((await cleo.client.post('/rest/api/admin/space/personal/dora', {})).status).toBe(403)
      expect((await wiki().anonymous.post('/rest/api/space/personal', {})).status).toBe(401)
      expect((await wiki().admin.post('/rest/api/admin/space/personal/nobody', {})).status).toBe(404)
      const given = await wiki().admin.post('/rest/api/admin/space/personal/dora', { isPrivate: true })
      expect(given.json).toMatchObject({ key: '~dora', type: 'personal' })
      expect((await wiki().admin.post('/rest/api/admin/space/personal/dora', {})).status).toBe(409)
      expect((await dora.client.put('/rest/api/space/~dora', { name: "Dora's den" })).json.name).toBe("Dora's den")
      expect((await cleo.client.get('/rest/api/space/~dora')).status).toBe(404)
      expect((await dora.client.get('/rest/api/space/~CLEO')).status).toBe(200)
      expect(keys(await wiki().admin.get('/rest/api/space?type=PERSONAL'))).toEqual(['~cleo', '~dora'])
      const details = await dora.client.get('/rest/oxbow/1.0/spaces/~cleo')
      expect(details.json).toMatchObject({
        owner: { username: 'cleo' },
        creator: { username: 'cleo' },
        permissions: expect.not.arrayContaining(['create:page']),
      })
    })

    it('takes the whole fetched object back, changed', async () => {
      const { admin } = wiki()
      await admin.post('/rest/api/space', { key: 'PUT', name: 'Put' })
      const page = await admin.post('/rest/api/content', {
        type: 'page',
        title: 'New home',
        space: { key: 'PUT' },
        body: { storage: { value: '<p/>', representation: 'storage' } },
      })
      const fetched = (await admin.get('/rest/api/space/PUT?expand=homepage,description,icon,metadata')).json
      const home = (await admin.get(`/rest/api/content/${page.json.id}`)).json
      const changed = await admin.put('/rest/api/space/PUT', {
        ...fetched,
        name: 'Renamed',
        type: 'personal',
        id: 1,
        status: 'archived',
        homepage: home,
      })
      expect(changed.status).toBe(200)
      expect(changed.json).toMatchObject({
        id: fetched.id,
        key: 'PUT',
        name: 'Renamed',
        type: 'global',
        status: 'current',
        homepage: { id: page.json.id },
      })
      expect((await admin.get('/rest/api/space/PUT')).json._expandable.homepage).toBe(
        `/rest/api/content/${page.json.id}`,
      )
      const described = await admin.put('/rest/api/space/PUT', {
        description: { plain: { value: 'Words', representation: 'plain' } },
      })
      expect(described.json).toMatchObject({ name: 'Renamed', description: { plain: { value: 'Words' } } })
      // Nothing new: nothing happens.
      await admin.put('/rest/api/space/PUT', described.json)
      const events = await spaceEvents(wiki(), fetched.id)
      expect(events.map(event => event.kind)).toEqual(['space.created', 'space.updated', 'space.updated'])
      expect(events[1]?.data).toEqual({
        key: 'PUT',
        changed: ['name', 'home_page_id'],
        oldName: 'Put',
        name: 'Renamed',
      })
    })

    it('refuses a home page elsewhere, another key and an empty name', async () => {
      const { admin } = wiki()
      const elsewhere = (await admin.get('/rest/api/space/DOC?expand=homepage')).json.homepage.id
      for (const body of [
        { homepage: { id: elsewhere } },
        { homepage: { id: 999_999 } },
        { homepage: { id: 'x' } },
        { key: 'OTHER' },
        { name: ' ' },
      ]) {
        expect([body, (await admin.put('/rest/api/space/PUT', body)).status]).toEqual([body, 400])
      }
      const bob = wiki().as('bob', 'correct horse battery')
      expect((await bob.put('/rest/api/space/PUT', { name: 'Mine' })).status).toBe(403)
      expect((await wiki().anonymous.put('/rest/api/space/PUT', { name: 'Mine' })).status).toBe(401)
      expect((await admin.get('/rest/api/space/PUT')).json.name).toBe('Renamed')
    })

    it('archives and restores', async () => {
      const { admin } = wiki()
      expect((await admin.put('/rest/api/space/PUT/archive')).status).toBe(204)
      expect((await admin.put('/rest/api/space/put/archive')).status).toBe(204)
      expect((await admin.get('/rest/api/space/PUT')).json.status).toBe('archived')
      expect(keys(await admin.get('/rest/api/space?status=archived'))).toEqual(['PUT'])
      expect(keys(await admin.get('/rest/api/space?status=current'))).not.toContain('PUT')
      expect(keys(await admin.get('/rest/api/space'))).toContain('PUT')
      expect((await admin.put('/rest/api/space/PUT/restore')).status).toBe(204)
      expect((await admin.get('/rest/api/space/PUT')).json.status).toBe('current')
      const id = (await admin.get('/rest/api/space/PUT')).json.id
      const kinds = (await spaceEvents(wiki(), id)).map(event => event.kind)
      expect(kinds.slice(-2)).toEqual(['space.archived', 'space.restored'])
    })

    it('lists page by page with links that a client can follow', async () => {
      const { admin } = wiki()
      const all = keys(await admin.get('/rest/api/space?limit=1000'))
      expect(all.length).toBeGreaterThan(4)
      expect(all).toEqual(all.toSorted((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1)))
      const seen: string[] = []
      let path: string | undefined = '/rest/api/space?limit=2&expand=icon'
      while (path) {
        const page = await admin.get(path)
        expect(page.json.size).toBe(page.json.results.length)
        expect(page.json.results.every((space: { icon?: unknown }) => space.icon)).toBe(true)
        seen.push(...keys(page))
        path = page.json._links.next
        if (path) expect(path).toMatch(/^\/rest\/api\/space\?limit=2&expand=icon&start=\d+$/)
      }
      expect(seen).toEqual(all)
      expect((await admin.get('/rest/api/space?limit=99999')).json.limit).toBe(1000)
    })

    it('filters by keys, ids and kind', async () => {
      const { admin } = wiki()
      const doc = (await admin.get('/rest/api/space/DOC')).json.id
      expect(keys(await admin.get('/rest/api/space?spaceKey=doc&spaceKey=PUT&spaceKey=NONE'))).toEqual(['DOC', 'PUT'])
      expect(keys(await admin.get('/rest/api/space?spaceKeys=doc,PUT'))).toEqual(['DOC', 'PUT'])
      expect(keys(await admin.get(`/rest/api/space?spaceId=${doc}&type=global`))).toEqual(['DOC'])
      expect(keys(await admin.get(`/rest/api/space?spaceIds=${doc}&type=personal`))).toEqual([])
      expect((await admin.get('/rest/api/space?spaceId=x')).status).toBe(400)
      expect((await admin.get('/rest/api/space?type=odd')).status).toBe(400)
    })

    it('shows anonymous visitors what is granted to them, and nothing while they may not use the wiki', async () => {
      const { admin, anonymous } = wiki()
      await admin.put('/rest/api/space/DOC/permissions/anonymous/grant', [
        { targetType: 'space', operationKey: 'read' },
      ])
      expect((await anonymous.get('/rest/api/space/DOC')).status).toBe(404)
      await openToAnonymous(wiki())
      expect((await anonymous.get('/rest/api/space/DOC')).json.key).toBe('DOC')
      expect(keys(await anonymous.get('/rest/api/space'))).toEqual(['DOC'])
      expect((await anonymous.get('/rest/api/space/PUT')).status).toBe(404)
      expect((await anonymous.delete('/rest/api/space/DOC')).status).toBe(401)
    })

    it('serves the services of other features', async () => {
      const { app } = wiki()
      const space = await createSpace(app.systemContext(), { key: 'SYS', name: 'System made' })
      expect(space.home_page_id).not.toBeNull()
      expect([...(await spacesById(app, [space.id, space.id, 987_654])).values()].map(found => found.key)).toEqual([
        'SYS',
      ])
      expect(await spacesById(app, [])).toEqual(new Map())
      const eve = await person(wiki(), 'eve')
      const own = await createSpace(app.systemContext(), {
        key: '~eve',
        name: "Eve's",
        type: 'personal',
        ownerId: eve.id,
      })
      expect(own).toMatchObject({ key: '~eve', name: "Eve's", type: 'personal', owner_id: eve.id, creator_id: eve.id })
      expect((await eve.client.put('/rest/api/space/~eve', { name: 'Mine' })).status).toBe(200)
      for (const [bad, message] of [
        [{ key: '~adam', name: 'x', type: 'personal', ownerId: eve.id }, /has the key ~eve/],
        [{ key: '~adam', name: 'x', type: 'personal' }, /made for a user/],
      ] as const)
        await expect(createSpace(app.systemContext(), bad)).rejects.toThrow(message)
    })
  },
)
