import { afterAll, beforeAll, describe } from 'vitest'
import { ADMIN, startTestWiki, type TestWiki } from '#platform/server/testing/harness.ts'
import { features } from '../../server.ts'
import { expect, expectNoAxeViolations, openSignedIn, screenshot, test, WINDOW_SIZES } from '../../../test/browser.ts'
import type { DiagramDocument, ShapeObject } from '#diagrams/model/document.ts'
import { boxes, saved } from './testing/wiki.ts'

const viewer = (pageId: string, more = '') => `/plugins/gliffy/viewer.action?pageId=${pageId}&name=Flow${more}`

type Three = [ShapeObject, ShapeObject, ShapeObject]

function shapesOf(document: DiagramDocument): Three {
  return Object.values(document.pages[0]?.objects ?? {}) as Three
}

/** Puts other objects on the first page. */
function withObjects(document: DiagramDocument, change: (shapes: Three) => ShapeObject[]): DiagramDocument {
  const objects = Object.fromEntries(change(shapesOf(document)).map(object => [object.id, object]))
  return { ...document, pages: document.pages.map((page, index) => (index === 0 ? { ...page, objects } : page)) }
}

describe('the history of a diagram, in the browser', () => {
  let wiki: TestWiki
  let pageId = ''

  beforeAll(async () => {
    wiki = await startTestWiki('sqlite', features)
    await wiki.admin.post('/rest/api/space', { key: 'PAST', name: 'Past' })
    const made = await wiki.admin.post('/rest/api/content', {
      type: 'page',
      title: 'Flows',
      space: { key: 'PAST' },
      body: { storage: { value: '<p>flows</p>', representation: 'storage' } },
    })
    pageId = made.json.id as string
    const first = boxes('Order', 'Pay', 'Ship')
    const second = withObjects(first, ([order, , ship]) => [
      { ...order, y: 120 },
      { ...ship, style: { ...ship.style, fill: { kind: 'solid', colour: '#ffe08a' } } },
      { ...shapesOf(boxes('Archive'))[0], id: 'fresh', x: 200, y: 240 },
    ])
    await saved(wiki.admin, pageId, 'Flow', first)
    await saved(wiki.admin, pageId, 'Flow', second, 1)
    for (let version = 2; version < 26; version++)
      await saved(wiki.admin, pageId, 'Flow', version % 2 === 0 ? boxes(`Step ${version}`) : second, version)
  })
  afterAll(() => wiki.close())

  test('lists versions, opens one, and compares two by keyboard', async ({ openPage }) => {
    const page = await openSignedIn(openPage, wiki, ADMIN)
    await page.goto(`${wiki.url}${viewer(pageId)}`)
    await page.getByRole('button', { name: 'Version history' }).click()
    await page.waitForURL(/history=true/)
    const panel = page.getByRole('region', { name: 'Versions' })
    const rows = panel.getByRole('listitem')
    await expect.poll(() => rows.count()).toBe(20)
    await expect
      .poll(() =>
        rows
          .first()
          .locator('img')
          .evaluate(image => (image as HTMLImageElement).naturalWidth),
      )
      .toBeGreaterThan(0)
    await panel.getByRole('button', { name: 'Older versions' }).click()
    await expect.poll(() => rows.count()).toBe(26)
    await panel.getByRole('link', { name: /^Version 1\b/ }).click()
    await page.waitForURL(/version=1\b/)
    await page.getByRole('img', { name: 'Flow: Order Pay Ship' }).waitFor()
    // The list stays as it was grown.
    expect(await rows.count()).toBe(26)
    await panel.getByRole('checkbox', { name: 'Select version 1', exact: true }).focus()
    await page.keyboard.press('Space')
    await panel.getByRole('checkbox', { name: 'Select version 2', exact: true }).focus()
    await page.keyboard.press('Space')
    await panel.getByRole('button', { name: 'Compare selected versions' }).focus()
    await page.keyboard.press('Enter')
    await page.waitForURL(/version=2&compare=1|compare=1/)
    const changes = page.getByRole('region', { name: 'Version 1 and version 2' })
    expect(await changes.getByRole('status').textContent()).toBe('Differences: 4')
    await expect
      .poll(() =>
        changes.getByRole('list', { name: 'Differences of “First page”' }).getByRole('button').allTextContents(),
      )
      .toEqual([
        'Rectangle “Pay”: removed',
        'Rectangle “Ship”: fill changed',
        'Rectangle “Order”: moved',
        'Rectangle “Archive”: added',
      ])
    expect(
      await changes
        .getByRole('heading', { name: 'Version 1 and version 2' })
        .evaluate(heading => heading === document.activeElement),
    ).toBe(true)
    await expectNoAxeViolations(page, '#main')
    // A chosen change is seen, in the middle of the drawing.
    await changes.getByRole('button', { name: /Archive/ }).focus()
    await page.keyboard.press('Enter')
    const ring = page.locator('.ox-diagram-hit')
    await ring.waitFor()
    const stage = page.getByRole('region', { name: 'Diagram', exact: true })
    const [seen, room] = [await ring.boundingBox(), await stage.boundingBox()]
    expect(seen && room && seen.x >= room.x && seen.x + seen.width <= room.x + room.width).toBe(true)
    expect(seen && room && seen.y >= room.y && seen.y + seen.height <= room.y + room.height).toBe(true)
    await screenshot(page, 'diagram comparison')
    await page.keyboard.press('Escape')
    await page.waitForURL(url => !url.searchParams.has('compare'))
    await panel.waitFor()
    await expectNoAxeViolations(page, '#main')
  })

  test('what is clicked in the drawing is chosen in the list', async ({ openPage }) => {
    const page = await openSignedIn(openPage, wiki, ADMIN)
    await page.goto(`${wiki.url}${viewer(pageId, '&history=true&version=2&compare=1')}`)
    const sheet = page.locator('.ox-diagram-sheet')
    const box = await sheet.boundingBox()
    if (!box) throw new Error('no drawing')
    // The removed one is in the middle of the uppermost row.
    await page.mouse.click(box.x + box.width / 2, box.y + 40)
    await expect
      .poll(() => page.locator('[aria-current="true"]').allTextContents())
      .toEqual(['Rectangle “Pay”: removed'])
  })

  test('restores a version after asking, and undoes it', async ({ openPage }) => {
    const page = await openSignedIn(openPage, wiki, ADMIN, { allowErrors: [/409/] })
    await page.goto(`${wiki.url}${viewer(pageId, '&history=true')}`)
    const panel = page.getByRole('region', { name: 'Versions' })
    await panel.getByRole('button', { name: 'Older versions' }).click()
    const ask = async () => {
      await panel.getByRole('button', { name: 'Restore version 1', exact: true }).click()
      return page.getByRole('alertdialog', { name: 'Restore version 1?' })
    }
    const dialog = await ask()
    await dialog.getByText('It becomes version 27').waitFor()
    await dialog.getByRole('button', { name: 'Restore' }).click()
    await page.getByText('Version 1 is restored as version 27').waitFor()
    await panel.getByRole('link', { name: /^Version 27/ }).waitFor()
    await page.getByRole('img', { name: 'Flow: Order Pay Ship' }).waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Version 26 is the newest again').waitFor()
    await panel.getByRole('link', { name: /^Version 28/ }).waitFor()
    // Another user saves while it is asked.
    const again = await ask()
    await saved(wiki.admin, pageId, 'Flow', boxes('Elsewhere'), 28)
    await again.getByRole('button', { name: 'Restore' }).click()
    await again.getByText('Another user has saved this diagram.').waitFor()
    await panel.getByRole('link', { name: /^Version 29/, includeHidden: true }).waitFor()
    const { json } = await wiki.admin.get(`/rest/oxbow/1.0/diagrams?pageId=${pageId}&name=Flow`)
    expect(json.version).toBe(29)
  })

  for (const { width, height } of WINDOW_SIZES) {
    test(`fits ${width} px in both themes`, async ({ openPage }) => {
      for (const colorScheme of ['light', 'dark'] as const) {
        const page = await openSignedIn(openPage, wiki, ADMIN, { viewport: { width, height }, colorScheme })
        for (const [name, more] of [
          ['versions', '&history=true'],
          ['compared', '&history=true&version=2&compare=1'],
        ] as const) {
          await page.goto(`${wiki.url}${viewer(pageId, more)}`)
          await page
            .getByRole('region', { name: /^Version/ })
            .getByRole('listitem')
            .first()
            .waitFor()
          await page.waitForLoadState('networkidle')
          expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
          await expectNoAxeViolations(page)
          await screenshot(page, `diagram ${name} ${width} ${colorScheme}`)
        }
      }
    })
  }
})
