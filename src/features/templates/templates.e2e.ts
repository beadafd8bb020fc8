import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe } from 'vitest'
import { ADMIN, startTestWiki, type TestWiki } from '#platform/server/testing/harness.ts'
import { features } from '../../server.ts'
import { expect, type OpenPage, openSignedIn, screenshot, test, viewports } from '../../../test/browser.ts'

const MEETING_NOTES = 'com.atlassian.confluence.plugins.confluence-business-blueprints:meeting-notes-blueprint'
const READER = { username: 'reader', password: 'correct horse battery' }
const NOT_PERMITTED =
  "Sorry, you don't have permission to create content. Contact your space administrator to request access."

const macro = (name: string, parameters: Readonly<Record<string, string>>) =>
  `<ac:structured-macro ac:name="${name}">${Object.entries(parameters)
    .map(([key, value]) => `<ac:parameter ac:name="${key}">${value}</ac:parameter>`)
    .join('')}</ac:structured-macro>`

describe('templates in the browser', () => {
  let wiki: TestWiki
  let templateId = ''
  let buttons = ''

  beforeAll(async () => {
    wiki = await startTestWiki('sqlite', features)
    const { admin } = wiki
    await wiki.addUser(READER.username, { password: READER.password })
    for (const key of ['TPL', 'RO']) await admin.post('/rest/api/space', { key, name: `Space ${key}` })
    await admin.put('/rest/api/space/RO/permissions/group/confluence-users/revoke', [
      { targetType: 'page', operationKey: 'create' },
    ])
    const made = await admin.post('/rest/api/template', {
      name: 'Decision',
      description: 'What was decided',
      labels: [{ name: 'decision' }],
      space: { key: 'TPL' },
      body: {
        storage: {
          representation: 'storage',
          value:
            '<at:declarations><at:string at:name="Owner" /><at:list at:name="State"><at:option at:value="Open" /><at:option at:value="Done" /></at:list></at:declarations><p>Owned by <at:var at:name="Owner" />: <at:var at:name="State" /></p>',
        },
      },
    })
    templateId = String(made.json.templateId)
    await admin.createPage(
      'TPL',
      'Project',
      '<ac:structured-macro ac:name="details"><ac:rich-text-body><table><tbody><tr><th>Status</th><td>On track</td></tr><tr><th>Budget</th><td>200</td></tr></tbody></table></ac:rich-text-body></ac:structured-macro>',
      { metadata: { labels: [{ prefix: 'global', name: 'project' }] } },
    )
    buttons = await admin.createPage(
      'TPL',
      'Buttons',
      [
        `<p>${macro('create-from-template', { templateName: templateId, buttonLabel: 'New decision', spaceKey: 'TPL', title: 'A decision' })}</p>`,
        `<p>${macro('create-from-template', { blueprintModuleCompleteKey: MEETING_NOTES, buttonLabel: 'New notes', spaceKey: 'RO' })}</p>`,
        macro('blog-posts', { content: 'titles' }),
        macro('detailssummary', {
          label: 'project',
          spaces: 'TPL',
          firstcolumn: 'Name of it',
          headings: 'Budget',
        }),
        macro('detailssummary', {
          label: 'nothing-has-it',
          blankTitle: 'No decisions',
          blankDescription: 'Take one.',
          contentBlueprintId: '00000000-0000-0000-0000-000000000000',
          blueprintModuleCompleteKey: MEETING_NOTES,
          createButtonLabel: 'Take the first',
        }),
      ].join(''),
    )
    await wiki.app.events.settled()
  })
  afterAll(() => wiki.close())

  const signedIn = (openPage: OpenPage, options = {}) => openSignedIn(openPage, wiki, ADMIN, options)
  const dataOf = (page: Page, name: string) =>
    page
      .locator('.create-from-template-button')
      .filter({ hasText: name })
      .evaluate(element => ({ ...(element as HTMLElement).dataset }))
  /** Opens the wizard of meeting notes from the menu of the Create button, on the page that is shown. */
  const openWizard = async (page: Page) => {
    await page.getByRole('button', { name: 'More to create' }).click()
    await page.getByRole('button', { name: 'From template…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Create' })
    const notes = dialog.getByRole('button', { name: /^Meeting notes/ })
    await notes.waitFor()
    await notes.click()
  }

  test('buttons begin pages from templates, reports show theirs [V1-05] [V2.3-17] [V3-15] [V6-08] [P3-17] [P3-18]', async ({
    openPage,
  }) => {
    const page = await signedIn(openPage)
    await page.goto(`${wiki.url}/pages/viewpage.action?pageId=${buttons}`)
    const path = `/pages/createpage-entervariables.action?templateId=${templateId}&spaceKey=TPL&title=A+decision`
    expect(await dataOf(page, 'New decision')).toEqual({
      spaceKey: 'TPL',
      title: 'A decision',
      templateId,
      contentBlueprintId: '',
      createContentUrl: path,
      buttonLabel: 'New decision',
      hasCreatePermission: 'true',
    })
    expect(await dataOf(page, 'New notes')).toMatchObject({
      spaceKey: 'RO',
      templateId: '',
      contentBlueprintId: expect.stringMatching(/^[\da-f-]{36}$/),
      buttonLabel: 'New notes',
    })
    const report = page.locator('[data-macro-name="detailssummary"]')
    expect(await report.first().locator('tr').allTextContents()).toEqual(['Name of itBudget', 'Project200'])
    const empty = report.last()
    expect((await empty.locator('.blank-experience').innerText()).split(/\s*\n\s*/)).toEqual([
      'No decisions',
      'Take one.',
    ])
    expect(await dataOf(page, 'Take the first')).toMatchObject({ spaceKey: 'TPL', buttonLabel: 'Take the first' })
    await screenshot(page, 'templates buttons')
    await page.getByRole('link', { name: 'New decision' }).click()
    await page.waitForURL(`**${path}`)
    expect(await page.getByLabel('Page title').inputValue()).toBe('A decision')
    await page.getByLabel('Owner').fill('Ada')
    await screenshot(page, 'templates variables')
    await page.getByRole('button', { name: 'Next' }).click()
    await page.locator('.ProseMirror').getByText('Owned by Ada: Open').waitFor()
    expect(await page.locator('#content-title').inputValue()).toBe('A decision')
  })

  test('a blueprint without questions begins its page at once', async ({ openPage }) => {
    const page = await signedIn(openPage)
    await page.goto(`${wiki.url}/display/TPL/Project`)
    await page.getByRole('button', { name: 'More to create' }).click()
    await page.getByRole('button', { name: 'From template…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Create' })
    await dialog.getByRole('button', { name: /^Incident review/ }).waitFor()
    await screenshot(page, 'blueprints')
    await dialog.getByRole('button', { name: /^Decision\b.*Record what/ }).click()
    const text = page.locator('.ProseMirror')
    await text.getByText('Not decided', { exact: false }).waitFor()
    await text.getByRole('heading', { name: 'Background' }).waitFor()
    expect(await page.locator('#content-title').inputValue()).toMatch(/^\d{4}-\d\d-\d\d Decision$/)
    await screenshot(page, 'blueprint decision')
  })

  test('who may not create pages reads why [V5-11] [V5-12] [V9-15]', async ({ openPage }) => {
    const page = await openSignedIn(openPage, wiki, READER, { reducedMotion: 'no-preference' })
    await page.goto(`${wiki.url}/pages/viewpage.action?pageId=${buttons}`)
    const button = page.getByRole('button', { name: 'New notes' })
    expect(await button.getAttribute('aria-disabled')).toBe('true')
    expect((await dataOf(page, 'New notes'))['hasCreatePermission']).toBe('false')
    const shown = () =>
      button.evaluate(element => {
        const { content, opacity, transitionProperty, transitionDelay } = getComputedStyle(element, '::after')
        return { content: JSON.parse(content) as string, opacity, transitionProperty, transitionDelay }
      })
    expect((await shown()).opacity).toBe('0')
    await button.hover()
    // Declared values, whether or not the time is over.
    expect(await shown()).toMatchObject({
      content: NOT_PERMITTED,
      transitionProperty: 'opacity',
      transitionDelay: '0.25s',
    })
    await expect.poll(async () => (await shown()).opacity).toBe('1')
    await button.click({ force: true })
    expect(new URL(page.url()).searchParams.get('pageId')).toBe(buttons)
  })

  test('the button of the blog posts macro begins a post in its space [I2.7-05]', async ({ openPage }) => {
    const page = await signedIn(openPage)
    await page.goto(`${wiki.url}/pages/viewpage.action?pageId=${buttons}`)
    await page.getByRole('link', { name: 'Create blog post' }).last().click()
    await page.waitForURL(/\/pages\/createblogpost\.action\?/)
    expect(new URL(page.url()).searchParams.get('spaceKey')).toBe('TPL')
  })

  test('a wizard makes meeting notes [P1-13] [P1-15] [P2.8-01] [P2.8-02] [P2.8-03] [P2.8-04] [P2.9-01] [P2.9-02] [P2.9-03] [P2.9-04] [P3-20] [P4.8-01] [P4.8-04] [P4.8-05] [P4.8-07] [P7.10-03] [P9-26] [V2.3-10] [V2.3-11]', async ({
    openPage,
  }) => {
    const page = await signedIn(openPage)
    await page.goto(`${wiki.url}/display/TPL/Project`)
    await openWizard(page)
    const wizard = page.getByRole('dialog', { name: 'Meeting notes' })
    await wizard.getByRole('heading', { name: 'With meeting notes you can...' }).waitFor()
    expect((await wizard.getByRole('listitem').allInnerTexts()).map(text => text.split(/\s*\n\s*/))).toEqual([
      ['Crowd-source your agenda', 'Distribute an agenda and keep meetings focused.'],
      ['Capture meeting minutes', 'Take notes and make them available to everyone.'],
      ['Create and assign tasks', 'Assign action items for attendees to work on afterward.'],
    ])
    expect(await wizard.getByRole('complementary').count()).toBe(0)
    const title = wizard.getByLabel('Page title')
    expect(await title.getAttribute('tabindex')).toBe('10')
    await screenshot(page, 'wizard how-to')
    const calls: string[] = []
    page.on('request', request => calls.push(request.url()))
    await title.fill('')
    await wizard.getByRole('button', { name: 'Next' }).click()
    expect(await title.evaluate(field => (field as HTMLInputElement).validity.valueMissing)).toBe(true)
    await title.fill('Kick-off')
    await wizard.getByRole('button', { name: 'Next' }).click()
    const people = page.getByRole('dialog', { name: 'Attendees' })
    const attendees = people.getByLabel('Attendees')
    expect(await attendees.getAttribute('tabindex')).toBe('10')
    await attendees.fill('reader')
    const link = people.getByRole('link', { name: 'Meeting notes of this space' })
    expect(await link.getAttribute('target')).toBe('_blank')
    const [panel, description] = [await attendees.boundingBox(), await people.getByRole('complementary').boundingBox()]
    expect(description?.x).toBeGreaterThan((panel?.x ?? 0) + (panel?.width ?? 0))
    await screenshot(page, 'wizard people')
    expect(calls).toEqual([])
    const [opened] = await Promise.all([page.waitForEvent('popup'), link.click()])
    await opened.waitForURL('**/dosearchsite.action?cql=*')
    await opened.close()
    let release = () => undefined as void
    const held = new Promise<void>(resolve => (release = resolve))
    await page.route('**/create-draft', async route => {
      await held
      await route.continue()
    })
    await people.getByRole('button', { name: 'Create', exact: true }).click()
    await people.getByRole('status').waitFor()
    expect(await attendees.isDisabled()).toBe(true)
    release()
    await page.waitForURL(/\/pages\/resumedraft\.action\?draftId=\d+/)
    const text = page.locator('.ProseMirror')
    await text.getByRole('heading', { name: 'Attendees' }).waitFor()
    const listed = (await text.locator('ul').first().locator('li').allInnerTexts()).map(words => words.trim())
    expect(listed).toEqual([
      expect.stringContaining(ADMIN.username),
      expect.stringContaining('Reader'),
      '@mention a person to add them as an attendee and they will be notified.',
    ])
    await page.locator('#rte-button-publish').click()
    await page.waitForURL('**/display/TPL/Kick-off')
    const tip = page.getByRole('dialog', { name: 'Find your Meeting notes here' })
    // One card at a time, in the order in which they ask: that of the tasks on the page may come first.
    const ofTasks = page.getByRole('dialog', { name: 'Hey! Did you know...' })
    await tip.or(ofTasks).waitFor()
    if (await ofTasks.isVisible()) await ofTasks.getByRole('button', { name: "Don't show again" }).click()
    await tip.waitFor()
    const shortcut = page.locator('#ox-sidebar').getByRole('link', { name: 'Meeting notes' }).first()
    expect(await shortcut.getAttribute('href')).toBe('/display/TPL/Meeting+notes')
    const [card, target] = [await tip.boundingBox(), await shortcut.boundingBox()]
    // Near it, and not over the page's text.
    expect(Math.abs((card?.y ?? 0) - (target?.y ?? 0))).toBeLessThan(200)
    expect((card?.x ?? 0) - (target?.x ?? 0) - (target?.width ?? 0)).toBeLessThan(200)
    const article = await page.locator('#title-heading').boundingBox()
    const isBeside = (card?.x ?? 0) + (card?.width ?? 0) <= (article?.x ?? 0)
    expect(isBeside || (card?.y ?? 0) + (card?.height ?? 0) <= (article?.y ?? 0)).toBe(true)
    await screenshot(page, 'wizard index tip')
    await tip.getByRole('button', { name: 'Dismiss' }).click()
    await tip.waitFor({ state: 'detached' })
    expect(await page.locator('.ox-crumbs').innerText()).toContain('Meeting notes')
  })

  test('a middle click on the last button opens the editor in a new window [P4.8-08]', async ({ openPage }) => {
    const page = await signedIn(openPage, { viewport: viewports.tablet })
    await page.goto(`${wiki.url}/display/TPL/Project`)
    await openWizard(page)
    await page.getByRole('button', { name: 'Next' }).click()
    const create = page.getByRole('dialog', { name: 'Attendees' }).getByRole('button', { name: 'Create', exact: true })
    const [opened] = await Promise.all([page.context().waitForEvent('page'), create.click({ button: 'middle' })])
    await opened.waitForURL(/\/pages\/resumedraft\.action\?draftId=\d+/)
    expect(new URL(page.url()).pathname).toBe('/display/TPL/Project')
  })

  test('space administrators manage the templates of their space', async ({ openPage }) => {
    const page = await signedIn(openPage, {
      viewport: viewports.phone,
      colorScheme: 'dark',
      allowErrors: [/status of 400/],
    })
    await page.goto(`${wiki.url}/pages/templates2/listpagetemplates.action?key=TPL`)
    await page.getByRole('rowheader', { name: /Decision/ }).waitFor()
    await page.getByRole('button', { name: 'Create template' }).click()
    const dialog = page.getByRole('dialog', { name: 'Create template' })
    await dialog.getByLabel('Name').fill('Report')
    await dialog.getByLabel('Text').fill('<p>open')
    await dialog.getByRole('button', { name: 'Create template' }).click()
    await dialog
      .getByText(/Error parsing xhtml|is not closed|line 1/)
      .first()
      .waitFor()
    await dialog.getByLabel('Text').fill('<p>Report</p>')
    await screenshot(page, 'templates dialog')
    await dialog.getByRole('button', { name: 'Create template' }).click()
    await page.getByRole('rowheader', { name: 'Report' }).waitFor()
    await page.getByRole('button', { name: 'Actions for Report' }).click()
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    const edit = page.getByRole('dialog', { name: 'Edit template' })
    expect(await edit.getByLabel('Text').inputValue()).toBe('<p>Report</p>')
    await edit.getByLabel('Name').fill('Weekly report')
    await edit.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('rowheader', { name: 'Weekly report' }).waitFor()
    await page.getByRole('button', { name: 'Actions for Weekly report' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete template' }).click()
    await page.getByRole('rowheader', { name: 'Weekly report' }).waitFor({ state: 'detached' })
  })

  test('a template is created from a page by who administers its space', async ({ openPage }) => {
    const id = await wiki.admin.createPage('TPL', 'Model page', '<h2>Goals</h2><p>words</p>', {
      metadata: { labels: [{ prefix: 'global', name: 'model' }] },
    })
    const page = await signedIn(openPage)
    await page.goto(`${wiki.url}/pages/viewpage.action?pageId=${id}`)
    await page.locator('#action-menu-link').click()
    await page.getByRole('button', { name: 'Create template from this page…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Create template' })
    const name = dialog.getByLabel('Name')
    await expect.poll(() => name.inputValue()).toBe('Model page')
    expect(await dialog.getByLabel('Labels').inputValue()).toBe('model')
    expect(await dialog.getByLabel('Text').inputValue()).toBe('<h2>Goals</h2><p>words</p>')
    await screenshot(page, 'template from a page')
    await name.fill('From a model')
    await dialog.getByRole('button', { name: 'Create template' }).click()
    await dialog.waitFor({ state: 'detached' })
    const { json } = await wiki.admin.get('/rest/api/template/page?spaceKey=TPL')
    expect((json.results as { name: string }[]).map(template => template.name)).toContain('From a model')

    const reader = await openSignedIn(openPage, wiki, READER)
    await reader.goto(`${wiki.url}/pages/viewpage.action?pageId=${id}`)
    await reader.locator('#action-menu-link').click()
    await reader.locator('#print-page-link').waitFor()
    expect(await reader.locator('#create-template-link').count()).toBe(0)
  })
})
