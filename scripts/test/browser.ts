import { existsSync } from 'node:fs'
import { chromiumMissing, findChromium, HEADLESS_SHELL } from '../../test/chromium.ts'
import { run } from '../lib/process.ts'

/**
 * Chromium for the browser tests, and fonts for the scripts our texts are in. The CJK font is the small one: the tests
 * look at words and places, not at the shapes of glyphs.
 */
const fonts = ['fonts-liberation', 'fonts-wqy-microhei']

/**
 * Sees to it that there is a Chromium: installs Debian's where we may, and its quicker build beside the one that is
 * there.
 * @returns false, having said why, where there is none
 */
export async function ensureChromium(): Promise<boolean> {
  const isDebianRoot = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
  if (isDebianRoot && !process.env['CHROMIUM_PATH'] && !existsSync(HEADLESS_SHELL)) {
    console.log('Installing Chromium for the browser tests …')
    await install('update', '-qq')
    await install('install', '-y', '-qq', '--no-install-recommends', 'chromium-headless-shell', ...fonts)
    // Older releases of Debian have the whole browser alone.
    if (!(await findChromium())) await install('install', '-y', '-qq', '--no-install-recommends', 'chromium', ...fonts)
  }
  if (await findChromium()) return true
  console.error(chromiumMissing)
  return false
}

async function install(...args: string[]): Promise<void> {
  await run('apt-get', args, {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}
