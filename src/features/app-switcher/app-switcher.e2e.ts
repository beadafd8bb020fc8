import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe } from 'vitest'
import { ADMIN, startTestWiki, type TestWiki } from '#platform/server/testing/harness.ts'
import { expect, openSignedIn, test } from '../../../test/browser.ts'
import { features } from '../../server.ts'

const BAMBOO = 'http://127.0.0.1:9/bamboo'
const WRONG = 'Something went wrong, please try again'
/** A description one character too long. */
const LONG = 'x'.repeat(211)

describe('the app switcher and application links in the browser', () => {
  let wiki: TestWiki
  beforeAll(async () => {
    wiki = await startTestWiki('sqlite', features)
    const { admin } = wiki
    await admin.post('/rest/api/space', { key: 'SWI', name: 'Switching' })
    await wiki.addUser('ada')
    const link = { name: 'Our Bamboo', typeId: 'bamboo', rpcUrl: BAMBOO }
    const { json } = await admin.put('/rest/applinks/1.0/applicationlink', link)
    const [, applicationId] = /applicationlink\/([\w-]+)$/.exec(json['resources-created'].link[0].href as string) ?? []
    const entity = { applicationId, typeId: 'bamboo.project', key: 'OX', name: 'Builds of oxen' }
    await admin.put('/rest/applinks/1.0/entitylink/confluence.space/SWI', entity)
    const board = { linkLabel: 'Board', linkUrl: 'https://board.example.org', description: LONG }
    await admin.post('/rest/custom-content-links/1.0/customcontentlinks/SWI', board)
    await admin.post('/rest/custom-apps/1.0/customapps', { displayName: 'Wages', url: 'https://wages.example.org' })
  })
  afterAll(() => wiki.close())

  const panel = (page: Page) => page.locator('#app-switcher-panel')
  const section = (page: Page, name: string) => panel(page).getByRole('region', { name, exact: true })
  const trigger = (page: Page) => page.locator('#app-switcher')
  const dialog = (page: Page) => page.locator('#project-shortcuts-dialog')
  const openDialog = async (page: Page) => {
    await trigger(page).click()
    await panel(page).locator('.project-shortcut-dialog-trigger').click()
    await dialog(page).waitFor()
  }

  test('lists applications and shortcuts for every user, and opens and closes [P6-04] [P1-05] [P2.4-01] [P4.4-01] [P4.4-02] [P9-18]', async ({
    openPage,
  }) => {
    const who = { username: 'ada', password: 'ada password' }
    const page = await openSignedIn(openPage, wiki, who, { reducedMotion: 'no-preference' })
    await page.goto(`${wiki.url}/display/SWI`)
    const durations = await panel(page).evaluate(async element => {
      document.getElementById('app-switcher')?.click()
      await new Promise(requestAnimationFrame)
      return element.getAnimations().map(each => each.effect?.getTiming().duration)
    })
    expect(new Set(durations)).toEqual(new Set([300]))
    await section(page, 'Application Links').getByRole('link', { name: 'Our Bamboo' }).waitFor()
    const shortcuts = section(page, 'Shortcuts')
    for (const name of ['Board', 'Builds of oxen', 'Wages']) await shortcuts.getByRole('link', { name }).waitFor()
    // A plain user has no cog, and is offered no other applications.
    expect(
      await panel(page)
        .getByRole('button', { name: /^Administer/ })
        .count(),
    ).toBe(0)
    expect(await section(page, 'Other applications').count()).toBe(0)
    await trigger(page).click()
    await panel(page).waitFor({ state: 'hidden' })
    await trigger(page).click()
    await panel(page).waitFor()
    await page.keyboard.press('Escape')
    await panel(page).waitFor({ state: 'hidden' })
    await trigger(page).click()
    await panel(page).waitFor()
    await page.mouse.click(900, 700)
    await panel(page).waitFor({ state: 'hidden' })
  })

  test('shows the related links of a space, and what fails [P1-06] [P2.3-01] [P2.3-02] [P2.3-03] [P2.3-04] [P2.4-02] [P8-05] [P8-06] [P9-13] [P9-14]', async ({
    openPage,
  }) => {
    const who = { username: 'ada', password: 'ada password' }
    const page = await openSignedIn(openPage, wiki, who, { allowErrors: [/500/] })
    await page.goto(`${wiki.url}/display/SWI`)
    await page.route('**/rest/menu/latest/appswitcher*', route => route.fulfill({ status: 500, body: '' }))
    await trigger(page).click()
    const failed = section(page, 'Application Links')
    await failed.getByRole('alert').filter({ hasText: WRONG }).waitFor()
    await page.unroute('**/rest/menu/latest/appswitcher*')
    await failed.getByRole('button', { name: 'Try again' }).click()
    await failed.getByRole('link', { name: 'Our Bamboo' }).waitFor()
    const opener = panel(page).locator('.project-shortcut-dialog-trigger')
    expect(await opener.evaluate(element => ({ ...(element as HTMLElement).dataset }))).toEqual({
      key: 'SWI',
      name: 'Switching',
      entityType: 'confluence.space',
    })
    await opener.click()
    await dialog(page).getByRole('heading', { name: 'Related Links', exact: true }).waitFor()
    await dialog(page).getByRole('link', { name: 'Builds of oxen' }).waitFor()
    expect((await dialog(page).boundingBox())?.width).toBe(600)
    expect(await dialog(page).getByText('xxx').innerText()).toBe(`${'x'.repeat(210)}…`)
    await dialog(page).getByRole('button', { name: 'Close', exact: true }).click()
    await dialog(page).waitFor({ state: 'detached' })
    await page.route('**/project-shortcuts/1.0/remote/**', route => route.fulfill({ status: 500, body: '' }))
    await page.reload()
    await openDialog(page)
    await dialog(page).getByText('Could not retrieve remote project shortcuts').waitFor()
    await dialog(page).getByRole('link', { name: 'Board' }).waitFor()
  })

  test('leads administrators to what they can change [P2-02] [P2-03] [P2-04] [P2-05] [P2.4-03] [P2.4-04] [P6-03] [P6-04] [P6-05]', async ({
    openPage,
  }) => {
    const page = await openSignedIn(openPage, wiki, ADMIN)
    await page.goto(`${wiki.url}/display/SWI`)
    await trigger(page).click()
    const cog = (name: string) => section(page, name).getByRole('button', { name: `Administer: ${name}` })
    const hrefOf = (name: string) => panel(page).getByRole('link', { name, exact: true }).getAttribute('href')
    await cog('Application Links').click()
    await cog('Shortcuts').click()
    expect(await hrefOf('Customize navigator')).toBe('/plugins/servlet/customize-application-navigator')
    expect(await hrefOf('Manage application links')).toBe('/plugins/servlet/applinks/listApplicationLinks')
    expect(await hrefOf('Customize shortcuts')).toBe('/plugins/servlet/custom-content-links-admin?entityKey=SWI')
    const suggested = section(page, 'Other applications').getByRole('link', { name: 'jira' })
    expect(await suggested.getAttribute('href')).toBe('/plugins/servlet/applinks/listApplicationLinks?typeId=jira')
    await panel(page).getByRole('link', { name: 'Manage product links' }).click()
    await page.getByRole('row', { name: /Builds of oxen/ }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/spaces/listentitylinks.action')
    await trigger(page).click()
    await cog('Shortcuts').click()
    await panel(page).getByRole('link', { name: 'Customize shortcuts' }).click()
    await page.getByRole('row', { name: /Board/ }).waitFor()
    await trigger(page).click()
    await cog('Application Links').click()
    await panel(page).getByRole('link', { name: 'Customize navigator' }).click()
    await page.getByRole('row', { name: /Wages/ }).waitFor()
    await trigger(page).click()
    await cog('Application Links').click()
    await panel(page).getByRole('link', { name: 'Manage application links' }).click()
    await page.getByLabel('Password').fill(ADMIN.password)
    await page.getByLabel('Password').press('Enter')
    await page.getByRole('row', { name: /Our Bamboo/ }).waitFor()
    const flag = '/rest/applinks/1.0/features/rotp.admin.shortcuts'
    await page.goto(`${wiki.url}/display/SWI`)
    await openDialog(page)
    const administration = dialog(page).getByRole('heading', { name: 'Administration' })
    await dialog(page).getByRole('link', { name: 'Board' }).waitFor()
    expect(await administration.count()).toBe(0)
    await wiki.admin.put(flag)
    await dialog(page).getByRole('button', { name: 'Close', exact: true }).click()
    await openDialog(page)
    await administration.waitFor()
    const there = dialog(page).getByRole('link', { name: 'Our Bamboo' })
    expect(await there.getAttribute('href')).toBe(`${BAMBOO}/admin/administer.action`)
    await wiki.admin.delete(flag)
  })

  test('applications are linked by their address, and what is wrong is said where it is [P8-01] [P8-02] [P8-03]', async ({
    openPage,
  }) => {
    const page = await openSignedIn(openPage, wiki, ADMIN, { allowErrors: [/400|401|500/] })
    await page.goto(`${wiki.url}/plugins/servlet/applinks/listApplicationLinks`)
    await page.getByLabel('Password').fill(ADMIN.password)
    await page.getByLabel('Password').press('Enter')
    await page.getByRole('button', { name: 'Create link' }).press('Enter')
    const form = page.getByRole('dialog')
    await form.getByLabel('Application URL').fill('127.0.0.1:9/jira')
    await form.getByRole('button', { name: 'Continue' }).press('Enter')
    // Nothing answers there: the wiki may not even ask.
    await form.getByText(/is in the own network/).waitFor()
    expect(await form.getByLabel('Application URL').inputValue()).toBe('http://127.0.0.1:9/jira')
    const submit = () => form.getByRole('button', { name: 'Link', exact: true }).press('Enter')
    const answer = async (status: number, body: object) => {
      await page.unrouteAll()
      await page.route('**/createAppLink', route => route.fulfill({ status, json: body }))
      await submit()
    }
    await answer(500, { message: 'It is out of order' })
    await form.getByRole('alert').filter({ hasText: 'It is out of order' }).waitFor()
    await answer(500, { message: ['First this', 'then that'], fields: [] })
    await form.getByRole('alert').filter({ hasText: 'First this, then that' }).waitFor()
    await answer(400, { message: ['That name is taken'], fields: ['application-name'] })
    await form.getByText('That name is taken').waitFor()
    const described = await form.getByRole('textbox', { name: 'Name' }).evaluate(input =>
      (input.getAttribute('aria-describedby') ?? '')
        .split(' ')
        .map(id => document.getElementById(id)?.textContent)
        .join(' '),
    )
    expect(described).toContain('That name is taken')
    await page.unrouteAll()
    await form.getByRole('textbox', { name: 'Name' }).fill('Their Jira')
    await submit()
    await form.waitFor({ state: 'detached' })
    const row = page.getByRole('row', { name: /Their Jira/ })
    await row.getByRole('button').press('Enter')
    await page.getByRole('menuitem', { name: 'Unlink' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Unlink' }).click()
    await row.waitFor({ state: 'detached' })
    await page.route('**/applicationlink/primary/**', route => route.fulfill({ status: 401, json: {} }))
    await wiki.admin.put('/rest/applinks/1.0/applicationlink', { name: 'Next', typeId: 'bamboo', rpcUrl: `${BAMBOO}2` })
    await page.reload()
    await page.getByRole('button', { name: 'Actions for Next' }).press('Enter')
    await Promise.all([page.waitForEvent('load'), page.getByRole('menuitem', { name: 'Make primary' }).click()])
  })

  test('is there for readers, editors and administrators; visitors have the services that need no account [P1-02]', async ({
    openPage,
  }) => {
    const tree =
      '<ac:structured-macro ac:name="pagetree"><ac:parameter ac:name="root">@none</ac:parameter></ac:structured-macro>'
    const id = await wiki.admin.createPage('SWI', 'Stables of oxen', tree)
    for (const [path, targetType, operationKey] of [
      ['/rest/api/permissions', 'application', 'use'],
      ['/rest/api/space/SWI/permissions', 'space', 'read'],
    ] as const)
      await wiki.admin.put(`${path}/anonymous/grant`, [{ targetType, operationKey }])
    const address = `${wiki.url}/pages/viewpage.action?pageId=${id}`
    const manage = `${wiki.url}/plugins/servlet/applinks/listApplicationLinks`
    /** The services that everyone has: the page tree, the spaces menu and the quick search. */
    const reads = async (page: Page) => {
      await page.goto(address)
      await page.locator('.plugin_pagetree').getByRole('link', { name: 'Stables of oxen', exact: true }).waitFor()
      await page.locator('#header').getByRole('button', { name: 'Spaces', exact: true }).click()
      await page.locator('#space-menu-link-content').getByRole('link', { name: 'Switching' }).first().waitFor()
      await page.keyboard.press('Escape')
      await page.locator('#quick-search-query').fill('stables')
      await page.getByRole('option', { name: 'Stables of oxen' }).waitFor()
      await page.locator('#quick-search-query').fill('')
    }
    await wiki.app.jobs.idle()

    const visitor = await openPage({ allowErrors: [/favicon/] })
    await reads(visitor)
    await visitor.goto(manage)
    expect(new URL(visitor.url()).pathname).toBe('/login.action')
    await visitor.context().close()

    const reader = await openSignedIn(
      openPage,
      wiki,
      { username: 'ada', password: 'ada password' },
      {
        allowErrors: [/status of 403/],
      },
    )
    await reads(reader)
    await trigger(reader).click()
    await section(reader, 'Application Links').getByRole('link', { name: 'Our Bamboo' }).waitFor()
    // The same user as an editor.
    await reader.goto(`${wiki.url}/pages/editpage.action?pageId=${id}`)
    await reader.getByRole('textbox', { name: 'Page text' }).waitFor()
    const refused = await reader.goto(manage)
    expect(refused?.status()).toBe(403)
    expect(await reader.getByRole('row', { name: /Our Bamboo/ }).count()).toBe(0)
    await reader.context().close()

    const administrator = await openSignedIn(openPage, wiki, ADMIN)
    await reads(administrator)
    await administrator.goto(manage)
    await administrator.getByLabel('Password').fill(ADMIN.password)
    await administrator.getByLabel('Password').press('Enter')
    await administrator.getByRole('row', { name: /Our Bamboo/ }).waitFor()
  })
})
