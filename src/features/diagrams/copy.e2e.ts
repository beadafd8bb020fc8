import type { Locator, Page, Request } from 'playwright-core'
import { afterAll, beforeAll, describe } from 'vitest'
import { ADMIN, startTestWiki, type TestWiki } from '#platform/server/testing/harness.ts'
import { renderDiagram } from '#diagrams/render/render.ts'
import { features } from '../../server.ts'
import { expect, expectNoAxeViolations, openSignedIn, screenshot, signIn, test } from '../../../test/browser.ts'
import { boxes, gliffy, saved } from './testing/wiki.ts'

const ERROR = 'An error occurred while attempting to save the diagram'
const DISABLED = 'The ability to copy diagrams to existing pages has been disabled by your wiki administrator.'

describe('Copy To in the browser', () => {
  let wiki: TestWiki
  let source: string

  beforeAll(async () => {
    wiki = await startTestWiki('sqlite', features)
    // The space of the page comes late by name, and beyond the first ones of a list.
    await wiki.admin.post('/rest/api/space', { key: 'COPY', name: 'Zoo of copies' })
    for (let index = 0; index < 24; index++)
      await wiki.admin.post('/rest/api/space', { key: `S${index + 10}`, name: `Space ${index + 10}` })
    source = await create('Source', gliffy({ name: 'Flow' }))
    await saved(wiki.admin, source, 'Flow', boxes('Order', 'Pay', 'Ship'))
  })
  afterAll(() => wiki.close())

  const create = async (title: string, value = '<p>text</p>', space = 'COPY') => {
    const body = { storage: { value, representation: 'storage' } }
    const made = await wiki.admin.post('/rest/api/content', { type: 'page', title, space: { key: space }, body })
    if (made.status !== 200) throw new Error(made.text)
    return made.json.id as string
  }
  const view = async (page: Page, id: string) => {
    await page.goto(`${wiki.url}/pages/viewpage.action?pageId=${id}`)
    await page.locator('.gliffy-toolbar').first().waitFor({ state: 'attached' })
  }
  const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Copy To' })
  const open = async (page: Page) => {
    await page.locator('.gliffy-container').first().hover()
    await page.getByRole('button', { name: 'Copy Diagram' }).first().click()
    const dialog = dialogOf(page)
    await dialog.waitFor()
    return {
      dialog,
      name: dialog.getByRole('textbox', { name: 'Save As' }),
      save: dialog.getByRole('button', { name: 'Save', exact: true }),
      choose: (label: string) => dialog.getByText(label, { exact: true }).click(),
      title: dialog.getByRole('textbox', { name: 'Page Title' }),
      search: dialog.getByRole('searchbox', { name: 'Search' }),
      rows: dialog.locator('tbody tr'),
    }
  }
  const filesOf = async (id: string) =>
    ((await wiki.admin.get(`/rest/gliffy/1.0/page/${id}/diagrams`)).json as { title: string }[]).map(
      ({ title }) => title,
    )
  /** Calls that a page makes from now on. */
  const watch = (page: Page, part: string) => {
    const calls: URL[] = []
    page.on('request', (request: Request) => {
      if (request.url().includes(part)) calls.push(new URL(request.url()))
    })
    return calls
  }

  test('the dialog looks, checks and copies to this page [D1-06] [D2.1-07] [D2.2-01] [D2.2-02] [D2.2-03] [D2.2-04] [D2.2-05] [D2.2-06] [D2.2-15] [D2.4-07] [D4-15] [D4-16] [D4-20] [D5-01] [D5-04] [D9-07]', async ({
    openPage,
  }) => {
    const page = await openSignedIn(openPage, wiki, ADMIN)
    await view(page, source)
    const { dialog, name, save, choose } = await open(page)
    const size = async () => {
      const box = await dialog.evaluate(element => element.getBoundingClientRect().toJSON() as DOMRect)
      return [box.width, box.height]
    }
    expect(await size()).toEqual([680, 521])
    expect(await dialog.getByRole('link', { name: 'Cancel' }).count()).toBe(1)
    expect(await name.inputValue()).toBe('Flow Copy')
    expect(
      await dialog.getByRole('radio').evaluateAll(all => all.map(one => (one as HTMLInputElement).checked)),
    ).toEqual([true, false, false])
    expect(await dialog.getByRole('radiogroup', { name: 'Save To' }).innerText()).toMatch(
      /This Page\s+New Page\s+Existing Page/,
    )
    await screenshot(page, 'copy dialog')
    await expectNoAxeViolations(page, '[role=dialog]')

    // Checked at once, and whatever changes.
    await name.fill('')
    expect(await name.getAttribute('placeholder')).toBe('Name the new diagram...')
    await dialog.getByText('Diagram name required').waitFor()
    expect(await save.isDisabled()).toBe(true)
    await name.fill('  Flow ')
    await dialog.getByText('Diagram with this name exists in page').waitFor()
    await choose('New Page')
    await dialog.getByText('Diagram with this name exists in page').waitFor({ state: 'detached' })
    await dialog.getByText('Page title required').waitFor()
    expect(await save.isDisabled()).toBe(true)
    await choose('This Page')
    await name.fill('a/b')
    await dialog.getByText('Invalid diagram name').waitFor()
    await name.fill('Second')
    await expect.poll(() => save.isEnabled()).toBe(true)

    // Outside is away, and so is Escape: nothing is saved, and the focus is where it was.
    await page.mouse.click(20, 600)
    await dialog.waitFor({ state: 'detached' })
    const again = await open(page)
    await page.keyboard.press('Escape')
    await again.dialog.waitFor({ state: 'detached' })
    await (await open(page)).dialog.getByRole('link', { name: 'Cancel' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(await filesOf(source)).toEqual(['Flow'])

    const last = await open(page)
    await last.name.fill('Second')
    const reloaded = page.waitForEvent('load')
    await page.keyboard.press('Enter')
    await reloaded
    await expect
      .poll(() =>
        page.locator('.gliffy-container').evaluateAll(all => all.map(one => (one as HTMLElement).dataset['filename'])),
      )
      .toEqual(['Flow', 'Second'])
    expect(await page.locator('.ox-diagram-alert').count()).toBe(0)
  })

  test('a copy goes to a new page of a space that is looked for [D1-07] [D2.2-07] [D2.2-08] [D2.2-14] [D2.2-17] [D2.2-18] [D2.2-19] [D2.2-20] [D2.4-05] [D2.4-06] [D4-13] [D4-14] [D5-06] [D5-07] [D5-09] [D5-11] [D9-04] [D9-05] [D9-06] [D9-13]', async ({
    openPage,
  }) => {
    const page = await openSignedIn(openPage, wiki, ADMIN, { reducedMotion: 'no-preference' })
    await view(page, source)
    const spaces = watch(page, '/rest/gliffy/1.0/spaces')
    const titles = watch(page, '/rest/api/content?')
    // It waits for both that it begins with.
    for (const call of ['**/rest/gliffy/1.0/spaces*', '**/rest/gliffy/1.0/page/*/diagrams*']) {
      const asked = Promise.withResolvers<() => Promise<void>>()
      await page.route(call, route => asked.resolve(() => route.continue()), { times: 1 })
      await page.locator('.gliffy-container').first().hover()
      await page.getByRole('button', { name: 'Copy Diagram' }).first().click()
      const go = await asked.promise
      expect(await dialogOf(page).count()).toBe(0)
      await go()
      await dialogOf(page).waitFor()
      await page.keyboard.press('Escape')
      await dialogOf(page).waitFor({ state: 'detached' })
    }
    expect(spaces.map(({ search }) => search)).toEqual(['?start=0&limit=20', '?start=0&limit=20'])
    const { dialog, title, save, choose } = await open(page)
    spaces.length = 0
    const closed = await dialog
      .getByPlaceholder('Name the new page...')
      .evaluate(field => field.closest('[inert]')?.getBoundingClientRect().height)
    expect(closed).toBe(0)
    // Begun before anything is chosen: on a busy machine the transition is over before one can look.
    const slides = await page.evaluateHandle(() => {
      const begun: string[] = []
      document.addEventListener('transitionrun', ({ propertyName }) => begun.push(propertyName))
      return begun
    })
    await choose('New Page')
    await expect.poll(() => slides.jsonValue()).toContain('grid-template-rows')
    await expect
      .poll(() => title.evaluate(field => field.closest('[data-open]')?.clientHeight ?? 0))
      .toBeGreaterThan(100)
    expect(await title.getAttribute('placeholder')).toBe('Name the new page...')
    const space = dialog.getByRole('combobox', { name: 'Space' })
    expect(await space.first().getAttribute('placeholder')).toBe('Select space...')
    await dialog.getByText('Page title required').waitFor()
    await dialog.getByText('Space selection required').waitFor()

    // The list: the page's own space first and once, the rest as one scrolls.
    await space.first().click()
    const options = page.getByRole('option')
    await options.first().waitFor()
    expect(await options.first().innerText()).toContain('Zoo of copies')
    expect(spaces).toEqual([])
    const list = page.getByRole('listbox')
    await scrollTo(list, 299)
    await expect.poll(() => spaces.map(({ search }) => search)).toEqual(['?start=20&limit=20'])
    await scrollTo(list)
    await page.getByRole('option', { name: 'Space 33' }).waitFor()
    expect(await options.filter({ hasText: 'Zoo of copies' }).count()).toBe(1)
    await page.getByRole('option', { name: 'Space 12' }).click()
    await expect.poll(() => space.first().inputValue()).toBe('Space 12')
    // By key, and one alone.
    await space.first().fill('s31')
    await page.getByRole('option', { name: 'Space 31' }).click()
    await expect.poll(() => space.first().inputValue()).toBe('Space 31')
    await dialog.getByText('Space selection required').waitFor({ state: 'detached' })

    // The wiki is asked half a second after the last key.
    await create('Taken', '<p>x</p>', 'S31')
    titles.length = 0
    await page.clock.install()
    await page.clock.pauseAt(Date.now() + 60_000)
    await title.pressSequentially('Taken')
    await page.clock.runFor(450)
    expect(titles).toEqual([])
    expect(await save.isDisabled()).toBe(true)
    await page.clock.runFor(100)
    await expect.poll(() => titles.map(({ search }) => search)).toEqual(['?spaceKey=S31&title=Taken&limit=1'])
    await dialog.getByText('Page with this title exists in space').waitFor()
    await page.clock.resume()
    await title.fill('Made by copying')
    await expect.poll(() => save.isEnabled()).toBe(true)
    await screenshot(page, 'copy dialog new page')
    await save.click()
    const alert = page.locator('#main .ox-diagram-alert')
    await alert.waitFor()
    await dialog.waitFor({ state: 'detached' })
    expect((await alert.innerText()).replace(/\s+/g, ' ')).toContain(
      'Flow Copy successfully saved to page Made by copying in space Space 31',
    )
    expect(await alert.getAttribute('data-tone')).toBe('success')
    await screenshot(page, 'copy alert', { animations: 'allow' })
    await alert.getByRole('link').click()
    await page.waitForURL(/\/display\/S31\/Made\+by\+copying$/)
    await page.locator('.gliffy-container[data-filename="Flow Copy"]').waitFor()

    // As many as there are.
    await page.route('**/rest/gliffy/1.0/spaces*', route => {
      const query = new URL(route.request().url()).searchParams
      const [start, limit] = [Number(query.get('start')), Number(query.get('limit'))]
      const found = Array.from({ length: Math.max(0, Math.min(limit, 305 - start)) }, (_, index) => ({
        key: `N${start + index}`,
        name: `Number ${start + index}`,
      }))
      return route.fulfill({ json: { spaces: found, totalCount: 305 } })
    })
    const many = await open(page)
    await many.choose('New Page')
    await many.dialog.getByPlaceholder('Select space...').click()
    await expect
      .poll(async () => {
        await scrollTo(page.getByRole('listbox'))
        return page.getByRole('option', { name: 'Number 304' }).count()
      })
      .toBe(1)
  })

  test('a copy goes to an existing page that is looked for [D1-08] [D2.2-09] [D2.2-10] [D2.2-11] [D2.2-12] [D2.2-13] [D5-05] [D5-10] [D5-12] [D7-29] [D9-01] [D9-03]', async ({
    openPage,
  }) => {
    for (const title of ['alpha', 'beta', 'gamma', 'delta', 'epsilon', 'zeta'])
      await create(`Target ${title}`, '<p>x</p>', 'S10')
    const elsewhere = await create('Target elsewhere', '<p>x</p>', 'S11')
    await saved(wiki.admin, elsewhere, 'There already', boxes('x'))
    const page = await openSignedIn(openPage, wiki, ADMIN)
    await view(page, source)
    const searches = watch(page, '/page/search')
    const lists = watch(page, '/diagrams?')
    const { dialog, name, save, choose, search, rows } = await open(page)
    lists.length = 0
    await choose('Existing Page')
    expect(await search.getAttribute('placeholder')).toBe('Search for pages...')
    const filter = dialog.getByRole('combobox', { name: 'Space' }).last()
    expect(await filter.getAttribute('placeholder')).toBe('All spaces...')
    expect(await dialog.getByRole('columnheader').allInnerTexts()).toEqual(['Page', 'Space'])
    await dialog.getByText('Page selection required').waitFor()
    expect(await save.isDisabled()).toBe(true)
    await rows.first().waitFor()

    searches.length = 0
    // The pages that are listed before are called so too.
    const found = page.waitForResponse(response => response.url().includes('/page/search'))
    await search.fill('target')
    await found
    await expect.poll(() => rows.allInnerTexts().then(all => all.every(text => text.startsWith('Target')))).toBe(true)
    const grid = dialog.getByRole('grid')
    const scroll = () => scrollTo(grid.locator('..'))
    await expect.poll(async () => (await scroll(), rows.count())).toBe(7)
    // 7 found by two calls: the second was not full, so there is no third.
    await scroll()
    expect(
      searches.map(({ searchParams: query }) => [query.get('start'), query.get('limit'), query.get('expand')]),
    ).toEqual([
      ['0', '5', 'space'],
      ['5', '5', 'space'],
    ])
    await rows.nth(1).click()
    await rows.nth(2).click()
    expect(await rows.evaluateAll(all => all.map(row => row.getAttribute('aria-selected')).indexOf('true'))).toBe(2)
    expect(await dialog.locator('[aria-selected="true"]').count()).toBe(1)
    await page.keyboard.press('ArrowUp')
    expect(await rows.nth(1).getAttribute('aria-selected')).toBe('true')
    await screenshot(page, 'copy dialog existing page')
    await expectNoAxeViolations(page, '[role=dialog]')

    searches.length = 0
    await filter.fill('Space 11')
    await page.getByRole('option', { name: 'Space 11' }).click()
    await expect.poll(() => rows.allInnerTexts()).toEqual(['Target elsewhere\tSpace 11'])
    expect(searches.at(-1)?.searchParams.get('spaceKeys')).toBe('S11')
    lists.length = 0
    await rows.first().click()
    await expect.poll(() => save.isEnabled()).toBe(true)
    expect(lists.map(({ pathname }) => pathname)).toEqual([])
    await name.fill('There already')
    await dialog.getByText('Diagram with this name exists in page').waitFor()
    await name.fill('Now there')
    await save.click()
    await page.locator('#main .ox-diagram-alert').waitFor()
    expect(await filesOf(elsewhere)).toEqual(['Now there', 'There already'])

    // Three hundred at most, five at a time.
    let asked = 0
    await page.route('**/page/search*', route => {
      const query = new URL(route.request().url()).searchParams
      const [start, limit] = [Number(query.get('start')), Number(query.get('limit'))]
      asked = Math.max(asked, start + limit)
      const results = Array.from({ length: Math.max(0, Math.min(limit, 310 - start)) }, (_, index) => ({
        id: String(start + index + 1000),
        title: `Page ${start + index}`,
        space: { key: 'X', name: 'X' },
      }))
      return route.fulfill({ json: { results } })
    })
    const many = await open(page)
    await many.choose('Existing Page')
    const box = many.dialog.getByRole('grid').locator('..')
    await expect.poll(async () => (await scrollTo(box), many.rows.count())).toBe(300)
    await scrollTo(box)
    expect(asked).toBe(300)
  })

  test('what fails is told in red, whichever call it is, and nothing is lost [D2.4-08] [D2.4-09] [D2.4-10] [D4-21] [D8-01] [D8-02] [D8-09]', async ({
    openPage,
  }) => {
    const page = await openSignedIn(openPage, wiki, ADMIN, {
      allowErrors: [/Failed to load resource/],
      reducedMotion: 'no-preference',
    })
    await view(page, source)
    const alert = page.locator('#app .ox-diagram-alert[data-tone="danger"]')
    const failing = async (call: string, act: () => Promise<unknown>) => {
      await page.route(call, route => route.fulfill({ status: 500, json: { message: 'broken <b>' } }))
      await act()
      await alert.first().waitFor()
      expect(await alert.first().innerText()).toContain(ERROR)
      await alert.first().getByRole('button', { name: 'Dismiss' }).click()
      await page.unroute(call)
      await expect.poll(() => alert.count()).toBe(0)
    }
    const click = async () => {
      await page.locator('.gliffy-container').first().hover()
      await page.getByRole('button', { name: 'Copy Diagram' }).first().click()
    }
    await failing('**/rest/gliffy/1.0/spaces*', click)
    await failing('**/rest/gliffy/1.0/page/*/diagrams*', click)
    expect(await dialogOf(page).count()).toBe(0)
    const { dialog, name, save, choose, search, rows, title } = await open(page)
    await name.fill('Kept')
    await failing('**/page/search*', () => choose('Existing Page'))
    await search.fill('source')
    await rows.first().waitFor()
    await failing('**/page/*/diagrams*', () => rows.first().click())
    await choose('New Page')
    const space = dialog.getByPlaceholder('Select space...')
    await failing('**/rest/gliffy/1.0/spaces*', () => space.fill('Space 2'))
    await space.fill('Space 15')
    await page.getByRole('option', { name: 'Space 15' }).click()
    await failing('**/rest/api/content?*', () => title.fill('New'))

    await choose('This Page')
    const told = 'Ask <b>Ada</b><script>document.title = "run"</script><img src="x"> (a < b)'
    await page.route('**/saveas/**', route => route.fulfill({ status: 500, json: { message: told } }))
    await save.click()
    await alert.waitFor()
    const words = await alert.innerText()
    expect(await alert.locator('b').innerText()).toBe('Ada')
    expect(words).toContain('Ask Ada (a < b)')
    expect(await alert.locator('script, img').count()).toBe(0)
    for (const text of [ERROR, DISABLED]) expect(words).toContain(text)
    expect(await name.inputValue()).toBe('Kept')
    const timing = await alert.evaluate(element =>
      element
        .getAnimations()
        .map(({ effect }) => [
          effect?.getTiming().duration,
          effect instanceof KeyframeEffect
            ? effect
                .getKeyframes()
                .map(({ computedOffset, opacity }) => [Math.round(computedOffset * 6400), Number(opacity)])
            : [],
        ]),
    )
    const steps = [
      [0, 0],
      [700, 1],
      [5700, 1],
      [6400, 0],
    ]
    expect(timing).toEqual([[6400, steps]])
    await screenshot(page, 'copy failed', { animations: 'allow' })
    await alert.evaluate(element => element.getAnimations().forEach(animation => animation.finish()))
    await alert.waitFor({ state: 'detached' })
    await page.unroute('**/saveas/**')
    const reloaded = page.waitForEvent('load')
    await save.click()
    await reloaded
    expect(await filesOf(source)).toContain('Kept')
  })

  test('the viewer and the editor copy too, the editor what it shows [D1-17] [D2.1-09] [D2.1-10] [D6-03] [D9-16]', async ({
    openPage,
  }) => {
    const linked = await create('Linked', gliffy({ name: 'Flow', pageid: source }))
    const page = await openSignedIn(openPage, wiki, ADMIN, {
      viewport: { width: 375, height: 812 },
      colorScheme: 'dark',
    })
    // Of a linked diagram it is in the menu, and goes to the page that shows it.
    await view(page, linked)
    await page.locator('.gliffy-container').hover()
    await page.getByRole('button', { name: 'More', exact: true }).click()
    const items = page.locator('.gliffy-toolbar-menu > *')
    expect(await items.allInnerTexts()).toEqual(['Copy Diagram', 'Unlink Diagram', 'View Attachment'])
    await items.first().click()
    await dialogOf(page).waitFor()
    await screenshot(page, 'copy dialog phone dark')
    await dialogOf(page).getByText('Existing Page', { exact: true }).click()
    await dialogOf(page).locator('tbody tr').first().waitFor()
    await screenshot(page, 'copy dialog phone dark existing')
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    await expectNoAxeViolations(page, '[role=dialog]')
    await dialogOf(page).getByText('This Page', { exact: true }).click()
    const reloaded = page.waitForEvent('load')
    await dialogOf(page).getByRole('button', { name: 'Save', exact: true }).click()
    await reloaded
    expect(await filesOf(linked)).toEqual(['Flow Copy'])

    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto(`${wiki.url}/plugins/gliffy/viewer.action?pageId=${source}&ceoid=${source}&name=Flow`)
    await page.getByRole('button', { name: 'Copy Diagram' }).click()
    await dialogOf(page).getByRole('textbox', { name: 'Save As' }).fill('From the viewer')
    await screenshot(page, 'copy dialog viewer')
    await dialogOf(page).getByRole('button', { name: 'Save', exact: true }).click()
    await page.locator('#main .ox-diagram-alert').getByText('successfully saved to page').waitFor()
    expect(await filesOf(source)).toContain('From the viewer')

    await page.goto(`${wiki.url}/plugins/gliffy/editor.action?pageId=${source}&ceoid=${source}&name=Flow`)
    const frame = page.frameLocator('#gliffy-editor')
    await frame.getByRole('button', { name: 'More', exact: true }).click()
    await frame.getByRole('menuitem', { name: 'Copy To…' }).click()
    await dialogOf(page).getByRole('textbox', { name: 'Save As' }).fill('From the editor')
    const sent = page.waitForRequest(request => request.url().includes('/saveas/'))
    await dialogOf(page).getByRole('button', { name: 'Save', exact: true }).click()
    const body = (await sent).postDataJSON() as { format: string; image: string; html: string }
    expect([body.format, body.html.slice(0, 4)]).toEqual(['oxbow-diagram', '<svg'])
    const { default: sharp } = await import('sharp')
    const picture = await sharp(Buffer.from(body.image.replace('data:image/png;base64,', ''), 'base64')).metadata()
    const { width, height } = renderDiagram(boxes('Order', 'Pay', 'Ship'))
    expect([picture.format, picture.width, picture.height]).toEqual(['png', Math.round(width), Math.round(height)])
    await page.locator('#main .ox-diagram-alert').waitFor()
    expect(await filesOf(source)).toContain('From the editor')

    // A user who may not edit the diagram has neither.
    await wiki.addUser('rita')
    await wiki.admin.put(`/rest/api/content/${source}/restriction`, [
      { operation: 'update', restrictions: { user: [{ type: 'known', username: ADMIN.username }] } },
    ])
    const reader = await openPage()
    await signIn(reader, wiki, { username: 'rita', password: 'rita password' })
    await view(reader, source)
    await reader.locator('.gliffy-container').first().hover()
    await reader.locator('.gliffy-toolbar-full').first().waitFor()
    expect(await reader.locator('.gliffy-toolbar-edit, .gliffy-toolbar-copy, .gliffy-toolbar-more').count()).toBe(0)
    await view(page, source)
    await page.locator('.gliffy-container').first().hover()
    // Of the page's own diagrams there is nothing more to do.
    expect(await page.locator('.gliffy-toolbar-more').count()).toBe(0)
    expect(await page.locator('.gliffy-toolbar-edit').count()).toBe(await page.locator('.gliffy-toolbar-copy').count())
  })

  /** Scrolls a list so far that so many px are left below. */
  async function scrollTo(list: Locator, left = 0): Promise<void> {
    await list.evaluate((element, px) => {
      element.scrollTop = element.scrollHeight - element.clientHeight - px
    }, left)
  }
})
