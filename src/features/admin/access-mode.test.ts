import { beforeAll, expect, it } from 'vitest'
import { Browser } from '#platform/server/testing/browser.ts'
import { ADMIN, onEachEngine } from '#platform/server/testing/harness.ts'
import { features } from '../../server.ts'

const PASSWORD = 'a long password'
const SWITCH = '/rest/oxbow/1.0/admin/access-mode'
const RPC = '/rpc/json-rpc/confluenceservice-v2'

/** Calls by other methods than GET that a read-only wiki answers, and why. A new one belongs here on purpose only. */
const ANSWERED = [
  // To sign in, to become an administrator again, and to lock a thief out.
  'POST /dologin.action',
  'POST /rest/tsv/1.0/authenticate',
  'POST /logout.action',
  'POST /mcp',
  'POST /doauthenticate.action',
  'DELETE /rest/oxbow/1.0/sessions/:sessionId',
  'DELETE /rest/oxbow/1.0/sessions',
  'DELETE /rest/pat/latest/tokens/:tokenId',
  'DELETE /rest/oxbow/1.0/agents/:connectionId',
  // Agents go on reading, and end their connections.
  'POST /oauth/token',
  'POST /oauth/revoke',
  // The way back, and what administrators look after meanwhile.
  `PUT ${SWITCH}`,
  'POST /rest/oxbow/1.0/admin/test-mail',
  'POST /rest/prototype/1/index/reindex',
  'DELETE /rest/cacheManagement/1.0/cacheEntries',
  'POST /rest/api/backup-restore/backup/site',
  'POST /rest/api/backup-restore/backup/space',
  'PUT /rest/api/backup-restore/jobs/clear-queue',
  'PUT /rest/api/backup-restore/jobs/:jobId/cancel',
  // Administrators put a banner away.
  'POST /rest/licensebanner/1.0/reminder/later',
  'POST /rest/licensebanner/1.0/reminder/never',
  // They read.
  'POST /rest/api/contentbody/convert/:to',
  'POST /rest/documentConversion/latest/conversion/thumbnail/results',
  'POST /rest/files/1.0/files/content/:pageId/byAttachmentIds',
  'POST /rest/dashboardmacros/1.0/updates',
  'POST /plugins/pagetreesearch/pagetreesearch.action',
  'POST /plugins/servlet/twoDimensionalShowMoreRenderer',
  // Each method is tested by calls that represent it.
  `POST ${RPC}`,
  `POST ${RPC}/:method`,
  'POST /rpc/xmlrpc',
  // Of their notifications, which users go on reading, and end.
  'POST /spaces/doexportspace.action',
  'POST /unsubscribe.action',
  'POST /rest/oxbow/1.0/notifications/read',
  'POST /rest/oxbow/1.0/notifications/seen',
  'PUT /rest/mywork/latest/notification/read',
  'PUT /rest/mywork/latest/notification/lastreadid',
  'PUT /rest/mywork/latest/notification/:id/status',
  // Old front ends send these beside their work; nothing is stored.
  'POST /rest/webResources/1.0/resources',
  'POST /rest/analytics/1.0/publish/bulk',
  'POST /json/startheartbeatactivity.action',
  'POST /json/stopheartbeatactivity.action',
  'POST /json/heartbeat.action',
  'POST /rest/emoticons/1.0/custom',
]

onEachEngine(
  'the access mode',
  () => features,
  wiki => {
    let pageId: string
    const body = { storage: { representation: 'storage', value: '<p>Quiet.</p>' } }
    const set = (mode: string, banner?: { isShown: boolean; text: string }) =>
      wiki().admin.put(SWITCH, { mode, ...(banner ? { banner } : {}) })
    const writer = () => wiki().as('writer', PASSWORD)

    beforeAll(async () => {
      const { admin } = wiki()
      await wiki().addUser('writer', { password: PASSWORD })
      await admin.post('/rest/api/space', { key: 'ACC', name: 'Access' })
      pageId = (await admin.post('/rest/api/content', { type: 'page', title: 'Still', space: { key: 'ACC' }, body }))
        .json.id
    })

    it('is switched by administrators, and shown to programs and pages [V4.15-01]', async () => {
      expect((await writer().put(SWITCH, { mode: 'READ_ONLY' })).status).toBe(403)
      expect((await wiki().anonymous.put(SWITCH, { mode: 'READ_ONLY' })).status).toBe(401)
      const metas = async () => {
        const { text } = await writer().send('GET', `/pages/viewpage.action?pageId=${pageId}`, undefined, {
          accept: 'text/html',
        })
        return ['access', 'render'].map(
          name => new RegExp(`<meta name="ajs-${name}-mode" content="(.*?)">`).exec(text)?.[1],
        )
      }
      const answers = async () => [
        (await writer().get('/rest/api/accessmode')).json,
        (await wiki().anonymous.get('/rest/oxbow/1.0/access-mode')).json,
      ]
      expect(await metas()).toEqual(['READ_WRITE', 'READ_WRITE'])
      expect(await answers()).toEqual(['READ_WRITE', { mode: 'READ_WRITE', banner: null }])
      expect((await set('READ_ONLY', { isShown: true, text: '  We move <house>.  ' })).json).toEqual({
        mode: 'READ_ONLY',
        banner: { isShown: true, text: 'We move <house>.' },
      })
      expect(await metas()).toEqual(['READ_ONLY', 'READ_ONLY'])
      expect(await answers()).toEqual(['READ_ONLY', { mode: 'READ_ONLY', banner: 'We move <house>.' }])
      const page = await writer().send('GET', `/pages/viewpage.action?pageId=${pageId}`, undefined, {
        accept: 'text/html',
      })
      expect(page.text).toContain('<div class="ox-access-mode" role="status"><p>We move &lt;house&gt;.</p></div>')
      await set('READ_ONLY', { isShown: false, text: 'Not shown' })
      expect((await answers())[1]).toEqual({ mode: 'READ_ONLY', banner: null })
      for (const wrong of [
        { mode: 'CLOSED' },
        { banner: { isShown: true, text: '' } },
        { banner: { isShown: true, text: 'x'.repeat(501) } },
      ]) {
        expect((await wiki().admin.put(SWITCH, wrong)).status).toBe(400)
      }
      expect((await set('READ_WRITE')).json.mode).toBe('READ_WRITE')
      expect(await metas()).toEqual(['READ_WRITE', 'READ_WRITE'])
    })

    it('while read-only refuses every call that changes something, for administrators too, and writes nothing', async () => {
      const { app, admin } = wiki()
      await set('READ_ONLY')
      // The index follows the last change, and is no change itself.
      await app.events.settled()
      const before = app.database.generation() ?? (await app.database.queryGeneration())
      const wrong: Record<string, string> = {}
      const answered: string[] = []
      for (const { method, path, allowedInReadOnlyMode } of app.http.endpoints) {
        if (method === 'GET') continue
        if (allowedInReadOnlyMode) {
          answered.push(`${method} ${path}`)
          continue
        }
        const reply = await admin.send(method, path.replaceAll(/:\w+/g, '1'), {}, { 'x-atlassian-token': 'no-check' })
        if (
          reply.status !== 405 ||
          reply.json.data.allowedInReadOnlyMode !== false ||
          reply.headers.get('allow') !== 'GET, HEAD'
        ) {
          wrong[`${method} ${path}`] = `${reply.status} ${reply.text.slice(0, 200)}`
        }
      }
      expect(wrong).toEqual({})
      expect(answered.toSorted()).toEqual(ANSWERED.toSorted())
      expect(app.database.generation() ?? (await app.database.queryGeneration())).toBe(before)
      await set('READ_WRITE')
    })

    it('while read-only keeps what uploads and old programs send out, and lets them read', async () => {
      const { admin } = wiki()
      const client = writer()
      const page = (await admin.get(`/rest/api/content/${pageId}?expand=version,body.storage`)).json
      const attempts = () =>
        Promise.all([
          client.put(`/rest/api/content/${pageId}`, {
            type: 'page',
            title: 'Loud',
            version: { number: page.version.number + 1 },
            body,
          }),
          client.send('POST', `/rest/api/content/${pageId}/child/attachment`, fileForm(), {
            'x-atlassian-token': 'no-check',
          }),
          client.send(
            'POST',
            `/plugins/drag-and-drop/upload.action?pageId=${pageId}&filename=a.txt&size=1&mimeType=text/plain`,
            new Blob(['a']),
            { 'x-atlassian-token': 'no-check' },
          ),
          client.post(`${RPC}/updatePage`, [
            { id: pageId, space: 'ACC', title: 'Loud', content: '<p/>', version: page.version.number },
            {},
          ]),
        ])
      await set('READ_ONLY')
      expect((await attempts()).map(reply => reply.status)).toEqual([405, 405, 405, 405])
      const enveloped = await client.post(RPC, {
        jsonrpc: '2.0',
        id: 1,
        method: 'updatePage',
        params: [{ id: pageId, space: 'ACC', title: 'Loud', content: '<p/>', version: page.version.number }, {}],
      })
      expect(enveloped.json.error).toMatchObject({ code: 405, message: expect.stringMatching(/read-only mode/) })
      expect((await client.post(`${RPC}/getPage`, [pageId])).json).toMatchObject({ id: pageId, title: 'Still' })
      expect(
        (await client.post('/rest/api/contentbody/convert/view', { value: '<p>x</p>', representation: 'storage' })).json
          .value,
      ).toContain('<p>x</p>')
      expect((await client.get(`/rest/api/content/${pageId}?expand=version,body.storage`)).json).toMatchObject({
        title: 'Still',
        version: page.version,
        body: page.body,
      })
      // No user is offered an action that would be refused.
      const view = (await admin.get(`/rest/oxbow/1.0/pages/${pageId}`)).json
      expect(view.permissions).toMatchObject({
        update: false,
        delete: false,
        restrict: false,
        createChild: false,
        createComment: false,
        createAttachment: false,
      })
      expect((await admin.get('/rest/oxbow/1.0/spaces')).json.permissions).toEqual({
        createSpace: false,
        createPersonalSpace: false,
      })
      expect(
        (await client.send('GET', `/pages/editpage.action?pageId=${pageId}`, undefined, { accept: 'text/html' }))
          .status,
      ).toBe(403)
      // People still come in by the browser, and the administrator ends it.
      const b = new Browser(wiki().url)
      expect((await b.login(ADMIN.username, ADMIN.password)).status).toBe(302)
      expect((await set('READ_WRITE')).status).toBe(200)
      expect((await attempts()).map(reply => reply.status).filter(status => status === 405)).toEqual([])
      expect((await client.get(`/rest/api/content/${pageId}`)).json.title).toBe('Loud')
    })
  },
)

function fileForm(): FormData {
  const form = new FormData()
  form.append('file', new Blob(['text']), 'file.txt')
  return form
}
