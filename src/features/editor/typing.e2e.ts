import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe } from 'vitest'
import { equivalent } from '#language/index.ts'
import { ADMIN, startTestWiki, type TestWiki } from '#platform/server/testing/harness.ts'
import { features } from '../../server.ts'
import { expect, type OpenPage, openSignedIn, test } from '../../../test/browser.ts'
import { atoms } from './testing/samples.ts'
import { atEnd, paste, publish, status, text, type EditorSteps, stepsInNewSpace } from './testing/steps.ts'

const panel = (inner: string) =>
  `<ac:structured-macro ac:name="panel"><ac:rich-text-body>${inner}</ac:rich-text-body></ac:structured-macro>`
const column = (inner: string) =>
  `<ac:layout><ac:layout-section ac:type="single"><ac:layout-cell>${inner}</ac:layout-cell></ac:layout-section></ac:layout>`
const list = (page: Page) => page.getByRole('listbox')

/** Runs steps in a page. @returns the numbers of elements whose styles were matched, each time that any were */
async function restyledIn(page: Page, steps: () => Promise<void>): Promise<number[]> {
  const session = await page.context().newCDPSession(page)
  const counts: number[] = []
  session.on('Tracing.dataCollected', ({ value }) => {
    for (const { name, args } of value as unknown as { name: string; args: { elementCount?: number } }[])
      if (name === 'UpdateLayoutTree' && args.elementCount !== undefined) counts.push(args.elementCount)
  })
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['devtools.timeline'] },
  })
  await steps()
  const ended = new Promise(resolve => session.once('Tracing.tracingComplete', resolve))
  await session.send('Tracing.end')
  await ended
  return counts
}

describe('typing in the editor', () => {
  let wiki: TestWiki
  let steps: EditorSteps
  let pages = 0

  beforeAll(async () => {
    wiki = await startTestWiki('sqlite', features)
    steps = await stepsInNewSpace(wiki, 'TYPE', 'Typing')
  })
  afterAll(() => wiki.close())

  async function editing(openPage: OpenPage, source: string) {
    // Neither the pictures nor the diagrams of these pages are there.
    const page = await openSignedIn(openPage, wiki, ADMIN, { allowErrors: [/404 \(Not Found\)/] })
    return { page, published: await edited(page, source) }
  }

  /** Opens the editor on a new page. @returns what publishes it and reads what is stored then */
  async function edited(page: Page, source: string) {
    const id = await steps.create(`Typed ${++pages}`, source)
    await steps.edit(page, id)
    return async () => {
      await publish(page)
      return (await steps.stored(id)).storage
    }
  }

  const toc = atoms['toc'] ?? ''
  test('the first key deletes nothing of a page that begins with a block shown as a whole', async ({ openPage }) => {
    const page = await openSignedIn(openPage, wiki, ADMIN, { allowErrors: [/404 \(Not Found\)/] })
    for (const [name, source, wanted] of [
      ...Object.entries(atoms).map(([kind, atom]) => [kind, `${atom}<p>text</p>`, `${atom}<p>Xtext</p>`] as const),
      ['nothing but one', toc, `${toc}<p>X</p>`],
      [
        'several in a row',
        `${Object.values(atoms).join('')}<h2>text</h2>`,
        `${Object.values(atoms).join('')}<h2>Xtext</h2>`,
      ],
      ['one in a panel', panel(toc), `${panel(toc)}<p>X</p>`],
      ['one in a column', `${column(`${toc}<p>text</p>`)}`, `${column(`${toc}<p>Xtext</p>`)}`],
    ] as const) {
      const published = await edited(page, source)
      await page.keyboard.type('X')
      await text(page).getByText('X', { exact: false }).first().waitFor()
      const storage = await published()
      expect(equivalent(storage, wanted), `${name}: ${storage}`).toBe(true)
    }
  })

  test('what is typed after a block was inserted stands behind it', async ({ openPage }) => {
    const { page, published } = await editing(
      openPage,
      '<table><tbody><tr><td>cell</td></tr></tbody></table><p>text</p>',
    )
    await page.keyboard.press('End')
    for (const name of ['Table of contents', 'Divider']) {
      await page.keyboard.press('Enter')
      await page.keyboard.type(`/${name.toLowerCase()}`)
      await page.getByRole('option', { name }).first().waitFor()
      await page.keyboard.press('Enter')
      await page.keyboard.type(`after ${name}`)
    }
    const macro = '<ac:structured-macro ac:name="toc" />'
    const wanted = `<table><tbody><tr><td>cell${macro}<p>after Table of contents</p><hr /><p>after Divider</p></td></tr></tbody></table><p>text</p>`
    const storage = await published()
    expect(equivalent(storage, wanted), storage).toBe(true)
  })

  test('Enter in the title leads to the first text, past a block that is shown as a whole', async ({ openPage }) => {
    const { page, published } = await editing(openPage, `${toc}<p>text</p>`)
    const title = page.getByRole('textbox', { name: 'Page Title' })
    await title.focus()
    // At once: the next letter may come within the same frame.
    const focused = await title.evaluate(element => {
      element.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }))
      return document.activeElement?.getAttribute('aria-label')
    })
    expect(focused).toBe('Page text')
    await page.keyboard.type('X')
    const storage = await published()
    expect(equivalent(storage, `${toc}<p>Xtext</p>`), storage).toBe(true)
  })

  test('a list of suggestions opens for a sign that was typed, and for none that stood there or was pasted', async ({
    openPage,
  }) => {
    const source = '<p>cd /code</p><p>use @admin</p><p>see [Typed</p><p>now</p>'
    const { page, published } = await editing(openPage, source)
    for (let line = 0; line < 3; line++) {
      await page.keyboard.press('End')
      await page.keyboard.press('Enter')
      await page.keyboard.press('Backspace')
      await page.keyboard.press('ArrowRight')
    }
    await atEnd(page)
    await page.keyboard.press('Enter')
    await paste(page, { 'text/plain': 'run /code' })
    await text(page).getByText('run /code').waitFor()
    await page.keyboard.press('Enter')
    await page.keyboard.type('`a` ')
    // In code a sign is a sign.
    await page.keyboard.press('Control+e')
    await page.keyboard.type('/code')
    await page.keyboard.press('Control+e')
    await page.keyboard.press('Enter')
    await page.keyboard.type('/code')
    await page.getByRole('option', { name: 'Code block' }).waitFor()
    await page.keyboard.press('Escape')
    await list(page).waitFor({ state: 'detached' })
    // It stays closed, until another sign is typed.
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await page.keyboard.type('@adm')
    await page.getByRole('option', { name: /admin/ }).waitFor()
    await page.keyboard.press('Enter')
    // A blank came with the name: another one, typed by habit, is none.
    await page.keyboard.type(' end')
    const storage = await published()
    expect(storage).toMatch(
      /^<p>cd \/code<\/p><p>use @admin<\/p><p>see \[Typed<\/p><p>now<\/p><p>run \/code<\/p><p><code>a<\/code> <code>\/code<\/code><\/p><p>\/code<\/p><p><ac:link><ri:user ri:userkey="[^"]+" \/><\/ac:link> end<\/p>$/,
    )
  })

  test('a key acts where the cursor is, also before the browser has said that it moved', async ({ openPage }) => {
    const { page, published } = await editing(openPage, '<p>onetwo</p>')
    await page.keyboard.press('End')
    await text(page).evaluate(element => {
      for (const _ of 'two') getSelection()?.modify('move', 'backward', 'character')
      element.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'Enter', keyCode: 13, bubbles: true, cancelable: true }),
      )
    })
    expect(await published()).toBe('<p>one</p><p>two</p>')
  })

  test('a key restyles what it changes, not the whole page', async ({ openPage }) => {
    const row = `<tr>${'<td>cell</td>'.repeat(10)}</tr>`
    const list = `<ul>${'<li>item</li>'.repeat(200)}</ul>`
    const { page } = await editing(openPage, `<table><tbody>${row.repeat(40)}</tbody></table>${list}`)
    await text(page).locator('td').nth(200).click()
    await page.keyboard.type('x')
    await status(page, 'Saved')
    const restyled = await restyledIn(page, async () => {
      for (const key of ['t', 'Enter', 'y', 'Backspace']) {
        await page.keyboard.press(key)
        await status(page, 'Saved')
      }
    })
    // Of more than 1,300.
    expect(restyled.length).toBeGreaterThan(0)
    expect(Math.max(...restyled)).toBeLessThan(100)
  })

  test('neither the line after a marker nor the words behind it belong to the marker', async ({ openPage }) => {
    const marker = '<ac:inline-comment-marker ac:ref="r1">marked</ac:inline-comment-marker>'
    const file =
      '<span class="confluence-embedded-file-wrapper"><ac:image><ri:url ri:value="/x.png" /></ac:image></span>'
    const plain = '<span class="x" id="y">plain</span>'
    const red = '<span style="color: rgb(191,38,0);">red</span>'
    const ends = [marker, plain, red, '<strong>bold</strong>']
    const { page, published } = await editing(openPage, [...ends, file].map(end => `<p>${end}</p>`).join(''))
    for (const words of ['1', '2', '3', '4', '5']) {
      await page.keyboard.press('End')
      await page.keyboard.press('Enter')
      await page.keyboard.type(`line ${words}`)
      await page.keyboard.press('ArrowDown')
    }
    const storage = await published()
    expect(storage).toBe(
      `<p>${marker}</p><p>line 1</p><p>${plain}</p><p>line 2</p><p>${red}</p><p>${red.replace('>red', '>line 3')}</p>` +
        `<p><strong>bold</strong></p><p><strong>line 4</strong></p><p>${file}</p><p>line 5</p>`,
    )
  })

  test('words that are typed right after a marker do not belong to it, those within it do', async ({ openPage }) => {
    const marker = (words: string) => `<ac:inline-comment-marker ac:ref="r1">${words}</ac:inline-comment-marker>`
    const { page, published } = await editing(openPage, `<p>${marker('marked')}</p>`)
    await page.keyboard.press('End')
    await page.keyboard.type('!')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.type('-')
    expect(await published()).toBe(`<p>${marker('marke-d')}!</p>`)
  })

  test('a row comes below in a table of uneven rows, and a column beside keeps the widths of the others', async ({
    openPage,
  }) => {
    const uneven =
      '<table><colgroup><col style="width: 20.0%;" /><col style="width: 80.0%;" /></colgroup>' +
      '<tbody><tr><td>a</td></tr><tr><td>b</td><td>c</td></tr></tbody></table>'
    const { page, published } = await editing(openPage, uneven)
    for (const name of ['Row below', 'Column after']) {
      await page.getByRole('button', { name: 'Table tools' }).click()
      await page.getByRole('menuitem', { name, exact: true }).click()
    }
    await expect.poll(() => text(page).locator('td').count()).toBe(9)
    expect(await published()).toBe(
      '<table><colgroup><col style="width: 20.0%;" /><col /><col style="width: 80.0%;" /></colgroup>' +
        '<tbody><tr><td>a</td><td><p /></td><td><p /></td></tr><tr><td><p /></td><td><p /></td><td><p /></td></tr>' +
        '<tr><td>b</td><td><p /></td><td>c</td></tr></tbody></table>',
    )
  })
})
