import type { FrameLocator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe } from 'vitest'
import { startTestWiki, type TestWiki } from '#platform/server/testing/harness.ts'
import { cable } from '#features/live-editing/testing/cable.ts'
import type { DiagramDocument } from '#diagrams/model/document.ts'
import { features } from '../../server.ts'
import {
  expect,
  expectNoAxeViolations,
  openSignedIn,
  screenshot,
  test,
  WINDOW_SIZES,
  type OpenPage,
} from '../../../test/browser.ts'
import { boxes, DIAGRAMS, saved } from './testing/wiki.ts'

describe('a diagram that two users edit', () => {
  let wiki: TestWiki
  let count = 0

  beforeAll(async () => {
    wiki = await startTestWiki('sqlite', features)
    await wiki.admin.post('/rest/api/space', { key: 'DRAW', name: 'Drawings' })
    await wiki.addUser('ada', { fullName: 'Ada Lovelace' })
    await wiki.addUser('bob', { fullName: 'Bob Ross' })
  })
  afterAll(() => wiki.close())

  const create = async (...texts: string[]) => {
    const id = await wiki.admin.createPage('DRAW', `Together ${++count}`, '')
    await saved(wiki.admin, id, 'Flow', boxes(...texts))
    return id
  }
  const canvasOf = (frame: FrameLocator) => frame.getByRole('application', { name: 'Drawing area' })
  const open = async (page: Page, id: string) => {
    await page.goto(`${wiki.url}/plugins/gliffy/editor.action?inline=false&pageId=${id}&ceoid=${id}&name=Flow`)
    const frame = page.frameLocator('#gliffy-editor')
    await canvasOf(frame).focus()
    return { page, frame }
  }
  const enter = async (openPage: OpenPage, username: string, id: string, allowErrors: RegExp[] = []) =>
    open(await openSignedIn(openPage, wiki, { username, password: `${username} password` }, { allowErrors }), id)
  type Window = Awaited<ReturnType<typeof open>>
  const state = ({ frame }: Window, words: string) =>
    frame.locator('.ox-de-state').getByText(words, { exact: true }).waitFor()
  const shared = ({ frame }: Window, name: string) =>
    frame
      .getByRole('banner')
      .getByRole('img', { name: `Also open at: ${name}`, exact: true })
      .waitFor()
  /** Selects a shape by its text, and presses keys. */
  const press = async ({ page, frame }: Window, text: string, ...keys: string[]) => {
    await page.keyboard.press('Escape')
    const shape = frame.locator('.ox-de-drawing').getByText(text, { exact: true })
    // It may just be drawn anew.
    const click = () =>
      shape.click({ force: true, timeout: 1000 }).then(
        () => true,
        () => false,
      )
    await expect.poll(click).toBe(true)
    for (const key of keys) await page.keyboard.press(key)
  }
  /** Distance of a shape from the left; undefined if there is none with this text. */
  const placeOf = async ({ frame }: Window, text: string) => {
    const shape = frame.locator('.ox-de-drawing').getByText(text, { exact: true })
    const box = (await shape.count()) > 0 ? await shape.boundingBox() : null
    return box ? Math.round(box.x) : undefined
  }
  const stored = async (id: string) =>
    (await wiki.admin.get(`${DIAGRAMS}?pageId=${id}&name=Flow`)).json as { version: number; document: DiagramDocument }
  const objects = async (id: string) => (await stored(id)).document.pages[0]?.objects ?? {}

  test('shows the changes of both at once, undoes each one’s own, and is saved by either', async ({ openPage }) => {
    const id = await create('One', 'Two', 'Three')
    const ada = await enter(openPage, 'ada', id)
    const bob = await enter(openPage, 'bob', id)
    await shared(ada, 'Bob Ross')
    await shared(bob, 'Ada Lovelace')
    const [one, two] = [await placeOf(bob, 'One'), await placeOf(ada, 'Two')]
    await press(ada, 'One', 'Shift+ArrowRight', 'Shift+ArrowRight')
    await press(bob, 'Two', 'Shift+ArrowRight')
    await expect.poll(() => placeOf(bob, 'One')).toBeGreaterThan(one ?? 0)
    await expect.poll(() => placeOf(ada, 'Two')).toBeGreaterThan(two ?? 0)
    await state(bob, 'Unsaved changes')
    // Outlines with names where the other one has selected a shape.
    await ada.frame.locator('.ox-de-other').getByText('Bob Ross').waitFor()
    await bob.frame.locator('.ox-de-other').getByText('Ada Lovelace').waitFor()
    for (const size of WINDOW_SIZES) {
      for (const theme of ['light', 'dark'] as const) {
        for (const [name, { page }] of Object.entries({ ada, bob })) {
          await page.setViewportSize(size)
          await page.emulateMedia({ colorScheme: theme })
          await screenshot(page, `diagram together ${name} ${size.width} ${theme}`)
        }
        await expectNoAxeViolations(ada.page)
      }
    }
    await ada.page.setViewportSize(WINDOW_SIZES[0])
    await bob.page.setViewportSize(WINDOW_SIZES[0])
    // Ada undoes her move, and not Bob's.
    await press(ada, 'Three', 'Control+z')
    await expect.poll(() => placeOf(bob, 'One')).toBe(await placeOf(ada, 'One'))
    // Both change the same shape: its text and its place.
    await press(bob, 'Three', 'Delete')
    await expect.poll(() => placeOf(ada, 'Three')).toBeUndefined()
    await ada.page.keyboard.press('Control+s')
    await state(ada, 'Saved')
    await bob.frame.getByText('Ada Lovelace saved version 2').first().waitFor()
    await state(bob, 'Saved')
    expect(Object.keys(await objects(id))).toEqual(['o0', 'o1'])
    expect((await objects(id))['o1']).toMatchObject({ x: 201 })
    // Bob goes on and saves the next version. No user is asked anything.
    await press(bob, 'Two', 'Shift+ArrowRight')
    await state(ada, 'Unsaved changes')
    await bob.page.keyboard.press('Control+s')
    await state(bob, 'Saved')
    await state(ada, 'Saved')
    expect((await stored(id)).version).toBe(3)
    expect(await ada.frame.getByRole('alertdialog').count()).toBe(0)
  })

  test('has what was not saved for who comes later or reloads, until the last one discards it', async ({
    openPage,
  }) => {
    const id = await create('One', 'Two')
    const ada = await enter(openPage, 'ada', id)
    await press(ada, 'One', 'Delete')
    await state(ada, 'Unsaved changes')
    const bob = await enter(openPage, 'bob', id)
    await shared(bob, 'Ada Lovelace')
    await expect.poll(() => placeOf(bob, 'One')).toBeUndefined()
    ada.page.on('dialog', dialog => void dialog.accept())
    const again = await open(ada.page, id)
    await state(again, 'Unsaved changes')
    await expect.poll(() => placeOf(again, 'One')).toBeUndefined()
    expect(await again.frame.getByText('There are changes that were not saved').count()).toBe(0)
    // Bob closes it: Ada goes on.
    await bob.frame.getByRole('button', { name: 'Close the editor' }).click()
    await bob.frame.getByText('Others still have it open and can save them.').waitFor()
    await expectNoAxeViolations(bob.page)
    await bob.frame.getByRole('button', { name: 'Close without saving' }).click()
    await bob.page.waitForURL(/viewpage|\/display\/|\/spaces\//)
    await again.frame.getByRole('status').getByText('Bob Ross has closed this diagram').waitFor()
    await state(again, 'Unsaved changes')
    await again.frame.getByRole('button', { name: 'Close the editor' }).click()
    await again.frame.getByRole('button', { name: 'Discard changes' }).click()
    await again.page.waitForURL(/viewpage|\/display\/|\/spaces\//)
    const fresh = await open(bob.page, id)
    await expect.poll(() => placeOf(fresh, 'One')).toBeDefined()
    await state(fresh, 'Saved')
  })

  test('goes on without a connection, and has the changes of both once it is back', async ({ openPage }) => {
    const id = await create('One', 'Two')
    const ada = await enter(openPage, 'ada', id, [/WebSocket/])
    const network = await cable(ada.page)
    await open(ada.page, id)
    const bob = await enter(openPage, 'bob', id)
    await shared(bob, 'Ada Lovelace')
    await shared(ada, 'Bob Ross')
    await network.cut()
    await state(ada, 'Saved, no connection')
    await press(ada, 'One', 'Shift+ArrowRight')
    await press(bob, 'Two', 'Delete')
    network.plug()
    await expect.poll(() => placeOf(ada, 'Two'), { timeout: 15_000 }).toBeUndefined()
    await expect.poll(() => placeOf(bob, 'One')).toBe(await placeOf(ada, 'One'))
    await bob.page.keyboard.press('Control+s')
    await state(ada, 'Saved')
    expect(await objects(id)).toEqual({ o0: expect.objectContaining({ x: 1 }) })
  })

  test('is edited alone where no connection gets through', async ({ openPage }) => {
    const id = await create('One', 'Two')
    const page = await openSignedIn(
      openPage,
      wiki,
      { username: 'ada', password: 'ada password' },
      {
        allowErrors: [/WebSocket/],
      },
    )
    await (await cable(page)).cut()
    const ada = await open(page, id)
    await press(ada, 'One', 'Delete')
    await ada.page.keyboard.press('Control+s')
    await state(ada, 'Saved')
    expect(Object.keys(await objects(id))).toEqual(['o1'])
  })
})
