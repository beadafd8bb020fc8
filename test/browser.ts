import { AxeBuilder } from '@axe-core/playwright'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Locator,
  type Page,
  type Request,
} from 'playwright-core'
import { expect, test as base } from 'vitest'
import { chromiumFlags, chromiumMissing, findChromium } from './chromium.ts'
import { PagePool, type PooledPage } from './page-pool.ts'

export interface PageOptions extends BrowserContextOptions {
  /** Console errors that this test provokes on purpose; any other error on the page fails it. */
  readonly allowErrors?: readonly RegExp[]
}

/** Opens a blank page in a new context, which shares no cookies or storage. Its navigations wait for the app. */
export type OpenPage = (options?: PageOptions) => Promise<Page>

/** Widths at which every screen is looked at. */
export const viewports = {
  phone: { width: 390, height: 844 },
  tablet: { width: 820, height: 1180 },
  desktop: { width: 1440, height: 900 },
} as const

/** Sizes of windows at which a screen is measured, the widest first. */
export const WINDOW_SIZES = [
  { width: 1440, height: 900 },
  { width: 768, height: 1024 },
  { width: 375, height: 812 },
] as const

const results = fileURLToPath(new URL('../test-results/', import.meta.url))

/**
 * Vitest's `test` with `openPage`. After the test, its pages are blank again or closed; it fails when a page logged an
 * error, threw, or asked anything of another host than this machine. A failed test leaves `test-results/<test>
 * <n>.png`, and prints what its pages showed, for machines whose files cannot be seen.
 */
export const test = base.extend<{ browser: Browser; pool: PagePool; openPage: OpenPage }>({
  browser: [
    // oxlint-disable-next-line no-empty-pattern -- Vitest reads from the pattern which fixtures this one needs
    async ({}, use) => {
      const executablePath = await findChromium()
      if (executablePath === undefined) throw new Error(chromiumMissing)
      const browser = await chromium.launch({ executablePath, headless: true, args: chromiumFlags })
      await use(browser)
      await browser.close()
    },
    { scope: 'worker' },
  ],
  pool: [({ browser }, use) => use(new PagePool(browser)), { scope: 'worker' }],
  openPage: async ({ task, pool }, use) => {
    const opened: PooledPage[] = []
    const troubles: string[] = []
    await use(async ({ allowErrors = [], ...options } = {}) => {
      const pooled = await pool.take({ ...DEFAULTS, ...options })
      opened.push(pooled)
      return ready(pooled.page, options, trouble => {
        if (!allowErrors.some(allowed => allowed.test(trouble))) troubles.push(trouble)
      })
    })
    const failed = !task.fails && (task.result?.state === 'fail' || troubles.length > 0)
    let shot = 0
    for (const pooled of opened) {
      if (failed) for (const page of pooled.context.pages()) await keepTraces(page, `${task.fullTestName} ${++shot}`)
      await pool.giveBack(pooled, failed)
    }
    if (troubles.length > 0) expect.fail(`errors in the browser:\n${troubles.join('\n')}`)
  },
})

const DEFAULTS = {
  viewport: viewports.desktop,
  locale: 'en-GB',
  timezoneId: 'UTC',
  reducedMotion: 'reduce',
} as const

/**
 * Opens a blank page in a new context, which may outlive a test. Its navigations wait for the app.
 * @param report is told of errors on the page, and of requests to other hosts
 */
export async function newPage(
  browser: Browser,
  options: BrowserContextOptions,
  report: (trouble: string) => void,
): Promise<Page> {
  const context = await browser.newContext({ ...DEFAULTS, ...options })
  return ready(await context.newPage(), options, report)
}

/** Prepares a page for a test: its troubles are reported, and its navigations wait for the app. */
function ready(page: Page, { javaScriptEnabled }: BrowserContextOptions, report: (trouble: string) => void): Page {
  // It only ends what does not respond: a busy machine may take seconds over a page.
  page.context().setDefaultTimeout(60_000)
  watch(page.context(), report)
  return javaScriptEnabled === false ? page : startingTheApp(page)
}

/** A document without the app in it, or one that it has taken over. */
const STARTED = 'html[data-app-started], html:not(:has(#oxbow-data))'
/** Pages whose navigations wait for the app already. */
const starting = new WeakSet<Page>()
const NAVIGATIONS = ['goto', 'reload', 'goBack', 'goForward', 'waitForURL'] as const

/**
 * The page, whose navigations end when the app has started: it replaces the server's elements, and any change of those
 * would be lost.
 */
function startingTheApp(page: Page): Page {
  if (starting.has(page)) return page
  starting.add(page)
  for (const name of NAVIGATIONS) {
    const navigate = page[name].bind(page) as (...given: unknown[]) => Promise<unknown>
    Reflect.set(page, name, async (...given: unknown[]) => {
      const answer = await navigate(...given)
      await page.locator(STARTED).waitFor({ state: 'attached' })
      return answer
    })
  }
  return page
}

function watch(context: BrowserContext, report: (trouble: string) => void): void {
  context.on('console', message => {
    if (message.type() === 'error') report(`console: ${message.text()} (${message.location().url})`)
  })
  context.on('weberror', error => report(`uncaught: ${error.error().stack ?? error.error().message}`))
  context.on('request', request => {
    const url = new URL(request.url())
    const local = ['127.0.0.1', 'localhost', '[::1]'].includes(url.hostname)
    if (/^(https?|wss?):$/.test(url.protocol) && !local) report(`request to another host: ${request.url()}`)
  })
}

/** Characters of what a failed page showed that are worth reading in a log. */
const MOST_SHOWN = 6000

/** Writes `test-results/<name>.png`, and prints what the page shows. */
export async function keepTraces(page: Page, name: string): Promise<void> {
  const path = await saveScreenshot(page, name)
  const shown = await page
    .locator('body')
    .ariaSnapshot()
    .catch((error: unknown) => String(error))
  console.error(`${path}\n${page.url()}\n${shown.slice(0, MOST_SHOWN)}`)
}

/** A user who can sign in. */
interface Account {
  readonly username: string
  readonly password: string
}

/** Opens a blank page that a user is signed in on. */
export async function openSignedIn(
  openPage: OpenPage,
  wiki: { url: string },
  account: Account,
  options: PageOptions = {},
): Promise<Page> {
  const page = await openPage(options)
  await signIn(page, wiki, account)
  return page
}

/** Signs in the browser context of a page, by the form's address and without opening it. */
export async function signIn(page: Page, wiki: { url: string }, { username, password }: Account): Promise<void> {
  await page.context().request.post(`${wiki.url}/dologin.action`, {
    form: { os_username: username, os_password: password },
    headers: { 'X-Atlassian-Token': 'no-check' },
  })
}

/**
 * Fails when axe finds a violation of WCAG 2.2, levels A and AA.
 * @param within CSS selector of the part to look at; default the whole page.
 */
export async function expectNoAxeViolations(page: Page, within?: string): Promise<void> {
  // In the page itself: the other way opens a second one for each look, and takes three times as long.
  const axe = new AxeBuilder({ page })
    .setLegacyMode()
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
  if (within !== undefined) axe.include(within)
  const { violations } = await axe.analyze()
  const found = violations.flatMap(({ id, help, nodes }) =>
    nodes.map(node => `${id}: ${help} — ${node.target.join(' ')}\n${node.failureSummary ?? ''}`),
  )
  if (found.length > 0) expect.fail(`${page.url()} is not accessible:\n${found.join('\n')}`)
}

/** Selects the contents of an element as a user does with a mouse: the document says so. */
export function selectContents(element: Locator): Promise<void> {
  return element.evaluate(node => {
    document.getSelection()?.selectAllChildren(node)
    document.dispatchEvent(new PointerEvent('pointerup'))
  })
}

/** Whether a request asks for data. Reports of use, of which every tenth page sends one, are no question. */
export function isCall(request: Request): boolean {
  return ['xhr', 'fetch'].includes(request.resourceType()) && !request.url().includes('/rest/analytics/')
}

/** Follows a link as a reader does, in the page: `page.evaluate(followLink, address)`. */
export function followLink(address: string): void {
  const link = document.createElement('a')
  link.href = address
  document.querySelector('#main')?.append(link)
  link.click()
  link.remove()
}

/** Errors that the page logs or throws from now on. */
export function troublesOf(page: Page): string[] {
  const troubles: string[] = []
  page.on('console', message => {
    if (message.type() === 'error') troubles.push(`console: ${message.text()} (${message.location().url})`)
  })
  page.on('pageerror', error => troubles.push(`uncaught: ${error.message}`))
  return troubles
}

/** Writes `test-results/<name>.png` for people to look at, where `OXBOW_SCREENSHOTS` is set: it takes half a second. */
export async function screenshot(
  page: Page,
  name: string,
  options: { fullPage?: boolean; animations?: 'allow' } = {},
): Promise<void> {
  if (process.env['OXBOW_SCREENSHOTS']) await saveScreenshot(page, name, options)
}

async function saveScreenshot(
  page: Page,
  name: string,
  options: { fullPage?: boolean; animations?: 'allow' } = {},
): Promise<string> {
  await mkdir(results, { recursive: true })
  const path = join(results, `${name.replace(/[^\p{L}\p{N} ._-]+/gu, '-').slice(0, 120)}.png`)
  await page.screenshot({ path, animations: 'disabled', ...options })
  return path
}

export { expect }
