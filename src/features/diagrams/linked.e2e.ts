import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe } from 'vitest'
import { ADMIN, startTestWiki, type TestWiki } from '#platform/server/testing/harness.ts'
import { features } from '../../server.ts'
import { expect, expectNoAxeViolations, openSignedIn, screenshot, test } from '../../../test/browser.ts'
import { boxes, DIAGRAMS, gliffy, saved } from './testing/wiki.ts'

describe('a diagram of another page, in the browser', () => {
  let wiki: TestWiki
  let owner = ''
  let count = 0

  beforeAll(async () => {
    wiki = await startTestWiki('sqlite', features)
    await wiki.admin.post('/rest/api/space', { key: 'LINK', name: 'Links' })
    owner = await create('<p>owner</p>')
    await saved(wiki.admin, owner, 'Flow', boxes('Order', 'Pay', 'Ship'))
  })
  afterAll(() => wiki.close())

  const create = (value: string) => wiki.admin.createPage('LINK', `Linked ${++count}`, value)
  const view = async (page: Page, id: string) => {
    await page.goto(`${wiki.url}/pages/viewpage.action?pageId=${id}`)
    await page.locator('.gliffy-toolbar').first().waitFor({ state: 'attached' })
  }
  const edit = async (page: Page, id: string) => {
    await page.goto(`${wiki.url}/pages/editpage.action?pageId=${id}`)
    await page.locator('.ox-diagram-node img').first().waitFor()
  }
  const tool = async (page: Page, name: string) => {
    await page.getByRole('button', { name: 'More tools' }).click()
    await page.getByRole('button', { name, exact: true }).click()
  }
  const publish = async (page: Page) => {
    await page.locator('#draft-status', { hasText: 'Saved' }).waitFor()
    await page.locator('#rte-button-publish').click()
    await page.locator('#editPageLink').waitFor()
  }
  /** Parameters of the diagram macros of a page, and its version. */
  const stored = async (id: string) => {
    const { json } = await wiki.admin.get(`/rest/api/content/${id}?expand=body.storage,version`)
    const macros = [
      ...(json.body.storage.value as string).matchAll(
        /<ac:structured-macro ac:name="gliffy".*?<\/ac:structured-macro>/g,
      ),
    ]
    return {
      version: json.version.number as number,
      macros: macros.map(([macro]) =>
        Object.fromEntries(
          [...macro.matchAll(/<ac:parameter ac:name="(\w*)">(.*?)<\/ac:parameter>/g)].map(([, key, value]) => [
            key,
            value,
          ]),
        ),
      ),
    }
  }
  const unversioned = ({ version: _, ...rest }: Record<string, string>) => rest
  const frameOf = (page: Page) => page.frameLocator('#gliffy-editor')
  /** Doubles all shapes in the diagram editor, saves and closes it. */
  const change = async (page: Page, whenSaved?: () => Promise<void>) => {
    const frame = frameOf(page)
    await frame.locator('.ox-de-canvas').focus()
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Control+d')
    await frame.getByText('Unsaved changes').waitFor()
    if (whenSaved) {
      await page.keyboard.press('Control+s')
      await frame.getByText('Saved', { exact: true }).waitFor()
      await whenSaved()
      await frame.getByRole('button', { name: 'Close the editor' }).click()
    } else await frame.getByRole('button', { name: 'Save and close' }).click()
  }
  const sizeOf = async (dialog: Locator) => {
    const box = await dialog.boundingBox()
    return [box?.width, box?.height]
  }

  /** A dialog on a phone, in the dark theme. */
  const expectFitOnPhone = async (page: Page, dialog: Locator, name: string) => {
    const size = page.viewportSize()
    await page.setViewportSize({ width: 375, height: 720 })
    await page.emulateMedia({ colorScheme: 'dark' })
    await expect.poll(async () => (await dialog.boundingBox())?.width ?? 1000).toBeLessThanOrEqual(375)
    await expectNoAxeViolations(page, '[role="dialog"]')
    await screenshot(page, `${name} phone dark`)
    await page.emulateMedia({ colorScheme: 'light' })
    if (size) await page.setViewportSize(size)
  }

  test('is unlinked from the bar over its picture, and goes its own way from then on [D1-09] [D2.3-10] [D2.3-11] [D2.3-12] [D2.3-13] [D2.3-14] [D2.4-02] [D4-23] [D5-14] [D5-15] [D5-16] [D8-04]', async ({
    openPage,
  }) => {
    const id = await create(`<p>Above</p>${gliffy({ name: 'Flow', pageid: owner, size: 'M' })}`)
    await saved(wiki.admin, id, 'Taken', boxes('x'))
    const page = await openSignedIn(openPage, wiki, ADMIN, {
      reducedMotion: 'no-preference',
      allowErrors: [/500/, /Failed to load/, /ApiError/],
    })
    await view(page, id)
    const dialog = page.getByRole('dialog', { name: 'Unlink Diagram?' })
    const name = dialog.getByRole('textbox')
    const unlink = dialog.getByRole('button', { name: 'Unlink Diagram' })
    const open = async () => {
      await page.locator('.gliffy-container').hover()
      await page.getByRole('button', { name: 'More', exact: true }).click()
      await page.getByRole('button', { name: 'Unlink Diagram' }).click()
      await name.waitFor()
    }
    await open()
    expect(await dialog.getByRole('heading').innerText()).toBe('Unlink Diagram?')
    expect(await dialog.getByRole('button').allInnerTexts()).toEqual(['', 'Cancel', 'Unlink Diagram'])
    expect(await unlink.isEnabled()).toBe(true)
    await expectFitOnPhone(page, dialog, 'unlink dialog')
    // Each key is judged.
    await name.fill('')
    await dialog.getByText('The diagram name must not be empty or contain only whitespace.').waitFor()
    await name.press('Space')
    expect(await unlink.isDisabled()).toBe(true)
    await name.fill('')
    await name.pressSequentially('Take')
    await expect.poll(() => unlink.isEnabled()).toBe(true)
    await name.press('n')
    await dialog.getByText('There is already a diagram with this name on this page.').waitFor()
    expect(await unlink.isDisabled()).toBe(true)
    await name.press('Enter')
    await name.press('?')
    await dialog
      .getByText('The diagram name cannot contain any of the following characters: " \\ / | : { < & + ? = ;')
      .waitFor()
    await name.press('Backspace')
    await name.press('2')
    await expect.poll(() => unlink.isEnabled()).toBe(true)
    await expectNoAxeViolations(page, '[role=dialog]')
    await screenshot(page, 'unlink from the page')
    await page.route('**/diagrams/unlink/**', route => route.fulfill({ status: 500, body: '' }), { times: 1 })
    await unlink.click()
    const alert = page
      .getByRole('alert')
      .filter({ hasText: 'There was an error on the server while unlinking the diagram.' })
    await alert.waitFor()
    await dialog.waitFor({ state: 'detached' })
    const phases = await alert.evaluate(element =>
      element.getAnimations().map(({ effect }) => ({
        lasts: effect?.getTiming().duration,
        steps:
          effect instanceof KeyframeEffect
            ? effect
                .getKeyframes()
                .map(({ computedOffset, opacity }) => [Math.round(computedOffset * 6400), Number(opacity)])
            : [],
      })),
    )
    expect(phases).toEqual([
      {
        lasts: 6400,
        steps: [
          [0, 0],
          [700, 1],
          [5700, 1],
          [6400, 0],
        ],
      },
    ])
    await alert.evaluate(element => element.getAnimations().forEach(animation => animation.finish()))
    await alert.waitFor({ state: 'detached' })
    expect(await stored(id)).toMatchObject({ version: 1 })

    await open()
    await name.fill('Mine')
    await unlink.click()
    await page.waitForURL(/[?&]unlinked=true$/)
    await page.getByRole('status').filter({ hasText: 'Diagram Successfully Unlinked' }).waitFor()
    expect(await stored(id)).toEqual({ version: 2, macros: [{ name: 'Mine', size: 'M' }] })
    await expect.poll(() => page.locator('.gliffy-container').getAttribute('data-islinked')).toBe('false')
    await saved(wiki.admin, owner, 'Flow', boxes('Else'), 1)
    await page.reload()
    await expect.poll(() => page.locator('img.gliffy-image').getAttribute('aria-description')).toBe('Order Pay Ship')
  })

  test('is unlinked where its page is written, as one copies there [D2.3-01] [D2.3-02] [D2.3-03] [D2.3-04] [D2.3-05] [D2.3-06] [D2.3-07] [D2.3-08] [D2.3-09] [D4-22] [D9-08]', async ({
    openPage,
  }) => {
    const link = { pageid: owner, name: 'Flow' }
    const id = await create(
      gliffy(link) +
        `<table><tbody><tr><td>${gliffy({ ...link, size: 'S' })}</td></tr></tbody></table>` +
        `<ac:structured-macro ac:name="unknown"><ac:rich-text-body>${gliffy(link)}</ac:rich-text-body></ac:structured-macro>` +
        gliffy({ ...link, version: '1' }),
    )
    const page = await openSignedIn(openPage, wiki, ADMIN)
    await edit(page, id)
    const dialog = page.getByRole('dialog', { name: 'Unlink Diagram', exact: true })
    const name = dialog.getByRole('textbox', { name: 'Diagram Name' })
    const open = async () => {
      await page.locator('.ox-diagram-node img').first().click()
      await tool(page, 'Unlink Diagram')
      await name.waitFor()
    }
    await open()
    expect(await dialog.getByRole('heading').innerText()).toBe('Unlink Diagram')
    await expect.poll(() => sizeOf(dialog)).toEqual([460, 275])
    await dialog
      .getByText('Once unlinked, changes made to the original diagram will not be reflected here, and vice versa.')
      .waitFor()
    expect(await name.inputValue()).toBe('Flow')
    const button = dialog.getByRole('button', { name: 'Unlink', exact: true })
    expect(await button.isEnabled()).toBe(true)
    await name.press('=')
    const error = dialog.getByText('The diagram name cannot contain any of the following characters:')
    await error.waitFor()
    const [field, line] = [await name.boundingBox(), await error.boundingBox()]
    expect(line?.y).toBeGreaterThanOrEqual((field?.y ?? Infinity) + (field?.height ?? 0))
    expect((line?.y ?? Infinity) + (line?.height ?? 0), 'all of it is seen').toBeLessThanOrEqual(
      (await button.boundingBox())?.y ?? 0,
    )
    expect(await button.isDisabled()).toBe(true)
    await expectNoAxeViolations(page, '[role=dialog]')
    await screenshot(page, 'unlink from the editor')
    await page.mouse.click(20, 450)
    await dialog.waitFor({ state: 'detached' })

    await open()
    await name.fill('Here')
    const asked = page.waitForRequest(request => request.url().includes('/diagrams/unlink/'))
    await name.press('Enter')
    const { pathname, searchParams } = new URL((await asked).url())
    expect([pathname, Object.fromEntries(searchParams)]).toEqual([
      `/rest/gliffy/1.0/diagrams/unlink/${owner}/Flow`,
      { targetPageId: id, targetDiagramName: 'Here', inline: 'true' },
    ])
    await dialog.waitFor({ state: 'detached' })
    expect((await wiki.admin.get(`${DIAGRAMS}?pageId=${id}&name=Here`)).status).toBe(200)
    expect((await stored(id)).version, 'the page is as it was until it is published').toBe(1)
    await publish(page)
    expect((await stored(id)).macros).toEqual([
      { name: 'Here' },
      { name: 'Here', size: 'S' },
      { name: 'Here' },
      { pageid: owner, name: 'Flow', version: '1' },
    ])
  })

  test('pinned to a version may be edited in it or in the latest, and its page be let show the latest [D1-10] [D2.6-01] [D2.6-02] [D2.6-03] [D2.6-04] [D2.6-05] [D2.6-06] [D2.6-07] [D2.6-08] [D2.6-09] [D2.6-10] [D3-23] [D4-01] [D4-02] [D4-07] [D4-09] [D4-10] [D4-12] [D7-22] [D9-11] [D9-21]', async ({
    openPage,
  }) => {
    const name = 'Release & plan'
    await saved(wiki.admin, owner, name, boxes('Old'))
    await saved(wiki.admin, owner, name, boxes('New', 'Newer'), 1)
    const pinned = { pageid: owner, name: 'Release &amp; plan', version: '1' }
    const others = [
      { ...pinned, version: '2' },
      { ...pinned, pageid: '1' },
      { ...pinned, name: 'Flow' },
    ]
    const id = await create(
      gliffy({ ...pinned, '': 'x', size: 'M' }) +
        `<ac:layout><ac:layout-section ac:type="single"><ac:layout-cell><table><tbody><tr><td>${gliffy(pinned)}</td></tr></tbody></table></ac:layout-cell></ac:layout-section></ac:layout>` +
        `<ac:structured-macro ac:name="panel"><ac:rich-text-body>${gliffy(pinned)}</ac:rich-text-body></ac:structured-macro>` +
        others.map(gliffy).join(''),
    )
    const page = await openSignedIn(openPage, wiki, ADMIN, { allowErrors: [/500/, /Failed to load/, /ApiError/] })
    const pressEdit = async () => {
      await page.locator('.gliffy-container').first().hover()
      await page.locator('.gliffy-toolbar').first().getByText('Edit', { exact: true }).click()
    }
    const frame = frameOf(page)
    await wiki.app.jobs.idle()
    await view(page, id)
    // An unknown version is no mismatch.
    await page.route('**/allVersionInformation**', route => route.fulfill({ status: 500, body: '' }), { times: 1 })
    await pressEdit()
    await frame.getByText('You are editing the newest version, 2. The page shows version 1').waitFor()
    await page.goBack()

    await pressEdit()
    const choice = page.getByRole('dialog')
    const [version, latest] = ['Version 1', 'Latest'].map(caption => choice.getByRole('radio', { name: caption })) as [
      Locator,
      Locator,
    ]
    const chosen = async () => [await version.isChecked(), await latest.isChecked()]
    await version.waitFor()
    expect(await choice.getByRole('heading').innerText()).toBe('Select Diagram Version to Edit')
    await choice
      .getByText('Version 1 is currently pinned to this page. Which version you would like to edit?', { exact: true })
      .waitFor()
    await expect.poll(() => sizeOf(choice)).toEqual([600, 380])
    expect(await choice.getByRole('button').allInnerTexts()).toEqual(['', 'Cancel', 'Select'])
    expect((await choice.locator('label').allInnerTexts()).map(text => text.trim())).toEqual(['Version 1', 'Latest'])
    const pictures = choice.locator('label img')
    await expect
      .poll(() => pictures.evaluateAll(all => all.map(image => (image as HTMLImageElement).naturalWidth > 50)))
      .toEqual([true, true])
    await expectFitOnPhone(page, choice, 'version dialog')
    const addresses = (await pictures.evaluateAll(all => all.map(image => (image as HTMLImageElement).src))).map(
      src => new URL(src),
    )
    for (const { pathname } of addresses)
      expect(decodeURIComponent(pathname)).toBe(`/download/attachments/${owner}/${name}.png`)
    expect(addresses.map(({ searchParams }) => Object.fromEntries(searchParams))).toEqual([
      { api: 'v2', version: '1' },
      { api: 'v2', version: '2', timestamp: expect.stringMatching(/^\d{13}$/) },
    ])
    expect(await chosen()).toEqual([true, false])
    await latest.check()
    expect(await chosen()).toEqual([false, true])
    await page.keyboard.press('ArrowLeft')
    expect(await chosen()).toEqual([true, false])
    await expectNoAxeViolations(page, '[role=dialog]')
    await screenshot(page, 'version to edit')
    await choice.getByRole('button', { name: 'Cancel' }).click()
    await choice.waitFor({ state: 'detached' })

    await pressEdit()
    await choice.getByRole('button', { name: 'Select' }).click()
    await frame.getByText('You are editing version 1, which the page shows.').waitFor()
    const record = () => page.evaluate(() => localStorage.getItem('gliffy-diagram-edited'))
    expect(await record()).toBeNull()
    await change(page, async () => {
      const query = new URL((await record()) ?? '', wiki.url).searchParams
      expect(Object.fromEntries(query)).toEqual({
        name,
        ceoid: owner,
        pageId: id,
        isPinned: 'true',
        inline: 'false',
        attachmentVersion: '1',
      })
    })
    await choice.getByRole('heading', { name: 'Select Diagram Version to Display' }).waitFor()
    await choice
      .getByText('Version 1 is currently pinned to this page. Which version would you like to display?', {
        exact: true,
      })
      .waitFor()
    expect(await chosen()).toEqual([false, true])
    expect(await record()).toBeNull()
    const kept = (await wiki.admin.get(`${DIAGRAMS}?pageId=${owner}&name=${encodeURIComponent(name)}`)).json
    expect(kept.version).toBe(3)
    expect(JSON.stringify(kept.document), 'made of the pinned version').not.toContain('Newer')
    expect((await stored(id)).version).toBe(1)
    const loaded = page.waitForEvent('load')
    await choice.getByRole('button', { name: 'Select' }).click()
    await loaded
    const shown = unversioned(pinned)
    expect(await stored(id)).toEqual({ version: 2, macros: [{ ...shown, size: 'M' }, shown, shown, ...others] })
    await expect.poll(() => page.locator('img.gliffy-image').first().getAttribute('aria-description')).toBe('Old Old')
  })

  test('is asked about only where the page shows it pinned, and an old wiki is changed by its old interface [D4-06] [D4-07] [D4-08]', async ({
    openPage,
  }) => {
    await saved(wiki.admin, owner, 'Asked', boxes('One'))
    await saved(wiki.admin, owner, 'Asked', boxes('Two'), 1)
    const id = await create(gliffy({ name: 'Asked', pageid: owner, version: '1' }))
    const page = await openSignedIn(openPage, wiki, ADMIN)
    const asked: string[] = []
    page.on('request', request => {
      const { pathname } = new URL(request.url())
      if (/allVersionInformation|json-rpc/.test(pathname)) asked.push(pathname.split('/').at(-1) ?? '')
    })
    await view(page, id)
    const record = (changes: Record<string, string>) =>
      `/x?${new URLSearchParams({ name: 'Asked', ceoid: owner, isPinned: 'true', inline: 'false', originalAttachmentVersion: '1', ...changes })}`
    const load = async (text: string) => {
      await page.evaluate(value => localStorage.setItem('gliffy-diagram-edited', value), text)
      await page.reload()
      await expect.poll(() => page.evaluate(() => localStorage.getItem('gliffy-diagram-edited'))).toBeNull()
    }
    const missing: Record<string, string>[] = [
      { name: 'Other' },
      { ceoid: id },
      { originalAttachmentVersion: '2' },
      { originalAttachmentVersion: '0' },
      { isPinned: 'false' },
      { pageId: owner },
    ]
    for (const changes of missing) await load(record(changes))
    expect(asked).toEqual([])
    const dialog = page.getByRole('dialog', { name: 'Select Diagram Version to Display' })
    await load(record({ inline: 'true', name: 'Asked', ceoid: owner, originalAttachmentVersion: '1' }))
    await dialog.waitFor()
    await load(record({}))
    await dialog.waitFor()
    await page.evaluate(() =>
      document.querySelector('meta[name="ajs-version-number"]')?.setAttribute('content', '5.3.4'),
    )
    const loaded = page.waitForEvent('load')
    await dialog.getByRole('button', { name: 'Select' }).click()
    await loaded
    expect(asked).toEqual(['allVersionInformation', 'allVersionInformation', 'getPage', 'updatePage'])
    expect(await stored(id)).toEqual({ version: 2, macros: [{ name: 'Asked', pageid: owner }] })
    const { json } = await wiki.admin.get(`/rest/api/content/${id}?expand=version`)
    expect(json.version).toMatchObject({ message: 'Unpinned macro version', minorEdit: false })
  })

  test('is unpinned throughout a text that is being written [D4-05] [D4-07]', async ({ openPage }) => {
    await saved(wiki.admin, owner, 'Written', boxes('One'))
    await saved(wiki.admin, owner, 'Written', boxes('Two'), 1)
    const of = (version: string) => gliffy({ pageid: owner, name: 'Written', version })
    const id = await create(
      of('1') +
        `<table><tbody><tr><td>${of('2')}</td></tr></tbody></table>` +
        `<ac:structured-macro ac:name="unknown"><ac:rich-text-body>${of('1')}</ac:rich-text-body></ac:structured-macro>` +
        gliffy({ pageid: owner, name: 'Flow', version: '1' }),
    )
    const page = await openSignedIn(openPage, wiki, ADMIN)
    await edit(page, id)
    await page.locator('.ox-diagram-node img').first().dblclick()
    const dialog = page.getByRole('dialog', { name: 'Select Diagram Version to Edit' })
    await dialog.getByRole('radio', { name: 'Latest' }).check()
    await dialog.getByRole('button', { name: 'Select' }).click()
    await change(page)
    const display = page.getByRole('dialog', { name: 'Select Diagram Version to Display' })
    await display.getByRole('button', { name: 'Select' }).click()
    await display.waitFor({ state: 'detached' })
    expect(await page.evaluate(() => localStorage.getItem('gliffy-diagram-edited'))).toBeNull()
    await publish(page)
    const latest = { pageid: owner, name: 'Written' }
    expect((await stored(id)).macros).toEqual([latest, latest, latest, { pageid: owner, name: 'Flow', version: '1' }])
  })

  test('tells where it is shown: in the viewer, and before it or its page is deleted', async ({ openPage }) => {
    const home = await create('<p>home</p>')
    await saved(wiki.admin, home, 'Shown', boxes('One'))
    const names: string[] = []
    for (const version of ['', '1']) {
      const id = await create(gliffy({ name: 'Shown', pageid: home, ...(version && { version }) }))
      names.push((await wiki.admin.get(`/rest/api/content/${id}`)).json.title as string)
    }
    const page = await openSignedIn(openPage, wiki, ADMIN)
    const listed = async (within: Locator) =>
      (await within.getByRole('listitem').allInnerTexts()).map(text => text.replaceAll(/\s+/g, ' '))
    const expected = [`${names[0]} Links`, `${names[1]} Links v. 1`]
    await page.goto(`${wiki.url}/plugins/gliffy/viewer.action?pageId=${home}&ceoid=${home}&name=Shown`)
    await page.getByRole('button', { name: 'Pages that show it' }).click()
    const uses = page.getByRole('dialog', { name: 'Pages that show “Shown”' })
    await uses.getByRole('listitem').first().waitFor()
    expect(await listed(uses)).toEqual(expected)
    await expectNoAxeViolations(page, '[role=dialog]')
    await screenshot(page, 'pages that show a diagram')
    await page.keyboard.press('Escape')
    await uses.waitFor({ state: 'detached' })

    await page.goto(`${wiki.url}/pages/viewpageattachments.action?pageId=${home}`)
    await page.getByRole('button', { name: 'Actions for Shown', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    const file = page.getByRole('alertdialog', { name: 'Delete “Shown”?' })
    await file.getByText('These pages show it').waitFor()
    expect(await listed(file)).toEqual(expected)
    await screenshot(page, 'a diagram that is deleted')
    await file.getByRole('button', { name: 'Cancel' }).click()

    await page.goto(`${wiki.url}/pages/viewpage.action?pageId=${home}`)
    await page.locator('#action-menu-link').click()
    await page.locator('#action-remove-content-link').click()
    const gone = page.getByRole('alertdialog', { name: 'Delete page' })
    await gone.getByText('Diagrams of this page are missing from these pages then').waitFor()
    expect(await listed(gone)).toEqual(expected)
  })
})
