/**
 * `npm run bench -- typing`: how long the editor takes over a key, in headless Chromium:
 *
 * - in a table of 200 × 20 cells beside one of 5 × 5,
 * - in a page of 5,000 blocks beside a bare TipTap with the same text, also over Enter, and over opening it.
 *
 * Both sides are open at the same time and measured in turn, so that a busy machine slows both.
 *
 * `--keys N` in each turn, `--turns N`; `--profile FILE` writes a CPU profile of keys in the large table.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { chromium, type BrowserContext, type Page } from 'playwright-core'
import { build } from 'rolldown'
import { chromiumFlags, chromiumMissing, findChromium } from '../test/chromium.ts'
import { measured, quantile } from './frames.ts'
import { saveResults } from './results.ts'
import { startWiki } from './server.ts'
import { signedIn, type Post } from './signed-in.ts'

const { values } = parseArgs({
  options: {
    keys: { type: 'string', default: '40' },
    turns: { type: 'string', default: '5' },
    profile: { type: 'string' },
  },
})
const KEYS = Number(values.keys)
const TURNS = Number(values.turns)
const SPACE = 'BENCH'
const WARM_UP_KEYS = 20
/** Blocks of the long page, in groups of five. */
const BLOCKS = 5000
const BARE_PATH = '/bare-editor'

interface Comparison {
  name: string
  /** The side that is measured, and the one that it is held against. */
  sides: readonly [string, string]
  waits: readonly [number[], number[]]
  mostRatio: number
}

const executablePath = await findChromium()
if (executablePath === undefined) throw new Error(chromiumMissing)
const home = await mkdtemp(join(tmpdir(), 'oxbow-bench-typing-'))
const wiki = await startWiki(join(home, 'home'))
const browser = await chromium.launch({ executablePath, headless: true, args: chromiumFlags })
try {
  const context = await browser.newContext({ baseURL: wiki.url, viewport: { width: 1440, height: 900 } })
  const post = await signedIn(context)
  await post('/rest/api/space', { key: SPACE, name: 'Bench' })
  const results = [...(await compareTables(context, post)), ...(await compareLongPages(context, post))]
  await saveResults('typing', results.map(report))
} finally {
  await browser.close()
  await wiki.stop()
  await rm(home, { recursive: true, force: true })
}

function report({ name, sides, waits, mostRatio }: Comparison) {
  const medians = waits.map(each => quantile(each, 0.5))
  const ratio = (medians[0] ?? 0) / (medians[1] ?? 1)
  const said = sides.map(
    (side, index) => `${side} ${medians[index]?.toFixed(1)} ms (p95 ${quantile(waits[index] ?? [], 0.95).toFixed(1)})`,
  )
  console.log(
    `${name}: ${said.join(', ')}, ratio ${ratio.toFixed(2)}, at most ${mostRatio}${ratio <= mostRatio ? '' : '  MISSED'}`,
  )
  return { name, sides, medians, ratio, waits }
}

async function compareTables(context: BrowserContext, post: Post): Promise<Comparison[]> {
  const large = await openTable(context, post, 200, 20)
  const small = await openTable(context, post, 5, 5)
  const waits = await inTurn([large, small], typed)
  if (values.profile !== undefined) await profile(large, values.profile)
  await large.close()
  await small.close()
  return [{ name: 'key in a table', sides: ['200 × 20', '5 × 5'], waits, mostRatio: 1.5 }]
}

async function compareLongPages(context: BrowserContext, post: Post): Promise<Comparison[]> {
  const text = longText()
  const id = await createPage(post, 'Long page', text)
  await context.route(`**${BARE_PATH}`, route =>
    route.fulfill({ contentType: 'text/html', body: bareScreen(text, script) }),
  )
  const script = await bareScript()
  const openings: [number[], number[]] = [[], []]
  const pages: Page[] = []
  for (let turn = 0; turn < TURNS; turn++)
    for (const [side, path] of [`/pages/editpage.action?pageId=${id}`, BARE_PATH].entries()) {
      await pages[side]?.close()
      const page = await context.newPage()
      pages[side] = page
      openings[side]?.push(await opened(page, path))
    }
  const [own, bare] = pages
  if (!own || !bare) throw new Error('There are no turns')
  for (const page of pages) {
    await page.bringToFront()
    await page
      .locator('.ProseMirror > p')
      .nth(BLOCKS / 5)
      .click()
    await type(page, WARM_UP_KEYS)
  }
  const keys = await inTurn([own, bare], typed)
  const enters = await inTurn([own, bare], page => typed(page, step => (step % 2 === 0 ? 'Enter' : 'Backspace')))
  const sides = ['the wiki', 'bare TipTap'] as const
  return [
    { name: `opening ${BLOCKS} blocks`, sides, waits: openings, mostRatio: 2 },
    { name: `key in ${BLOCKS} blocks`, sides, waits: keys, mostRatio: 1.5 },
    { name: `Enter and Backspace in ${BLOCKS} blocks`, sides, waits: enters, mostRatio: 1.5 },
  ]
}

async function inTurn(
  pages: readonly [Page, Page],
  measure: (page: Page) => Promise<number[]>,
): Promise<[number[], number[]]> {
  const waits: [number[], number[]] = [[], []]
  for (let turn = 0; turn < TURNS; turn++)
    for (const [side, page] of pages.entries()) waits[side]?.push(...(await measure(page)))
  return waits
}

async function createPage(post: Post, title: string, value: string): Promise<string> {
  const body = { storage: { value, representation: 'storage' } }
  return (await post('/rest/api/content', { type: 'page', title, space: { key: SPACE }, body })).id
}

/** Opens a page with a table in the editor, the cursor in the middle of the table. */
async function openTable(context: BrowserContext, post: Post, rows: number, columns: number): Promise<Page> {
  const row = (at: number) =>
    `<tr>${Array.from({ length: columns }, (_, column) => `<td>r${at} c${column}</td>`).join('')}</tr>`
  const text = `<table><tbody>${Array.from({ length: rows }, (_, at) => row(at)).join('')}</tbody></table>`
  const id = await createPage(post, `Table of ${rows} rows`, text)
  const page = await context.newPage()
  await page.goto(`/pages/editpage.action?pageId=${id}`)
  await page
    .locator('.ProseMirror td')
    .nth(Math.floor((rows * columns) / 2))
    .click()
  await type(page, WARM_UP_KEYS)
  return page
}

function longText(): string {
  return Array.from(
    { length: BLOCKS / 5 },
    (_, at) =>
      `<h2>Heading ${at}</h2><p>Some text of part ${at} with <strong>bold words</strong> in it.</p>` +
      `<ul><li><p>one</p></li><li><p>two</p></li></ul><p>Another paragraph.</p><p>And another one.</p>`,
  ).join('')
}

/** Opens an editor. @returns the time until its whole text is drawn and can be edited, in milliseconds */
async function opened(page: Page, path: string): Promise<number> {
  await page.addInitScript(() => {
    const look = () => {
      const editor = document.querySelector('.ProseMirror[contenteditable="true"]')
      if (editor?.querySelector(':scope > p:last-of-type'))
        requestAnimationFrame(() => setTimeout(() => Object.assign(window, { openedAt: performance.now() })))
      else requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })
  await page.goto(path)
  await page.waitForFunction(() => 'openedAt' in window)
  return page.evaluate(() => (window as unknown as { openedAt: number }).openedAt)
}

function bareScreen(text: string, script: string): string {
  return (
    `<!doctype html><meta charset="utf-8"><title>Bare</title><template id="source">${text}</template>` +
    `<script type="module">${script.replaceAll('</script', '<\\/script')}</script>`
  )
}

async function bareScript(): Promise<string> {
  const { output } = await build({
    input: join(import.meta.dirname, 'bare-editor.ts'),
    platform: 'browser',
    write: false,
    output: { format: 'esm', minify: true, codeSplitting: false },
  })
  return output[0].code
}

async function typed(page: Page, key = turns): Promise<number[]> {
  await page.bringToFront()
  const { waits } = await measured(page.mainFrame(), 'keydown', KEYS, async step => {
    await page.keyboard.press(key(step))
    await page.evaluate(drawn)
  })
  return waits
}

/**
 * Ends when the next frame has been drawn. Keys without a pause come before frames, so that dozens of them wait for one
 * frame, and their waits say how many there were.
 */
async function drawn(): Promise<void> {
  await new Promise(resolve => requestAnimationFrame(resolve))
  await new Promise(resolve => {
    const channel = new MessageChannel()
    channel.port1.onmessage = resolve
    channel.port2.postMessage(null)
  })
}

async function type(page: Page, keys: number): Promise<void> {
  for (let step = 0; step < keys; step++) await page.keyboard.press(turns(step))
}

/** Types and deletes by turns of ten, so that the text keeps its size. */
function turns(step: number): string {
  return step % 20 < 10 ? 'x' : 'Backspace'
}

async function profile(page: Page, file: string): Promise<void> {
  await page.bringToFront()
  const session = await page.context().newCDPSession(page)
  await session.send('Profiler.enable')
  await session.send('Profiler.setSamplingInterval', { interval: 200 })
  await session.send('Profiler.start')
  await type(page, KEYS)
  const { profile: taken } = await session.send('Profiler.stop')
  await writeFile(file, JSON.stringify(taken))
  console.log(`Profile written to ${file}`)
}
