import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe } from 'vitest'
import { ADMIN, startTestWiki, type TestWiki } from '#platform/server/testing/harness.ts'
import { features } from '../../server.ts'
import { expect, openSignedIn, screenshot, test } from '../../../test/browser.ts'

const READER = { username: 'reader', password: 'reader password' }
const VIEW_USERS = { targetType: 'users', operationKey: 'read' }

describe('the card at names and faces', () => {
  let wiki: TestWiki
  let address = ''

  beforeAll(async () => {
    wiki = await startTestWiki('sqlite', features)
    await wiki.addUser('reader', { fullName: 'Rita Reader', password: READER.password })
    const ada = await wiki.addUser('ada', { fullName: 'Ada Lovelace' })
    await ada.put('/rest/oxbow/1.0/profile', { about: 'Writes the manuals.', timeZone: 'Europe/London' })
    await wiki.admin.post('/rest/api/space', { key: 'DOCS', name: 'Documentation' })
    const body = (value: string) => ({ body: { storage: { value, representation: 'storage' } } })
    const mention = '<ac:link><ri:user ri:username="ada" /></ac:link>'
    const { id } = (
      await wiki.admin.post('/rest/api/content', {
        type: 'page',
        title: 'Page',
        space: { key: 'DOCS' },
        ...body(`<p>Ask ${mention} or <ac:link><ri:user ri:username="reader" /></ac:link>.</p>`),
      })
    ).json as { id: string }
    await ada.post('/rest/api/content', { type: 'comment', container: { id, type: 'page' }, ...body('<p>Yes.</p>') })
    await ada.post(`/rest/likes/1.0/content/${id}/likes`)
    address = `${wiki.url}/pages/viewpage.action?pageId=${id}`
  })
  afterAll(() => wiki.close())

  const card = (page: Page) => page.locator('#profile-card')
  const mention = (page: Page, name: string) => page.locator('#main-content').getByRole('link', { name })

  test('shows on hover and on focus who somebody is, and stays as long as it is wanted', async ({ openPage }) => {
    const page = await openSignedIn(openPage, wiki, READER, { colorScheme: 'dark' })
    const asked: string[] = []
    page.on('request', request => {
      if (/profile-card\?|CardAtNames/.test(request.url())) asked.push(request.url())
    })
    await page.goto(address, { waitUntil: 'networkidle' })
    expect(asked).toEqual([])

    const name = mention(page, 'Ada Lovelace')
    await name.hover()
    await card(page).waitFor()
    for (const text of ['Ada Lovelace', '@ada', 'Writes the manuals.', /local time \(Europe\/London\)/])
      await card(page).getByText(text).waitFor()
    expect(await card(page).getByText('ada@example.org').count()).toBe(0)
    expect(await name.getAttribute('aria-describedby')).toBe('profile-card-facts')
    await screenshot(page, 'profile card dark')
    // The pointer may go over to it; what it says is asked for once.
    await card(page).getByRole('link', { name: 'Profile' }).hover()
    await page.keyboard.press('Escape')
    await card(page).waitFor({ state: 'detached' })
    expect(await name.getAttribute('aria-describedby')).toBeNull()

    // Of the by-line, the face of a comment, and in the dialog of those who like the page.
    await page.locator('.ox-comment-face').hover()
    await card(page).getByText('Ada Lovelace').waitFor()
    await page.locator('#title-heading').hover()
    await card(page).waitFor({ state: 'detached' })
    await page.locator('#likes-section .like-summary').click()
    const likers = page.getByRole('dialog', { name: 'People who like this' })
    await likers.getByRole('link', { name: 'Ada Lovelace' }).hover()
    await card(page).waitFor()
    await page.keyboard.press('Escape')
    await card(page).waitFor({ state: 'detached' })
    await likers.waitFor()
    await page.keyboard.press('Escape')
    await likers.waitFor({ state: 'detached' })
    expect(asked.filter(url => url.includes('profile-card?'))).toHaveLength(1)

    // By keyboard: its links come after the name, and Escape leads back to it.
    await page.locator('#main').focus()
    await name.focus()
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Tab')
    await card(page).waitFor()
    await page.keyboard.press('Tab')
    await expect.poll(() => card(page).getByRole('link', { name: 'Profile' }).evaluate(isFocused)).toBe(true)
    await page.keyboard.press('Escape')
    await card(page).waitFor({ state: 'detached' })
    expect(await name.evaluate(isFocused)).toBe(true)
    // A user without a personal space has a profile there, and nothing is missing on the way (errors fail the test).
    await page.keyboard.press('Enter')
    await page.getByText('Writes the manuals.').waitFor()
    expect(page.url()).toContain('/users/viewuserprofile.action?username=ada')
  })

  test('is for who may view profiles: others read plain names [V6-20]', async ({ openPage }) => {
    const page = await openSignedIn(openPage, wiki, READER)
    const linked = async () => {
      await page.goto(address)
      const names = page.locator('.page-metadata .author a, #main-content a.user-mention, #page-comments a.author')
      return names.allTextContents()
    }
    const { displayName } = (await wiki.admin.get('/rest/api/user/current')).json as { displayName: string }
    expect(await linked()).toEqual([displayName, 'Ada Lovelace', 'Rita Reader', 'Ada Lovelace'])
    const users = '/rest/api/permissions/group/confluence-users'
    await wiki.admin.put(`${users}/revoke`, [VIEW_USERS])
    expect(await linked()).toEqual([])
    for (const text of [displayName, 'Ada Lovelace']) await page.getByText(text).first().waitFor()
    expect(await page.locator('img[data-username]').count()).toBe(0)
    await wiki.admin.put(`${users}/grant`, [VIEW_USERS])
    expect(await linked()).toHaveLength(4)
  })

  test('shows the e-mail address to administrators', async ({ openPage }) => {
    const page = await openSignedIn(openPage, wiki, ADMIN)
    await page.goto(address)
    await mention(page, 'Rita Reader').hover()
    await card(page).getByRole('link', { name: 'reader@example.org' }).waitFor()
    await screenshot(page, 'profile card')
  })
})

const isFocused = (element: Element) => element === document.activeElement
