import { beforeAll, expect, it } from 'vitest'
import { createAccount } from '#features/accounts/server/index.ts'
import { ADMIN, onEachEngine, type HttpReply } from '#platform/server/testing/harness.ts'
import { features } from './server.ts'
import { requestFor, VALUES } from './testing/requests.ts'

/** A word in every name and text of the wiki: an answer that holds it discloses what only users may see. */
const SECRET = 'Quokka'

onEachEngine(
  'a visitor who is not signed in',
  () => features,
  wiki => {
    const known: Record<string, unknown> = { ...VALUES }

    beforeAll(async () => {
      const { admin } = wiki()
      const made = async (reply: Promise<HttpReply>): Promise<string> => {
        const { status, text, json } = await reply
        expect(status, text).toBeLessThan(300)
        return String(json.id ?? json.results?.[0]?.id)
      }
      const account = await createAccount(
        wiki().app,
        { username: 'quokka', displayName: SECRET, email: 'quokka@example.org', password: 'correct horse battery' },
        null,
      )
      known['userKey'] = account.user_key
      await made(admin.post('/rest/api/space', { key: 'QUOKKA', name: SECRET }))
      const text = `<p>${SECRET}</p><ac:task-list><ac:task><ac:task-id>1</ac:task-id><ac:task-status>incomplete</ac:task-status><ac:task-body>${SECRET}</ac:task-body></ac:task></ac:task-list>`
      const body = { storage: { value: text, representation: 'storage' } }
      const page = await made(
        admin.post('/rest/api/content', { type: 'page', title: SECRET, space: { key: 'QUOKKA' }, body }),
      )
      await made(
        admin.put(`/rest/api/content/${page}`, {
          type: 'page',
          title: SECRET,
          version: { number: 2 },
          body: { storage: { value: `${text}<p>more</p>`, representation: 'storage' } },
        }),
      )
      await made(
        admin.post('/rest/api/content', {
          type: 'comment',
          container: { id: page, type: 'page' },
          body: { storage: { value: `<p>${SECRET}</p>`, representation: 'storage' } },
        }),
      )
      const form = new FormData()
      form.set('file', new Blob([SECRET]), `${SECRET}.txt`)
      await made(
        admin.send('POST', `/rest/api/content/${page}/child/attachment`, form, { 'x-atlassian-token': 'no-check' }),
      )
      await made(admin.post(`/rest/api/content/${page}/label`, [{ prefix: 'global', name: SECRET.toLowerCase() }]))
      await made(admin.post(`/rest/api/content/${page}/property`, { key: 'prop', value: SECRET }))
      await made(admin.post('/rest/api/space/QUOKKA/property', { key: 'prop', value: SECRET }))
      for (const name of [
        'id',
        'pageId',
        'contentId',
        'target',
        'rootContentId',
        'draftId',
        'entityId',
        'targetId',
        'idOfPageToCopy',
      ])
        known[name] = page
    })

    it('reads and changes nothing by any call', async () => {
      const { app, anonymous } = wiki()
      const found: Record<string, string> = {}
      for (const endpoint of app.http.endpoints) {
        const { path, body, headers } = requestFor(endpoint, known)
        const reply = await anonymous.send(endpoint.method, path, body, headers)
        const name = `${endpoint.method} ${endpoint.path}`
        if (reply.text.includes(SECRET)) found[name] = `tells a secret (${reply.status})`
        else if (!refuses(reply) && !holdsNothing(reply) && !OPEN.has(name))
          found[name] = `${reply.status} ${reply.text.slice(0, 200)}`
      }
      expect(found).toEqual({})
      expect(app.http.endpoints.length).toBeGreaterThan(200)
    })

    it('is the only one who is refused: the same requests tell the administrator', async () => {
      const { app, admin } = wiki()
      let telling = 0
      for (const endpoint of app.http.endpoints.filter(({ method }) => method === 'GET')) {
        const { path } = requestFor(endpoint, known)
        if ((await admin.get(path)).text.includes(SECRET)) telling++
      }
      expect(telling).toBeGreaterThan(40)
    })
  },
)

onEachEngine(
  'a space administrator',
  () => features,
  wiki => {
    const password = 'correct horse battery'
    const pages: Record<string, string> = {}

    beforeAll(async () => {
      const { app, admin } = wiki()
      const made = async (reply: Promise<HttpReply>): Promise<HttpReply> => {
        const done = await reply
        expect(done.status, done.text).toBeLessThan(300)
        return done
      }
      const keeper = await createAccount(
        app,
        { username: 'keeper', displayName: 'Keeper', email: 'keeper@example.org', password },
        null,
      )
      await made(admin.post('/rest/api/space', { key: 'QUOKKA', name: 'Plain' }))
      await made(
        admin.put(`/rest/api/space/QUOKKA/permissions/user/${keeper.user_key}/grant`, [
          { targetType: 'space', operationKey: 'administer' },
        ]),
      )
      const body = { storage: { value: `<p>${SECRET}</p>`, representation: 'storage' } }
      const create = async (title: string, more: object = {}) =>
        String(
          (
            await made(
              admin.post('/rest/api/content', {
                type: 'page',
                title: `${SECRET} ${title}`,
                space: { key: 'QUOKKA' },
                body,
                ...more,
              }),
            )
          ).json.id,
        )
      for (const name of ['closed', 'trashed']) {
        pages[name] = await create(name)
        await made(
          admin.put(`/rest/api/content/${pages[name]}/restriction`, [
            { operation: 'read', restrictions: { user: [{ type: 'known', username: ADMIN.username }] } },
          ]),
        )
      }
      pages['below'] = await create('below', { ancestors: [{ id: pages['closed'] }] })
      await made(
        admin.post('/rest/api/content', { type: 'comment', container: { id: pages['closed'], type: 'page' }, body }),
      )
      pages['draft'] = await create('draft', { status: 'draft' })
      await made(admin.delete(`/rest/api/content/${pages['trashed']}`))
    })

    it.each(['closed', 'below', 'trashed', 'draft'])(
      'learns nothing of a page that they may not see by any call, and changes none: %s',
      async name => {
        const { app, admin } = wiki()
        const keeper = wiki().as('keeper', password)
        const id = pages[name]
        const known: Record<string, unknown> = { ...VALUES }
        for (const field of [
          'id',
          'pageId',
          'contentId',
          'target',
          'rootContentId',
          'draftId',
          'entityId',
          'targetId',
          'idOfPageToCopy',
        ])
          known[field] = id
        const status = { trashed: 'trashed', draft: 'draft' }[name] ?? 'current'
        const look = async () =>
          (
            await admin.get(
              `/rest/api/content/${id}?status=${status}&expand=body.storage,version,metadata.labels,ancestors,restrictions.read.restrictions.user`,
            )
          ).json as object
        const before = await look()
        expect(JSON.stringify(before)).toContain(SECRET)
        const told: Record<string, string> = {}
        for (const endpoint of app.http.endpoints.filter(one => !OWN.has(`${one.method} ${one.path}`))) {
          const { path, body, headers } = requestFor(endpoint, known)
          const reply = await keeper.send(endpoint.method, path, body, headers)
          // 501 says of a call that it is not there yet.
          if ((reply.status >= 500 && reply.status !== 501) || reply.text.includes(SECRET))
            told[`${endpoint.method} ${endpoint.path}`] = `${reply.status} ${reply.text.slice(0, 200)}`
        }
        expect(told).toEqual({})
        expect(await look()).toEqual(before)
        // They were the administrator of the space to the end.
        expect((await keeper.get('/rest/api/space/QUOKKA/trash')).status).toBe(200)
      },
    )
  },
)

/** Calls of a space administrator for the whole space, seen pages or not, and those that end their own access. */
const OWN = new Set([
  'DELETE /rest/api/space/:key',
  'DELETE /rest/api/space/:key/trash',
  'PUT /rest/api/space/:key/archive',
  'POST /rest/api/space/:key/permissions',
  'PUT /rest/api/space/:key/permissions/user/:userKey/revoke',
  'POST /rest/api/user/current/password',
  'POST /dologin.action',
  'POST /rest/tsv/1.0/authenticate',
])

function refuses({ status, headers }: HttpReply): boolean {
  if (status === 401 || status === 403 || status === 404) return true
  return (status === 302 || status === 303) && headers.get('location')?.startsWith('/login.action') === true
}

function holdsNothing({ status, json }: HttpReply): boolean {
  const body: unknown = json
  return (
    status === 200 &&
    typeof body === 'object' &&
    body !== null &&
    'results' in body &&
    Array.isArray(body.results) &&
    body.results.length === 0
  )
}

const RPC = 'POST /rpc/json-rpc/confluenceservice-v2'
/** Calls that anybody may make, and why. */
const OPEN = new Set<string>([
  // To sign in, out, or up to the first account.
  'GET /login.action',
  'GET /logout.action',
  'POST /dologin.action',
  'GET /forgotuserpassword.action',
  'POST /forgotuserpassword.action',
  'POST /rest/tsv/1.0/authenticate',
  'GET /setup',
  'POST /setup',
  // Proof that a person asks; the picture and the question of an id that the caller made up.
  'GET /jcaptcha',
  'GET /jcaptcha/question',
  'GET /rest/oxbow/1.0/captcha/:id/question',
  // Pictures that are the same for all.
  'GET /images/logo/default-space-logo.svg',
  'GET /s/:locale/:build/:hash/_/images/*',
  // Facts about the wiki, for programs.
  'GET /rest/api/accessmode',
  'GET /rest/oxbow/1.0/access-mode',
  'GET /rest/applinks/1.0/manifest',
  // Says that no user is signed in, as other applications ask.
  'GET /rest/applinks/1.0/permission/create-entity/:applicationId',
  'GET /rest/applinks/1.0/permission/delete-application/:applicationId',
  'GET /rest/applinks/1.0/permission/delete-entity/:applicationId/:localType/:localKey/:remoteType/:remoteKey',
  'GET /rpc/xmlrpc',
  'POST /rpc/xmlrpc',
  // The macros of the program, whatever a wiki holds.
  'GET /plugins/macrobrowser/browse-macros.action',
  'GET /rest/oxbow/1.0/macros',
  'GET /rest/oxbow/1.0/macros/forms',
  // Old front ends poll these; the answer is always empty.
  'GET /plugins/servlet/notifications-miniview',
  'GET /rest/autoconvert/latest/shortcutlinkconfigurations',
  'GET /rest/create-dialog/1.0/storage/quick-create',
  'GET /rest/jira-metadata/1.0/metadata/aggregate',
  'GET /rest/jiraanywhere/1.0/servers',
  'GET /rest/shortcuts/latest/shortcuts/:build/:hash',
  'POST /rest/webResources/1.0/resources',
  // An empty frame: what is drawn in it comes from the page around it.
  'GET /plugins/gliffy/editorframe.action',
  // Lead on to an address that refuses.
  'GET /plugins/gliffy/view',
  'GET /plugins/gliffy/viewlargediagram.action',
  // Refuses by an error in its answer.
  RPC,
  `${RPC}/:method`,
  'POST /json/heartbeat.action',
  'POST /json/startheartbeatactivity.action',
  'POST /json/stopheartbeatactivity.action',
])
