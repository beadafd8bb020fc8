import type { FrameLocator, Locator, Page } from 'playwright-core'
import { DIALOG, type Screen } from './screen.ts'
import type { World } from './seed.ts'
import { say } from './words.ts'

type Act = (page: Page) => Promise<unknown>

const linkedPage = ({ diagrams }: World): string => `/pages/viewpage.action?pageId=${diagrams.linked}`
const of =
  (action: string, name: string, more = '') =>
  ({ diagrams: { owner } }: World): string =>
    `/plugins/gliffy/${action}.action?inline=false&pageId=${owner}&ceoid=${owner}&name=${name}${more}`
const frameOf = (page: Page): FrameLocator => page.frameLocator('#gliffy-editor')
const canvas = (page: Page): Locator => frameOf(page).getByRole('application', { name: say('Drawing area') })
const button = (within: Page | FrameLocator | Locator, name: string): Locator =>
  within.getByRole('button', { name: say(name), exact: true })
const sheet = (page: Page): Locator => page.locator('.ox-diagram-sheet > img')

/** In the editor of diagrams, after the drawing area has the focus. */
const drawing =
  (act?: Act): Act =>
  async page => {
    await canvas(page).focus()
    await act?.(page)
  }
/** In the viewer, after the diagram is there. */
const viewing =
  (act?: Act): Act =>
  async page => {
    await sheet(page).waitFor()
    await act?.(page)
  }
/** Presses a button of the bar over a diagram, until its dialog is there. */
const bar =
  (name: string, act?: Act): Act =>
  async page => {
    await page.locator('.gliffy-container').first().hover()
    await button(page.locator('.gliffy-toolbar').first(), name).click()
    await page.locator(DIALOG).first().waitFor()
    await act?.(page)
  }

const copyTo = (place: string): Act =>
  bar('Copy Diagram', async page => {
    await page.locator(DIALOG).getByText(say(place), { exact: true }).click()
    if (place === 'Existing Page') await page.locator(DIALOG).locator('tbody tr').first().waitFor()
    else await page.locator(DIALOG).getByRole('textbox').nth(1).waitFor()
  })

const insertExisting: Act = async page => {
  await page.getByRole('textbox', { name: say('Page text') }).focus()
  await page.keyboard.press('Control+End')
  await page.keyboard.press('Enter')
  await page.keyboard.type('/diagram')
  await page.getByRole('option', { name: say('Existing diagram') }).click()
  await page.locator('#insert-diagram').getByRole('radio').first().waitFor({ state: 'attached' })
}

const onPage: readonly Screen[] = [
  {
    name: 'diagram-bar',
    path: linkedPage,
    part: '.wiki-content, #footer',
    act: async page => {
      await page.locator('.gliffy-container').first().hover()
      await page.locator('.gliffy-toolbar-title').first().waitFor()
    },
  },
  { name: 'diagram-copy', path: linkedPage, act: bar('Copy Diagram') },
  { name: 'diagram-copy-new-page', path: linkedPage, act: copyTo('New Page') },
  { name: 'diagram-copy-existing-page', path: linkedPage, act: copyTo('Existing Page') },
  { name: 'diagram-version', path: linkedPage, act: bar('Edit') },
  {
    name: 'diagram-unlink',
    path: linkedPage,
    act: bar('Unlink Diagram', async page => {
      const name = page.locator(DIALOG).getByRole('textbox')
      await name.fill('Flow?')
      await name.press('=')
      await page.locator(`${DIALOG} [role=alert], ${DIALOG} [aria-invalid=true]`).first().waitFor()
    }),
  },
  {
    name: 'diagram-embed',
    path: linkedPage,
    act: bar('Embed', page => page.locator('#embed-diagram').getByRole('radio').nth(6).waitFor({ state: 'attached' })),
  },
  {
    name: 'diagram-embed-off',
    path: linkedPage,
    act: bar('Embed', async page => {
      await page.locator('#embed-diagram').getByRole('radio').nth(6).waitFor({ state: 'attached' })
      await page.locator('#embed-diagram footer button').first().click()
      await page.getByRole('alertdialog').waitFor()
    }),
  },
  {
    name: 'diagram-embed-refused',
    path: linkedPage,
    allowErrors: /503/,
    act: bar('Embed', async page => {
      await page.route('**/rest/gliffy/1.0/embeddedDiagrams', route =>
        route.fulfill({ status: 503, contentType: 'application/json', body: '{"message":"The wiki is busy."}' }),
      )
      await page.locator('#embed-diagram').getByRole('radio').first().press('Space')
      await page.locator('#embed-diagram').getByText('The wiki is busy.').waitFor()
    }),
  },
  {
    name: 'diagram-insert',
    path: ({ diagrams }) => `/pages/editpage.action?pageId=${diagrams.blank}`,
    act: insertExisting,
  },
  {
    name: 'diagram-options',
    path: ({ diagrams }) => `/pages/editpage.action?pageId=${diagrams.linked}`,
    act: async page => {
      await page.locator('.ox-diagram-node img').first().click()
      await button(page, 'More tools').click()
      await button(page, 'Diagram options').click()
      await page.locator('#diagram-options').getByLabel(say('Version')).waitFor()
    },
  },
]

const viewer: readonly Screen[] = [
  {
    name: 'diagram-viewer',
    path: of('viewer', 'Goal'),
    act: viewing(async page => {
      await page.getByText(say('Layers')).click()
      await page.getByRole('searchbox').last().fill('goal')
    }),
  },
  { name: 'diagram-viewer-links', path: of('viewer', 'Links'), act: viewing() },
  {
    name: 'diagram-uses',
    path: of('viewer', 'Flow'),
    act: viewing(async page => {
      await button(page, 'Pages that show it').click()
      await page.locator(DIALOG).getByRole('listitem').first().waitFor()
    }),
  },
  {
    name: 'diagram-print',
    path: of('viewer', 'Flow'),
    act: viewing(async page => {
      await page.keyboard.press('Control+p')
      await page.locator(DIALOG).waitFor()
    }),
  },
  {
    name: 'diagram-history',
    path: of('viewer', 'Flow', '&history=true'),
    act: page =>
      page
        .getByRole('region', { name: say('Versions') })
        .getByRole('listitem')
        .nth(1)
        .waitFor(),
  },
  {
    name: 'diagram-compare',
    path: of('viewer', 'Flow', '&history=true&version=2&compare=1'),
    act: viewing(page => page.locator('[role=region] li').first().waitFor()),
  },
  {
    name: 'diagram-embedded',
    path: linkedPage,
    // The address of the link is made by the dialog.
    act: bar('Embed', async page => {
      await page.locator('#embed-diagram').getByRole('radio').first().press('Space')
      const field = page.locator('#embed-diagram input[readonly]')
      await page.waitForFunction(() =>
        document.querySelector<HTMLInputElement>('#embed-diagram input[readonly]')?.value.includes('/embed/'),
      )
      await page.goto(await field.inputValue())
      await page.locator('main img').waitFor()
    }),
  },
]

const editor: readonly Screen[] = [
  { name: 'diagram-editor', path: of('editor', 'Flow'), act: drawing() },
  { name: 'diagram-editor-phone', path: of('editor', 'Flow'), onPhone: true, act: drawing() },
  {
    name: 'diagram-editor-new',
    path: ({ diagrams: { blank } }) =>
      `/plugins/gliffy/editor.action?inline=false&pageId=${blank}&ceoid=${blank}&name=`,
    act: drawing(page =>
      frameOf(page)
        .getByRole('region', { name: say('Templates to begin with') })
        .waitFor(),
    ),
  },
  {
    name: 'diagram-templates',
    path: ({ diagrams: { blank } }) =>
      `/plugins/gliffy/editor.action?inline=false&pageId=${blank}&ceoid=${blank}&name=`,
    act: drawing(async page => {
      await button(frameOf(page), 'All templates…').click()
      await frameOf(page).getByRole('tab').first().waitFor()
    }),
  },
  {
    name: 'diagram-rename-refused',
    path: of('editor', 'Flow'),
    allowErrors: /40[09]/,
    act: drawing(async page => {
      await frameOf(page).getByRole('heading', { name: 'Flow', exact: true }).getByRole('button').click()
      await frameOf(page).getByRole('dialog').getByRole('textbox').fill('Goal')
      await page.keyboard.press('Enter')
      await frameOf(page).getByRole('dialog').getByText('“Goal”', { exact: false }).waitFor()
    }),
  },
  {
    name: 'diagram-conflict',
    path: of('editor', 'Links'),
    allowErrors: /409/,
    act: drawing(async page => {
      await page.route('**/rest/oxbow/1.0/diagrams', route =>
        route.request().method() === 'POST'
          ? route.fulfill({ status: 409, json: { statusCode: 409, message: 'Another version was saved' } })
          : route.fallback(),
      )
      await page.keyboard.press('Control+a')
      await page.keyboard.press('Control+d')
      await page.keyboard.press('Control+s')
      await frameOf(page).getByRole('alert').or(frameOf(page).getByRole('alertdialog')).first().waitFor()
    }),
  },
  {
    name: 'diagram-link',
    path: of('editor', 'Flow'),
    act: drawing(async page => {
      await page.keyboard.press('Control+a')
      await page.keyboard.press('Control+k')
      const dialog = frameOf(page).getByRole('dialog')
      await dialog.getByRole('tab', { name: say('Diagram') }).click()
      await dialog.getByRole('searchbox').fill('goal')
      await dialog.getByRole('radio', { name: /^Goal/ }).check({ force: true })
      await button(dialog, 'Remove link')
        .or(dialog.getByText(/“Goal”/))
        .first()
        .waitFor()
    }),
  },
  {
    name: 'diagram-copy-sheet',
    path: of('editor', 'Flow'),
    act: drawing(async page => {
      const frame = frameOf(page)
      await button(frame, 'What to do with the page').click()
      await frame.getByRole('menuitem', { name: say('Copy into a diagram…') }).click()
      await frame.getByRole('dialog').getByRole('radio').first().waitFor({ state: 'attached' })
      await button(frame.getByRole('dialog'), 'Copy page').click()
      await frame.getByText(say('Choose the diagram that the page is copied into.')).waitFor()
    }),
  },
  {
    name: 'diagram-outline',
    path: of('editor', 'Flow'),
    act: drawing(async page => {
      const frame = frameOf(page)
      await button(frame, 'More').click()
      await frame.getByRole('menuitem', { name: say('Outline') }).click()
      await frame
        .getByRole('list', { name: say('Objects of the page') })
        .getByRole('button')
        .first()
        .click()
    }),
  },
  {
    name: 'diagram-style',
    path: of('editor', 'Flow'),
    act: drawing(async page => {
      await page.keyboard.press('Tab')
      const toggle = button(frameOf(page), 'Style').locator('visible=true')
      if ((await toggle.getAttribute('aria-pressed')) !== 'true') await toggle.click()
      await frameOf(page)
        .getByRole('button', { name: /^Fill: |^Füllung: / })
        .first()
        .waitFor()
    }),
  },
  {
    name: 'diagram-next',
    path: of('editor', 'Flow'),
    act: drawing(async page => {
      await page.keyboard.press('Tab')
      await page.keyboard.press('Alt+ArrowDown')
      await frameOf(page)
        .getByRole('dialog', { name: say('What comes next') })
        .waitFor()
    }),
  },
]

/** Diagrams on pages, their dialogs, their viewer and their editor. */
export const diagramScreens: readonly Screen[] = [...onPage, ...viewer, ...editor]
