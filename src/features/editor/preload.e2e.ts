import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe } from 'vitest'
import { ADMIN, startTestWiki, type TestWiki } from '#platform/server/testing/harness.ts'
import { features } from '../../server.ts'
import { expect, openSignedIn, test } from '../../../test/browser.ts'
import { chunkOf, sharedChunks } from './testing/chunks.ts'
import { editorSteps, text } from './testing/steps.ts'

const VIEWER = { username: 'viewer', password: 'viewer password' }
const SCREEN = chunkOf('src/features/editor/web/EditorScreen.tsx')
const EDITOR = `**${SCREEN}`
const LINK_DIALOG = chunkOf('src/features/editor/web/dialogs/LinkDialog.tsx')
/** Scripts of what the editor opens when it is asked for. */
const DIALOGS = [
  LINK_DIALOG,
  ...[
    'src/features/editor/web/dialogs/FileDialog.tsx',
    'src/features/editor/web/dialogs/AtomDialogs.tsx',
    'src/features/editor/web/diagrams/DiagramDialog.tsx',
    'src/features/editor/web/diagrams/DiagramOptionsDialog.tsx',
    'src/features/editor/web/diagrams/InsertDiagramDialog.tsx',
    'src/features/editor/web/diagrams/UnlinkDialog.tsx',
    'src/features/editor/web/conflict/ConflictScreen.tsx',
  ].map(chunkOf),
]
/** Scripts of editing: of whole pages, of comments, of diagrams, and of the pictures of users and spaces. */
const EDITING = [
  SCREEN,
  ...sharedChunks('editor'),
  ...sharedChunks('text-editor'),
  ...DIALOGS,
  ...[
    'src/features/editor/web/small/SmallEditor.tsx',
    'src/features/diagrams/web/editor/host/EditorScreen.tsx',
    'src/features/diagrams/web/editor/host/InlineEditor.tsx',
    'src/features/accounts/web/settings/ProfileScreen.tsx',
    'src/features/space-settings/web/logo/LogoDialog.tsx',
  ].map(chunkOf),
]

describe('the editor before it is asked for', () => {
  let wiki: TestWiki
  let address = ''

  beforeAll(async () => {
    wiki = await startTestWiki('sqlite', features)
    await wiki.admin.post('/rest/api/space', { key: 'PRE', name: 'Preloaded' })
    const home = (await wiki.admin.get('/rest/api/space/PRE?expand=homepage')).json.homepage.id as string
    const id = await editorSteps(wiki, 'PRE', home).create('Read', '<p>what is read</p>')
    address = `${wiki.url}/pages/viewpage.action?pageId=${id}`
    await wiki.addUser(VIEWER.username, { fullName: 'Viewer', password: VIEWER.password })
    await wiki.admin.put(`/rest/api/content/${id}/restriction`, [
      { operation: 'update', restrictions: { user: [{ type: 'known', username: 'admin' }], group: [] } },
    ])
  })
  afterAll(() => wiki.close())

  const scriptsOf = (page: Page) => {
    const scripts: string[] = []
    page.on('request', request => {
      if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname)
    })
    return scripts
  }
  const loadedOf = (chunks: readonly string[], scripts: readonly string[]) =>
    scripts.filter(path => chunks.includes(path))
  const failures = (page: Page) =>
    page.waitForEvent('console', message => message.text().startsWith('Failed to load editor resources'))

  test('is loaded while the pointer rests on Edit, for who may edit [V1-11] [V6-15] [V7-36] [I1-07] [I2.6-05]', async ({
    openPage,
  }) => {
    const viewing = await openSignedIn(openPage, wiki, VIEWER)
    const ofViewer = scriptsOf(viewing)
    await viewing.goto(address, { waitUntil: 'networkidle' })
    await viewing.locator('#shareContentLink').hover()
    expect(await viewing.locator('#editPageLink').count()).toBe(0)

    const page = await openSignedIn(openPage, wiki, ADMIN)
    const scripts = scriptsOf(page)
    await page.goto(address, { waitUntil: 'networkidle' })
    await page.evaluate(() => {
      document.documentElement.dataset['mark'] = 'same document'
    })
    // Neither the editor nor what it opens later is among the first scripts.
    expect(loadedOf(EDITING, scripts)).toEqual([])
    const loaded = page.waitForEvent('requestfinished', request => request.url().endsWith(SCREEN))
    await page.locator('#editPageLink').hover()
    await loaded
    await page.locator('#editPageLink').click()
    await text(page).getByText('what is read').waitFor()
    expect([loadedOf([SCREEN], scripts).length, await page.locator('html').getAttribute('data-mark')]).toEqual([
      1,
      'same document',
    ])
    // Its dialogs come when they are opened.
    await page.waitForLoadState('networkidle')
    expect(loadedOf(DIALOGS, scripts)).toEqual([])
    await page.getByRole('button', { name: 'Link', exact: true }).click()
    await page.getByRole('dialog').waitFor()
    expect(loadedOf(DIALOGS, scripts)).toEqual([LINK_DIALOG])
    await page.keyboard.press('Escape')
    expect(loadedOf(EDITING, ofViewer)).toEqual([])

    // The anchor opens it by itself.
    await page.goto(`${address}#editor`)
    await page.waitForURL('**/pages/editpage.action*')
    await text(page).getByText('what is read').waitFor()
  })

  test('says so in the console when it cannot be loaded, at once or after 12 seconds [V8-14] [V9-06]', async ({
    openPage,
  }) => {
    const page = await openSignedIn(openPage, wiki, ADMIN, { allowErrors: [/Failed to (?:load|fetch)/, /ERR_FAILED/] })
    await page.clock.install()
    await page.goto(address)
    await page.route(EDITOR, route => route.abort())
    const aborted = failures(page)
    await page.locator('#editPageLink').hover()
    await page.clock.runFor(100)
    await aborted

    await page.unrouteAll()
    const asked = Promise.withResolvers<void>()
    await page.route(EDITOR, () => asked.resolve())
    await page.reload()
    const late = failures(page)
    let isLate = false
    void late.then(() => {
      isLate = true
    })
    await page.locator('#title-heading').hover()
    await page.clock.pauseAt(Date.now() + 60_000)
    await page.locator('#editPageLink').hover()
    await page.clock.runFor(100)
    await asked.promise
    await page.clock.runFor(11_000)
    expect(isLate).toBe(false)
    await page.clock.runFor(2000)
    expect((await late).text()).toContain('The server did not answer in time')
  })

  test('lets who watches the page change when it is there, in the order of what was pressed', async ({ openPage }) => {
    const page = await openSignedIn(openPage, wiki, ADMIN)
    await page.goto(address)
    const arrived = Promise.withResolvers<void>()
    await page.route(EDITOR, async route => {
      await arrived.promise
      await route.continue()
    })
    const sent: string[] = []
    const done: string[] = []
    page.on('request', request => {
      if (request.url().includes('/user/watch/content/')) sent.push(request.method())
    })
    page.on('requestfinished', request => {
      if (request.url().includes('/user/watch/content/')) done.push(request.method())
    })
    const box = page.getByRole('checkbox', { name: 'Watch page' })
    await page.locator('#watch-content-button').click()
    expect(await box.isChecked()).toBe(false)
    const asked = page.waitForRequest(EDITOR)
    await page.locator('#editPageLink').hover()
    await asked
    for (const isChecked of [true, false, true]) {
      await box.press('Space')
      expect(await box.isChecked()).toBe(isChecked)
    }
    expect(sent).toEqual([])
    arrived.resolve()
    // A page that is left before the last answer may lose it: the network was idle before, so its state tells nothing.
    await expect.poll(() => done).toEqual(['POST', 'DELETE', 'POST'])
    expect(sent).toEqual(done)
    await page.reload()
    await page.locator('#watch-content-button[aria-label="Watching page"]').waitFor()
  })
})
