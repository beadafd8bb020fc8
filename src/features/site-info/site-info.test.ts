import { expect, it, vi } from 'vitest'
import { Browser } from '#platform/server/testing/browser.ts'
import { ADMIN, onEachEngine, startTestWiki, type HttpClient } from '#platform/server/testing/harness.ts'
import { COMPATIBLE_BUILD, COMPATIBLE_VERSION } from '#platform/compatibility.ts'
import { person } from '#features/spaces/testing/people.ts'
import { features } from '../../server.ts'

onEachEngine(
  'what the wiki tells of itself',
  () => features,
  wiki => {
    let user: HttpClient

    it('gives its version and address to users', async () => {
      user = (await person(wiki(), 'user')).client
      const info = await user.get('/rest/api/server-information')
      expect(info.json).toEqual({
        baseUrl: wiki().app.baseUrl,
        version: COMPATIBLE_VERSION,
        versionNumbers: COMPATIBLE_VERSION.split('.').map(Number),
        buildNumber: Number(COMPATIBLE_BUILD),
        serverTitle: 'Oxbow',
      })
      expect((await wiki().anonymous.get('/rest/api/server-information')).status).toBe(401)
      expect((await user.get('/rest/api/accessmode')).text).toBe('"READ_WRITE"')
    })

    it('counts what it holds, for administrators', async () => {
      const before = (await wiki().admin.get('/rest/api/instance-metrics')).json
      await wiki().admin.post('/rest/api/space', { key: 'CNT', name: 'Counted' })
      await wiki().admin.post('/rest/api/content', { type: 'blogpost', title: 'Post', space: { key: 'CNT' } })
      const after = (await wiki().admin.get('/rest/api/instance-metrics')).json
      // A space comes with its home page.
      expect(after).toEqual({
        ...before,
        globalSpaces: before.globalSpaces + 1,
        pages: before.pages + 1,
        blogPosts: before.blogPosts + 1,
      })
      expect((await user.get('/rest/api/instance-metrics')).status).toBe(403)
      expect((await wiki().anonymous.get('/rest/api/instance-metrics')).status).toBe(401)
    })

    it('shows anyone its manifest, as XML or as JSON [P7.8-08]', async () => {
      const xml = await wiki().anonymous.get('/rest/applinks/1.0/manifest')
      expect([xml.status, xml.headers.get('content-type')]).toEqual([200, 'application/xml;charset=UTF-8'])
      expect(xml.text).toContain(
        `<typeId>confluence</typeId><version>${COMPATIBLE_VERSION}</version><buildNumber>${COMPATIBLE_BUILD}</buildNumber>`,
      )
      const json = await wiki().anonymous.with({ accept: 'application/json' }).get('/rest/applinks/1.0/manifest')
      expect(json.json).toMatchObject({
        typeId: 'confluence',
        version: COMPATIBLE_VERSION,
        url: wiki().app.baseUrl,
        name: 'Oxbow',
      })
      expect(json.json.id).toMatch(/^[0-9a-f-]{36}$/)
      expect(xml.text).toContain(`<id>${json.json.id as string}</id>`)
      expect((await wiki().anonymous.get('/rest/applinks/1.0/manifest.json')).json).toEqual(json.json)
    })

    it('rebuilds the search index on demand and tells how far it is', async () => {
      const path = '/rest/prototype/1/index/reindex'
      expect((await user.post(path)).status).toBe(403)
      const browser = new Browser(wiki().url)
      await browser.login(ADMIN.username, ADMIN.password)
      const unconfirmed = await browser.send('POST', path, undefined, { 'x-atlassian-token': 'no-check' })
      expect([unconfirmed.status, unconfirmed.headers.get('x-oxbow-elevation')]).toEqual([403, 'required'])
      await browser.post(
        '/doauthenticate.action',
        { password: ADMIN.password, destination: '/' },
        { 'x-atlassian-token': 'no-check' },
      )
      expect((await browser.send('POST', path, undefined, { 'x-atlassian-token': 'no-check' })).status).toBe(200)
      await wiki().app.jobs.idle()
      const started = await wiki().admin.post(path)
      expect(started.status).toBe(200)
      expect(started.json.jobID).toMatch(/^[0-9a-f-]{36}$/)
      await wiki().app.jobs.idle()
      expect((await wiki().admin.get(path)).json).toMatchObject({
        finished: true,
        percentageComplete: 100,
        jobID: started.json.jobID,
      })
      expect((await wiki().app.jobs.get(started.json.jobID))?.state).toBe('done')
    })

    it('counts active users against a maximum that nobody reaches, for administrators', async () => {
      const count = async (what: string) => (await wiki().admin.get(`/rest/license/1.0/license/${what}`)).json.count
      const before = await count('userCount')
      expect(before).toBeGreaterThanOrEqual(2)
      await person(wiki(), 'counted')
      expect(await count('userCount')).toBe(before + 1)
      const disabled = await wiki().admin.put('/rest/api/admin/user/counted/disable')
      expect(disabled.status, disabled.text).toBeLessThan(300)
      expect(await count('userCount')).toBe(before)
      expect(await count('maxUsers')).toBeGreaterThan(before)
    })

    it('checks its health, for administrators, at both addresses', async () => {
      const { admin, app, anonymous } = wiki()
      for (const path of ['/rest/troubleshooting/1.0/check/', '/rest/supportHealthCheck/1.0/check/']) {
        const { status, json } = await admin.get(path)
        expect([status, json.statuses.map((one: { isHealthy: boolean }) => one.isHealthy)]).toEqual([
          200,
          [true, true, true, true],
        ])
        expect(json.statuses[0]).toEqual({
          id: 0,
          completeKey: 'oxbow:database',
          name: 'Database',
          description: expect.any(String),
          isHealthy: true,
          failureReason: '',
          application: 'Confluence',
          time: expect.any(Number),
          severity: 'undefined',
          documentation: '',
          tag: 'database',
          isSoftLaunch: false,
          isEnabled: true,
        })
        expect([(await user.get(path)).status, (await anonymous.get(path)).status]).toEqual([403, 401])
      }
      // A fault is found: attachments cannot be stored.
      const check = vi.spyOn(app.blobs, 'checkWritable').mockRejectedValue(new Error('no such folder'))
      try {
        const { json } = await admin.get('/rest/troubleshooting/1.0/check')
        expect(json.statuses.filter((one: { isHealthy: boolean }) => !one.isHealthy)).toMatchObject([
          { tag: 'attachments', severity: 'critical', failureReason: 'attachments cannot be stored' },
        ])
      } finally {
        check.mockRestore()
      }
    })

    it('empties its caches on demand, for administrators', async () => {
      const { admin, app, anonymous } = wiki()
      const path = '/rest/cacheManagement/1.0/cacheEntries'
      const header = { 'x-atlassian-token': 'no-check' }
      const form = { ...header, 'content-type': 'application/x-www-form-urlencoded; charset=UTF-8' }
      const { id } = (await admin.get('/rest/api/space/CNT?expand=homepage')).json.homepage
      const isCached = async () => {
        const { hits } = app.http.cacheUse
        expect((await user.get(`/rest/api/content/${id}`)).status).toBe(200)
        return app.http.cacheUse.hits > hits
      }
      await app.events.settled()
      await isCached()
      expect(await isCached()).toBe(true)
      for (const flush of [
        () => admin.send('DELETE', path, undefined, form),
        () => admin.send('DELETE', path, { cacheName: 'com.gliffy.cache.gon' }, header),
      ]) {
        const reply = await flush()
        expect(reply.status, reply.text).toBe(204)
        expect(await isCached()).toBe(false)
      }
      for (const [client, status] of [
        [user, 403],
        [anonymous, 401],
      ] as const)
        expect((await client.send('DELETE', path, undefined, header)).status).toBe(status)
    })

    it.each(['details', 'remainingSeats', 'userCount', 'maxUsers'])(
      'needs no licence, and says so to administrators who ask for its %s',
      async what => {
        const path = `/rest/license/1.0/license/${what}`
        const { json, status } = await wiki().admin.get(path)
        expect(status).toBe(200)
        if (what === 'details') expect(json).toEqual({ expiryDate: expect.any(Number) as number })
        else expect(json).toEqual({ count: expect.any(Number) as number })
        // Clients want a date in the future and a free seat; dates past the year 9999 break their calendars.
        expect(json.expiryDate ?? Infinity).toBeGreaterThan(Date.now())
        expect(new Date(json.expiryDate ?? 0).getUTCFullYear()).toBeLessThan(10_000)
        expect(json.count ?? 1).toBeGreaterThan(0)
        expect([(await user.get(path)).status, (await wiki().anonymous.get(path)).status]).toEqual([403, 401])
      },
    )

    it('has no plugins, which administrators may ask for', async () => {
      for (const path of ['/rest/plugins/1.0/', '/rest/plugins/1.0?os_authType=basic'])
        expect((await wiki().admin.get(path)).json).toEqual({ plugins: [] })
      expect([
        (await user.get('/rest/plugins/1.0/')).status,
        (await wiki().anonymous.get('/rest/plugins/1.0/')).status,
      ]).toEqual([403, 401])
    })

    it('is of the version for which programs use the calls that are here', async () => {
      const version = (await wiki().anonymous.get('/rest/applinks/1.0/manifest.json')).json.version as string
      const [major = 0, minor = 0] = version.split('.').map(Number)
      // Users by REST from 8.5 on, pages at /spaces/KEY/pages/ID/Title from 9.1 on.
      expect(major * 100 + minor).toBe(902)
      const created = await wiki().admin.post('/rest/api/admin/user', {
        userName: 'by-rest',
        fullName: 'By Rest',
        email: 'r@example.org',
        password: 'a long password',
        notifyViaEmail: false,
      })
      expect(created.status, created.text).toBeLessThan(300)
      await wiki().admin.post('/rest/api/space', { key: 'NEW', name: 'New' })
      const { id, _links } = (
        await wiki().admin.post('/rest/api/content', { type: 'page', title: 'A page', space: { key: 'NEW' } })
      ).json
      const text = async (path: string) => {
        const reply = await wiki().admin.get(path)
        return reply.status === 200 ? reply.text : (await wiki().admin.get(reply.headers.get('location') ?? '')).text
      }
      for (const path of [`/spaces/NEW/pages/${id as string}/A+page`, `/${_links.webui as string}`])
        expect(await text(path)).toContain(`<meta name="ajs-page-id" content="${id as string}">`)
      expect(await text('/')).toContain('<meta name="ajs-version-number" content="9.2.0">')
    })

    it.each([
      ['POST', '/rest/webResources/1.0/resources', { r: [], c: ['x'], xc: ['_super'], xr: [] }],
      ['GET', '/rest/shortcuts/latest/shortcuts/8804/abc?_=1', undefined],
      ['GET', '/rest/jiraanywhere/1.0/servers?_=1', undefined],
      ['GET', '/rest/autoconvert/latest/shortcutlinkconfigurations', undefined],
      ['GET', '/plugins/macrobrowser/browse-macros.action?macroMetadataClientCacheKey=1&detailed=false', undefined],
      ['GET', '/rest/create-dialog/1.0/storage/quick-create', undefined],
      ['GET', '/plugins/servlet/notifications-miniview', undefined],
      ['GET', '/rest/jira-metadata/1.0/metadata/aggregate?pageId=0', undefined],
      ['POST', '/rest/analytics/1.0/publish/bulk', [{ name: 'x', properties: {}, timeDelta: -1 }]],
    ])('does not fail old front ends that ask %s %s', async (method, path, body) => {
      expect((await user.send(method, path, body)).status).toBe(200)
    })

    it('answers what old front ends ask of their rooms by what is there, and by no constant', async () => {
      const { admin, app } = wiki()
      const noCheck = { 'x-atlassian-token': 'no-check' }
      const task = (body: string) =>
        `<ac:task-list><ac:task><ac:task-id>1</ac:task-id><ac:task-status>incomplete</ac:task-status><ac:task-body>${body}</ac:task-body></ac:task></ac:task-list>`
      await admin.post('/rest/api/space', { key: 'OLD', name: 'Old' })
      const made = await admin.post('/rest/api/content', {
        type: 'page',
        title: 'Old page',
        space: { key: 'OLD' },
        body: { storage: { value: `<p>One sentence</p>${task('Do it')}`, representation: 'storage' } },
      })
      const id = made.json.id as string
      const since = Date.now()
      const get = async (path: string, client = user) => {
        const reply = await client.get(path)
        expect(reply.status, path).toBe(200)
        return reply.json
      }
      const likes = `/rest/likes/1.0/content/${id}/likes`
      expect((await get(likes)).likes).toEqual([])
      expect((await user.send('POST', likes, undefined, noCheck)).status).toBe(200)
      expect(await get(likes)).toMatchObject({ likes: [{ user: { name: 'user' } }], content_id: id })

      const inline = '/rest/inlinecomments/1.0/comments'
      expect(await get(`${inline}?containerId=${id}`)).toEqual([])
      const selection = { originalSelection: 'sentence', matchIndex: 0, numMatches: 1 }
      const { status } = await user.post(inline, { ...selection, containerId: id, body: '<p>Which?</p>' })
      expect(status).toBe(200)
      expect(await get(`${inline}?containerId=${id}`)).toMatchObject([
        { authorUserName: 'user', body: '<p>Which?</p>' },
      ])

      const query = new URLSearchParams({ html: '<p>By a kit</p>', watch: 'false', uuid: 'old-front-end' })
      const comment = await user.send(
        'POST',
        `/rest/tinymce/1/content/${id}/comment?actions=true&${query}`,
        undefined,
        noCheck,
      )
      expect([comment.status, comment.json.html], comment.text).toEqual([200, '<p>By a kit</p>'])

      await app.events.settled()
      const news = (from: number) => `/rest/quickreload/latest/${id}?since=${from}`
      const first = await get(news(since - 1), admin)
      expect(JSON.stringify(first.comments)).toContain('By a kit')
      expect((await admin.get(news(first.time))).status).toBe(204)

      await app.jobs.idle()
      const { count } = await get(`/rest/mywork/latest/status/notification/count?pageid=${id}`, admin)
      expect(count).toBeGreaterThanOrEqual(2)
      const items = await get(`/rest/highlighting/1.0/panel-items?pageId=${id}`)
      expect(items.map((item: { key: string }) => item.key).join()).toContain('inline')
      const placed = await admin.post('/rest/highlighting/1.0/insert-storage-fragment', {
        pageId: id,
        selectedText: 'One',
        index: 0,
        numMatches: 1,
        lastFetchTime: String(Date.now()),
        xmlModification: '<sup>1</sup>',
      })
      expect([placed.status, placed.json]).toEqual([200, true])
      const done = await admin.post(`/rest/inlinetasks/1/task/${id}/1/`, { status: 'CHECKED', trigger: 'VIEW_PAGE' })
      expect(done.status, done.text).toBe(204)
      const { body } = await get(`/rest/api/content/${id}?expand=body.storage`)
      expect(body.storage.value).toMatch(/<sup>1<\/sup>.*<ac:task-status>complete</)

      expect((await user.post('/rest/helptips/1.0/tips', { id: 'old.tip' })).status).toBe(204)
      expect(await get('/rest/helptips/1.0/tips')).toEqual(['old.tip'])
      const feature = '/rest/feature-discovery/1.0/discovered/old.plugin/old-feature'
      expect((await user.send('POST', feature, undefined, noCheck)).status).toBe(204)
      expect((await user.get(`/pages/viewpage.action?pageId=${id}`)).text).toContain('old-feature')
      const picture = await user.get('/jcaptcha?id=old')
      expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png'])

      // Constant answers say so.
      const { paths } = await get('/rest/api/openapi.json')
      const constants = Object.entries(paths as Record<string, Record<string, { tags?: string[] }>>)
        .filter(([, calls]) => Object.values(calls).some(call => call.tags?.includes('compatibility')))
        .map(([path]) => path)
      const ofRooms =
        /likes|inlinecomments|quickreload|highlighting|mywork|tinymce|inlinetasks|helptips|discovery|captcha/
      expect(constants.length).toBeGreaterThan(0)
      expect(constants.filter(path => ofRooms.test(path))).toEqual([])
    })

    it('serves pictures at the addresses of old caches', async () => {
      const moved = await user.get('/s/en_US/8804/abc/_/images/icons/profilepics/add_profile_pic.svg')
      expect([moved.status, moved.headers.get('location')]).toEqual([
        302,
        '/images/icons/profilepics/add_profile_pic.svg',
      ])
      expect((await user.get('/images/icons/profilepics/add_profile_pic.svg')).status).toBe(200)
      expect((await user.get('/s/a/b/c/_/images//evil.example/x')).headers.get('location')).toBe(
        '/images/evil.example/x',
      )
    })
  },
)

it('keeps its id across restarts', async () => {
  const wiki = await startTestWiki('sqlite', features)
  try {
    const id = async () => (await wiki.anonymous.get('/rest/applinks/1.0/manifest.json')).json.id as string
    const first = await id()
    const stored = await wiki.app.database.read
      .selectFrom('setting')
      .select('value')
      .where('name', '=', 'site.server-id')
      .executeTakeFirstOrThrow()
    expect(JSON.parse(stored.value)).toBe(first)
    await features.find(feature => feature.name === 'site-info')?.start?.(wiki.app)
    expect(await id()).toBe(first)
  } finally {
    await wiki.close()
  }
})
