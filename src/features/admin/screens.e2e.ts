import { afterAll, beforeAll, describe } from 'vitest'
import type { Page } from 'playwright-core'
import { ADMIN, startTestWiki, type TestWiki } from '#platform/server/testing/harness.ts'
import { expect, expectNoAxeViolations, type OpenPage, screenshot, test } from '../../../test/browser.ts'
import { features } from '../../server.ts'

/** Needs the web app in dist/web: `npm run build` first, as `npm test` does. */
describe('search, settings and administration in a browser', () => {
  let wiki: TestWiki
  beforeAll(async () => {
    wiki = await startTestWiki('sqlite', features)
    await wiki.addUser('ada', { fullName: 'Ada Lovelace' })
    await wiki.addUser('grace', { fullName: 'Grace Hopper' })
    await wiki.admin.post('/rest/api/space', { key: 'DOCS', name: 'Documentation' })
    for (const title of ['Salmon runs', 'Salmon recipes', 'Herring']) {
      const body = { storage: { representation: 'storage', value: '<p>Fish of the northern river.</p>' } }
      const page = await wiki.admin.post('/rest/api/content', { type: 'page', title, space: { key: 'DOCS' }, body })
      if (title === 'Herring') await wiki.admin.delete(`/rest/api/content/${page.json.id}`)
    }
  })
  afterAll(() => wiki.close())

  const signIn = async (openPage: OpenPage, path: string, options: Parameters<OpenPage>[0] = {}): Promise<Page> => {
    const page = await openPage({ allowErrors: [/favicon/], ...options })
    await page.goto(`${wiki.url}/login.action?os_destination=${encodeURIComponent(path)}`)
    await page.getByLabel('User name or e-mail').fill(ADMIN.username)
    await page.getByLabel('Password').fill(ADMIN.password)
    await page.getByLabel('Password').press('Enter')
    await page.waitForURL(url => url.pathname !== '/dologin.action' && url.pathname !== '/login.action')
    if (new URL(page.url()).pathname === '/authenticate.action') {
      await page.getByLabel('Password').fill(ADMIN.password)
      await page.getByLabel('Password').press('Enter')
      await page.waitForURL(url => url.pathname !== '/authenticate.action' && url.pathname !== '/doauthenticate.action')
    }
    return page
  }

  test('what is typed in the top bar is suggested, chosen by keys and opened [P2-10]', async ({ openPage }) => {
    const page = await signIn(openPage, '/dosearchsite.action')
    await page.getByText('What are you looking for?').waitFor()
    await page.locator('#main').focus()
    await page.keyboard.press('/')
    const box = page.locator('#quick-search-query')
    expect(await box.evaluate(element => element === document.activeElement)).toBe(true)
    await page.keyboard.type('salm')
    const option = page.getByRole('option', { name: 'Salmon runs' })
    await option.waitFor()
    await expect.poll(() => box.getAttribute('aria-expanded')).toBe('true')
    await page.keyboard.press('ArrowDown')
    await expect
      .poll(() => box.getAttribute('aria-activedescendant'))
      .toBe(await page.locator('[role=option][aria-selected=true]').getAttribute('id'))
    await screenshot(page, 'quick search')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Enter')
    await page.waitForURL(url => url.searchParams.get('queryString') === 'salm' && url.searchParams.get('cql') === '')
    await page.getByRole('heading', { name: 'Salmon recipes' }).waitFor()
    await box.fill('salmon ru')
    await option.waitFor()
    await box.press('ArrowDown')
    await box.press('Enter')
    await page.waitForURL(/\/Salmon\+runs/)
    // The empty box offers the pages that were opened.
    await page.locator('#title-text').getByText('Salmon runs').waitFor()
    await box.fill('')
    await page.getByRole('group', { name: 'Recently opened' }).getByRole('option', { name: 'Salmon runs' }).waitFor()
  })

  test('results are filtered, walked through by keys, and a wrong query shows its place', async ({ openPage }) => {
    const page = await signIn(openPage, '/dosearchsite.action?queryString=salmon', {
      allowErrors: [/favicon/, /400 \(Bad Request\)/],
    })
    await page.getByText('2 results').waitFor()
    await page.locator('#search-page-query').press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    expect(await page.evaluate(() => document.activeElement?.textContent)).toMatch(/^Salmon/)
    await page.getByRole('button', { name: /Type/ }).click()
    await page.getByRole('option', { name: 'Space', exact: true }).click()
    await page.getByText('Nothing was found').waitFor()
    await page.getByRole('button', { name: 'Search without filters' }).click()
    await page.getByText('2 results').waitFor()
    await page.getByRole('link', { name: 'Advanced search (CQL)' }).click()
    await page.getByLabel('Query in CQL').fill('type = pag')
    await page.getByLabel('Query in CQL').press('Control+Enter')
    await page.getByText('The query cannot be understood').waitFor()
    await page.getByLabel('Query in CQL').fill('title ~ "salmon"')
    await page.getByRole('button', { name: 'Search', exact: true }).last().click()
    await page.getByText('2 results').waitFor()
  })

  test('a token is shown once, and revoked', async ({ openPage }) => {
    const page = await signIn(openPage, '/plugins/personalaccesstokens/usertokens.action', {
      allowErrors: [/favicon/, /403 \(Forbidden\)/],
    })
    const create = async () => {
      await page.getByRole('button', { name: 'Create token' }).click()
      await page.getByLabel('Name').fill('Nightly export')
      await page.getByLabel('Name').press('Enter')
    }
    await create()
    await page.waitForURL('**/authenticate.action?**')
    await page.getByLabel('Password').fill(ADMIN.password)
    await page.getByLabel('Password').press('Enter')
    await create()
    await page.getByText('Copy it now').waitFor()
    await screenshot(page, 'new token')
    const token = await page.getByRole('textbox', { name: 'Nightly export' }).inputValue()
    const asProgram = () =>
      fetch(`${wiki.url}/rest/api/user/current`, { headers: { authorization: `Bearer ${token}` } })
    expect(((await (await asProgram()).json()) as { username: string }).username).toBe(ADMIN.username)
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('button', { name: 'Revoke Nightly export' }).click()
    await page.getByRole('button', { name: 'Revoke token' }).click()
    await page.getByText('No tokens yet').waitFor()
    expect((await asProgram()).status).toBe(401)
  })

  test('a user is created, refused at the field, put into a group and disabled', async ({ openPage }) => {
    const page = await signIn(openPage, '/admin/users', {
      allowErrors: [/favicon/, /409 \(Conflict\)/, /400 \(Bad Request\)/, /500 \(Internal Server Error\)/],
    })
    await page.getByRole('button', { name: 'Create user' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('User name').fill('ada')
    await dialog.getByLabel('Full name').fill('Hedy Lamarr')
    await dialog.getByLabel('Password').fill('a long enough one')
    await dialog.getByRole('button', { name: 'Create user' }).click()
    await dialog.getByText('A user with the username ada already exists').waitFor()
    await expectNoAxeViolations(page)
    await screenshot(page, 'create user refused')
    await dialog.getByLabel('User name').fill('hedy')
    await dialog.getByLabel('User name').press('Enter')
    await dialog.waitFor({ state: 'detached' })
    await page
      .getByRole('row', { name: /Hedy Lamarr/ })
      .getByRole('button')
      .click()
    await page.getByRole('menuitem', { name: 'Groups' }).click()
    await dialog.getByRole('combobox', { name: 'Add to a group' }).fill('confluence-adm')
    await page.getByRole('option', { name: /confluence-administrators/ }).click()
    await dialog.getByRole('button', { name: 'Take out of confluence-administrators' }).waitFor()
    await dialog.getByRole('button', { name: 'Done' }).click()
    await page
      .getByRole('row', { name: /Hedy Lamarr/ })
      .getByRole('button')
      .click()
    await page.getByRole('menuitem', { name: 'Disable' }).click()
    await page.getByRole('button', { name: 'Disable user' }).click()
    await page.getByRole('row', { name: /Hedy Lamarr.*Disabled/ }).waitFor()
    const groups = await wiki.admin.get('/rest/api/user/memberof?username=hedy')
    expect(groups.json.results.map((group: { name: string }) => group.name)).toContain('confluence-administrators')

    // A long list is walked through by keys, read again where that failed, and found again as it was left.
    for (let number = 10; number < 36; number++)
      await wiki.admin.post('/rest/api/admin/group', { name: `team-${number}` })
    await page.goto(`${wiki.url}/admin/groups`)
    await page.route(
      /start=25/,
      route => route.fulfill({ status: 500, json: { statusCode: 500, message: 'Not now' } }),
      { times: 1 },
    )
    await page.getByRole('button', { name: 'Next page' }).press('Enter')
    await page.getByRole('alert').getByText('The groups could not be read').waitFor()
    await page.getByRole('button', { name: 'Try again' }).press('Enter')
    await page.getByText('26–28', { exact: true }).waitFor()
    await page.getByRole('link', { name: 'team-35' }).press('Enter')
    await page.getByText('This group has no members yet').waitFor()
    await page.goBack()
    await page.getByText('26–28', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Previous page' }).press('Enter')
    await page.getByText('1–25', { exact: true }).waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Next page')
  })

  test('a permission in a space is granted by its box and kept', async ({ openPage }) => {
    const page = await signIn(openPage, '/spaces/spacepermissions.action?key=DOCS')
    await page.getByRole('combobox', { name: 'Add a group or user' }).fill('grace')
    await page.getByRole('option', { name: /Grace Hopper/ }).click()
    await page.getByRole('checkbox', { name: 'Grace Hopper: Space, View' }).press('Space')
    const user = await wiki.admin.get('/rest/api/user?username=grace')
    await expect
      .poll(async () => (await wiki.admin.get(`/rest/api/space/DOCS/permissions/user/${user.json.userKey}`)).json)
      .toMatchObject([{ operation: { operationKey: 'read', targetType: 'space' } }])
    await page.reload()
    await expect.poll(() => page.getByRole('checkbox', { name: 'Grace Hopper: Space, View' }).isChecked()).toBe(true)

    await page
      .getByRole('navigation', { name: 'Space settings' })
      .getByRole('link', { name: 'Colours' })
      .first()
      .press('Enter')
    const digits = page.getByRole('textbox', { name: 'Top bar, Light theme, digits' })
    await digits.fill('#123456')
    await digits.press('Enter')
    await page.getByText('This space has its own colours.').waitFor()
    const bar = () => page.locator('.ox-topbar').evaluate(element => getComputedStyle(element).backgroundColor)
    await expect.poll(bar).toBe('rgb(18, 52, 86)')
    // They hold in this space alone.
    await page.locator('#logo').press('Enter')
    await page.waitForURL(`${wiki.url}/`)
    await expect.poll(bar).toBe('rgb(255, 255, 255)')
    await wiki.admin.put('/rest/api/space/DOCS/color-scheme/reset')
  })

  test('what was deleted comes back, and a space goes with its progress shown', async ({ openPage }) => {
    const page = await signIn(openPage, '/pages/viewtrash.action?key=DOCS')
    await page.getByRole('button', { name: 'Restore Herring' }).click()
    await page.getByText('The trash is empty').waitFor()
    expect((await wiki.admin.get('/rest/api/content?spaceKey=DOCS&title=Herring')).json.size).toBe(1)
    await page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Open' }).click()
    await page.locator('#title-text', { hasText: 'Herring' }).waitFor()
    await wiki.admin.post('/rest/api/space', { key: 'GONE', name: 'Soon gone' })
    await page.goto(`${wiki.url}/spaces/spaceadmin.action?key=GONE`)
    await page.getByRole('button', { name: 'Delete space…' }).click()
    await page.getByLabel(/type the key GONE/).fill('DOCS')
    await page.getByRole('button', { name: 'Delete space', exact: true }).click()
    await page.getByText('This is not the key of the space.').waitFor()
    await page.getByLabel(/type the key GONE/).fill('gone')
    await page.getByLabel(/type the key GONE/).press('Enter')
    await page.waitForURL('**/spacedirectory/view.action')
    expect((await wiki.admin.get('/rest/api/space/GONE')).status).toBe(404)
  })
})
