import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll } from 'vitest'
import { ADMIN, startTestWiki, type TestWiki } from '#platform/server/testing/harness.ts'
import { expect, openSignedIn, test } from '../../../test/browser.ts'
import { features } from '../../server.ts'

const PROFILE = '/rest/oxbow/1.0/profile'
const TOKENS = '/rest/pat/latest/tokens'

let wiki: TestWiki
/** Another port of the same machine is another origin of the same site: the session cookie goes with what it sends. */
let attacker: Server

beforeAll(async () => {
  wiki = await startTestWiki('sqlite', features)
  attacker = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html')
      .end(`<!DOCTYPE html><title>Evil</title><link rel="icon" href="data:,">
      <form method="post" enctype="text/plain" action="${wiki.url}${TOKENS}"><input name='{"name":"stolen","x":"' value='"}'></form>`)
  })
  await new Promise<void>(resolve => attacker.listen(0, '127.0.0.1', resolve))
})

afterAll(async () => {
  attacker.closeAllConnections()
  await new Promise(resolve => attacker.close(resolve))
  await wiki.close()
})

test('a page of another origin writes nothing with the session of who looks at it', async ({ openPage }) => {
  const page = await openSignedIn(openPage, wiki, ADMIN, { allowErrors: [/CORS|Failed to load resource|ERR_FAILED/] })
  const answers: string[] = []
  page.context().on('response', response => void answers.push(`${response.request().method()} ${response.status()}`))
  await page.goto(`http://127.0.0.1:${(attacker.address() as AddressInfo).port}/`)
  await page.evaluate(
    async ({ profile, tokens }) => {
      const json = { 'Content-Type': 'application/json' }
      const attempt = (url: string, init: RequestInit) =>
        fetch(url, { credentials: 'include', ...init }).then(
          () => 'sent',
          () => 'stopped',
        )
      await attempt(profile, { method: 'PUT', headers: json, body: '{"about":"stolen"}' })
      await attempt(profile, { method: 'DELETE', headers: json })
      for (const mode of ['cors', 'no-cors'] as const) {
        await attempt(tokens, { method: 'POST', mode, headers: json, body: '{"name":"stolen"}' })
        await attempt(tokens, {
          method: 'POST',
          mode,
          headers: { 'Content-Type': 'text/plain; application/json' },
          body: '{"name":"stolen"}',
        })
        await attempt(tokens, { method: 'POST', mode, body: new Blob(['{"name":"stolen"}']) })
      }
      for (const type of ['application/json', 'text/plain;application/json'])
        navigator.sendBeacon(tokens, new Blob(['{"name":"stolen"}'], { type }))
    },
    { profile: wiki.url + PROFILE, tokens: wiki.url + TOKENS },
  )
  await Promise.all([page.waitForURL(`**${TOKENS}`), page.evaluate(() => document.forms[0]?.submit())])
  expect(await page.locator('body').textContent()).toContain('XSRF check failed')
  // The cookie went along: without it the answers would be 401.
  expect(answers).toContain('POST 403')
  expect(answers.filter(answer => /^(?:POST|PUT|DELETE) /.test(answer) && answer !== 'POST 403')).toEqual([])
  expect((await wiki.admin.get(PROFILE)).json.about).not.toBe('stolen')
  expect((await wiki.admin.get(TOKENS)).text).not.toContain('stolen')
})
