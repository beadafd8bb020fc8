import { Browser } from '#platform/server/testing/browser.ts'
import type { HttpReply, TestWiki } from '#platform/server/testing/harness.ts'
import { TestAgent } from './agent.ts'

/** Path and query of an address. */
export const pathOf = (url: URL) => url.pathname + url.search

/** Opens the page for consent in a browser that is signed in, and presses its button "Allow". */
export async function decide(
  browser: Browser,
  url: URL,
  fields: Readonly<Record<string, string>> = {},
): Promise<HttpReply> {
  const page = await browser.get(pathOf(url))
  if (page.status !== 200) throw new Error(`${page.status} ${page.headers.get('location')} ${page.text}`)
  return browser.post(url.pathname, { ...hiddenFields(page.text), access: 'write', decision: 'allow', ...fields })
}

/** Fields of the forms of a page that do not show. */
export function hiddenFields(html: string): Record<string, string> {
  const unescape = (text: string) =>
    text.replaceAll('&quot;', '"').replaceAll('&#x27;', "'").replaceAll('&lt;', '<').replaceAll('&amp;', '&')
  return Object.fromEntries(
    [...html.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)].map(([, name = '', value = '']) => [
      name,
      unescape(value),
    ]),
  )
}

/** Connects an agent of a user, renews its tokens, and ends the connection. Agents may connect meanwhile. */
export async function useAgent(
  { app, admin, url }: TestWiki,
  { username, password }: { username: string; password: string },
): Promise<void> {
  const setMcp = async (mcp: boolean) => {
    const set = await admin.put('/rest/oxbow/1.0/admin/settings', { mcp })
    if (set.status >= 300) throw new Error(set.text)
  }
  await setMcp(true)
  const browser = new Browser(url)
  await browser.login(username, password)
  const agent = new TestAgent(app.baseUrl)
  const client = await agent.finish((await decide(browser, await agent.begin())).headers.get('location') ?? '')
  await client.listTools()
  const send = (path: string, fields: Record<string, string>) =>
    browser.post(path, { client_id: agent.clientId, ...fields })
  const { refresh_token: token = '' } = agent.stored ?? {}
  await send('/oauth/token', { grant_type: 'refresh_token', refresh_token: token })
  await send('/oauth/revoke', { token })
  await agent.close()
  await setMcp(false)
}
