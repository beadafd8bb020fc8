import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe } from 'vitest'
import { startTestWiki, type TestWiki } from '#platform/server/testing/harness.ts'
import { publish, text } from '#features/editor/testing/steps.ts'
import { approver } from '#features/linked-apps/testing/approver.ts'
import { PASSWORD } from '#features/spaces/testing/people.ts'
import { type FakeJira, linkJira, startFakeJira } from '#features/linked-apps/testing/fake-jira.ts'
import { REFUSED_WORD, USUAL_FIELDS } from '#features/linked-apps/testing/jira-create.ts'
import { features } from '../../server.ts'
import {
  expect,
  expectNoAxeViolations,
  openSignedIn,
  type OpenPage,
  type PageOptions,
  screenshot,
  selectContents,
  test,
  viewports,
} from '../../../test/browser.ts'
import { CREATED_PARAMETER } from './shared.ts'

const SIZE = {
  fieldId: 'customfield_7',
  name: 'Size',
  required: true,
  schema: { type: 'option' },
  allowedValues: [
    { id: '71', value: 'Small' },
    { id: '72', value: 'Large' },
  ],
}

describe('creating issues from pages in the browser', () => {
  let wiki: TestWiki
  let jira: FakeJira
  let applicationId = ''
  let people = 0

  beforeAll(async () => {
    ;[wiki, jira] = await Promise.all([startTestWiki('sqlite', features), startFakeJira()])
    await wiki.admin.post('/rest/api/space', { key: 'JCE', name: 'Ferries' })
    applicationId = (await linkJira(wiki, jira)).id
  })
  afterAll(async () => {
    await wiki.close()
    await jira.close()
  })
  beforeEach(() => {
    const types = [
      { id: '1', name: 'Task', fields: USUAL_FIELDS },
      { id: '2', name: 'Story', fields: [...USUAL_FIELDS, SIZE] },
    ]
    jira.projects = [
      { id: '10', key: 'DEV', name: 'Development', types },
      { id: '11', key: 'OPS', name: 'Operations', types },
    ]
    Object.assign(jira, { failure: undefined, issues: [] })
    jira.forget()
  })

  const create = (value: string) => wiki.admin.createPage('JCE', `Page ${crypto.randomUUID()}`, value)
  const stored = async (id: string) =>
    (await wiki.admin.get(`/rest/api/content/${id}?expand=body.storage`)).json.body.storage.value as string
  const reader = async (
    openPage: OpenPage,
    { access = 'write', ...options }: PageOptions & { access?: 'read' | 'write' } = {},
  ) => {
    const username = `jce${++people}`
    await approver(wiki, applicationId, username, access)
    return openSignedIn(openPage, { url: wiki.app.baseUrl }, { username, password: PASSWORD }, options)
  }
  const view = (page: Page, id: string) => page.goto(`${wiki.app.baseUrl}/pages/viewpage.action?pageId=${id}`)
  const select = (page: Page, selector: string) => selectContents(page.locator(selector).first())
  const dialog = (page: Page) => page.getByRole('dialog', { name: 'Create issue' })
  const openDialog = async (page: Page, selector: string) => {
    await select(page, selector)
    await page.getByRole('toolbar', { name: 'Selected text' }).getByRole('button', { name: 'Create issue' }).click()
    await dialog(page).waitFor()
  }
  const chooseProject = async (page: Page, name = 'Development (DEV)') => {
    await dialog(page).getByRole('combobox', { name: 'Project' }).click()
    await page.getByRole('option', { name }).click()
    await dialog(page).getByRole('textbox', { name: 'Description' }).waitFor()
  }
  const submit = (page: Page) => dialog(page).getByRole('button', { name: 'Create', exact: true }).click()
  const banner = (page: Page) => page.locator('.ox-page-banner [role="status"]')

  test('an issue of selected text: “Loading…”, the form, the banner for 10 seconds, the address [V1-09] [V2.3-14] [V4.10-01] [V4.10-03] [V9-09]', async ({
    openPage,
  }) => {
    const id = await create('<p>The ferry <strong>leaves late</strong> in fog.</p>')
    const page = await reader(openPage)
    await page.clock.install()
    await view(page, id)
    const slow = Promise.withResolvers<void>()
    jira.failure = { path: /\/project$/, until: slow.promise }
    await openDialog(page, '#main-content strong')
    await dialog(page).getByText('Loading…', { exact: true }).waitFor()
    slow.resolve()
    await dialog(page).getByText('Loading…', { exact: true }).waitFor({ state: 'detached' })
    await chooseProject(page)
    expect(await dialog(page).getByRole('textbox', { name: 'Summary' }).inputValue()).toBe('leaves late')
    await dialog(page).getByRole('textbox', { name: 'Description' }).fill('Every morning')
    await screenshot(page, 'create issue')
    await expectNoAxeViolations(page, '[role="dialog"]')
    const addresses: string[] = []
    page.on('framenavigated', frame => addresses.push(frame.url()))
    await submit(page)
    await banner(page).getByText('1 issue was created in Jira.').waitFor()
    const now = () => page.evaluate(() => Date.now())
    const shownAt = await now()
    expect(addresses[0]).toContain(`${CREATED_PARAMETER}=true`)
    expect(page.url()).toBe(`${wiki.app.baseUrl}/pages/viewpage.action?pageId=${id}`)
    expect(await banner(page).getByRole('link', { name: 'DEV-1' }).getAttribute('href')).toBe(
      `${jira.url}/browse/DEV-1`,
    )
    expect(jira.issues[0]).toMatchObject({ summary: 'leaves late', fields: { description: 'Every morning' } })
    expect(await stored(id)).toMatch(/leaves late <ac:structured-macro ac:name="jira".*>DEV-1<.*<\/strong> in fog/)
    await page.locator('#main-content strong [data-jira-key="DEV-1"]').waitFor()
    await screenshot(page, 'created issues')
    await expectNoAxeViolations(page, '.ox-page-banner')
    // Screenshot and axe take seconds on a busy machine.
    await page.clock.runFor(Math.max(0, shownAt + 8000 - (await now())))
    expect(await banner(page).count()).toBe(1)
    await page.clock.runFor(2000)
    await banner(page).waitFor({ state: 'detached' })
    await page.reload()
    await page.locator('#main-content strong').waitFor()
    expect(await banner(page).count()).toBe(0)
  })

  test('an issue of each cell of a column, and those that Jira refuses behind “view more” [V4.10-02]', async ({
    openPage,
  }) => {
    const row = (...cells: string[]) => `<tr>${cells.map(cell => `<td>${cell}</td>`).join('')}</tr>`
    const id = await create(
      `<table><tbody><tr><th>Work</th><th>Who</th></tr>${row('Paint the hull', 'Ann')}${row(`Do what is ${REFUSED_WORD}`, 'Bob')}${row('Buy ropes', 'Cid')}</tbody></table>`,
    )
    const page = await reader(openPage, { viewport: viewports.phone, colorScheme: 'dark' })
    await page.clock.install()
    await view(page, id)
    await openDialog(page, '#main-content td')
    await chooseProject(page)
    await dialog(page).getByText('One of each cell of the column (3)').click()
    expect(await dialog(page).getByRole('listitem').allTextContents()).toEqual([
      'Paint the hull',
      `Do what is ${REFUSED_WORD}`,
      'Buy ropes',
    ])
    await screenshot(page, 'create issues of a column on a phone')
    await submit(page)
    await banner(page).getByText('2 issues were created in Jira.').waitFor()
    const more = banner(page).getByRole('link', { name: 'view more' })
    await more.waitFor()
    // It stays.
    await page.clock.runFor(20_000)
    await more.click()
    await banner(page).getByText(`Do what is ${REFUSED_WORD}: The word "${REFUSED_WORD}" is not allowed.`).waitFor()
    await screenshot(page, 'created issues with errors on a phone')
    await expectNoAxeViolations(page, '.ox-page-banner')
    const cells = page.locator('#main-content td:first-child')
    await expect.poll(() => cells.locator('[data-jira-key]').count()).toBe(2)
    expect(await cells.nth(2).locator('[data-jira-key="DEV-2"]').count()).toBe(1)
  })

  test('a second approval before the first issue; fields that Jira requires; its refusal in the form', async ({
    openPage,
  }) => {
    const id = await create(`<p>Never <em>${REFUSED_WORD}</em></p>`)
    const page = await reader(openPage, { access: 'read' })
    await view(page, id)
    await openDialog(page, '#main-content em')
    const [approval] = await Promise.all([
      page.waitForEvent('popup'),
      dialog(page).getByRole('link', { name: 'Login & Approve' }).click(),
    ])
    await Promise.all([approval.waitForEvent('close'), approval.getByRole('link', { name: 'Allow' }).click()])
    // The dialog stays, with the selected text.
    await chooseProject(page)
    await dialog(page).getByRole('button', { name: /Type/ }).click()
    await page.getByRole('option', { name: 'Story' }).click()
    await dialog(page).getByRole('button', { name: /Size/ }).click()
    await page.getByRole('option', { name: 'Large' }).click()
    await submit(page)
    await dialog(page).getByRole('alert').getByText(`The word "${REFUSED_WORD}" is not allowed.`).waitFor()
    await screenshot(page, 'create issue refused')
    await dialog(page).getByRole('textbox', { name: 'Summary' }).fill('Something else')
    await submit(page)
    await banner(page).getByText('1 issue was created in Jira.').waitFor()
    expect(jira.issues[0]).toMatchObject({ summary: 'Something else', fields: { customfield_7: { id: '72' } } })
  })

  test('an issue without a trace in a page that the reader may not edit', async ({ openPage }) => {
    const id = await create('<p>Read only</p>')
    await wiki.admin.put(`/rest/api/content/${id}/restriction`, [
      { operation: 'update', restrictions: { user: [{ type: 'known', username: 'admin' }], group: [] } },
    ])
    const page = await reader(openPage)
    await view(page, id)
    await openDialog(page, '#main-content p')
    await chooseProject(page)
    await dialog(page).getByText('The page does not show the issue, because you may not edit it.').waitFor()
    expect(await dialog(page).getByRole('checkbox').count()).toBe(0)
    await submit(page)
    await banner(page).getByText('1 issue was created in Jira.').waitFor()
    expect(await stored(id)).toBe('<p>Read only</p>')
  })

  test('an issue of selected text of the editor, in which it appears', async ({ openPage }) => {
    const id = await create('<p>Mend the ramp</p>')
    const page = await reader(openPage)
    await page.goto(`${wiki.app.baseUrl}/pages/editpage.action?pageId=${id}`)
    await text(page).getByText('Mend the ramp').dblclick()
    await page.keyboard.press('Control+a')
    await page.getByRole('button', { name: 'Create issue' }).first().click()
    await chooseProject(page)
    await submit(page)
    await dialog(page).waitFor({ state: 'detached' })
    await screenshot(page, 'create issue in the editor')
    expect(jira.issues[0]?.summary).toBe('Mend the ramp')
    await publish(page)
    expect(await stored(id)).toMatch(/^<p>Mend the ramp <ac:structured-macro ac:name="jira".*>DEV-1</)
  })
})
