import { describe } from 'vitest'
import { expect, expectNoAxeViolations, test } from './browser.ts'

const document = (body: string) =>
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
    await page.setContent(document('<p>All is well.</p>'))
    await expectNoAxeViolations(page)
    await page.setContent(document('<button></button>'))
    await expect(expectNoAxeViolations(page)).rejects.toThrow('button-name')
  })
})
