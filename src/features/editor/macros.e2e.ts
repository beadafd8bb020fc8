import type { Editor } from '@tiptap/core'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe } from 'vitest'
import { ADMIN, startTestWiki, type TestWiki } from '#platform/server/testing/harness.ts'
import { features } from '../../server.ts'
import { expect, expectNoAxeViolations, openSignedIn, screenshot, test } from '../../../test/browser.ts'
import { listMacroForms, type MacroForm, type MacroParameter } from './macros-contract.ts'
import { atEnd, editorSteps, publish, text } from './testing/steps.ts'

/** Values that each type of parameter takes: one to insert, and one to change it to. */
const VALUES: Readonly<Record<MacroParameter['type'], readonly [string, string]>> = {
  text: ['one', 'two'],
  label: ['red', 'green'],
  excerpt: ['One part', 'Another part'],
  space: ['MAC', '@self'],
  url: ['https://example.com/a', 'https://example.com/b'],
  user: ['admin', 'nobody'],
  page: ['First', 'Second'],
  attachment: ['a.pdf', 'b.pdf'],
  number: ['2', '3'],
  colour: ['#112233', 'red'],
  length: ['100px', '50%'],
  date: ['2026-01-31', '2026-02-28'],
  cql: ['label = "a"', 'label = "b"'],
  boolean: ['', ''],
  enum: ['', ''],
}

const hasList = (type: string): boolean => /^(?:page|attachment|space|user|excerpt)$/.test(type)

/** A status is a word in the text with another dialog. */
const hasForm = ({ name }: MacroForm): boolean => name !== 'status'

describe('macros in the editor', () => {
  let wiki: TestWiki
  let homeId = ''
  let macros: readonly MacroForm[] = []

  beforeAll(async () => {
    wiki = await startTestWiki('sqlite', features)
    await wiki.admin.post('/rest/api/space', { key: 'MAC', name: 'Macros' })
    homeId = (await wiki.admin.get('/rest/api/space/MAC?expand=homepage')).json.homepage.id
    macros = (await wiki.admin.get(listMacroForms.path)).json.macros
  })
  afterAll(() => wiki.close())

  const steps = () => editorSteps(wiki, 'MAC', homeId)

  async function chooseMacro(page: Page, { title, name }: Pick<MacroForm, 'title' | 'name'>): Promise<void> {
    await page.keyboard.press('Enter')
    await page.keyboard.type('/all macros')
    await page.getByRole('option', { name: 'All macros…' }).waitFor()
    await page.keyboard.press('Enter')
    const search = page.getByRole('searchbox', { name: 'Find a macro' })
    await search.waitFor()
    await expect.poll(() => search.evaluate(field => field === document.activeElement)).toBe(true)
    await page.keyboard.type(name)
    const entry = page.getByRole('option', { name: title, exact: true }).first()
    await entry.waitFor()
    const place = (await page.getByRole('option').allTextContents()).findIndex(words => words.startsWith(title))
    for (let down = 0; down <= place; down++) await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: title, exact: true }).waitFor()
  }

  /** Sets a parameter of the open form, and what else it needs; nothing where it has none that a text sets. */
  async function fill(page: Page, macro: MacroForm, which: 0 | 1): Promise<string | undefined> {
    let first: string | undefined
    for (const parameter of macro.parameters) {
      const value = VALUES[parameter.type][which]
      if (value === '' && parameter.type !== 'boolean') continue
      if (first !== undefined && !parameter.isRequired) continue
      const label = { name: parameter.label, exact: false }
      const dialog = page.getByRole('dialog', { name: macro.title, exact: true })
      if (parameter.type === 'boolean') {
        await dialog.getByRole('checkbox', label).first().focus()
        await page.keyboard.press('Space')
        return undefined
      }
      const field = dialog.getByRole(hasList(parameter.type) && !parameter.isList ? 'combobox' : 'textbox', label)
      await field.first().focus()
      await page.keyboard.press('Control+a')
      await page.keyboard.type(value)
      if (await field.first().evaluate(element => element.getAttribute('aria-expanded') === 'true'))
        await page.keyboard.press('Escape')
      first ??= value
    }
    return first
  }

  /** Storage format of the macros of a name in the text. */
  const placed = (page: Page, name: string) =>
    page.evaluate(wanted => {
      const { state } = (document.querySelector('.ProseMirror') as unknown as { editor: Editor }).editor
      const found: string[] = []
      state.doc.descendants(({ attrs }) => {
        const bag = attrs['attributes'] as Record<string, string> | null
        const source = String(
          attrs['source'] ?? (bag?.['ac:name'] ? `ac:name="${bag['ac:name']}"${attrs['head']}` : ''),
        )
        if (source.includes(`ac:name="${wanted}"`)) found.push(source)
      })
      return found
    }, name)

  async function press(page: Page, name: string): Promise<void> {
    await page.getByRole('button', { name, exact: true }).last().focus()
    await page.keyboard.press('Enter')
  }

  /** Waits until a closed dialog has given the focus back and the tools of what is selected are drawn. */
  async function atRest(page: Page): Promise<void> {
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.waitForFunction(() => document.querySelector('.ProseMirror')?.contains(document.activeElement))
    await page.evaluate(() => new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  }

  /** Opens the form of the macro before the cursor, or around it. */
  async function openForm(page: Page, { title, isInline }: MacroForm): Promise<void> {
    const options = page.getByRole('button', { name: 'Options', exact: true })
    await atRest(page)
    if (!(await options.isVisible())) {
      await page.keyboard.press(isInline ? 'ArrowLeft' : 'ArrowUp')
      await options.waitFor()
      await text(page).focus()
      await page.keyboard.press('Enter')
    } else await press(page, 'Options')
    await page.getByRole('dialog', { name: title, exact: true }).waitFor()
  }

  test('every one is inserted, set, changed and removed with the keyboard', async ({ openPage }) => {
    const page = await openSignedIn(openPage, wiki, ADMIN)
    page.setDefaultTimeout(10_000)
    const id = await steps().create('Every macro', '<p>Text</p>')
    await steps().edit(page, id)
    for (const macro of macros.filter(hasForm)) {
      await atEnd(page)
      await chooseMacro(page, macro)
      const first = await fill(page, macro, 0)
      await press(page, 'Insert')
      const [inserted = ''] = await placed(page, macro.name)
      expect.soft(inserted, macro.name).toContain(first ?? macro.name)
      await openForm(page, macro)
      const second = await fill(page, macro, 1)
      await press(page, 'Apply')
      await atRest(page)
      const [changed = ''] = await placed(page, macro.name)
      expect.soft(changed, macro.name).toContain(second ?? macro.name)
      if (macro.name === 'code') {
        await page.keyboard.press('Backspace')
        continue
      }
      await press(page, macro.isBox ? 'Remove the box, keep its content' : 'Delete what is selected')
      expect.soft(await placed(page, macro.name), macro.name).toEqual([])
    }
    await publish(page)
    expect((await steps().stored(id)).storage).not.toContain('ac:')
  })

  test('a form whose macro is taken away meanwhile changes no other one', async ({ openPage }) => {
    const kept = '<ac:structured-macro ac:name="nobody-knows" />'
    const id = await steps().create('Taken away', `<ac:structured-macro ac:name="children" />${kept}<p>End</p>`)
    const page = await openSignedIn(openPage, wiki, ADMIN)
    await steps().edit(page, id)
    await text(page).getByText('Child pages').click()
    const form = page.getByRole('dialog', { name: 'Child pages' })
    await form.getByRole('checkbox').first().focus()
    await page.keyboard.press('Space')
    await page.evaluate(() => {
      const { editor } = document.querySelector('.ProseMirror') as unknown as { editor: Editor }
      editor.view.dispatch(editor.state.tr.delete(0, editor.state.doc.firstChild?.nodeSize ?? 0))
    })
    await form.getByRole('button', { name: 'Apply' }).click()
    await page.getByText('The macro has changed meanwhile. Open it again.').waitFor()
    expect(await placed(page, 'nobody-knows')).toHaveLength(1)
    expect((await placed(page, 'nobody-knows'))[0]).not.toContain('ac:parameter')
    expect(await placed(page, 'children')).toEqual([])
  })

  test('a macro is shown as the page will show it, changed after a click, and edited as source', async ({
    openPage,
  }) => {
    const toc = '<ac:structured-macro ac:name="toc" />'
    const children = '<ac:structured-macro ac:name="children" />'
    const id = await steps().create(
      'Shown macros',
      `${toc}<h1>First heading</h1>${children}<ac:structured-macro ac:name="nobody-knows" /><p>End</p>`,
    )
    const page = await openSignedIn(openPage, wiki, ADMIN)
    await steps().edit(page, id)
    const contents = text(page).locator('.toc-macro')
    await contents.getByText('First heading').waitFor()
    await text(page).getByRole('heading', { name: 'First heading' }).click()
    await page.keyboard.press('End')
    await page.keyboard.type(' of all')
    await contents.getByText('First heading of all').waitFor()
    await screenshot(page, 'macros shown')
    await contents.click({ force: true })
    const form = page.getByRole('dialog', { name: 'Table of contents' })
    await form.waitFor()
    for (const width of [1440, 375]) {
      await page.setViewportSize({ width, height: 812 })
      for (const theme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme: theme })
        await screenshot(page, `macro form ${width} ${theme}`)
        await expectNoAxeViolations(page)
      }
    }
    await page.setViewportSize({ width: 1440, height: 900 })
    const preview = form.getByRole('region', { name: 'Preview' })
    await expect.poll(() => preview.innerText()).toBe('First heading of all')
    await form.getByRole('checkbox', { name: 'Numbered' }).focus()
    await page.keyboard.press('Space')
    await expect.poll(() => preview.innerText()).toBe('1First heading of all')
    await form.getByRole('button', { name: 'Apply' }).click()
    await text(page).getByText('nobody-knows').click()
    await page.getByRole('dialog', { name: 'nobody-knows' }).getByRole('button', { name: 'Edit source' }).click()
    const source = page.getByRole('textbox', { name: 'Storage format' })
    await source.fill('<ac:structured-macro ac:name="nobody-knows">')
    await page.getByRole('button', { name: 'Apply' }).click()
    await page.getByText(/^Line 1, column \d+: /).waitFor()
    await source.fill(
      '<ac:structured-macro ac:name="nobody-knows"><ac:parameter ac:name="a">1</ac:parameter></ac:structured-macro>',
    )
    await page.getByRole('button', { name: 'Apply' }).click()
    await text(page).getByText('a: 1').waitFor()
    await atEnd(page)
    await page.keyboard.press('Enter')
    await page.keyboard.type('/all macros')
    await page.getByRole('option', { name: 'All macros…' }).click()
    await page.getByRole('option', { name: 'Child pages' }).waitFor()
    for (const width of [1440, 375]) {
      await page.setViewportSize({ width, height: 812 })
      await screenshot(page, `macros ${width}`)
      await expectNoAxeViolations(page)
    }
    await page.keyboard.press('Escape')
    await publish(page)
    const storage = (await steps().stored(id)).storage.replaceAll(/ ac:(?:schema-version|macro-id)="[^"]*"/g, '')
    expect(storage).toContain('<ac:structured-macro ac:name="toc"><ac:parameter ac:name="outline">true</ac:parameter>')
    expect(storage).toContain('<ac:structured-macro ac:name="nobody-knows"><ac:parameter ac:name="a">1</ac:parameter>')
    expect(storage).toContain(children)
  })
})
