import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe } from 'vitest'
import { startTestWiki, type TestWiki } from '#platform/server/testing/harness.ts'
import { features } from '../../server.ts'
import {
  expect,
  expectNoAxeViolations,
  type OpenPage,
  openSignedIn,
  screenshot,
  test,
  WINDOW_SIZES,
} from '../../../test/browser.ts'
import { TestAgent } from './testing/agent.ts'

const TOKENS = '/plugins/personalaccesstokens/usertokens.action'
const USER = { username: 'ada', password: 'ada password' }

describe('agents in the browser', () => {
  let wiki: TestWiki
  let base = ''
  /** The agent's side of the return. */
  let callback: Server
  let callbackUrl = ''
  const agents: TestAgent[] = []

  beforeAll(async () => {
    callback = createServer((_request, response) => {
      response.setHeader('content-type', 'text/html')
      response.end('<!DOCTYPE html><html lang="en"><title>Agent</title><link rel="icon" href="data:,"><p>Connected</p>')
    })
    await new Promise<void>(resolve => callback.listen(0, '127.0.0.1', resolve))
    callbackUrl = `http://127.0.0.1:${(callback.address() as AddressInfo).port}/callback`
    wiki = await startTestWiki('sqlite', features)
    base = wiki.app.baseUrl
    await wiki.addUser('ada', { fullName: 'Ada Lovelace' })
    await wiki.admin.put('/rest/oxbow/1.0/admin/settings', { mcp: true })
  })
  afterAll(async () => {
    for (const agent of agents) await agent.close()
    callback.closeAllConnections()
    await new Promise(resolve => callback.close(resolve))
    await wiki.close()
  })

  const newAgent = (name: string) => {
    const agent = new TestAgent(base, { name, redirectUrl: callbackUrl })
    agents.push(agent)
    return agent
  }
  const signedIn = (openPage: OpenPage) => openSignedIn(openPage, { url: base }, USER)
  const inEachLook = async (page: Page, name: string) => {
    for (const theme of ['light', 'dark'] as const) {
      await page.evaluate(one => document.documentElement.setAttribute('data-theme', one), theme)
      await expectNoAxeViolations(page)
      for (const size of WINDOW_SIZES) {
        await page.setViewportSize(size)
        await screenshot(page, `${name} ${theme} ${size.width}`, { fullPage: true })
        expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
      }
    }
  }

  test('users allow an agent by keyboard, and disconnect it in their settings', async ({ openPage }) => {
    const page = await signedIn(openPage)
    const agent = newAgent('Claude')
    await page.goto((await agent.begin()).href)
    await page.getByRole('heading', { name: 'Connect an agent' }).waitFor()
    await inEachLook(page, 'consent')
    await page.setViewportSize(WINDOW_SIZES[0])
    const write = page.getByRole('radio', { name: 'Read and write' })
    expect(await write.isChecked()).toBe(true)
    await page.keyboard.press('Tab')
    await expect.poll(() => write.evaluate(element => element === document.activeElement)).toBe(true)
    await page.keyboard.press('ArrowUp')
    expect(await page.getByRole('radio', { name: 'Read', exact: true }).isChecked()).toBe(true)
    await page.keyboard.press('Tab')
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Allow')
    await screenshot(page, 'consent with focus')
    await Promise.all([page.waitForURL(`${callbackUrl}*`), page.keyboard.press('Enter')])
    const client = await agent.finish(page.url())
    expect((await client.listTools()).tools.length).toBeGreaterThan(0)
    expect(agent.stored?.scope).toBe('read')

    await page.goto(base + TOKENS)
    const agentsList = page.getByRole('region', { name: 'Connected agents' })
    await agentsList.getByText('Claude', { exact: true }).waitFor()
    await inEachLook(page, 'connected agents')
    await page.setViewportSize(WINDOW_SIZES[0])
    await page.getByRole('button', { name: 'Disconnect Claude' }).click()
    const dialog = page.getByRole('alertdialog', { name: 'Disconnect Claude?' })
    await dialog.waitFor()
    await screenshot(page, 'disconnect an agent')
    await dialog.getByRole('button', { name: 'Disconnect' }).click()
    await agentsList.waitFor({ state: 'detached' })
    await expect(client.listTools()).rejects.toThrow('Unauthorized')
  })

  test('users refuse an agent, which gets nothing', async ({ openPage }) => {
    const page = await signedIn(openPage)
    const agent = newAgent(`<b>Bold</b> ${'longname'.repeat(20)}`)
    await page.goto((await agent.begin()).href)
    await page.getByText('<b>Bold</b> longname').waitFor()
    await inEachLook(page, 'consent for a long name')
    await page.getByRole('button', { name: 'Do not allow' }).click()
    await page.waitForURL(`${callbackUrl}*`)
    expect(new URL(page.url()).searchParams.get('error')).toBe('access_denied')
    expect((await wiki.as('ada', USER.password).get('/rest/oxbow/1.0/agents')).json.size).toBe(0)
  })

  test('the pages are in the language of the user, broken requests too', async ({ openPage }) => {
    const page = await openSignedIn(openPage, { url: base }, USER, {
      locale: 'de-DE',
      allowErrors: [/400 \(Bad Request\)/],
    })
    await page.goto((await newAgent('').begin()).href)
    await page.getByText('Ohne Namen').waitFor()
    await inEachLook(page, 'consent in German')
    await page.goto(`${base}/oauth/authorize?client_id=unknown`)
    await page.getByText('Das Wiki kennt diesen Agenten nicht.').waitFor()
    await inEachLook(page, 'refused agent')
  })

  test('the dialog for a personal access token reads well in all sizes and themes', async ({ openPage }) => {
    const page = await signedIn(openPage)
    await page.goto(base + TOKENS)
    await page.getByRole('button', { name: 'Create token' }).click()
    const dialog = page.getByRole('dialog', { name: 'Create token' })
    await dialog.getByLabel('Name').fill('Nightly export')
    await inEachLook(page, 'create token')
    await dialog.getByRole('button', { name: 'Create token' }).click()
    await page.getByRole('dialog', { name: 'Your new token' }).waitFor()
    await inEachLook(page, 'new token')
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByText('Nightly export').waitFor()
    await inEachLook(page, 'tokens')
  })
})
