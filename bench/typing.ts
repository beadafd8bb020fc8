/**
 * `npm run bench -- typing`: how long the editor takes over a key in a table of 200 × 20 cells beside one of 5 × 5, in
 * headless Chromium. Both are open at the same time and measured in turn, so that a busy machine slows both.
 *
 * `--keys N` in each turn, `--turns N`; `--profile FILE` writes a CPU profile of keys in the large table.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { chromium, type BrowserContext, type Page } from 'playwright-core'
import { chromiumFlags, chromiumMissing, findChromium } from '../test/chromium.ts'
import { measured, quantile } from './frames.ts'
import { saveResults } from './results.ts'
import { startWiki } from './server.ts'
import { signedIn } from './signed-in.ts'

const { values } = parseArgs({
  options: {
    keys: { type: 'string', default: '40' },
    turns: { type: 'string', default: '5' },
    profile: { type: 'string' },
  },
})
const KEYS = Number(values.keys)
const TURNS = Number(values.turns)
/** Target of the design: a key in the large table beside one in the small table. */
const MOST_RATIO = 1.5
const TABLES = [
  { rows: 5, columns: 5 },
  { rows: 200, columns: 20 },
] as const
const SPACE = 'BENCH'
const WARM_UP_KEYS = 20

const executablePath = await findChromium()
if (executablePath === undefined) throw new Error(chromiumMissing)
const home = await mkdtemp(join(tmpdir(), 'oxbow-bench-typing-'))
const wiki = await startWiki(join(home, 'home'))
const browser = await chromium.launch({ executablePath, headless: true, args: chromiumFlags })
try {
  const context = await browser.newContext({ baseURL: wiki.url, viewport: { width: 1440, height: 900 } })
  const pages = await openTables(context)
  const waits: number[][] = TABLES.map(() => [])
  for (let turn = 0; turn < TURNS; turn++)
    for (const [index, page] of pages.entries()) waits[index]?.push(...(await typed(page)))
  const medians = waits.map(each => quantile(each, 0.5))
  for (const [index, { rows, columns }] of TABLES.entries())
    console.log(
      `${rows} × ${columns} cells: median ${medians[index]?.toFixed(1)} ms, p95 ${quantile(waits[index] ?? [], 0.95).toFixed(1)} ms`,
    )
  const ratio = (medians[1] ?? 0) / (medians[0] ?? 1)
  console.log(`ratio ${ratio.toFixed(2)}, at most ${MOST_RATIO}${ratio <= MOST_RATIO ? '' : '  MISSED'}`)
  if (values.profile !== undefined && pages[1]) await profile(pages[1], values.profile)
  await saveResults('typing', { medians, ratio, waits })
} finally {
  await browser.close()
  await wiki.stop()
  await rm(home, { recursive: true, force: true })
}

/** Opens a page with each table in the editor, the cursor in the middle of the table. */
async function openTables(context: BrowserContext): Promise<Page[]> {
  const post = await signedIn(context)
  await post('/rest/api/space', { key: SPACE, name: 'Bench' })
  const pages: Page[] = []
  for (const { rows, columns } of TABLES) {
    const { id } = await post('/rest/api/content', {
      type: 'page',
      title: `Table of ${rows} rows`,
      space: { key: SPACE },
      body: { storage: { value: tableOf(rows, columns), representation: 'storage' } },
    })
    const page = await context.newPage()
    await page.goto(`/pages/editpage.action?pageId=${id}`)
    await page
      .locator('.ProseMirror td')
      .nth(Math.floor((rows * columns) / 2))
      .click()
    await type(page, WARM_UP_KEYS)
    pages.push(page)
  }
  return pages
}

function tableOf(rows: number, columns: number): string {
  const row = (at: number) =>
    `<tr>${Array.from({ length: columns }, (_, column) => `<td>r${at} c${column}</td>`).join('')}</tr>`
  return `<table><tbody>${Array.from({ length: rows }, (_, at) => row(at)).join('')}</tbody></table>`
}

async function typed(page: Page): Promise<number[]> {
  await page.bringToFront()
  const { waits } = await measured(page.mainFrame(), 'keydown', KEYS, step => press(page, step))
  return waits
}

async function type(page: Page, keys: number): Promise<void> {
  for (let step = 0; step < keys; step++) await press(page, step)
}

/** Types and deletes by turns of ten, so that the cell keeps its size. */
async function press(page: Page, step: number): Promise<void> {
  await page.keyboard.press(step % 20 < 10 ? 'x' : 'Backspace')
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
