import type { CDPSession, Page } from 'playwright-core'
import { afterAll, beforeAll, describe } from 'vitest'
import { equivalent } from '#language/index.ts'
import { ADMIN, startTestWiki, type TestWiki } from '#platform/server/testing/harness.ts'
import { features } from '../../server.ts'
import { expect, openSignedIn, test } from '../../../test/browser.ts'
import { publish, status, text, type EditorSteps, stepsInNewSpace } from './testing/steps.ts'

/** Stages that an input method shows one after the other, and the text that it writes in the end. */
interface Composition {
  readonly stages: readonly string[]
  readonly result: string
}

const JAPANESE: Composition = { stages: ['n', 'に', 'にh', 'にほ', 'にほn', 'にほん', '日本'], result: '日本' }
const CHINESE: Composition = { stages: ['n', 'ni', "ni'h", "ni'hao", '你好'], result: '你好' }
const KOREAN: Composition = { stages: ['ㅎ', '하', '한'], result: '한' }
/** A dead key and a letter, as on a Mac. */
const DEAD_KEY: Composition = { stages: ['´'], result: 'é' }
const ALL = { JAPANESE, CHINESE, KOREAN, DEAD_KEY }

const show = (session: CDPSession, words: string) =>
  session.send('Input.imeSetComposition', { text: words, selectionStart: words.length, selectionEnd: words.length })

async function compose(session: CDPSession, { stages, result }: Composition): Promise<void> {
  for (const stage of stages) await show(session, stage)
  await session.send('Input.insertText', { text: result })
}

const code =
  '<ac:structured-macro ac:name="code"><ac:plain-text-body><![CDATA[code]]></ac:plain-text-body></ac:structured-macro>'

describe('input methods in the editor', () => {
  let wiki: TestWiki
  let steps: EditorSteps
  const ADA = { username: 'ada', password: 'ada password' }

  beforeAll(async () => {
    wiki = await startTestWiki('sqlite', features)
    steps = await stepsInNewSpace(wiki, 'IME', 'Input methods')
    await wiki.addUser('ada', { fullName: 'Ada Lovelace' })
  })
  afterAll(() => wiki.close())

  async function behind(page: Page, words: string): Promise<void> {
    await text(page).getByText(words, { exact: true }).click()
    await page.keyboard.press('End')
  }

  test.for(Object.entries(ALL))(
    '%s is written in a line, a heading, an item, a cell and code',
    async ([name, way], { openPage }) => {
      const page = await openSignedIn(openPage, wiki, ADMIN)
      const source =
        '<p>line</p><h2>heading</h2><ul><li><p>item</p></li></ul><table><tbody><tr><td>cell</td></tr></tbody></table>'
      const id = await steps.create(`Composed ${name}`, source + code)
      await steps.edit(page, id)
      const session = await page.context().newCDPSession(page)
      for (const words of ['line', 'heading', 'item', 'cell', 'code']) {
        await behind(page, words)
        await compose(session, way)
        await text(page).getByText(`${words}${way.result}`, { exact: true }).waitFor()
      }
      // One undo takes back what was composed last, and nothing before it.
      await page.keyboard.press('Control+z')
      await text(page).getByText('code', { exact: true }).waitFor()
      await page.keyboard.press('Control+Shift+z')
      await text(page).getByText(`code${way.result}`, { exact: true }).waitFor()
      await publish(page)
      const { storage } = await steps.stored(id)
      for (const words of ['line', 'heading', 'item', 'cell', 'code'])
        expect(storage).toContain(`${words}${way.result}`)
      expect(equivalent(storage.replaceAll(way.result, ''), source + code), storage).toBe(true)
    },
  )

  test('a composition that is given up leaves nothing, and one in an empty line is written there', async ({
    openPage,
  }) => {
    const page = await openSignedIn(openPage, wiki, ADMIN)
    const id = await steps.create('Given up', '<p>line</p>')
    await steps.edit(page, id)
    const session = await page.context().newCDPSession(page)
    await behind(page, 'line')
    await show(session, 'に')
    await text(page).getByText('lineに').waitFor()
    await show(session, '')
    await text(page).getByText('line', { exact: true }).waitFor()
    await page.keyboard.press('Enter')
    await compose(session, KOREAN)
    await text(page).getByText('한', { exact: true }).waitFor()
    await publish(page)
    expect((await steps.stored(id)).storage).toBe('<p>line</p><p>한</p>')
  })

  test('words that are composed find commands and people', async ({ openPage }) => {
    const page = await openSignedIn(openPage, wiki, ADMIN, { locale: 'de-DE' })
    const id = await steps.create('Found', '<p>line</p>')
    await page.goto(`${wiki.url}/pages/editpage.action?pageId=${id}`)
    const place = page.locator('.ProseMirror')
    await place.getByText('line').click()
    await page.keyboard.press('End')
    await page.keyboard.press('Enter')
    await page.keyboard.type('/')
    const session = await page.context().newCDPSession(page)
    await compose(session, { stages: ['¨'], result: 'ü' })
    await page.keyboard.type('berschrift 2')
    await page.getByRole('option', { name: 'Überschrift 2' }).waitFor()
    await page.keyboard.press('Enter')
    await place.locator('h2').waitFor()
  })

  test('what others write meanwhile neither ends a composition nor is lost', async ({ openPage }) => {
    const id = await steps.create('Together', '<p>first</p><p>second</p><p>third</p>')
    const [page, other] = [await openSignedIn(openPage, wiki, ADMIN), await openSignedIn(openPage, wiki, ADA)]
    await Promise.all([steps.edit(page, id), steps.edit(other, id)])
    await page.getByRole('list', { name: 'Also editing' }).waitFor()
    const session = await page.context().newCDPSession(page)
    await behind(page, 'second')
    await show(session, 'に')
    await show(session, 'にほ')
    // Before, behind and in the same line.
    for (const words of ['first', 'third']) {
      await behind(other, words)
      await other.keyboard.type(' theirs')
      await expect.poll(() => text(page).evaluate(withoutCarets)).toContain(`${words} theirs`)
      await show(session, `にほん${words.length}`)
    }
    await text(other)
      .getByText(/^second/)
      .click()
    await other.keyboard.press('Home')
    await other.keyboard.type('the ')
    await expect.poll(() => text(page).evaluate(withoutCarets)).toContain('the secondにほん5')
    await session.send('Input.insertText', { text: '日本' })
    for (const each of [page, other])
      await expect
        .poll(() => text(each).evaluate(withoutCarets))
        .toEqual(['first theirs', 'the second日本', 'third theirs'])
    await page.keyboard.type('!')
    await status(page, 'Saved')
    await publish(page)
    expect((await steps.stored(id)).storage).toBe('<p>first theirs</p><p>the second日本!</p><p>third theirs</p>')
  })
})

/** Lines of the text without the names of the carets of others. */
function withoutCarets(root: Element): string[] {
  const copy = root.cloneNode(true) as Element
  for (const caret of copy.querySelectorAll('.ox-live-caret')) caret.remove()
  return [...copy.querySelectorAll('p')].map(line => line.textContent ?? '').filter(words => words !== '')
}
