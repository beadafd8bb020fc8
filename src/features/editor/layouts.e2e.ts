import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe } from 'vitest'
import { ADMIN, startTestWiki, type TestWiki } from '#platform/server/testing/harness.ts'
import { features } from '../../server.ts'
import { expect, expectNoAxeViolations, openSignedIn, test, WINDOW_SIZES } from '../../../test/browser.ts'
import { atEnd, publish, text, type EditorSteps, stepsInNewSpace } from './testing/steps.ts'

/** Place and width in px of the columns of each section, relative to the text. */
const columns = (page: Page, root: string) =>
  page.locator(`${root} .columnLayout`).evaluateAll(sections =>
    sections.map(section => {
      const { left } = section.getBoundingClientRect()
      return [...section.children].map(cell => {
        const box = cell.getBoundingClientRect()
        return [Math.round(box.left - left), Math.round(box.width)]
      })
    }),
  )

describe('layouts in the editor', () => {
  let wiki: TestWiki
  let steps: EditorSteps

  beforeAll(async () => {
    wiki = await startTestWiki('sqlite', features)
    steps = await stepsInNewSpace(wiki, 'LAY', 'Layouts')
  })
  afterAll(() => wiki.close())

  test('sections are inserted, changed, moved and removed by keyboard, and look as they are read', async ({
    openPage,
  }) => {
    const page = await openSignedIn(openPage, wiki, ADMIN)
    const id = await steps.create('Columns', '<p>Lead</p>')
    await steps.edit(page, id)
    await atEnd(page)
    const slash = async (query: string) => {
      await page.keyboard.type(`/${query}`)
      await page.locator('.ox-suggestion[aria-selected=true]').waitFor()
      await page.keyboard.press('Enter')
    }
    await page.keyboard.press('Enter')
    await slash('left sidebar')
    await page.keyboard.type('Aside')
    await page.locator('.columnLayout .cell').nth(1).click()
    await page.keyboard.type('Main')
    await page.getByRole('button', { name: 'Insert', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Two sidebars', exact: true }).click()
    await page.keyboard.type('Third')
    const tool = async (name: string) => {
      await page.getByRole('button', { name: 'Section tools' }).focus()
      await page.keyboard.press('Enter')
      await page
        .getByRole('menuitem', { name, exact: true })
        .or(page.getByRole('menuitemcheckbox', { name, exact: true }))
        .focus()
      await page.keyboard.press('Enter')
      await expect.poll(() => text(page).evaluate(element => element === document.activeElement)).toBe(true)
    }
    await tool('Move section up')
    const shown = () =>
      page
        .locator('.ProseMirror .columnLayout')
        .evaluateAll(sections =>
          sections.map(section => [section.className, ...[...section.children].map(cell => cell.textContent)]),
        )
    const third = ['columnLayout three-with-sidebars', 'Third', '', '']
    expect(await shown()).toEqual([third, ['columnLayout two-left-sidebar', 'Aside', 'Main']])
    await page.getByText('Main').click()
    await tool('One column')
    expect(await shown()).toEqual([third, ['columnLayout single', 'AsideMain']])
    await page.keyboard.press('Control+z')
    await tool('Right sidebar')
    expect(await shown()).toEqual([third, ['columnLayout two-right-sidebar', 'Aside', 'Main']])
    await page.getByRole('button', { name: 'Section tools' }).click()
    await expectNoAxeViolations(page)
    await page.keyboard.press('Escape')
    const edited = []
    for (const size of WINDOW_SIZES) {
      await page.setViewportSize(size)
      edited.push(await columns(page, '.ProseMirror'))
    }
    await publish(page)
    expect((await steps.stored(id)).storage).toBe(
      '<p>Lead</p><ac:layout><ac:layout-section ac:type="three_with_sidebars"><ac:layout-cell><p>Third</p></ac:layout-cell><ac:layout-cell /><ac:layout-cell /></ac:layout-section>' +
        '<ac:layout-section ac:type="two_right_sidebar"><ac:layout-cell><p>Aside</p></ac:layout-cell><ac:layout-cell><p>Main</p></ac:layout-cell></ac:layout-section></ac:layout>',
    )
    for (const [index, size] of WINDOW_SIZES.entries()) {
      await page.setViewportSize(size)
      expect(await columns(page, '#main-content'), `${size.width}`).toEqual(edited[index])
    }
    // Below each other on a phone, each as wide as the section.
    expect(edited.at(-1)?.[0]?.map(([left]) => left)).toEqual([0, 0, 0])
    expect(edited[0]?.[1]?.[1]?.[0]).toBeGreaterThan(300)
  })
})
