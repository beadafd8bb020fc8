import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { Browser } from '#platform/server/testing/browser.ts'
import { onEachEngine, type HttpReply } from '#platform/server/testing/harness.ts'
import { approveJira, CLIENT, type FakeJira, linkJira, startFakeJira } from '#features/linked-apps/testing/fake-jira.ts'
import { person } from '#features/spaces/testing/people.ts'
import { features } from '../../server.ts'
import { ENTITY_TYPES, entityTypeOf, withScheme } from './shared.ts'

const ROOT = '/rest/applinks/1.0'
const TYPES = ['bamboo', 'stash', 'confluence', 'fecru', 'jira', 'refapp'] as const
const JIRA_ID = '11111111-2222-4333-8444-555555555555'
const ABSENT = '99999999-2222-4333-8444-555555555555'
const MANIFEST = 'GET /rest/applinks/1.0/manifest'

it('addresses that lack http get it prefixed [P5-10]', () => {
  expect(['example.org', 'http://example.org', 'https://example.org', ' example.org/x '].map(withScheme)).toEqual([
    'http://example.org',
    'http://example.org',
    'https://example.org',
    'http://example.org/x',
  ])
})

it('each type of application has the entity that it links [P3-12]', () => {
  expect(TYPES.map(entityTypeOf)).toEqual([
    'bamboo.project',
    'stash.project',
    'confluence.space',
    undefined,
    'jira.project',
    undefined,
  ])
  expect(ENTITY_TYPES).toEqual(['confluence.space', 'jira.project', 'bamboo.project', 'stash.project'])
})

onEachEngine(
  'application links',
  () => features,
  wiki => {
    let jira: FakeJira
    beforeAll(async () => {
      jira = await startFakeJira()
      await wiki().admin.post('/rest/api/space', { key: 'LINK', name: 'Linked space' })
    })
    afterAll(() => jira.close())
    beforeEach(async () => {
      Object.assign(jira, { failure: undefined, open: { [MANIFEST]: manifest() }, links: {} })
      await wiki().admin.put('/rest/oxbow/1.0/webhooks/allowed-hosts', { hosts: ['127.0.0.1'] })
      for (const { id } of await all()) await wiki().admin.delete(`${ROOT}/applicationlink/${id}`)
    })

    const manifest = (more: object = {}) => ({
      id: JIRA_ID,
      name: 'Their Jira',
      typeId: 'jira',
      url: jira.url,
      version: '9.12.0',
      buildNumber: 912000,
      applinksVersion: '8.0.2',
      inboundAuthenticationTypes: [],
      outboundAuthenticationTypes: [],
      publicSignup: false,
      ...more,
    })
    interface Link {
      id: string
      typeId: string
      isPrimary: boolean
    }
    const all = async () => (await wiki().admin.get(`${ROOT}/applicationlink`)).json.applicationLinks as Link[]
    const create = (typeId: string, rpcUrl: string, more: object = {}) =>
      wiki().admin.post(`${ROOT}/applicationlinkForm/createAppLink`, {
        applicationLink: { typeId, name: `Our ${typeId}`, rpcUrl, displayUrl: rpcUrl, isPrimary: false },
        username: '',
        password: '',
        createTwoWayLink: false,
        customRpcURL: false,
        rpcUrl: '',
        configFormValues: { trustEachOther: false, shareUserbase: false },
        ...more,
      })
    const linkedJira = async () => {
      const made = await create('jira', jira.url)
      expect(made.status, made.text).toBe(200)
      return made.json.applicationLink as Link
    }
    /** Someone nothing answers. */
    const nowhere = (name: string) => `http://127.0.0.1:9/${name}`

    it('of each type are created and listed [P1-01] [P1-04] [P3-11] [P7.8-01] [P7.8-02] [P7.8-05] [P7.8-19]', async () => {
      for (const type of TYPES) {
        const { status, json, text } = await create(type, nowhere(type))
        expect(status, text).toBe(200)
        expect(json).toMatchObject({ applicationLink: { typeId: type, rpcUrl: nowhere(type), isPrimary: true } })
        const ofType = await wiki().admin.get(`${ROOT}/applicationlink/type/${type}`)
        expect(ofType.json.applicationLinks.map((each: Link) => each.typeId)).toEqual([type])
      }
      expect((await all()).map(each => each.typeId)).toEqual([...TYPES].toSorted())
      expect((await wiki().admin.get(`${ROOT}/applicationlink/type/trello`)).status).toBe(400)
      for (const version of ['2.0', '3.0', 'latest'])
        expect(
          (await wiki().admin.get(`/rest/applinks/${version}/applicationlink`)).json.applicationLinks,
        ).toHaveLength(6)
    })

    it('have an id, name, addresses, type, primary flag and self link, as JSON and XML [P3-04] [P7.8-03]', async () => {
      const { id } = await linkedJira()
      const link = {
        id,
        name: 'Our jira',
        rpcUrl: jira.url,
        displayUrl: jira.url,
        typeId: 'jira',
        type: 'Jira',
        isPrimary: true,
        isSystem: false,
        link: [{ href: `${wiki().app.baseUrl}${ROOT}/applicationlink/${id}`, rel: 'self' }],
      }
      expect(id).toBe(JIRA_ID)
      expect(await all()).toEqual([link])
      expect((await wiki().admin.get(`${ROOT}/applicationlink/${id}`)).json).toEqual(link)
      const list = await wiki().admin.get(`${ROOT}/listApplicationlinks`)
      expect(list.json).toMatchObject({ list: [{ application: link, entityTypeIdStrings: ['jira.project'] }] })
      const xml = await wiki().admin.with({ accept: 'application/xml' }).get(`${ROOT}/listApplicationlinks`)
      expect(xml.headers.get('content-type')).toContain('application/xml')
      expect(xml.text).toContain(`<application><id>${id}</id><typeId>jira</typeId>`)
      expect(xml.text).toContain(`<link href="${link.link[0]?.href}" rel="self"/>`)
    })

    it('are for administrators, and kept from everybody else', async () => {
      const { id } = await linkedJira()
      const { client } = await person(wiki(), `reader-${wiki().engine}`)
      for (const [who, status] of [
        [client, 403],
        [wiki().anonymous, 401],
      ] as const) {
        for (const path of [
          'applicationlink',
          'listApplicationlinks',
          `status/${id}`,
          `manifest/${id}`,
          `entities/${id}`,
        ])
          expect((await who.get(`${ROOT}/${path}`)).status, path).toBe(status)
        const input = { typeId: 'jira', name: 'Mine', rpcUrl: nowhere('mine') }
        expect((await who.put(`${ROOT}/applicationlink`, input)).status).toBe(status)
        expect((await who.delete(`${ROOT}/applicationlink/${id}`)).status).toBe(status)
        expect((await who.get(`${ROOT}/applicationlinkForm/manifest.json?url=${jira.url}`)).status).toBe(status)
      }
      expect(await all()).toHaveLength(1)
    })

    it('are put: made with 201, changed with 200 and shown by GET [P7.8-26]', async () => {
      const input = { id: null, name: 'Docs', rpcUrl: nowhere('docs'), displayUrl: nowhere('docs'), typeId: 'generic' }
      const made = await wiki()
        .admin.with({ accept: 'application/xml' })
        .put('/rest/applinks/3.0/applicationlink', input)
      expect(made.status).toBe(201)
      const [, id = ''] = /<status-code>201<\/status-code>.*applicationlink\/([\w-]+)" rel="self"/.exec(made.text) ?? []
      const changed = { ...input, id, name: 'Documents', displayUrl: 'https://docs.example.org' }
      const reply = await wiki().admin.put(`${ROOT}/applicationlink`, changed)
      expect([reply.status, reply.json]).toEqual([200, { 'status-code': 200 }])
      expect((await wiki().admin.get(`${ROOT}/applicationlink/${id}`)).json).toMatchObject({
        name: 'Documents',
        displayUrl: 'https://docs.example.org',
        rpcUrl: nowhere('docs'),
      })
      expect((await wiki().admin.delete(`/rest/applinks/3.0/applicationlink/${id}`)).status).toBe(204)
    })

    it('tell their state, status, manifest and what hangs on them [P7.8-04] [P7.8-07] [P7.8-08] [P7.8-09] [P7.8-10]', async () => {
      const { id } = await linkedJira()
      const get = async (path: string) => (await wiki().admin.get(`${ROOT}/${path}`)).json
      expect(await get(`listApplicationlinkstates/id/${id}`)).toEqual({ appLinkState: 'OK' })
      expect(await get(`status/${id}`)).toMatchObject({ link: { id }, working: true, look: { isNewer: true } })
      jira.open[MANIFEST] = manifest({ buildNumber: 3999, auiVersion: '5.9.12' })
      expect((await get(`status/${id}`)).look).toEqual({ isNewer: false, isLibrarySupported: false })
      jira.open[MANIFEST] = manifest({ auiVersion: '5.9' })
      expect((await get(`status/${id}`)).look).toEqual({ isNewer: true })
      jira.open[MANIFEST] = manifest()
      expect(await get(`manifest/${id}.json`)).toEqual(manifest())
      expect(await get('manifest.json')).toMatchObject({ typeId: 'confluence', url: wiki().app.baseUrl })
      expect(await get(`applicationlinkInfo/id/${id}`)).toEqual({
        configuredAuthProviders: [],
        numConfiguredEntities: 0,
        hostEntityTypes: ['confluence.space'],
        remoteEntityTypes: ['jira.project'],
      })
      jira.open[MANIFEST] = manifest({ id: ABSENT })
      expect(await get(`listApplicationlinkstates/id/${id}`)).toEqual({ appLinkState: 'UPGRADED_TO_UAL' })
      await wiki().admin.put('/rest/oxbow/1.0/webhooks/allowed-hosts', { hosts: [] })
      jira.forget()
      expect(await get(`listApplicationlinkstates/id/${id}`)).toEqual({ appLinkState: 'OFFLINE' })
      expect(await get(`status/${id}`)).toMatchObject({ working: false, error: { category: 'NETWORK_ERROR' } })
      expect((await wiki().admin.get(`${ROOT}/manifest/${id}.json`)).status).toBe(502)
      expect(jira.requests).toEqual([])
      for (const path of ['status', 'manifest', 'applicationlinkInfo/id', 'listApplicationlinkstates/id'])
        expect((await wiki().admin.get(`${ROOT}/${path}/${ABSENT}`)).status, path).toBe(404)
    })

    it('are found by the manifest of an address [P7.8-06]', async () => {
      const fetched = (url: string) =>
        wiki().admin.get(`${ROOT}/applicationlinkForm/manifest.json?url=${encodeURIComponent(url)}`)
      expect((await fetched(jira.url)).json).toEqual(manifest())
      expect((await fetched(jira.url.replace('http://', ''))).json).toMatchObject({ id: JIRA_ID })
      expect((await fetched(nowhere('x'))).json).toMatchObject({ code: 'applinks.warning.unknown.host' })
      jira.open = {}
      jira.failure = { path: /manifest/, status: 404 }
      expect((await fetched(jira.url)).json).toMatchObject({ code: 'applinks.warning.no.manifest' })
      jira.failure = undefined
      jira.open = { [MANIFEST]: manifest() }
      await linkedJira()
      expect((await fetched(jira.url)).status).toBe(409)
      jira.open[MANIFEST] = manifest({ id: (await wiki().admin.get(`${ROOT}/manifest.json`)).json.id as string })
      expect((await fetched(jira.url)).json).toMatchObject({ message: ['This is the wiki itself'] })
      expect((await fetched('')).status).toBe(400)
      await wiki().admin.put('/rest/oxbow/1.0/webhooks/allowed-hosts', { hosts: [] })
      jira.forget()
      expect((await fetched(jira.url)).json.warning).toContain('is in the own network')
      expect(jira.requests).toEqual([])
    })

    it('are refused with what is wrong and the fields that it is about [P3-13]', async () => {
      const wrong = (await create('jira', nowhere('x'), {
        applicationLink: { typeId: 'trello', name: ' ', rpcUrl: 'ftp://files.example.org' },
      })) as HttpReply<{ message: string[]; fields: string[]; 'status-code': number }>
      expect(wrong.status).toBe(400)
      expect(wrong.json['status-code']).toBe(400)
      expect(wrong.json.fields.toSorted()).toEqual(['application-name', 'application-types', 'application-url'])
      expect(wrong.json.message).toHaveLength(3)
      const absent = await wiki().admin.get(`${ROOT}/applicationlink/${ABSENT}`)
      expect(absent.json).toMatchObject({ message: 'This application is not linked any more', fields: [] })
      const other = await create('bamboo', jira.url)
      expect(other.json).toMatchObject({ fields: ['application-types'] })
      await linkedJira()
      expect((await create('jira', jira.url)).json).toMatchObject({ fields: ['application-url'] })
      expect((await create('jira', nowhere('y'), { configFormValues: { trustEachOther: true } })).status).toBe(400)
      expect(await all()).toHaveLength(1)
    })

    it('are made by a type and an address alone [P7.8-18]', async () => {
      const path = `${ROOT}/applicationlinkForm/createStaticUrlAppLink?typeId=refapp`
      const made = await wiki().admin.post(`${path}&url=${encodeURIComponent(nowhere('ref'))}`)
      expect(made.json).toMatchObject({ applicationLink: { name: 'Reference Application', rpcUrl: nowhere('ref') } })
      expect((await all()).map(each => each.id)).toEqual([made.json.applicationLink.id])
      expect((await wiki().admin.post(path)).json).toMatchObject({ fields: ['application-url'] })
      // The first of a type is its primary one, and stays it.
      expect(made.json.applicationLink.isPrimary).toBe(true)
      const later = await wiki().admin.post(`${path}&url=${encodeURIComponent(nowhere('later'))}`)
      expect(later.json.applicationLink).toMatchObject({ rpcUrl: nowhere('later'), isPrimary: false })
      const primary = (await all()).filter(each => each.isPrimary).map(each => each.id)
      expect(primary).toEqual([made.json.applicationLink.id])
    })

    it('link the wiki there too, by the name and password of an administrator there [P7.8-20]', async () => {
      const details = (password: string) =>
        wiki().admin.post(`${ROOT}/applicationlinkForm/details`, {
          username: 'root',
          password,
          remoteUrl: jira.url,
          rpcUrl: wiki().url,
        })
      expect((await details('secret')).status).toBe(200)
      expect((await details('wrong')).json).toMatchObject({ fields: ['reciprocal-link-password'] })
      const both = { createTwoWayLink: true, username: 'root', customRpcURL: true, rpcUrl: 'http://wiki.internal' }
      expect((await create('jira', jira.url, { ...both, password: 'wrong' })).status).toBe(400)
      expect([jira.linked, await all()]).toEqual([[], []])
      expect((await create('jira', jira.url, { ...both, password: 'secret' })).status).toBe(200)
      const { json } = await wiki().admin.get(`${ROOT}/manifest.json`)
      expect(jira.linked).toMatchObject([{ id: json.id, typeId: 'confluence', rpcUrl: 'http://wiki.internal' }])
      jira.linked.length = 0
    })

    it('of a type have one that is primary [P7.8-21]', async () => {
      await create('jira', nowhere('one'))
      const second = (await create('jira', nowhere('two'))).json.applicationLink as Link
      const bamboo = (await create('bamboo', nowhere('three'))).json.applicationLink as Link
      expect(second.isPrimary).toBe(false)
      expect((await wiki().admin.post(`${ROOT}/applicationlink/primary/${second.id}`)).status).toBe(200)
      const primary = (await all()).filter(each => each.isPrimary).map(each => each.id)
      expect(primary.toSorted()).toEqual([second.id, bamboo.id].toSorted())
    })

    it('are relocated to where an application of their type answers, or with force [P7.8-22]', async () => {
      const { id } = (await create('jira', nowhere('old'))).json.applicationLink as Link
      const move = (url: string, force = false) =>
        wiki().admin.post(`${ROOT}/relocateApplicationlink/${id}?newUrl=${encodeURIComponent(url)}&nowarning=${force}`)
      const addressNow = async () => (await wiki().admin.get(`${ROOT}/applicationlink/${id}`)).json.rpcUrl as string
      expect((await move(nowhere('new'))).status).toBe(409)
      expect(await addressNow()).toBe(nowhere('old'))
      expect((await move(nowhere('new'), true)).status).toBe(204)
      expect(await addressNow()).toBe(nowhere('new'))
      jira.open[MANIFEST] = manifest({ typeId: 'bamboo' })
      expect((await move(jira.url)).status).toBe(400)
      jira.open[MANIFEST] = manifest()
      expect((await move(jira.url)).status).toBe(204)
      expect(await addressNow()).toBe(jira.url)
      expect((await wiki().admin.post(`${ROOT}/relocateApplicationlink/${ABSENT}?newUrl=x.example.org`)).status).toBe(
        404,
      )
    })

    it('that move lose their secret: no token goes to whom it was not given for', async () => {
      const { id } = await linkJira(wiki(), jira)
      const moved = `${ROOT}/relocateApplicationlink/${id}?newUrl=${encodeURIComponent(nowhere('x'))}&nowarning=true`
      expect((await wiki().admin.post(moved)).status).toBe(204)
      const path = '/rest/oxbow/1.0/linked-applications'
      expect((await wiki().admin.get(path)).json.results).toMatchObject([{ id, isConfigured: false, approvals: 0 }])
      const change = { name: 'Jira', rpcUrl: nowhere('x'), clientId: CLIENT.clientId }
      expect((await wiki().admin.put(`${path}/${id}`, change)).status).toBe(400)
      expect((await wiki().admin.put(`${path}/${id}`, { ...change, ...CLIENT })).json).toMatchObject({
        isConfigured: true,
      })
    })

    it('are never of an older kind, and no trust is without one [P7.8-16] [P7.8-23] [P7.8-24] [P7.8-31]', async () => {
      const { id } = await linkedJira()
      for (const kind of ['legacy', 'ual']) {
        expect((await wiki().admin.post(`${ROOT}/upgrade/${kind}/${id}`)).status).toBe(409)
        expect((await wiki().admin.post(`${ROOT}/upgrade/${kind}/${ABSENT}`)).status).toBe(404)
      }
      for (const path of ['orphaned-trust', 'orphaned-trust/'])
        expect((await wiki().admin.get(`${ROOT}/${path}`)).json).toEqual({ orphanedTrust: [] })
      expect((await wiki().admin.delete(`${ROOT}/orphaned-trust/OAUTH/1`)).status).toBe(404)
    })

    it('have features that are switched on and off [P7.8-28] [P7.8-32]', async () => {
      const path = `${ROOT}/features/V3_UI`
      const state = async () => (await wiki().admin.get(path)).json as unknown
      expect(await state()).toEqual({ V3_UI: false })
      expect((await wiki().admin.put(path)).json).toEqual({ V3_UI: true })
      expect(await state()).toEqual({ V3_UI: true })
      expect((await wiki().admin.delete(path)).status).toBe(204)
      expect(await state()).toEqual({ V3_UI: false })
    })

    it('store the OAuth consumer and provider of a link, whose secret never leaves [P3-06] [P7.8-33] [P7.8-34]', async () => {
      const { id } = await linkedJira()
      const consumer = {
        key: 'jira-key',
        name: 'Jira',
        description: 'Asks the wiki',
        publicKey: 'MIIB',
        outgoing: false,
        twoLOAllowed: true,
        executingTwoLOUser: 'robot',
        twoLOImpersonationAllowed: true,
      }
      for (const role of ['consumer', 'provider']) {
        const path = `/rest/applinks-oauth/1.0/applicationlink/${id}/authentication/${role}`
        expect((await wiki().admin.get(path)).status).toBe(404)
        expect((await wiki().admin.put(path, { ...consumer, sharedSecret: 'hush hush' })).status).toBe(201)
        const stored = await wiki().admin.get(path)
        expect(stored.json).toEqual({ ...consumer, hasSharedSecret: true })
        expect(stored.text).not.toContain('hush')
        expect((await wiki().admin.put(path, { ...consumer, name: 'Renamed' })).status).toBe(201)
        expect((await wiki().admin.get(path)).json).toMatchObject({ name: 'Renamed', hasSharedSecret: true })
        expect((await wiki().admin.put(path, { ...consumer, key: '' })).json).toMatchObject({ fields: ['key'] })
      }
    })

    const space = '/entitylink/confluence.space/LINK'
    const entity = { typeId: 'jira.project', key: 'OX', name: 'Oxen', isPrimary: false }
    const named = (key: string) => `typeId=jira.project&key=${key}&applicationId=${JIRA_ID}`
    const linksOf = async () =>
      (await wiki().admin.get(`${ROOT}/entitylink/primaryLinks/confluence.space/LINK.json`)).json as unknown

    it('join spaces with projects, of which one is primary [P3-05] [P7.8-15] [P7.8-25] [P7.8-27] [P7.8-30]', async () => {
      const { admin } = wiki()
      await linkedJira()
      const put = (body: object) => admin.put(`${ROOT}${space}?reciprocate=false`, { applicationId: JIRA_ID, ...body })
      expect((await put(entity)).status).toBe(201)
      expect(await linksOf()).toEqual({ 'jira.project': [{ ...entity, applicationId: JIRA_ID, isPrimary: true }] })
      expect((await put({ ...entity, key: 'COW', name: 'Cows' })).status).toBe(201)
      const made = await admin.post(`${ROOT}/entitylink/primary/confluence.space/LINK?${named('COW')}`)
      expect(made.json).toMatchObject({ key: 'COW', isPrimary: true })
      expect(await linksOf()).toMatchObject({
        'jira.project': [
          { key: 'COW', isPrimary: true },
          { key: 'OX', isPrimary: false },
        ],
      })
      expect((await admin.delete(`${ROOT}${space}?${named('COW')}`)).status).toBe(200)
      expect(await linksOf()).toMatchObject({ 'jira.project': [{ key: 'OX', isPrimary: true }] })
      expect((await admin.delete(`${ROOT}${space}?${named('COW')}`)).status).toBe(404)
      expect((await put({ ...entity, typeId: 'bamboo.project' })).json).toMatchObject({ fields: ['typeId'] })
      expect(
        (await admin.put(`${ROOT}/entitylink/jira.project/LINK`, { applicationId: JIRA_ID, ...entity })).status,
      ).toBe(400)
      await admin.delete(`${ROOT}/applicationlink/${JIRA_ID}`)
      expect(await linksOf()).toEqual({})
    })

    it('are told by what they join [P7.8-11] [P7.8-12]', async () => {
      const { admin } = wiki()
      await linkedJira()
      await admin.put(`${ROOT}${space}`, { applicationId: JIRA_ID, ...entity })
      expect((await admin.get(`${ROOT}/type/entity/jira`)).json).toEqual({
        entityTypes: [{ applicationType: 'jira', typeId: 'jira.project', label: 'Jira project' }],
      })
      expect((await admin.get(`${ROOT}/type/entity/fecru`)).json).toEqual({ entityTypes: [] })
      expect((await admin.get(`${ROOT}/entitylink/localEntitiesWithLinksTo/${JIRA_ID}.json`)).json).toEqual({
        entity: [{ key: 'LINK', name: 'Linked space', typeId: 'confluence.space' }],
      })
      expect((await admin.get(`${ROOT}/applicationlinkInfo/id/${JIRA_ID}`)).json).toMatchObject({
        numConfiguredEntities: 1,
      })
    })

    it('of a space are for who administers it', async () => {
      await linkedJira()
      const { client } = await person(wiki(), `member-${wiki().engine}`)
      expect((await client.get(`${ROOT}/entitylink/primaryLinks/confluence.space/LINK.json`)).status).toBe(403)
      expect((await client.put(`${ROOT}${space}`, { applicationId: JIRA_ID, ...entity })).status).toBe(403)
      expect((await client.get('/rest/oxbow/1.0/spaces/LINK/entity-link-choices')).status).toBe(403)
      expect((await wiki().admin.get('/rest/oxbow/1.0/spaces/LINK/entity-link-choices')).json).toEqual({
        applications: [{ id: JIRA_ID, name: 'Our jira', entityTypeId: 'jira.project' }],
      })
    })

    /** A Jira whose client is set up. */
    const configured = async () => (await linkJira(wiki(), jira)).id
    const approve = async () => {
      const browser = new Browser(wiki().url)
      await browser.login('admin', 'correct horse battery')
      return browser
    }

    it('offer what an application has to be linked [P7.8-13] [P7.8-14]', async () => {
      const { admin } = wiki()
      const entities = (name: string) => ({ entity: [{ key: 'OX', name, typeId: 'jira.project' }] })
      const id = await configured()
      expect((await admin.get(`${ROOT}/entities/${id}.json`)).json).toMatchObject({
        message: 'Approve first that the wiki asks Our Jira with your rights',
      })
      await approveJira(await approve(), id)
      jira.links['GET /rest/applinks/1.0/entities'] = entities('Oxen')
      expect((await admin.get(`${ROOT}/entities/${id}.json`)).json).toEqual(entities('Oxen'))
      expect((await admin.get(`${ROOT}/entities/anonymous/${id}.json`)).status).toBe(502)
      jira.open['GET /rest/applinks/1.0/entities'] = entities('Public oxen')
      expect((await admin.get(`${ROOT}/entities/anonymous/${id}.json`)).json).toEqual(entities('Public oxen'))
    })

    it('are checked for what is allowed, by a code [P6-07] [P7.8-17]', async () => {
      const { admin, anonymous } = wiki()
      const own = (await admin.get(`${ROOT}/manifest.json`)).json.id as string
      const code = async (path: string, who = admin) =>
        (await who.get(`${ROOT}/permission/${path}`)).json.code as string
      const plain = await linkedJira()
      const { client } = await person(wiki(), `checker-${wiki().engine}`)
      expect(await code(`delete-application/${plain.id}`, anonymous)).toBe('NO_AUTHENTICATION')
      expect(await code(`delete-application/${plain.id}`, client)).toBe('NO_PERMISSION')
      expect(await code(`delete-application/${ABSENT}`)).toBe('MISSING')
      expect(await code(`create-entity/${plain.id}`)).toBe('ALLOWED')
      expect(await code(`delete-entity/${plain.id}/confluence.space/LINK/jira.project/OX`)).toBe('MISSING')
      const there = 'reciprocate-application-delete'
      expect(await code(`${there}/${plain.id}`)).toBe('NO_AUTHENTICATION_CONFIGURED')
      const id = await configured()
      const asked = (await admin.get(`${ROOT}/permission/${there}/${id}`)).json
      expect(asked).toMatchObject({ code: 'CREDENTIALS_REQUIRED', url: expect.stringContaining(id) as string })
      await approveJira(await approve(), id)
      expect(await code(`${there}/${id}`)).toBe('NO_CONNECTION')
      const remote = `GET /rest/applinks/1.0/permission/delete-application/${own}`
      jira.links[remote] = { code: 'NO_PERMISSION' }
      expect(await code(`${there}/${id}`)).toBe('NO_PERMISSION')
      jira.links[remote] = { code: 'ALLOWED' }
      expect(await code(`${there}/${id}`)).toBe('ALLOWED')
      jira.failure = { path: /permission/, status: 401 }
      expect(await code(`${there}/${id}`)).toBe('AUTHENTICATION_FAILED')
    })

    it('go on both sides where that is asked, or on none [P7.8-29]', async () => {
      const { admin } = wiki()
      const own = (await admin.get(`${ROOT}/manifest.json`)).json.id as string
      const id = await configured()
      await approveJira(await approve(), id)
      const refused = await admin.delete(`${ROOT}/applicationlink/${id}?reciprocate=true`)
      expect([refused.status, refused.json.message]).toEqual([
        502,
        'Our Jira refused to do the same there (404): nothing was changed',
      ])
      expect(await all()).toHaveLength(1)
      jira.links[`DELETE /rest/applinks/1.0/applicationlink/${own}`] = { 'status-code': 200 }
      expect((await admin.delete(`${ROOT}/applicationlink/${id}?reciprocate=true`)).status).toBe(200)
      expect(await all()).toEqual([])
    })
  },
)
