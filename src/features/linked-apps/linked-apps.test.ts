import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { Browser } from '#platform/server/testing/browser.ts'
import { ADMIN, onEachEngine } from '#platform/server/testing/harness.ts'
import { person } from '#features/spaces/testing/people.ts'
import { features } from '../../server.ts'
import { requestAs } from './server/client.ts'
import { addressesOf, apiAddressOf, approvalAddress, isCloud } from './server/oauth.ts'
import { timeLimit } from './server/send.ts'
import { approvalsOf, requireApplication } from './server/store.ts'
import { authorisationPath } from './shared.ts'
import { approver } from './testing/approver.ts'
import { approveJira, CLIENT, type FakeJira, linkJira, startFakeJira } from './testing/fake-jira.ts'

const PATH = '/rest/oxbow/1.0/linked-applications'

describe('Jira Cloud', () => {
  const site = {
    rpc_url: 'https://team.atlassian.net',
    display_url: 'https://team.atlassian.net',
    deployment: 'cloud',
    client_id: 'app',
  } as const
  it('is known by its address, and asked at Atlassian', () => {
    expect(['https://team.atlassian.net', 'https://atlassian.net.example.org'].map(isCloud)).toEqual([true, false])
    const address = new URL(
      approvalAddress(site, {
        redirectUrl: 'https://wiki.example.org/back',
        state: 's',
        verifier: 'v',
        access: 'read',
      }),
    )
    expect(address.origin + address.pathname).toBe('https://auth.atlassian.com/authorize')
    expect(Object.fromEntries(address.searchParams)).toMatchObject({
      audience: 'api.atlassian.com',
      client_id: 'app',
      redirect_uri: 'https://wiki.example.org/back',
      response_type: 'code',
      scope: 'read:jira-work offline_access',
      code_challenge_method: 'S256',
    })
    expect(addressesOf(site).token).toBe('https://auth.atlassian.com/oauth/token')
    expect(apiAddressOf(site, 'site-1')).toBe('https://api.atlassian.com/ex/jira/site-1')
  })
})

onEachEngine(
  'linked applications',
  () => features,
  wiki => {
    let jira: FakeJira
    beforeAll(async () => {
      jira = await startFakeJira()
    })
    afterAll(() => jira.close())
    beforeEach(async () => {
      Object.assign(jira, { failure: undefined, lifetime: 7200 })
      const { json } = await wiki().admin.get(PATH)
      for (const { id } of json.results as { id: string }[]) await wiki().admin.delete(`${PATH}/${id}`)
    })

    let people = 0
    /** A user with a browser who has approved. */
    const newApprover = async (applicationId: string) => {
      const username = `user${++people}-${wiki().app.database.engine}`
      const { id, browser, client, end } = await approver(wiki(), applicationId, username)
      expect(end).toBe('/plugins/servlet/applinks/oauth/outcome?outcome=approved')
      return { accountId: id, browser, client }
    }
    const ask = async (applicationId: string, accountId: number) => {
      const { app } = wiki()
      const application = await requireApplication(app.database.read, applicationId)
      return requestAs(app, application, accountId, { path: '/rest/api/2/search?jql=ORDER+BY+key&maxResults=1' })
    }

    it('are linked, listed, changed and unlinked by administrators; the secret is never shown', async () => {
      const { admin } = wiki()
      const { id } = await linkJira(wiki(), jira)
      const listed = await admin.get(PATH)
      expect(listed.json).toMatchObject({
        size: 1,
        redirectUrl: `${wiki().app.baseUrl}/plugins/servlet/oauth2/client/callback`,
        results: [
          {
            id,
            typeId: 'jira',
            name: 'Our Jira',
            rpcUrl: jira.url,
            displayUrl: jira.url,
            isPrimary: true,
            deployment: 'data-center',
            clientId: CLIENT.clientId,
            approvals: 0,
          },
        ],
      })
      const other = await linkJira(wiki(), jira, { name: 'A second', isPrimary: true })
      expect((await admin.get(PATH)).json.results.map((each: { isPrimary: boolean }) => each.isPrimary)).toEqual([
        true,
        false,
      ])
      const change = {
        name: 'Renamed',
        rpcUrl: `${jira.url}/`,
        displayUrl: 'https://jira.example.org',
        clientId: 'other',
      }
      const changed = await admin.put(`${PATH}/${id}`, change)
      expect(changed.json).toMatchObject({ name: 'Renamed', rpcUrl: jira.url, displayUrl: 'https://jira.example.org' })
      for (const text of [listed.text, changed.text]) expect(text).not.toContain(CLIENT.clientSecret)
      expect((await admin.delete(`${PATH}/${other.id}`)).status).toBe(204)
      expect((await admin.get(PATH)).json.results).toMatchObject([{ id, isPrimary: true }])
      expect((await admin.delete(`${PATH}/${other.id}`)).status).toBe(404)
      for (const wrong of [
        { rpcUrl: 'jira' },
        { rpcUrl: 'ftp://jira.example.org' },
        { rpcUrl: 'https://user:pw@jira.example.org' },
        { clientId: '' },
        { clientSecret: undefined },
        { name: ' ' },
      ])
        expect((await admin.post(PATH, { name: 'Wrong', rpcUrl: jira.url, ...CLIENT, ...wrong })).status).toBe(400)
    })

    it('are in the audit log', async () => {
      const { id } = await linkJira(wiki(), jira, { name: 'Logged Jira' })
      await wiki().admin.delete(`${PATH}/${id}`)
      await wiki().app.events.settled('audit')
      const { json } = await wiki().admin.get('/rest/api/audit?searchString=Logged%20Jira')
      expect(json.results.map((each: { summary: string }) => each.summary)).toEqual([
        'Application unlinked',
        'Application linked',
      ])
    })

    it('are for administrators, whose browsers must have confirmed their password', async () => {
      const { id } = await linkJira(wiki(), jira)
      const { client } = await person(wiki(), `plain-${wiki().app.database.engine}`)
      for (const [who, status] of [
        [client, 403],
        [wiki().anonymous, 401],
      ] as const) {
        expect((await who.get(PATH)).status).toBe(status)
        expect((await who.post(PATH, { name: 'Mine', rpcUrl: jira.url, ...CLIENT })).status).toBe(status)
        expect((await who.post(`${PATH}/${id}/test`, undefined)).status).toBe(status)
        expect((await who.delete(`${PATH}/${id}`)).status).toBe(status)
      }
      const browser = new Browser(wiki().url)
      await browser.login(ADMIN.username, ADMIN.password)
      const reply = await browser.send('DELETE', `${PATH}/${id}`, undefined, { 'x-atlassian-token': 'no-check' })
      expect([reply.status, reply.headers.get('x-oxbow-elevation')]).toEqual([403, 'required'])
    })

    it('are tested: what answers, what fails, what is no Jira, and what may not be called', async () => {
      const { admin, app } = wiki()
      const { id } = await linkJira(wiki(), jira)
      const test = async () => (await admin.post(`${PATH}/${id}/test`, undefined)).json as unknown
      expect(await test()).toEqual({ version: '9.12.0', error: null })
      jira.failure = { path: /serverInfo/, status: 503 }
      expect(await test()).toEqual({ version: null, error: 'Our Jira answered with an error (503)' })
      jira.failure = { path: /serverInfo/, status: 200, body: '<html>' }
      expect(await test()).toEqual({
        version: null,
        error: 'There is an answer at this address, but not of a Jira site',
      })
      jira.failure = { path: /serverInfo/, status: 200, body: 'x'.repeat(3 * 1024 * 1024) }
      expect(await test()).toMatchObject({ error: 'Our Jira answered with something that the wiki cannot read' })
      jira.failure = { path: /serverInfo/, status: 302 }
      expect(await test()).toMatchObject({ error: 'Our Jira answered with something that the wiki cannot read' })
      jira.failure = { path: /serverInfo/, hangs: true }
      app.own(timeLimit).ms = 100
      expect(await test()).toEqual({ version: null, error: 'Our Jira did not answer in time' })
      app.own(timeLimit).ms = 8000
      await admin.put('/rest/oxbow/1.0/webhooks/allowed-hosts', { hosts: [] })
      jira.forget()
      expect(await test()).toEqual({
        version: null,
        error: 'Our Jira is in the own network, and its host is not among those that may be called',
      })
      expect(jira.requests).toEqual([])
    })

    it('are approved by each user in their browser, by a code with proof of who asked for it', async () => {
      const { id } = await linkJira(wiki(), jira)
      const { accountId, browser, client } = await newApprover(id)
      expect((await ask(id, accountId)).status).toBe(200)
      expect((await wiki().admin.get(PATH)).json.results).toMatchObject([{ approvals: 1 }])
      const denied = await approveJira(browser, id, 'Deny')
      expect(denied.headers.get('location')).toContain('outcome=refused')
      expect((await ask(id, accountId)).status).toBe(200)
      expect((await client.delete(`${PATH}/${id}/approval`)).status).toBe(204)
      await expect(ask(id, accountId)).rejects.toThrow('Approve first that the wiki asks Our Jira with your rights')
    })

    it('are read by an approval, and changed by one that says so', async () => {
      const { id } = await linkJira(wiki(), jira)
      const { accountId, browser } = await newApprover(id)
      const mayWrite = async () =>
        (await approvalsOf(wiki().app.database.read, accountId)).get(id)?.may_write ?? undefined
      expect(await mayWrite()).toBe(0)
      const asked = await browser.get(authorisationPath(id, 'write'))
      expect(new URL(asked.headers.get('location') ?? '').searchParams.get('scope')).toBe('WRITE')
      // Jira's link allows no more than reading: the approval to read stays.
      jira.scope = 'READ'
      expect((await approveJira(browser, id, 'Allow', 'write')).headers.get('location')).toContain('outcome=failed')
      expect(await mayWrite()).toBe(0)
      jira.scope = 'WRITE'
      expect((await approveJira(browser, id, 'Allow', 'write')).headers.get('location')).toContain('outcome=approved')
      expect(await mayWrite()).toBe(1)
      // A renewed access has the same rights.
      jira.revoke(false)
      expect((await ask(id, accountId)).status).toBe(200)
      expect(await mayWrite()).toBe(1)
      expect((await browser.get(`${authorisationPath(id)}&access=all`)).status).toBe(400)
    })

    it('are approved by nobody who did not begin it, and for no other wiki', async () => {
      const { id } = await linkJira(wiki(), jira)
      const begin = async (browser: Browser) => {
        const begun = await browser.get(`/plugins/servlet/applinks/oauth/login-dance/authorize?applicationLinkID=${id}`)
        return new URL(begun.headers.get('location') ?? '')
      }
      const victim = new Browser(wiki().url)
      await victim.login(ADMIN.username, ADMIN.password)
      const asked = await begin(victim)
      expect(asked.searchParams.get('code_challenge')).toMatch(/^[\w-]{43}$/)
      const state = asked.searchParams.get('state') ?? ''
      const back = `/plugins/servlet/oauth2/client/callback?code=code-of-another&state=${state}`
      const other = new Browser(wiki().url)
      await other.login(ADMIN.username, ADMIN.password)
      jira.forget()
      expect((await other.get(back)).headers.get('location')).toContain('outcome=failed')
      expect(jira.requests).toEqual([])
      // The code is not one that Jira gave for this proof.
      expect((await victim.get(back)).headers.get('location')).toContain('outcome=failed')
      expect(jira.requests).toEqual(['POST /rest/oauth2/latest/token'])
      // A state is good once.
      expect((await victim.get(back)).headers.get('location')).toContain('outcome=failed')
      expect(jira.requests).toHaveLength(1)
      const visitor = new Browser(wiki().url)
      expect((await visitor.get(back)).headers.get('location')).toMatch(/^\/login\.action\?os_destination=/)
      expect((await wiki().admin.get(PATH)).json.results).toMatchObject([{ approvals: 0 }])
    })

    it('renew an access that has ended, once for all who wait, and end the approval when Jira takes it back', async () => {
      jira.lifetime = 1
      const { id } = await linkJira(wiki(), jira)
      const { accountId } = await newApprover(id)
      jira.lifetime = 7200
      jira.forget()
      const answers = await Promise.all([1, 2, 3].map(() => ask(id, accountId)))
      expect(answers.map(each => each.status)).toEqual([200, 200, 200])
      expect(jira.requests.filter(each => each.startsWith('POST'))).toHaveLength(1)
      jira.revoke(false)
      expect((await ask(id, accountId)).status).toBe(200)
      jira.failure = { path: /token$/, status: 500 }
      jira.revoke(false)
      await expect(ask(id, accountId)).rejects.toThrow('Our Jira answered with an error (500)')
      jira.failure = undefined
      // A failure of Jira is not the end of an approval.
      expect((await ask(id, accountId)).status).toBe(200)
      jira.revoke(true)
      await expect(ask(id, accountId)).rejects.toThrow('Approve first')
      expect((await wiki().admin.get(PATH)).json.results).toMatchObject([{ approvals: 0 }])
    })

    it('send no token to another address: the approvals end, and the secret must be given anew', async () => {
      const { admin } = wiki()
      const { id } = await linkJira(wiki(), jira)
      const { accountId } = await newApprover(id)
      const elsewhere = { name: 'Our Jira', rpcUrl: `${jira.url}/elsewhere`, clientId: CLIENT.clientId }
      expect((await admin.put(`${PATH}/${id}`, elsewhere)).json.message).toContain('must be given again')
      expect((await ask(id, accountId)).status).toBe(200)
      expect((await admin.put(`${PATH}/${id}`, { ...elsewhere, ...CLIENT })).json).toMatchObject({ approvals: 0 })
      jira.forget()
      await expect(ask(id, accountId)).rejects.toThrow('Approve first')
      expect(jira.requests).toEqual([])
    })
  },
)
