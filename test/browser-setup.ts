import { chromium } from 'playwright-core'
import type { TestProject } from 'vitest/node'
import { chromiumFlags, chromiumMissing, findChromium } from './chromium.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Address at which `chromium.connect` reaches the browser of this run. */
    browserUrl: string
  }
}

/** Starts one Chromium for the whole run; `test/browser.ts` connects to it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const executablePath = await findChromium()
  if (executablePath === undefined) throw new Error(chromiumMissing)
  const server = await chromium.launchServer({ executablePath, headless: true, args: chromiumFlags })
  project.provide('browserUrl', server.wsEndpoint())
  return () => server.close()
}
