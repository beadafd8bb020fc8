import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, describe } from 'vitest'
import { startTestWiki, type TestWiki } from '#platform/server/testing/harness.ts'
import { expect, type OpenPage, screenshot, test } from '../../../test/browser.ts'
import { features } from '../../server.ts'

const PASSWORD = 'a long enough one'

/** Needs the web app in dist/web: `npm run build` first, as `npm test` does. */
describe('spaces and people in a browser', () => {
  let wiki: TestWiki
  let picture: string
  beforeAll(async () => {
    wiki = await startTestWiki('sqlite', features)
    const ada = await wiki.addUser('ada', { fullName: 'Ada Lovelace', password: PASSWORD })
    await wiki.addUser('bob', { fullName: 'Bob Bobson', password: PASSWORD })
    await ada.post('/rest/api/space', {
      key: 'TEAM',
      name: 'Team space',
      description: { plain: { value: 'All about the team' } },
    })
    await ada.post('/rest/api/content', {
      type: 'page',
      title: 'Hello',
      space: { key: 'TEAM' },
      body: { storage: { representation: 'storage', value: '<p>Hi.</p>' } },
    })
    picture = join(wiki.config.home, 'logo.png')
    await writeFile(
      picture,
      await sharp({ create: { width: 400, height: 200, channels: 3, background: '#c33' } })
        .png()
        .toBuffer(),
    )
  })
  afterAll(() => wiki.close())

  const signIn = async (
    openPage: OpenPage,
    username: string,
    path: string,
    options: Parameters<OpenPage>[0] = {},
  ): Promise<Page> => {
    const page = await openPage(options)
    await page.goto(`${wiki.url}/login.action?os_destination=${encodeURIComponent(path)}`)
    await page.getByLabel('User name or e-mail').fill(username)
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByLabel('Password').press('Enter')
    await page.waitForURL(url => url.pathname !== '/dologin.action' && url.pathname !== '/login.action')
    return page
  }
  const icon = (page: Page) => page.locator('.ox-space-icon').getAttribute('src')

  test('the logo of a space is chosen in a dialog, together with its name [V2.3-01] [V2.3-03] [V5-02] [V8-12]', async ({
    openPage,
  }) => {
    const page = await signIn(openPage, 'ada', '/display/TEAM/Hello', {
      allowErrors: [/500 \(Internal Server Error\)/],
    })
    expect(await icon(page)).toBe('/images/logo/default-space-logo.svg')
    await page.getByRole('button', { name: 'Edit space details' }).click()
    const dialog = page.getByRole('dialog', { name: 'Space details' })
    await dialog.waitFor()
    expect(await dialog.evaluate(element => element.parentElement?.getBoundingClientRect().width)).toBe(635)
    await dialog.locator('input[type=file]').setInputFiles(picture)
    await dialog.getByLabel('Zoom').waitFor()
    await dialog.getByRole('application').press('ArrowLeft')
    await dialog.getByLabel('Name').fill('Team of teams')
    await screenshot(page, 'logo dialog')
    // A failure says so and keeps what was chosen.
    await page.route('**/rest/ia/1.0/space/setLogo', route => route.fulfill({ status: 500, body: '' }), { times: 1 })
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByText('An error occurred while updating space details').waitFor()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.locator('.ox-space-name', { hasText: 'Team of teams' }).waitFor()
    expect(await icon(page)).toMatch(/^\/images\/logo\/space\/\d+\/[0-9a-f]{16}\.webp$/)
    await page.reload()
    expect(
      await page
        .locator('.ox-space-icon')
        .evaluate(async (image: HTMLImageElement) => image.decode().then(() => image.naturalWidth)),
    ).toBe(128)
    expect((await wiki.as('ada', PASSWORD).get('/rest/api/space/TEAM')).json.name).toBe('Team of teams')
    await screenshot(page, 'space with a logo')
    // A user who does not administer the space is not offered it.
    const reader = await signIn(openPage, 'bob', '/display/TEAM/Hello')
    await reader.locator('.ox-space-name', { hasText: 'Team of teams' }).waitFor()
    await expect.poll(() => reader.getByRole('button', { name: 'Edit space details' }).count()).toBe(0)
  })

  test('people make their own space from their profile; its logo is their picture [V2-06] [V2-07] [V2.3-02] [V6-17]', async ({
    openPage,
  }) => {
    const page = await signIn(openPage, 'ada', '/users/viewmyprofile.action')
    await page.getByRole('heading', { name: 'Ada Lovelace' }).waitFor()
    const choose = page.getByRole('link', { name: 'Choose a profile picture' })
    await expect.poll(() => choose.getAttribute('href')).toBe('/users/profile/editmyprofilepicture.action')
    await screenshot(page, 'own profile')
    await page.getByRole('button', { name: 'Create personal space' }).click()
    await page.waitForURL(url => decodeURIComponent(url.pathname).startsWith('/display/~ada'))
    const own = (await wiki.as('ada', PASSWORD).get('/rest/api/user/current')).json
    expect(await icon(page)).toBe(`/avatars/${own.userKey}/initials.svg`)
    await page.getByRole('button', { name: 'Edit space details' }).click()
    const hint = page.getByRole('dialog', { name: 'Space details' })
    await hint.getByText('The logo of a personal space is the profile picture of its owner.').waitFor()
    // A hint beside the handle, not a window over the page.
    await expect.poll(() => page.locator('[data-overlay-container] [aria-modal=true], .modal').count()).toBe(0)
    await screenshot(page, 'personal space hint')
    const toPicture = hint.getByRole('link', { name: 'Change your profile picture' })
    expect(await toPicture.getAttribute('href')).toBe('/users/profile/editmyprofilepicture.action')
    await toPicture.click()
    await page.waitForURL(url => url.pathname === '/users/viewmysettings.action')
    await page.locator('input[type=file]').setInputFiles(picture)
    await page.getByText('Your picture was changed').waitFor()
    await page.goto(`${wiki.url}/display/~ada`)
    const { profilePicture } = (await wiki.as('ada', PASSWORD).get('/rest/api/user/current')).json
    expect(profilePicture.isDefault).toBe(false)
    expect(await icon(page)).toBe(profilePicture.path)
    // Others see whose space it is, and with a picture nothing is asked of its owner any more.
    const other = await signIn(openPage, 'bob', '/users/viewuserprofile.action?username=ada')
    await other.getByRole('link', { name: 'Personal space' }).click()
    await other.waitForURL(url => decodeURIComponent(url.pathname).startsWith('/display/~ada'))
    await page.goto(`${wiki.url}/users/viewuserprofile.action?username=ada`)
    await page.getByRole('link', { name: 'Personal space' }).waitFor()
    await expect.poll(() => page.getByRole('link', { name: 'Choose a profile picture' }).count()).toBe(0)
  })

  test('a page names its people with pictures and links to their profiles [V1-14] [V2-08]', async ({ openPage }) => {
    const page = await signIn(openPage, 'bob', '/display/TEAM/Hello')
    const author = page.locator('.page-metadata-modification-info .author a')
    await expect.poll(() => author.textContent()).toBe('Ada Lovelace')
    expect(
      await page
        .locator('.ox-face')
        .first()
        .evaluate(async (image: HTMLImageElement) => image.decode().then(() => image.naturalWidth)),
    ).toBeGreaterThan(0)
    expect(new URL(await author.evaluate((link: HTMLAnchorElement) => link.href)).pathname).toBe('/display/~ada')
  })

  test('a space is put into categories, and found by them in the directory', async ({ openPage }) => {
    const page = await signIn(openPage, 'ada', '/spaces/spaceadmin.action?key=TEAM', {
      allowErrors: [/400 \(Bad Request\)/],
    })
    const field = page.getByLabel('Category')
    await field.fill('two words')
    await field.press('Enter')
    await page.getByText(/which labels cannot contain/).waitFor()
    await field.fill('handbook')
    await field.press('Enter')
    await page.getByRole('button', { name: 'Remove the category handbook' }).waitFor()
    await page.goto(`${wiki.url}/spacedirectory/view.action`)
    await page.getByRole('list', { name: 'Categories' }).getByRole('link', { name: 'handbook' }).click()
    await page.waitForURL(url => url.searchParams.get('label') === 'handbook')
    await page.getByText('In the category handbook').waitFor()
    await page.getByRole('link', { name: 'Team of teams' }).waitFor()
    await screenshot(page, 'directory category')
    await page.getByRole('link', { name: 'Show all' }).click()
    await page.waitForURL(url => url.searchParams.get('label') === null)
  })

  test('a new page asks for its space where the address names none', async ({ openPage }) => {
    const page = await signIn(openPage, 'bob', '/')
    await wiki.admin.post('/rest/api/space/_private', { key: 'HIDDEN', name: 'Hidden space' })
    await page.locator('#quick-create-page-button').click()
    await page.getByRole('heading', { name: 'Where should the page go?' }).waitFor()
    await screenshot(page, 'choose a space')
    // Only spaces in which Bob may create: neither Ada's own nor the hidden one.
    await expect.poll(() => page.locator('.ox-directory-name').allTextContents()).toEqual(['Team of teams'])
    await page.getByLabel('Find a space').fill('nothing')
    await page.getByText('No space is called like that.').waitFor()
    await page.getByLabel('Find a space').fill('team')
    await page.getByRole('link', { name: 'Team of teams' }).click()
    await page.waitForURL(url => url.searchParams.get('spaceKey') === 'TEAM')
    await page.locator('#content-title').waitFor()
  })
})
