import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe } from 'vitest'
import { ADMIN, startTestWiki, type TestWiki } from '#platform/server/testing/harness.ts'
import { attach } from '#features/attachments/testing/forms.ts'
import { features } from '../../server.ts'
import { expect, expectNoAxeViolations, type OpenPage, openSignedIn, signIn, test } from '../../../test/browser.ts'
import type { DiagramDocument } from '#diagrams/model/document.ts'
import { renderDiagram } from '#diagrams/render/render.ts'
import { boxes, gliffy, saved } from './testing/wiki.ts'

describe('a diagram on a page, in the browser', () => {
  let wiki: TestWiki
  let count = 0

  beforeAll(async () => {
    wiki = await startTestWiki('sqlite', features)
    await wiki.admin.post('/rest/api/space', { key: 'PAGE', name: 'Pages' })
  })
  afterAll(() => wiki.close())

  const create = (value: string) => wiki.admin.createPage('PAGE', `Page ${++count}`, value)
  const signedIn = (openPage: OpenPage) => openSignedIn(openPage, wiki, ADMIN)
  const view = async (page: Page, id: string) => {
    await page.goto(`${wiki.url}/pages/viewpage.action?pageId=${id}`)
    await page.locator('.gliffy-toolbar').first().waitFor({ state: 'attached' })
  }

  test('stand in a panel above the powered-by footer, with the way to each viewer [D2.7-09]', async ({ openPage }) => {
    const owner = await create('<p>owner</p>')
    await saved(wiki.admin, owner, 'Second', boxes('B'))
    await saved(wiki.admin, owner, 'First', boxes('A'))
    const id = await create(
      gliffy({ name: 'First', pageid: owner }) +
        gliffy({ name: 'Second', pageid: owner }) +
        gliffy({ name: 'First', pageid: owner }),
    )
    const page = await signedIn(openPage)
    await view(page, id)
    const panel = page.locator('#footer > .gliffy-footer-panel:has(~ #poweredby)')
    await expect.poll(() => panel.getByRole('link').allTextContents()).toEqual(['First', 'Second'])
    await expectNoAxeViolations(page, '#footer')
    await panel.getByRole('link', { name: 'Second' }).click()
    await page.waitForURL(url => url.searchParams.get('name') === 'Second')
    await page.goto(`${wiki.url}/pages/viewpage.action?pageId=${owner}`)
    await page.locator('#poweredby').waitFor()
    expect(await panel.count()).toBe(0)
  })

  test('what is done with a diagram is recorded where its property allows it [D1-14] [D1-15] [D7-30] [D7-31] [D7-34]', async ({
    openPage,
  }) => {
    const owner = await create('<p>owner</p>')
    await saved(wiki.admin, owner, 'Flow', boxes('Order', 'Pay', 'Ship'))
    const id = await create(gliffy({ name: 'Flow', pageid: owner }))
    const page = await signedIn(openPage)
    const sent: { name: string; properties?: unknown }[] = []
    page.on('request', request => {
      if (request.url().endsWith('/rest/analytics/1.0/publish/bulk'))
        sent.push(...(JSON.parse(request.postData() ?? '[]') as typeof sent))
    })
    const names = () => sent.map(event => event.name).filter(name => /^(?:show|click)/.test(name))
    const preset = () => page.locator('meta[name="gliffy-analytics-property-id"][content="analyticsOff"]').count()
    await view(page, id)
    expect(await preset()).toBe(1)
    await expect.poll(names).toEqual(['showInlineViewer'])
    expect(sent.find(event => event.name === 'showInlineViewer')?.properties).toEqual({ diagram: 'Flow' })
    const toolbar = page.locator('.wiki-content .gliffy-container').first()
    await toolbar.hover()
    await page.getByText('Fullscreen').first().click()
    await page.waitForURL(url => url.pathname !== '/pages/viewpage.action')
    await expect.poll(names).toContain('clickFullscreen')
    await view(page, id)
    await toolbar.hover()
    await toolbar.getByRole('button', { name: 'More' }).click()
    await toolbar.getByText('View Attachment').click()
    await page.waitForURL(/viewpageattachments/)
    await expect.poll(names).toContain('clickLinked')
    // If use may not be recorded the id is not preset.
    const settings = '/rest/oxbow/1.0/analytics/settings'
    await wiki.admin.put(settings, { enabled: false })
    await view(page, id)
    expect(await preset()).toBe(0)
    await wiki.admin.put(settings, { enabled: true })
  })

  test('opening the dialogs that copy and unlink a diagram is recorded [D7-32] [D7-33]', async ({ openPage }) => {
    const owner = await create('<p>owner</p>')
    await saved(wiki.admin, owner, 'Flow', boxes('Order', 'Pay', 'Ship'))
    const id = await create(gliffy({ name: 'Flow', pageid: owner }))
    const page = await signedIn(openPage)
    const sent: { name: string; properties?: unknown }[] = []
    page.on('request', request => {
      if (request.url().endsWith('/rest/analytics/1.0/publish/bulk'))
        sent.push(...(JSON.parse(request.postData() ?? '[]') as typeof sent))
    })
    await view(page, id)
    for (const [item, event] of [
      ['Copy Diagram', 'clickCopyTo'],
      ['Unlink Diagram', 'clickUnlink'],
    ] as const) {
      const toolbar = page.locator('.wiki-content .gliffy-container').first()
      await toolbar.hover()
      await toolbar.getByRole('button', { name: 'More' }).click()
      expect(sent.map(({ name }) => name)).not.toContain(event)
      await toolbar.getByText(item, { exact: true }).click()
      const dialog = page.getByRole('dialog')
      await dialog.waitFor()
      await expect
        .poll(() => sent.filter(({ name }) => name === event))
        .toEqual([expect.objectContaining({ name: event, properties: { diagram: 'Flow' } })])
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
    }
  })

  test('the container of a diagram tells scripts all about it [D3-05] [D3-01]', async ({ openPage }) => {
    const owner = await create(gliffy({ name: 'Flow' }))
    await saved(wiki.admin, owner, 'Flow', boxes('Order', 'Pay', 'Ship'))
    const full = {
      name: 'Flow',
      pageid: owner,
      version: '1',
      size: 'M',
      border: 'true',
      chrome: 'min',
      html5: 'false',
      pagePin: '1',
    }
    const id = await create(gliffy({ name: 'Flow', pageid: owner, version: '1' }) + gliffy(full))
    const page = await signedIn(openPage)
    const dataOf = (target: Page) =>
      target.locator('.wiki-content .gliffy-container').evaluateAll(containers =>
        containers.map(container => ({
          data: { ...(container as HTMLElement).dataset } as Record<string, string>,
          html5: container.querySelector<HTMLElement>('.gliffy-viewer-frame')?.dataset['html5Enabled'],
          drawnWidth: (container.querySelector('img')?.naturalWidth ?? 0) / 2,
        })),
      )
    const addressed = (address = '') => {
      const { pathname, searchParams } = new URL(address, wiki.url)
      return [pathname, Object.fromEntries(searchParams)]
    }
    await view(page, id)
    await expect.poll(async () => (await dataOf(page)).every(({ drawnWidth }) => drawnWidth > 0)).toBe(true)
    const [plain, all] = await dataOf(page)
    const known = { ceoid: owner, filename: 'Flow', version: '1', islinked: 'true', embedLinkEnabled: 'false' }
    expect(plain).toMatchObject({ data: { ...known, fullwidth: String(plain?.drawnWidth) }, html5: 'true' })
    expect(all).toMatchObject({ data: { ...known, fullwidth: plain?.data['fullwidth'] }, html5: 'false' })
    const place = { inline: 'false', pageId: id, ceoid: owner, name: 'Flow', version: '1' }
    expect(addressed(plain?.data['full'])).toEqual(['/plugins/gliffy/viewer.action', place])
    expect(addressed(plain?.data['edit'])).toEqual(['/plugins/gliffy/editor.action', place])
    const references = await page.evaluate(
      () =>
        new Promise(resolve => {
          const { require } = (
            window as unknown as {
              GLIFFY: {
                require: (names: string[], callback: (facade: { getDiagramReferences: () => unknown }) => void) => void
              }
            }
          ).GLIFFY
          require(['gliffy/confluence/pageFacade'], facade => resolve(facade.getDiagramReferences()))
        }),
    )
    const reference = {
      ownerPageId: Number(owner),
      name: 'Flow',
      version: 1,
      size: 'O',
      border: false,
      chrome: 'full',
      html5: true,
      diagramAttachmentId: Number(plain?.data['attachmentId']),
    }
    expect(references).toEqual([
      reference,
      { ...reference, size: 'M', border: true, chrome: 'min', html5: false, pagePin: '1' },
    ])

    // Its own page, unpinned; and a reader, who has nothing to edit with.
    await wiki.addUser('rea')
    await wiki.admin.put(`/rest/api/content/${owner}/restriction`, [
      { operation: 'update', restrictions: { user: [{ type: 'known', username: ADMIN.username }] } },
    ])
    const reader = await openPage()
    await signIn(reader, wiki, { username: 'rea', password: 'rea password' })
    await view(reader, owner)
    const [own] = await dataOf(reader)
    expect(own).toMatchObject({ data: { ceoid: owner, islinked: 'false' }, html5: 'true' })
    expect([own?.data['version'], own?.data['edit']]).toEqual([undefined, undefined])
    expect(addressed(own?.data['full'])[1]).not.toHaveProperty('version')
  })

  test('the toolbar of a container below 200 px has neither title nor version [D2.1-15] [D9-15]', async ({
    openPage,
  }) => {
    const widths = [199, 200]
    const id = await create(widths.map(width => gliffy({ name: `W${width}`, version: '1' })).join(''))
    for (const width of widths) await saved(wiki.admin, id, `W${width}`, drawnAs(width))
    const page = await signedIn(openPage)
    await view(page, id)
    const containers = page.locator('.wiki-content .gliffy-container')
    const [narrow, wide] = [containers.first(), containers.nth(1)]
    await expect
      .poll(() => containers.evaluateAll(all => all.map(one => one.getBoundingClientRect().width)))
      .toEqual(widths)
    const words = async (container: typeof narrow) => {
      await container.hover()
      return (await container.locator('.gliffy-toolbar').innerText()).split(/\s+/)
    }
    expect(await words(narrow)).toEqual(['Edit', 'Fullscreen', 'Copy', 'Diagram'])
    expect(await words(wide)).toEqual(['W200', 'v.', '1', 'Edit', 'Fullscreen', 'Copy', 'Diagram'])
    expect(
      await wide.locator('.gliffy-toolbar-title').evaluate(element => element.getBoundingClientRect().width),
    ).toBeGreaterThan(20)
    // They come and go with the room.
    const isAt = (width: number, shown: boolean) =>
      expect
        .poll(async () => {
          await wide.evaluate((element, px) => {
            element.style.maxWidth = `${px}px`
          }, width)
          return Promise.all(['title', 'version'].map(part => wide.locator(`.gliffy-toolbar-${part}`).isVisible()))
        })
        .toEqual([shown, shown])
    await isAt(199, false)
    await isAt(200, true)
  })

  test('the toolbar covers no diagram, however small, and is not cut off [D2.1-01]', async ({ openPage }) => {
    const small = gliffy({ name: 'Small', size: 'T' })
    const id = await create(
      `<p><a href="#here">Above</a></p>${small}<table><tbody><tr><td>${small}</td></tr></tbody></table>`,
    )
    await saved(wiki.admin, id, 'Small', boxes('Tiny'))
    const page = await signedIn(openPage)
    for (const viewport of [
      { width: 1440, height: 900 },
      { width: 375, height: 812 },
    ]) {
      await page.setViewportSize(viewport)
      await view(page, id)
      const containers = page.locator('.wiki-content .gliffy-container')
      for (const container of await containers.all()) {
        await container.hover()
        const toolbar = container.locator('.gliffy-toolbar')
        await expect.poll(() => toolbar.evaluate(element => getComputedStyle(element).opacity)).toBe('1')
        const shown = await toolbar.evaluate(element => {
          const [bar, picture] = [
            element.getBoundingClientRect(),
            element.parentElement?.querySelector('img')?.getBoundingClientRect(),
          ]
          const isReached = [...element.querySelectorAll('a')].every(link => {
            const { left, top, width, height } = link.getBoundingClientRect()
            return link.contains(document.elementFromPoint(left + width / 2, top + height / 2))
          })
          return {
            isReached,
            left: bar.left,
            right: innerWidth - bar.right,
            covered: picture ? Math.max(0, Math.min(bar.bottom, picture.bottom) - Math.max(bar.top, picture.top)) : -1,
          }
        })
        expect(shown.isReached, 'every button can be pressed').toBe(true)
        expect(Math.min(shown.left, shown.right)).toBeGreaterThanOrEqual(0)
        expect(shown.covered, 'of the picture').toBeLessThan(1)
      }
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(viewport.width)
    }
    // Until it shows, what is above is not covered either.
    await page.mouse.move(0, 0)
    await page.getByRole('link', { name: 'Above' }).click({ trial: true })
    // The pointer gets from the picture to the toolbar without losing it.
    await page.locator('.wiki-content .gliffy-container').first().hover()
    await page.locator('.gliffy-toolbar').first().getByText('Fullscreen').click()
    await page.waitForURL(/viewer\.action/)
  })

  test('an image map leads where its shapes lead, in each size that the picture is shown in', async ({ openPage }) => {
    const goals = await Promise.all(['Left', 'Middle', 'Right'].map(title => create(`<p>${title}</p>`)))
    const texts = ['Left', 'plain', 'Middle', 'plain too', 'Right'].map((text, index) =>
      index % 2 === 0 ? { text, link: { kind: 'page' as const, contentId: goals[index / 2] ?? '' } } : text,
    )
    const id = await create(gliffy({ name: 'Map', border: 'true' }) + gliffy({ name: 'Map', chrome: 'min' }))
    await saved(wiki.admin, id, 'Map', boxes(...texts))
    const page = await signedIn(openPage)
    await view(page, id)
    const picture = (index: number) => page.locator('.wiki-content img.gliffy-image').nth(index)
    /** The link or element at the middle of a box, of the five in a row. */
    const at = async (index: number, place: number) => {
      await picture(index).scrollIntoViewIfNeeded()
      return picture(index).evaluate((image: HTMLImageElement, box) => {
        const { left, top } = image.getBoundingClientRect()
        const full = Number(image.dataset['fullWidth'])
        const scale = image.clientWidth / full
        const edge = (full - 900) / 2
        const found = document.elementFromPoint(
          left + image.clientLeft + (edge + box * 200 + 50) * scale,
          top + image.clientTop + (edge + 25) * scale,
        )
        return found instanceof HTMLAreaElement ? found.alt : found?.localName
      }, place)
    }
    const expected = ['Left', 'img', 'Middle', 'img', 'Right']
    for (const width of [1440, 375, 768, 500]) {
      await page.setViewportSize({ width, height: 800 })
      for (const index of [0, 1]) {
        await expect
          .poll(() => Promise.all(expected.map((_, place) => at(index, place))), { message: `at ${width}` })
          .toEqual(expected)
      }
    }
    await page.setViewportSize({ width: 375, height: 800 })
    // The map follows the picture in the frame after.
    await expect.poll(() => at(0, 4)).toBe('Right')
    const right = await picture(0).boundingBox()
    expect(right?.width, 'it is shrunk').toBeLessThan(375)
    await page.mouse.click((right?.x ?? 0) + (right?.width ?? 0) * 0.93, (right?.y ?? 0) + (right?.height ?? 0) / 2)
    await page.waitForURL(new RegExp(`pageId=${goals[2]}$|/display/PAGE/Page\\+|/pages/${goals[2]}`))
  })

  test('drawings are written in the fonts that they carry, whatever the machine has', async ({ openPage }) => {
    const id = await create(gliffy({ name: 'Written' }))
    await saved(wiki.admin, id, 'Written', boxes('Order, Ship & Pay', 'AVATAR'))
    const page = await signedIn(openPage)
    await page.addInitScript(() => {
      const address = URL.createObjectURL.bind(URL)
      URL.createObjectURL = given => {
        if (given instanceof Blob)
          void given.text().then(text => {
            document.documentElement.dataset['drawn'] = text
          })
        return address(given)
      }
    })
    await page.goto(`${wiki.url}/plugins/gliffy/viewer.action?pageId=${id}&ceoid=${id}&name=Written`)
    await page.locator('.ox-diagram-sheet img[src^="blob:"]').waitFor()
    await page.locator('html[data-drawn]').waitFor()
    const shown = (await page.locator('html').getAttribute('data-drawn')) ?? ''
    const asBlob = (svg: string) =>
      page.evaluate(text => URL.createObjectURL(new Blob([text], { type: 'image/svg+xml' })), svg)
    await isWrittenInItsOwn(page, shown, asBlob)
    // A file is shown by its address, with the headers that files have.
    const asFile = async (svg: string) => {
      await attach(wiki.admin, id, `${++count}.svg`, svg, 'image/svg+xml')
      return `/download/attachments/${id}/${count}.svg`
    }
    await isWrittenInItsOwn(page, (await wiki.admin.get(`/download/attachments/${id}/Written.svg`)).text, asFile)
  })

  /** Checks a drawing on a machine that has none of the usual substitutes for our fonts. */
  async function isWrittenInItsOwn(
    page: Page,
    svg: string,
    addressOf: (svg: string) => Promise<string>,
  ): Promise<void> {
    const elsewhere = svg.replaceAll('Arial, Helvetica, Liberation Sans, sans-serif', 'monospace')
    expect(elsewhere).not.toBe(svg)
    const here = await pixels(page, await addressOf(svg))
    expect(await pixels(page, await addressOf(elsewhere))).toBe(here)
    const bare = await pixels(page, await addressOf(elsewhere.replace(/<style>.*<\/style>/, '')))
    expect(bare, 'without its fonts it would be another picture').not.toBe(here)
  }

  /** Digest of a picture's pixels. */
  function pixels(page: Page, address: string): Promise<string> {
    return page.evaluate(async src => {
      const image = new Image()
      image.src = src
      await image.decode()
      const canvas = document.createElement('canvas')
      Object.assign(canvas, { width: image.naturalWidth, height: image.naturalHeight })
      const context = canvas.getContext('2d')
      if (!context || canvas.width < 100) throw new Error(`${src} is not drawn`)
      context.drawImage(image, 0, 0)
      const digest = await crypto.subtle.digest('SHA-256', context.getImageData(0, 0, canvas.width, canvas.height).data)
      return [...new Uint8Array(digest)].map(byte => byte.toString(16).padStart(2, '0')).join('')
    }, address)
  }

  /** A diagram of which the picture is so wide, px. */
  function drawnAs(width: number): DiagramDocument {
    const document = boxes('Wide')
    const [box] = Object.values(document.pages[0]?.objects ?? {})
    if (box?.kind !== 'shape') throw new Error('the page has a box')
    box.width += width - renderDiagram(document).width
    return document
  }
})
