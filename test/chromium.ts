import { access, constants } from 'node:fs/promises'
import { chromium } from 'playwright-core'

/** Chromium without windows, as Debian packages it: the browser tests take a third less time in it. */
export const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell'

/** Candidates for Chromium, in this order: `CHROMIUM_PATH`, the system's, the one Playwright installs. */
function candidates(): string[] {
  const given = process.env['CHROMIUM_PATH']
  if (given) return [given]
  return [
    HEADLESS_SHELL,
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    chromium.executablePath(),
  ]
}

/** Path of the Chromium for the browser tests, or undefined where there is none. */
export async function findChromium(): Promise<string | undefined> {
  for (const path of candidates()) {
    const usable = await access(path, constants.X_OK).then(
      () => true,
      () => false,
    )
    if (usable) return path
  }
  return undefined
}

/** Message for a machine without Chromium. */
export const chromiumMissing =
  'No Chromium for the browser tests. Install one (Debian: apt-get install chromium-headless-shell), ' +
  'or run npx playwright-core install chromium, or set CHROMIUM_PATH to its program.'

/** Start flags: no sandbox, since tests may run as root in a container; and no traffic of the browser's own. */
export const chromiumFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
  '--force-color-profile=srgb',
]
