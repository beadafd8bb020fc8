import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe } from 'vitest'
import { ADMIN, startTestWiki, type TestWiki } from '#platform/server/testing/harness.ts'
import { features } from '../../server.ts'
import { expect, followLink, openSignedIn, test, troublesOf } from '../../../test/browser.ts'
import { currentLane, shareOf } from '../../../test/lanes.ts'
import { differenceButFor } from './testing/compare.ts'
import { copyBlock, expectText, moveBlock, openForms, typeWords } from './testing/corpus-steps.ts'
import { type EditorSteps, publish, stepsInNewSpace, text } from './testing/steps.ts'

const folder = path.resolve(import.meta.dirname, '../../../../shared/corpus/storage')
const isThere = existsSync(folder)
/** One document of so many is edited in the quick lane: a document takes some seconds. */
const SHARES = 200
/** All documents take minutes, on a busy machine an hour: a fault is told after a part of them. */
const PARTS = currentLane() === 'full' ? 8 : 1
/** So many documents are opened inside the app, which is faster, until the next one is loaded anew. */
const LOADED_WHOLE = 16
/** A source that is longer is opened as a document: inside the app, the text has to arrive within four seconds. */
const LONG = 20_000
/** Longest wait of a step, in milliseconds. */
const STEP_MS = 30_000
/** The browser's report of a diagram that a document names and the wiki does not have. */
const NO_DIAGRAM = /^console: Failed to load resource: .* 404 .*\/rest\/(?:gliffy|oxbow)\/1\.0\/diagrams[/?]/
/** Files of pages, and addresses relative to the page. */
const PICTURES = /^\/(?:download\/|pages\/(?!.*\.action$))/
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)

describe.skipIf(!isThere)('the corpus of real pages in the editor (skipped where ../shared/corpus is absent)', () => {
  let wiki: TestWiki
  let steps: EditorSteps

  beforeAll(async () => {
    wiki = await startTestWiki('sqlite', features)
    steps = await stepsInNewSpace(wiki, 'CORPUS', 'Corpus')
  })
  afterAll(() => wiki.close())

  /** A page with a document. Its text is the document's. */
  async function create(name: string) {
    const source = readFileSync(path.join(folder, name), 'utf8')
    return { source, id: await steps.create(name.replace(/\.xml$/, '').slice(-200), source) }
  }

  /**
   * Edits a document in all ways, and publishes it.
   * @param turn selects the block that is copied
   * @param troubles errors of the browser
   * @throws for the first fault, with the name of the step
   */
  async function edit(page: Page, name: string, turn: number, troubles: string[]) {
    let current = ''
    const step = async <T>(title: string, action: () => Promise<T>): Promise<T> => {
      current = title
      const result = await action()
      const unknown = troubles.splice(0).filter(trouble => !NO_DIAGRAM.test(trouble))
      if (unknown.length > 0) throw new Error(unknown.join('\n'))
      return result
    }
    try {
      const { source, id } = await step('create', () => create(name))
      await step('open', async () => {
        const address = `${wiki.url}/pages/editpage.action?pageId=${id}`
        if (source.length > LONG) await page.goto(address)
        else await page.evaluate(followLink, address)
        await text(page).waitFor()
        await expectText(page, source)
      })
      const forms = await step('open and cancel forms', () => openForms(page))
      const hasMoved = await step('move a block', () => moveBlock(page))
      await step('copy a block', () => copyBlock(page, turn))
      await step('compare', () => expectText(page, source))
      const typed = await step('type', () => typeWords(page))
      await step('publish', async () => {
        await publish(page)
        const difference = differenceButFor(typed, source, (await steps.stored(id)).storage)
        if (difference !== undefined) throw new Error(difference)
      })
      return { forms, moved: Number(hasMoved), words: typed.length }
    } catch (error) {
      throw new Error(`${name}: ${current}: ${String(error)}`, { cause: error })
    }
  }

  const parts = Array.from({ length: PARTS }, (_, part) => [part + 1] as const)

  test.for(parts)(
    `each is opened, changed and published without a loss (part %i of ${PARTS})`,
    { timeout: 1_800_000 },
    async ([part], { openPage }) => {
      const all = readdirSync(folder)
        .filter(name => name.endsWith('.xml'))
        .toSorted()
      expect(all.length).toBeGreaterThan(600)
      const names = shareOf(all, SHARES).filter((_, index) => index % PARTS === part - 1)
      const page = await openSignedIn(openPage, wiki, ADMIN, { allowErrors: [/./] })
      page.setDefaultTimeout(STEP_MS)
      page.on('dialog', dialog => void dialog.accept())
      // Pictures that documents name: the wiki does not have those files, and no test asks the internet.
      await page.route(
        url => url.origin !== wiki.url || PICTURES.test(url.pathname),
        route => route.fulfill({ contentType: 'image/png', body: PIXEL }),
      )
      const troubles = troublesOf(page)
      const faults: string[] = []
      const done = { forms: 0, moved: 0, words: 0 }
      for (const [turn, name] of names.entries()) {
        if (turn % LOADED_WHOLE === 0) await page.goto(wiki.url)
        try {
          const { forms, moved, words } = await edit(page, name, turn, troubles)
          done.forms += forms
          done.moved += moved
          done.words += words
        } catch (error) {
          faults.push(String(error))
          await page.goto(wiki.url)
          troubles.length = 0
        }
      }
      expect(faults).toEqual([])
      expect(done.words).toBeGreaterThanOrEqual(names.length)
      // The few documents of the quick lane may have no forms, and one block each; parts differ.
      if (PARTS === 1) return
      expect(done.forms).toBeGreaterThan(60)
      expect(done.moved).toBeGreaterThan(12)
    },
  )
})
