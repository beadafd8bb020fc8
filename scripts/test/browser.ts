import { existsSync } from 'node:fs'
import { chromiumMissing, findChromium } from '../../test/chromium.ts'
import { run } from '../lib/process.ts'

/**
 * Chromium for the browser tests, and fonts for the scripts our texts are in. The CJK font is the small one: the tests
 * look at words and places, not at the shapes of glyphs.
 */
const packages = ['chromium', 'fonts-liberation', 'fonts-wqy-microhei']

/** Sees to it that there is a Chromium: installs Debian's where we may. @returns false, having said why, where there is none. */
export async function ensureChromium(): Promise<boolean> {
  if (await findChromium()) return true
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get') && !process.env['CHROMIUM_PATH']) {
    console.log('Installing Chromium for the browser tests …')
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    const quiet = { env, stdio: ['ignore', 'ignore', 'inherit'] as ['ignore', 'ignore', 'inherit'] }
    await run('apt-get', ['update', '-qq'], quiet)
    await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], quiet)
    if (await findChromium()) return true
  }
  console.error(chromiumMissing)
  return false
}
