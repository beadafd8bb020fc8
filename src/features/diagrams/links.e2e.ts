import { afterAll, beforeAll, describe } from 'vitest'
import { ADMIN, startTestWiki, type TestWiki } from '#platform/server/testing/harness.ts'
import { expect, expectNoAxeViolations, screenshot, signIn, test } from '../../../test/browser.ts'
import { features } from '../../server.ts'
import type { DiagramDocument } from '#diagrams/model/document.ts'
import { boxes, DIAGRAMS, saved } from './testing/wiki.ts'

describe('links between diagrams', () => {
  let wiki: TestWiki
  let owner = ''
  let goal: { attachmentId: string }

  beforeAll(async () => {
    wiki = await startTestWiki('sqlite', features)
    await wiki.admin.post('/rest/api/space', { key: 'LNK', name: 'Links' })
    const made = await wiki.admin.post('/rest/api/content', { type: 'page', title: 'Owner', space: { key: 'LNK' } })
    owner = made.json.id as string
    const document = boxes('Goal')
    const [sheet] = document.pages
    if (!sheet) throw new Error('no page')
    goal = await saved(wiki.admin, owner, 'Goal', {
      ...document,
      pages: [sheet, { ...sheet, id: 'p2', name: 'Second sheet' }],
    })
    await saved(wiki.admin, owner, 'Start', boxes('Go'))
    await saved(wiki.admin, owner, 'Several', {
      ...document,
      pages: [
        {
          ...boxes(
            { text: 'Next', link: { kind: 'diagram', page: 'p2' } },
            { text: 'There', link: { kind: 'diagram', contentId: goal.attachmentId } },
            { text: 'Nowhere', link: { kind: 'diagram', contentId: '4000000' } },
          ).pages[0],
        },
        { ...sheet, id: 'p2', name: 'Second sheet' },
      ],
    })
  })
  afterAll(() => wiki.close())

  const address = (action: string, name: string) =>
    `${wiki.url}/plugins/gliffy/${action}.action?inline=false&pageId=${owner}&ceoid=${owner}&name=${name}`

  test('are chosen by search in the editor, down to the page', async ({ openPage }) => {
    const page = await openPage({ allowErrors: [/favicon/] })
    await signIn(page, wiki, ADMIN)
    await page.goto(address('editor', 'Start'))
    const frame = page.frameLocator('#gliffy-editor')
    await frame.getByRole('application').focus()
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Control+k')
    const dialog = frame.getByRole('dialog', { name: 'Link' })
    await dialog.getByRole('tab', { name: 'Diagram' }).click()
    await dialog.getByText('The link goes on working when the diagram is renamed or moved.').waitFor()
    await dialog.getByRole('searchbox', { name: 'Find a diagram by its name or page' }).fill('goal')
    await dialog.getByRole('radio', { name: 'Goal Owner in Links' }).check({ force: true })
    await dialog.getByText('It leads to: The diagram “Goal” on Owner').waitFor()
    await dialog.getByRole('button', { name: /Page of the diagram/ }).click()
    await frame.getByRole('option', { name: 'Second sheet' }).click()
    await dialog.getByText('It leads to: “Second sheet” of the diagram “Goal” on Owner').waitFor()
    await expectNoAxeViolations(page)
    await screenshot(page, 'link to a diagram')
    await dialog.getByRole('button', { name: 'Set link' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.keyboard.press('Control+s')
    const links = async () => {
      const { json } = await wiki.admin.get(`${DIAGRAMS}?pageId=${owner}&name=Start`)
      return Object.values((json.document as DiagramDocument).pages[0]?.objects ?? {}).map(object => object.link)
    }
    await expect.poll(links).toEqual([{ kind: 'diagram', contentId: goal.attachmentId, page: 'p2' }])
  })

  test('are followed in the viewer, by pointer and keys, and say where they lead', async ({ openPage }) => {
    const page = await openPage()
    await signIn(page, wiki, ADMIN)
    await page.goto(address('viewer', 'Several'))
    await page.getByRole('link', { name: 'There: The diagram “Goal” on Owner' }).waitFor()
    const broken = page.getByRole('link', { name: 'Nowhere: A diagram that is gone, or that you may not see' })
    expect(await broken.getAttribute('data-broken')).toBe('true')
    await expectNoAxeViolations(page)
    await screenshot(page, 'links in the viewer')
    await page.getByRole('link', { name: 'Next: Page “Second sheet” of this diagram' }).focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => page.getByRole('combobox', { name: 'Page of the diagram' }).inputValue()).toBe('p2')
    await page.getByRole('combobox', { name: 'Page of the diagram' }).selectOption('p1')
    await page.getByRole('link', { name: 'There: The diagram “Goal” on Owner' }).click()
    await page.getByRole('heading', { name: 'Goal', level: 1 }).waitFor()
  })

  test('take a page along that is copied into another diagram, found by search', async ({ openPage }) => {
    const page = await openPage({ allowErrors: [/favicon/] })
    await signIn(page, wiki, ADMIN)
    await page.goto(address('editor', 'Several'))
    const frame = page.frameLocator('#gliffy-editor')
    await frame.getByRole('application').waitFor()
    await frame.getByRole('button', { name: 'Actions for the page' }).click()
    await frame.getByRole('menuitem', { name: 'Copy into a diagram…' }).click()
    const dialog = frame.getByRole('dialog', { name: 'Copy page “First page” into a diagram' })
    await dialog.getByRole('button', { name: 'Copy page' }).click()
    await dialog.getByText('Choose the diagram that the page is copied into.').waitFor()
    // The diagram itself says so.
    await dialog.getByRole('radio', { name: 'Several Owner in Links' }).check({ force: true })
    await dialog.getByRole('button', { name: 'Copy page' }).click()
    await dialog.getByText('This is the diagram itself. Duplicate the page instead.').waitFor()
    await dialog.getByRole('searchbox').fill('goal')
    await dialog.getByRole('radio', { name: 'Goal Owner in Links' }).check({ force: true })
    await expectNoAxeViolations(page)
    await screenshot(page, 'copy a page into a diagram')
    await dialog.getByRole('button', { name: 'Copy page' }).click()
    await frame.getByText('Page “First page” was copied into the diagram “Goal”').waitFor()
    const { json } = await wiki.admin.get(`/rest/oxbow/1.0/diagrams?pageId=${owner}&name=Goal`)
    expect(json.document.pages).toHaveLength(3)
  })
})
