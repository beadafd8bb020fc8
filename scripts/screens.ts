/**
 * `npm run screens [-- --only name,name --locale de]`: shoots every screen of a seeded wiki at three widths, light and
 * dark, into test-results/screens, a contact sheet for each, and reports what can be measured to be wrong.
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core'
import sharp, { type OverlayOptions } from 'sharp'
import { chromiumFlags, chromiumMissing, findChromium } from '../test/chromium.ts'
import { Oxbow } from '../test/oxbow.ts'
import { isFresh } from './lib/freshness.mjs'
import { root } from './lib/packages.mjs'
import { run } from './lib/process.ts'
import { axeFaultsOf, layoutFaultsOf, showTheme } from './screens/look.ts'
import { PASSWORD, PEOPLE, seed, type World } from './screens/seed.ts'
import { pathOf, type Screen, type Visitor } from './screens/screen.ts'
import { screens } from './screens/table.ts'
import { speak } from './screens/words.ts'

/** Heights by widths, the widest first: preferences stored by a wide window apply to a narrow one. */
const WIDTHS = [
  [1440, 900],
  [768, 1024],
  [375, 812],
] as const
const THEMES = ['light', 'dark'] as const
/** Of a contact sheet, in relation to the shots; and how much of a long screen it shows. */
const SHEET_SCALE = 0.6
const SHEET_HEIGHT = 1100
const GAP = 12
const OVERLAY =
  '[role=dialog], [role=alertdialog], [role=listbox], [popover]:popover-open, .ox-scrim[data-open], .ox-inline-panel'

const { values } = parseArgs({ options: { only: { type: 'string' }, locale: { type: 'string', default: 'en-GB' } } })
const wanted = values.only?.split(',')
const chosen = screens.filter(({ name }) => wanted?.some(part => name.startsWith(part)) ?? true)
if (chosen.length === 0)
  throw new Error(`--only is the beginning of a name: ${screens.map(({ name }) => name).join(' ')}`)
speak(values.locale)
const out = join(root, 'test-results/screens', values.locale)

const executablePath = await findChromium()
if (executablePath === undefined) throw new Error(chromiumMissing)
if (!isFresh(root) && (await run('node', ['scripts/build.ts'])) !== 0) process.exit(1)

const home = await mkdtemp(join(tmpdir(), 'oxbow-screens-'))
// No server listens there: mail counts as set up, which the screens for a forgotten password show.
const server = await Oxbow.built.start({ OXBOW_HOME: home, OXBOW_SMTP_URL: 'smtp://127.0.0.1:9' })
let browser: Browser | undefined
let total = 0
try {
  browser = await chromium.launch({ executablePath, headless: true, args: chromiumFlags })
  await mkdir(out, { recursive: true })
  const open = openers(browser, server.url)
  const setUp: Screen = { name: 'set-up', path: '/setup', as: 'nobody' }
  if (!wanted || wanted.includes(setUp.name)) await shoot(setUp, open.nobody, undefined)
  await completeSetUp(await open.nobody())
  const world = await seed(server.url)
  for (const screen of chosen) {
    if (server.process.exitCode !== null || server.process.signalCode !== null)
      throw new Error(`the wiki has ended:\n${server.output()}`)
    await shoot(screen, open[screen.as ?? 'admin'], world)
  }
} finally {
  await browser?.close()
  await server.end('SIGTERM')
  await rm(home, { recursive: true, force: true })
}
console.log(`\n${chosen.length} screens in ${out}; ${total} faults`)
if (total > 0) process.exitCode = 1

/** How each visitor gets a tab: the contexts of those who sign in are made once. */
function openers(inside: Browser, url: string): Record<Visitor, () => Promise<Page>> {
  const contexts = new Map<Visitor, Promise<BrowserContext>>()
  const contextOf = async (visitor: Visitor): Promise<BrowserContext> => {
    const context = await inside.newContext({
      baseURL: url,
      locale: values.locale,
      timezoneId: 'UTC',
      reducedMotion: 'reduce',
    })
    context.setDefaultTimeout(8_000)
    if (visitor === 'nobody') return context
    const headers = { 'X-Atlassian-Token': 'no-check' }
    await context.request.post('/dologin.action', { form: { os_username: visitor, os_password: PASSWORD }, headers })
    if (visitor === 'admin')
      await context.request.post('/doauthenticate.action', { form: { password: PASSWORD, destination: '/' }, headers })
    return context
  }
  const opener = (visitor: Visitor) => async (): Promise<Page> => {
    const known = contexts.get(visitor) ?? contextOf(visitor)
    contexts.set(visitor, known)
    return (await known).newPage()
  }
  return { nobody: opener('nobody'), admin: opener('admin'), grace: opener('grace'), hedy: opener('hedy') }
}

async function completeSetUp(page: Page): Promise<void> {
  await page.goto('/setup')
  for (const [name, value] of Object.entries({
    username: 'admin',
    displayName: PEOPLE.admin,
    email: 'ada@example.org',
    password: PASSWORD,
  })) {
    await page.locator(`[name=${name}]`).fill(value)
  }
  await page.locator('#setupform button').click()
  await page.waitForURL(url => url.pathname === '/')
  await page.context().clearCookies()
  await page.close()
}

async function shoot(screen: Screen, open: () => Promise<Page>, world: World | undefined): Promise<void> {
  const found: string[] = []
  let at = ''
  let page: Page | undefined
  try {
    for (const [width, height] of WIDTHS) {
      at = String(width)
      // Changes on a screen may not outlive the change of its width; a screen that is only shown does.
      if (!page || screen.act) {
        await page?.close({ runBeforeUnload: false })
        page = await open()
        page.on('console', message => {
          if (message.type() === 'error' && !screen.allowErrors?.test(message.text()))
            found.push(`${at}: console: ${message.text()}`)
        })
        page.on('pageerror', error => found.push(`${at}: uncaught: ${error.message}`))
        await page.setViewportSize({ width, height })
        await page.goto(pathOf(screen, world), { waitUntil: 'networkidle' })
        await screen.act?.(page, world)
        await page.waitForLoadState('networkidle')
      } else {
        await page.setViewportSize({ width, height })
      }
      for (const theme of THEMES) {
        at = `${width} ${theme}`
        await showTheme(page, theme)
        // Axe is what takes time: it sees each theme, and the screen's narrowest and widest shape, once.
        const faults = await layoutFaultsOf(page)
        if (at === '375 dark' || at === '1440 light') faults.push(...(await axeFaultsOf(page, screen.part)))
        found.push(...faults.map(fault => `${at}: ${fault}`))
        // Overlays are shot with the window only: a long page below adds nothing.
        const fullPage = (await page.locator(OVERLAY).filter({ visible: true }).count()) === 0
        await page.screenshot({ path: shotOf(screen, width, theme), animations: 'disabled', fullPage })
      }
    }
  } catch (error) {
    found.push(`${at}: could not be shot: ${error instanceof Error ? error.message : String(error)}`)
  } finally {
    await page?.close({ runBeforeUnload: false })
  }
  await contactSheet(screen)
  total += found.length
  console.log(`${found.length === 0 ? '✓' : '✗'} ${screen.name}${found.map(line => `\n    ${line}`).join('')}`)
}

function shotOf(screen: Screen, width: number, theme: string): string {
  return join(out, `${screen.name} ${width} ${theme}.png`)
}

/** All six shots of a screen in one picture: light above dark, narrow beside wide. */
async function contactSheet(screen: Screen): Promise<void> {
  const rows = await Promise.all(
    THEMES.map(theme =>
      Promise.all(
        WIDTHS.toReversed().map(async ([width]) => {
          const shot = sharp(shotOf(screen, width, theme))
          const { height } = await shot.metadata().catch(() => ({ height: 0 }))
          if (height === 0) return undefined
          const top = Math.min(height, Math.round(SHEET_HEIGHT / SHEET_SCALE))
          return shot
            .extract({ left: 0, top: 0, width, height: top })
            .resize(Math.round(width * SHEET_SCALE))
            .png()
            .toBuffer({ resolveWithObject: true })
        }),
      ),
    ),
  )
  const parts: OverlayOptions[] = []
  let [top, right] = [GAP, 0]
  for (const row of rows) {
    let left = GAP
    for (const shot of row) {
      if (!shot) continue
      parts.push({ input: shot.data, left, top })
      left += shot.info.width + GAP
    }
    right = Math.max(right, left)
    top += Math.max(0, ...row.map(shot => shot?.info.height ?? 0)) + GAP
  }
  if (parts.length === 0) return
  await sharp({ create: { width: right, height: top, channels: 3, background: '#888' } })
    .composite(parts)
    .png()
    .toFile(join(out, `${screen.name}.png`))
}
