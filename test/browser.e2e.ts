import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { describe } from 'vitest'
import { expect, expectNoAxeViolations, test } from './browser.ts'
import { PagePool } from './page-pool.ts'

const documentOf = (body: string) =>
  `<!doctype html><html lang="en"><title>Trial</title><main><h1>Trial</h1>${body}</main>`

describe('the browser of the tests', () => {
  test('gives each page a context of its own with the options asked for', async ({ openPage }) => {
    const page = await openPage({ viewport: { width: 390, height: 844 }, colorScheme: 'dark' })
    const seen = await page.evaluate(() => [innerWidth, matchMedia('(prefers-color-scheme: dark)').matches])
    expect(seen).toEqual([390, true])
    const other = await openPage()
    expect(await other.context().cookies()).toEqual([])
    expect(other.context()).not.toBe(page.context())
  })

  test('uses a page again without what was left in it, or closes it', async ({ browser }) => {
    const wiki = createServer((_request, response) => {
      response.setHeader('content-type', 'text/html').setHeader('cache-control', 'max-age=60').end(documentOf(''))
    }).listen(0, '127.0.0.1')
    await once(wiki, 'listening')
    const { port } = wiki.address() as AddressInfo
    const address = `http://127.0.0.1:${port}/`
    const pool = new PagePool(browser)
    const options = { viewport: { width: 800, height: 600 }, colorScheme: 'light' } as const
    const left = (page: Page) =>
      page.evaluate(() => [
        document.cookie,
        localStorage.length,
        sessionStorage.length,
        innerWidth,
        matchMedia('(prefers-color-scheme: dark)').matches,
      ])

    const used = await pool.take(options)
    let heard = 0
    used.page.on('request', () => heard++)
    await used.page.goto(address)
    await used.page.evaluate(() => {
      document.cookie = 'name=value'
      localStorage.setItem('name', 'value')
      sessionStorage.setItem('name', 'value')
    })
    await used.page.setViewportSize({ width: 400, height: 600 })
    await used.page.emulateMedia({ colorScheme: 'dark' })
    await used.page.route('**/*', route => route.abort())
    expect(await left(used.page)).toEqual(['name=value', 1, 1, 400, true])
    await pool.giveBack(used, false)

    const again = await pool.take(options)
    expect(again.page).toBe(used.page)
    const before = heard
    expect((await again.page.goto(address))?.status()).toBe(200)
    expect([await left(again.page), heard - before]).toEqual([['', 0, 0, 800, false], 0])

    await again.page.clock.install()
    await pool.giveBack(again, false)
    expect(again.page.isClosed()).toBe(true)
    const failed = await pool.take(options)
    expect(failed.page).not.toBe(again.page)
    await pool.giveBack(failed, true)
    expect(failed.page.isClosed()).toBe(true)
    wiki.close()
  })

  test.fails('fails a test whose page logs an error', async ({ openPage }) => {
    const page = await openPage()
    await page.evaluate(() => console.error('broken on purpose'))
  })

  test.fails('fails a test whose page throws', async ({ openPage }) => {
    const page = await openPage()
    await page.setContent('<script>throw new Error("broken on purpose")</script>')
  })

  test.fails('fails a test whose page asks another host', async ({ openPage }) => {
    const page = await openPage({ offline: true, allowErrors: [/ERR_INTERNET_DISCONNECTED/] })
    await page.setContent('<img alt="" src="https://example.org/pixel.png">')
  })

  test('lets a test provoke an error on purpose', async ({ openPage }) => {
    const page = await openPage({ allowErrors: [/on purpose/] })
    await page.evaluate(() => console.error('broken on purpose'))
  })

  test('finds violations of accessibility', async ({ openPage }) => {
    const page = await openPage()
    await page.setContent(documentOf('<p>All is well.</p>'))
    await expectNoAxeViolations(page)
    await page.setContent(documentOf('<button></button>'))
    await expect(expectNoAxeViolations(page)).rejects.toThrow('button-name')
  })
})
