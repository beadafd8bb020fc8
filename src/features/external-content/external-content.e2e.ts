import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe } from 'vitest'
import { ADMIN, startTestWiki, type TestWiki } from '#platform/server/testing/harness.ts'
import { atEnd, editorSteps, publish, text } from '#features/editor/testing/steps.ts'
import { features } from '../../server.ts'
import { expect, expectNoAxeViolations, openSignedIn, screenshot, test, viewports } from '../../../test/browser.ts'

describe('pages of other sites', () => {
  let wiki: TestWiki
  let site: Server
  let origin = ''

  beforeAll(async () => {
    wiki = await startTestWiki('sqlite', features)
    await wiki.admin.post('/rest/api/space', { key: 'EXT', name: 'External' })
    site = createServer((_request, response) => {
      response.setHeader('content-type', 'text/html')
      response.end(
        '<html lang="en"><title>Site</title><p id="words">of the site</p><script>words.textContent += ", with script"; try { top.location = "about:blank" } catch {}</script></html>',
      )
    })
    await new Promise<void>(resolve => site.listen(0, '127.0.0.1', resolve))
    origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
  })
  afterAll(async () => {
    await wiki.close()
    await new Promise(resolve => site.close(resolve))
  })

  test('show in frames a site that is allowed, which cannot lead the page elsewhere', async ({ openPage }) => {
    const macro = `<ac:structured-macro ac:name="iframe"><ac:parameter ac:name="src"><ri:url ri:value="${origin}/" /></ac:parameter><ac:parameter ac:name="title">Harbour map</ac:parameter><ac:parameter ac:name="height">200</ac:parameter></ac:structured-macro>`
    const id = await wiki.admin.createPage('EXT', 'With a frame', `<p>before</p>${macro}`)
    const page = await openSignedIn(openPage, wiki, ADMIN, {
      allowErrors: [/navigat/i, /sandbox/i],
    })
    const address = `${wiki.url}/pages/viewpage.action?pageId=${id}`
    await page.goto(address)
    await page.getByText('are not shown here until an administrator allows the site').waitFor()
    await screenshot(page, 'frame that is not allowed')
    expect(await page.locator('iframe').count()).toBe(0)
    await wiki.admin.put('/rest/oxbow/1.0/admin/settings', { frameHosts: new URL(origin).host })
    await page.goto(address)
    const frame = page.locator('iframe[title="Harbour map"]')
    await frame.waitFor()
    expect((await frame.boundingBox())?.height).toBe(200)
    expect((await page.locator('[data-frame]').boundingBox())?.height).toBeLessThan(260)
    const inner = page.frameLocator('iframe[title="Harbour map"]').frameLocator('iframe')
    await inner.getByText('of the site, with script').waitFor()
    expect(page.url()).toBe(address)
    await expectNoAxeViolations(page, '.wiki-content')
    for (const [name, viewport] of Object.entries(viewports)) {
      await page.setViewportSize(viewport)
      await screenshot(page, `frame ${name}`)
    }
  })

  test('give a pasted address its title, which undo takes back', async ({ openPage }) => {
    await wiki.admin.put('/rest/oxbow/1.0/webhooks/allowed-hosts', { hosts: ['127.0.0.1'] })
    await wiki.admin.put('/rest/oxbow/1.0/admin/settings', { titleHosts: new URL(origin).host })
    const page = await openSignedIn(openPage, wiki, ADMIN)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    const { homepage } = (await wiki.admin.get('/rest/api/space/EXT?expand=homepage')).json
    const steps = editorSteps(wiki, 'EXT', homepage.id)
    const id = await steps.create('Pasted', '<p>See</p>')
    await steps.edit(page, id)
    await atEnd(page)
    await page.keyboard.type(' ')
    const address = `${origin}/tides?page=1`
    await page.evaluate(copied => navigator.clipboard.writeText(copied), address)
    await page.keyboard.press('Control+v')
    const titled = text(page).getByRole('link', { name: 'Site', exact: true })
    await titled.waitFor()
    await page.keyboard.type(' now')
    await page.keyboard.press('Control+z')
    await page.keyboard.press('Control+z')
    await text(page).getByRole('link', { name: address }).waitFor()
    await page.keyboard.press('Control+y')
    await titled.waitFor()
    await publish(page)
    expect((await steps.stored(id)).storage).toContain(`<p>See <a href="${address}">Site</a></p>`)
  })

  test('show a video as wide as the column at most, which may fill the screen', async ({ openPage }) => {
    const macro =
      '<ac:structured-macro ac:name="widget"><ac:parameter ac:name="url"><ri:url ri:value="https://youtu.be/zy5ycJO4alo" /></ac:parameter></ac:structured-macro>'
    const id = await wiki.admin.createPage('EXT', 'With a video', `<p>before</p>${macro}<p>after</p>`)
    await wiki.admin.put('/rest/oxbow/1.0/admin/settings', { frameHosts: 'www.youtube-nocookie.com' })
    const page = await openSignedIn(openPage, wiki, ADMIN, { allowErrors: [/another host: .*youtube-nocookie/] })
    await page.route('https://www.youtube-nocookie.com/**', route =>
      route.fulfill({
        contentType: 'text/html',
        body: '<html lang="en"><title>Player</title><p id="words"></p><script>words.textContent = `${location.pathname} ${document.fullscreenEnabled} ${document.referrer}`</script></html>',
      }),
    )
    await page.goto(`${wiki.url}/pages/viewpage.action?pageId=${id}`)
    const frame = page.locator('iframe[title="YouTube video zy5ycJO4alo"]')
    const player = frame.contentFrame().frameLocator('iframe')
    await player.getByText(`/embed/zy5ycJO4alo true ${wiki.url}/`, { exact: true }).waitFor()
    expect(await frame.boundingBox()).toMatchObject({ width: 640, height: 360 })
    for (const [name, viewport] of Object.entries(viewports)) {
      await page.setViewportSize(viewport)
      await screenshot(page, `video ${name}`)
    }
    await page.setViewportSize(viewports.phone)
    const { width = 0, height = 0 } = (await frame.boundingBox()) ?? {}
    expect(width).toBe((await page.locator('[data-frame]').boundingBox())?.width)
    expect(Math.round((height * 16) / 9)).toBe(width)
  })
})
