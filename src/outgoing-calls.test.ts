import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestWiki, type HttpClient, type TestWiki } from '#platform/server/testing/harness.ts'
import { RETRIEVER_PATH } from '#features/jira-macros/shared.ts'
import { person } from '#features/spaces/testing/people.ts'
import { features } from './server.ts'
import { privateTargets } from './testing/private-targets.ts'

const LINKS = '/rest/oxbow/1.0/linked-applications'
const ISSUES = '/rest/oxbow/1.0/jira-issues/sites'
const ROOMS = '/rest/oxbow/1.0/spaces/OUT/chat-rooms'
const LINK = { name: 'Target', clientId: 'client', clientSecret: 'secret', isPrimary: true }
const ALLOWED = 'jira.example.org'

/** Each call that leaves the wiki, on behalf of users: to every host in the own network, none of which is reached. */
describe('calls to hosts in the own network', () => {
  let wiki: TestWiki
  let user: { client: HttpClient; id: number }
  let applicationId = ''
  let port = 0
  const reached: string[] = []
  const inside = createServer((request, response) => {
    reached.push(`${request.method} ${request.headers.host} ${request.url}`)
    response.writeHead(200, { 'content-type': 'application/json' }).end('[]')
  })

  beforeAll(async () => {
    // On all addresses of this machine, so that whichever form names one of them would be answered.
    await new Promise<void>(resolve => inside.listen(0, '::', resolve))
    port = (inside.address() as AddressInfo).port
    wiki = await startTestWiki('sqlite', features)
    await wiki.admin.post('/rest/api/space', { key: 'OUT', name: 'Outgoing' })
    const { client, id } = await person(wiki, 'outgoing')
    user = { client, id: Number(id) }
    const made = await wiki.admin.post(LINKS, { ...LINK, rpcUrl: `http://${ALLOWED}` })
    applicationId = made.json.id
  })
  afterAll(async () => {
    await wiki.close()
    await new Promise(resolve => inside.close(resolve))
  })
  beforeEach(() => {
    reached.length = 0
  })

  /** Moves the link to a target, for which the user has approved everything. @returns false if it is no address */
  const linkTo = async (host: string) => {
    const { status } = await wiki.admin.put(`${LINKS}/${applicationId}`, { ...LINK, rpcUrl: `http://${host}:${port}` })
    if (status === 400) return false
    expect(status, host).toBe(200)
    await wiki.app.database.transaction(({ db }) =>
      db
        .insertInto('linked_application_approval')
        .values({
          application_id: applicationId,
          account_id: user.id,
          access_token: 'access',
          refresh_token: 'refresh',
          expires_at: Date.now() + 3_600_000,
          site_id: '',
          approved_at: Date.now(),
          may_write: 1,
        })
        .execute(),
    )
    return true
  }

  it('are at least a hundred, each named once', () => {
    expect(privateTargets.length).toBeGreaterThanOrEqual(100)
  })

  it('are refused for issues in pages and for new issues', async () => {
    const issue = { projectKey: 'DEV', issueTypeId: '1', issues: [{ summary: 'x' }] }
    let tried = 0
    for (const [index, host] of privateTargets.entries()) {
      if (!(await linkTo(host))) continue
      tried++
      const calls = [
        await user.client.get(`${RETRIEVER_PATH}?appId=${applicationId}&url=${encodeURIComponent('/browse/DEV-1')}`),
        await user.client.get(`${ISSUES}/${applicationId}/projects`),
        // As many as a user may create in a minute.
        ...(index % 7 === 0 ? [await user.client.post(`${ISSUES}/${applicationId}/issues`, issue)] : []),
      ]
      expect(
        calls.map(({ status }) => status),
        host,
      ).toEqual(calls.map(() => 502))
    }
    expect(tried).toBeGreaterThanOrEqual(100)
    expect(reached).toEqual([])
  })

  it('are refused for feeds in pages', async () => {
    const macro = (host: string) =>
      `<ac:structured-macro ac:name="rss"><ac:parameter ac:name="url">http://${host}:${port}/</ac:parameter></ac:structured-macro>`
    for (const host of privateTargets) {
      const body = { value: macro(host), representation: 'storage' }
      const { json } = await wiki.admin.post('/rest/api/contentbody/convert/view', body)
      expect(json.value, host).toMatch(/class="[^"]*macro-notice/)
    }
    expect(reached).toEqual([])
  })

  it('are refused for titles of links', async () => {
    let tried = 0
    for (const host of privateTargets) {
      const url = `http://${host}:${port}/`
      const titleHosts = new URL(url).host
      if ((await wiki.admin.put('/rest/oxbow/1.0/admin/settings', { titleHosts })).status === 400) continue
      tried++
      const { status, json } = await user.client.get(`/rest/oxbow/1.0/link-title?${new URLSearchParams({ url })}`)
      expect([status, json], host).toEqual([200, { title: null }])
    }
    expect(tried).toBeGreaterThanOrEqual(80)
    expect(reached).toEqual([])
  })

  it('are refused for messages to chat rooms', async () => {
    let tried = 0
    for (const host of privateTargets) {
      const url = `http://${host}:${port}/services/x`
      const chatHosts = new URL(url).hostname
      if ((await wiki.admin.put('/rest/oxbow/1.0/admin/settings', { chatHosts })).status === 400) continue
      const made = await wiki.admin.post(ROOMS, { name: 'Room', service: 'slack', events: ['page.created'], url })
      if (made.status === 400) continue
      tried++
      const { json } = await wiki.admin.post(`${ROOMS}/${made.json.id}/test`, {})
      expect(json.isDelivered, host).toBe(false)
      await wiki.admin.delete(`${ROOMS}/${made.json.id}`)
    }
    expect(tried).toBeGreaterThanOrEqual(80)
    expect(reached).toEqual([])
  })
})
