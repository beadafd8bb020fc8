import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe } from 'vitest'
import { ADMIN, startTestWiki, type TestWiki } from '#platform/server/testing/harness.ts'
import { person } from '#features/spaces/testing/people.ts'
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

const PASSWORD = 'correct horse battery'
const ROOM_TITLE = 'Send messages to a Hipchat room'
const SITE_TITLE = 'Connect your Confluence site to Hipchat'

describe('chat in the browser', () => {
  let wiki: TestWiki
  let pageId = ''
  const received: string[] = []
  const receiver = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8')
    request.on('data', chunk => (body += chunk))
    request.on('end', () => {
      received.push(body)
      response.end('ok')
    })
  })
  let hook = ''
  let people = 0

  beforeAll(async () => {
    await new Promise<void>(resolve => receiver.listen(0, '127.0.0.1', resolve))
    hook = `http://localhost:${(receiver.address() as AddressInfo).port}/hook`
    wiki = await startTestWiki('sqlite', features)
    await wiki.admin.post('/rest/api/space', { key: 'CHAT', name: 'Chatty' })
    pageId = await wiki.admin.createPage('CHAT', 'Plain', '<p>Text</p>')
    await wiki.admin.put('/rest/oxbow/1.0/webhooks/allowed-hosts', { hosts: ['localhost'] })
  })
  afterAll(async () => {
    receiver.close()
    await wiki.close()
  })

  const connect = (chatHosts: string) => wiki.admin.put('/rest/oxbow/1.0/admin/settings', { chatHosts })
  /** A user who administers the space, and has seen no hint. */
  const spaceAdmin = async (openPage: OpenPage) => {
    const username = `keeper${++people}`
    const { userKey } = await person(wiki, username)
    await wiki.admin.put(`/rest/api/space/CHAT/permissions/user/${userKey}/grant`, [
      { targetType: 'space', operationKey: 'administer' },
    ])
    return openSignedIn(openPage, wiki, { username, password: PASSWORD })
  }
  const card = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })
  const view = (page: Page) => page.goto(`${wiki.url}/pages/viewpage.action?pageId=${pageId}`)
  const none = async (page: Page) => {
    await view(page)
    await page.waitForLoadState('networkidle')
    expect([await card(page, ROOM_TITLE).count(), await card(page, SITE_TITLE).count()]).toEqual([0, 0])
  }

  test('a space administrator is prompted to have the site connected while it is not, a site administrator is not [V2.3-08] [V6-02]', async ({
    openPage,
  }) => {
    await connect('')
    const page = await spaceAdmin(openPage)
    await view(page)
    const prompt = card(page, SITE_TITLE)
    await prompt.waitFor()
    expect((await prompt.getByRole('button').allInnerTexts()).filter(text => text !== '')).toEqual([
      'Integrate with Hipchat',
      'Not now',
    ])
    await expectNoAxeViolations(page)
    await prompt.getByRole('button', { name: 'Integrate with Hipchat' }).click()
    await page.getByText('The wiki is not connected with a chat service').waitFor()
    expect(new URL(page.url()).pathname).toBe('/spaces/chat.action')
    await none(page)
    await none(await openSignedIn(openPage, wiki, ADMIN))
    const reader = `reader${++people}`
    await person(wiki, reader)
    await none(await openSignedIn(openPage, wiki, { username: reader, password: PASSWORD }))
  })

  test('a space administrator is prompted to add a room to a space without one [V1-03] [V2.3-07] [V6-01]', async ({
    openPage,
  }) => {
    await connect('localhost')
    const page = await spaceAdmin(openPage)
    await view(page)
    const prompt = card(page, ROOM_TITLE)
    await prompt.waitFor()
    expect((await prompt.getByRole('button').allInnerTexts()).filter(text => text !== '')).toEqual([
      'Add Hipchat notifications',
      'Not now',
    ])
    await page.emulateMedia({ colorScheme: 'dark' })
    await screenshot(page, 'prompt for a chat room, dark')
    await page.emulateMedia({ colorScheme: 'light' })
    await prompt.getByRole('button', { name: 'Not now' }).click()
    await prompt.waitFor({ state: 'detached' })
    // Another time: it was put off.
    await view(page)
    await prompt.getByRole('button', { name: 'Add Hipchat notifications' }).click()
    await page.getByRole('button', { name: 'Add a room' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/spaces/chat.action')
    await none(page)
    const other = await spaceAdmin(openPage)
    const room = await wiki.admin.post('/rest/oxbow/1.0/spaces/CHAT/chat-rooms', {
      name: 'Team',
      service: 'slack',
      events: ['page.created'],
      url: hook,
    })
    await none(other)
    await wiki.admin.delete(`/rest/oxbow/1.0/spaces/CHAT/chat-rooms/${room.json.id}`)
    await view(other)
    await card(other, ROOM_TITLE).waitFor()
  })

  test('rooms are added, tried, changed and removed by keyboard and mouse', async ({ openPage }) => {
    await connect('localhost')
    const page = await openSignedIn(openPage, wiki, ADMIN, { allowErrors: [/400 \(Bad Request\)/] })
    await page.goto(`${wiki.url}/spaces/chat.action?key=CHAT`)
    await page.getByRole('button', { name: 'Add a room' }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Team')
    await dialog.getByLabel('Address of the incoming webhook').fill('https://elsewhere.example.org/x')
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    await dialog.getByText('must be on one of the hosts for chat: localhost').waitFor()
    await dialog.getByLabel('Address of the incoming webhook').fill(hook)
    await dialog.getByRole('button', { name: /Service/ }).click()
    await page.getByRole('option', { name: 'Mattermost' }).click()
    await expectNoAxeViolations(page)
    await screenshot(page, 'chat room, dialog')
    await page.setViewportSize({ width: 375, height: 812 })
    await screenshot(page, 'chat room, dialog, 375')
    await page.setViewportSize({ width: 1440, height: 900 })
    await dialog.getByLabel('Address of the incoming webhook').press('Enter')
    await page.getByText('Team is told from now on').waitFor()
    const actions = page.getByRole('button', { name: 'Actions for Team' })
    await actions.press('Enter')
    await page.getByRole('menuitem', { name: 'Send test message' }).click()
    await page.getByText('The test message arrived').waitFor()
    expect(received).toEqual([JSON.stringify({ text: 'This room is told of changes in the wiki\\.' })])
    await page.getByText('Arrived', { exact: true }).waitFor()
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      for (const size of WINDOW_SIZES) {
        await page.setViewportSize(size)
        await screenshot(page, `chat rooms, ${size.width}, ${colorScheme}`)
      }
    }
    await page.setViewportSize({ width: 1440, height: 900 })
    await expectNoAxeViolations(page)
    // The service that was chosen last is remembered.
    await page.getByRole('button', { name: 'Add a room' }).click()
    expect(await dialog.getByRole('button', { name: /Service/ }).innerText()).toContain('Mattermost')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await actions.click()
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    await dialog.getByText('Send messages').click()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Off', { exact: true }).waitFor()
    await actions.click()
    await page.getByRole('menuitem', { name: 'Remove' }).click()
    await page.getByRole('alertdialog').or(dialog).getByRole('button', { name: 'Remove' }).click()
    await page.getByText('No room is told of this space yet').waitFor()
  })
})
