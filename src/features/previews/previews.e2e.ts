import sharp from 'sharp'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe } from 'vitest'
import { ADMIN, startTestWiki, type TestWiki } from '#platform/server/testing/harness.ts'
import { attach, makePage, makeSpace } from '#features/attachments/testing/forms.ts'
import { boxes, saved } from '#features/diagrams/testing/wiki.ts'
import { features } from '../../server.ts'
import { expect, openSignedIn, screenshot, test, viewports, type OpenPage } from '../../../test/browser.ts'
import { blackPng, docx, drawnPptx, OFFICE_TYPES, openDocument, pdf, pptx, xlsx } from './testing/files.ts'
import { wav, webm } from './testing/media.ts'

describe('the previewer', () => {
  let wiki: TestWiki
  let page = ''
  const ids: Record<string, string> = {}
  const embedded = (name: string, more = '') =>
    `<ac:structured-macro ac:name="view-file"><ac:parameter ac:name="name"><ri:attachment ri:filename="${name}" /></ac:parameter>${more}</ac:structured-macro>`
  const comment = async (id: string, type: 'page' | 'attachment', value: string) => {
    const reply = await wiki.admin.post('/rest/api/content', {
      type: 'comment',
      container: { id, type },
      body: { storage: { value, representation: 'storage' } },
    })
    if (reply.status !== 200) throw new Error(reply.text)
    return reply.json.id as string
  }

  beforeAll(async () => {
    wiki = await startTestWiki('sqlite', features)
    await makeSpace(wiki)
    page = await makePage(wiki, 'Quarterly report', {
      body: {
        storage: {
          value: `<p>The picture: <ac:image><ri:attachment ri:filename="coast.png" /></ac:image></p><p>${embedded('report.pdf')}</p>
            <p>${embedded('notes.md')}</p>`,
          representation: 'storage',
        },
      },
    })
    const coast = await sharp({ create: { width: 640, height: 400, channels: 3, background: '#2a7f8f' } })
      .png()
      .toBuffer()
    const files: [string, string | Buffer, string][] = [
      ['coast.png', coast, 'image/png'],
      ['data.csv', 'Fruit;Price\nApples;3\n', 'text/csv'],
      ['movie.mp4', 'no movie at all', 'video/mp4'],
      ['notes.md', '# Notes\n\nRead **this**.', 'text/markdown'],
      ['plan.drawio', JSON.stringify(boxes('Quokka')), 'application/json'],
      ['plan.docx', docx(['Buy apples']), OFFICE_TYPES.docx],
      [
        'prices.xlsx',
        xlsx([
          ['Fruit', 'Price'],
          ['Pears', 4],
        ]),
        OFFICE_TYPES.xlsx,
      ],
      ['report.pdf', pdf(['Quokka report', 'Second page']), 'application/pdf'],
      ['talk.pptx', pptx([{ title: 'Welcome', lines: ['Hello'] }]), OFFICE_TYPES.pptx],
      ['tools.zip', 'PK', 'application/zip'],
    ]
    for (const [name, body, type] of files)
      ids[name] = (await attach(wiki.admin, page, name, body, type)).id.replace(/^att/, '')
    await comment(page, 'page', `<p>See ${embedded('report.pdf')} and ${embedded('notes.md')}</p>`)
    for (let n = 0; n < 10; n++) await comment(ids['report.pdf'] ?? '', 'attachment', `<p>Remark ${n}</p>`)
    await comment(ids['coast.png'] ?? '', 'attachment', '<p>Where is it?</p>')
    await wiki.app.events.settled()
  })
  afterAll(() => wiki.close())

  const open = async (openPage: OpenPage, options = {}, path = `/pages/viewpage.action?pageId=${page}`) => {
    const shown = await openSignedIn(openPage, wiki, ADMIN, options)
    await shown.goto(wiki.url + path)
    return shown
  }
  const dialog = (shown: Page) => shown.locator('#cp-container')
  const title = (shown: Page, name: string) => dialog(shown).getByRole('heading', { name, exact: true })
  const article = (shown: Page) => shown.locator('#main-content')

  test('draws the slides of a presentation, with their words for screen readers', async ({ openPage }) => {
    const place = (x: number, y: number, cx: number, cy: number, more = '') =>
      `<p:spPr><a:xfrm><a:off x="${x}" y="${y}"/><a:ext cx="${cx}" cy="${cy}"/></a:xfrm>${more}</p:spPr>`
    const words = (text: string, level = 0) => `<a:p><a:pPr lvl="${level}"/><a:r><a:t>${text}</a:t></a:r></a:p>`
    const shape = (head: string, properties: string, text: string) =>
      `<p:sp><p:nvSpPr><p:nvPr>${head}</p:nvPr></p:nvSpPr>${properties}<p:txBody><a:bodyPr/>${text}</p:txBody></p:sp>`
    const objects = [
      shape('<p:ph type="title"/>', '<p:spPr/>', words('Plan of the harbour')),
      shape(
        '<p:ph idx="1"/>',
        '<p:spPr/>',
        words('Three boats leave at dawn and come back with the tide in the evening') + words('The red one first', 1),
      ),
      shape(
        '',
        place(
          6_000_000,
          1_800_000,
          1_900_000,
          900_000,
          '<a:prstGeom prst="roundRect"/><a:solidFill><a:schemeClr val="accent1"/></a:solidFill>',
        ),
        words('Harbour'),
      ),
      `<p:pic><p:blipFill><a:blip r:embed="rId2"/></p:blipFill>${place(6_000_000, 3_600_000, 1_905_000, 1_190_625)}</p:pic>`,
      `<p:cxnSp>${place(6_950_000, 2_700_000, 0, 900_000, '<a:ln w="28575"><a:solidFill><a:srgbClr val="0C686B"/></a:solidFill><a:tailEnd type="triangle"/></a:ln>')}</p:cxnSp>`,
    ]
    const coast = await sharp({ create: { width: 640, height: 400, channels: 3, background: '#2a7f8f' } })
      .png()
      .toBuffer()
    const id = await makePage(wiki, 'Slides', {
      body: { storage: { value: `<p>${embedded('harbour.pptx')}</p>`, representation: 'storage' } },
    })
    await attach(wiki.admin, id, 'harbour.pptx', drawnPptx(objects.join(''), coast), OFFICE_TYPES.pptx)
    for (const colorScheme of ['light', 'dark'] as const) {
      const shown = await open(openPage, { colorScheme }, `/pages/viewpage.action?pageId=${id}`)
      await article(shown)
        .getByRole('link', { name: /harbour\.pptx/ })
        .click()
      await title(shown, 'harbour.pptx').waitFor()
      const slide = dialog(shown).getByRole('region', { name: 'Slide 1' })
      await expect.poll(() => slide.locator('img').evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(960)
      await slide.getByRole('heading', { name: 'Plan of the harbour' }).waitFor({ state: 'attached' })
      await screenshot(shown, `preview slides ${colorScheme}`)
      await shown.setViewportSize(viewports.phone)
      await expect.poll(() => slide.evaluate(element => element.scrollWidth <= innerWidth)).toBe(true)
      await screenshot(shown, `preview slides ${colorScheme} phone`)
    }
  })

  test('opens from the pictures of a gallery, also from that of another page', async ({ openPage }) => {
    const gallery = (parameters: string) => `<ac:structured-macro ac:name="gallery">${parameters}</ac:structured-macro>`
    const id = await makePage(wiki, 'Gallery of the report', {
      body: {
        storage: {
          value: gallery('<ac:parameter ac:name="page">Quarterly report</ac:parameter>'),
          representation: 'storage',
        },
      },
    })
    const shown = await open(openPage, {}, `/pages/viewpage.action?pageId=${id}`)
    const picture = article(shown).getByRole('link', { name: 'coast.png' })
    await picture.focus()
    await shown.keyboard.press('Enter')
    await title(shown, 'coast.png').waitFor()
    await expect
      .poll(() =>
        dialog(shown)
          .locator('img[alt="coast.png"]')
          .evaluate((img: HTMLImageElement) => img.naturalWidth),
      )
      .toBe(640)
    await shown.keyboard.press('Escape')
    await dialog(shown).waitFor({ state: 'detached' })
    await expect.poll(() => picture.evaluate(element => element === document.activeElement)).toBe(true)
  })

  test('opens from pictures and files on a page, with the other files of the page [I1-12] [I2.5-03]', async ({
    openPage,
  }) => {
    const shown = await open(openPage)
    const picture = article(shown).getByRole('button', { name: 'Preview of coast.png' })
    await picture.focus()
    await shown.keyboard.press('Enter')
    await title(shown, 'coast.png').waitFor()
    expect(await dialog(shown).getAttribute('data-mode')).toBe('full')
    expect(
      await dialog(shown)
        .locator('img[alt="coast.png"]')
        .evaluate((img: HTMLImageElement) => img.naturalWidth),
    ).toBe(640)
    await dialog(shown)
      .getByText('Image · 1.9 KB · 1 of 10')
      .or(dialog(shown).getByText(/^Image · .* · 1 of 10$/))
      .waitFor()
    await expect.poll(() => dialog(shown).locator('ul img').count()).toBe(1)
    await screenshot(shown, 'preview picture light')
    await shown.keyboard.press('ArrowRight')
    await title(shown, 'data.csv').waitFor()
    await dialog(shown).getByRole('cell', { name: 'Apples' }).waitFor()
    await shown.keyboard.press('ArrowLeft')
    await shown.keyboard.press('ArrowLeft')
    await title(shown, 'tools.zip').waitFor()
    await dialog(shown).getByText('There is no preview of this kind of file').waitFor()
    await shown.keyboard.press('Escape')
    await dialog(shown).waitFor({ state: 'detached' })
    await expect.poll(() => picture.evaluate(element => element === document.activeElement)).toBe(true)
    // A file is a link, which keys and pointers press.
    await article(shown)
      .getByRole('link', { name: /report\.pdf/ })
      .click()
    await title(shown, 'report.pdf').waitFor()
  })

  test('shows PDF, documents, sheets, slides, texts and diagrams', async ({ openPage }) => {
    const shown = await open(openPage, { allowErrors: [/movie\.mp4/] })
    await article(shown)
      .getByRole('link', { name: /report\.pdf/ })
      .click()
    const stage = dialog(shown)
    await stage.getByText('Quokka report').waitFor()
    await stage.locator('canvas').first().waitFor()
    const drawn = () =>
      stage
        .locator('canvas')
        .first()
        .evaluate((canvas: HTMLCanvasElement) => {
          const pixels = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? []
          return pixels.some((value, at) => at % 4 < 3 && value < 100 && pixels[at - (at % 4) + 3] === 255)
        })
    await expect.poll(drawn).toBe(true)
    await screenshot(shown, 'preview pdf light')
    const wide = await stage.getByRole('group', { name: 'Page 1' }).boundingBox()
    await stage.getByRole('button', { name: 'Zoom out' }).click()
    await expect
      .poll(async () => (await stage.getByRole('group', { name: 'Page 1' }).boundingBox())?.width)
      .toBeLessThan(wide?.width ?? 0)
    const show = async (name: string) => {
      await stage.getByRole('button', { name, exact: true }).click()
      await title(shown, name).waitFor()
    }
    await show('plan.docx')
    await stage.getByText('Buy apples').waitFor()
    await screenshot(shown, 'preview docx light')
    await show('prices.xlsx')
    await stage.getByRole('cell', { name: 'Pears' }).waitFor()
    await screenshot(shown, 'preview xlsx light')
    await show('talk.pptx')
    await stage.getByRole('region', { name: 'Slide 1' }).getByText('Welcome').waitFor()
    await show('notes.md')
    await stage.locator('pre', { hasText: 'Read **this**' }).waitFor()
    await show('plan.drawio')
    await stage.locator('img[alt="plan.drawio"]').waitFor()
    // A file that is no movie is not played, and can be downloaded.
    await show('movie.mp4')
    await stage.getByText('This browser cannot play the file').waitFor()
    const download = shown.waitForEvent('download')
    await stage.getByRole('button', { name: 'Download movie.mp4' }).click()
    expect((await download).suggestedFilename()).toBe('movie.mp4')
  })

  /** A page with one file, which is opened. */
  const openFile = async (openPage: OpenPage, name: string, body: string | Buffer, type: string, options = {}) => {
    const holder = await makePage(wiki, `Holds ${name}`)
    const id = (await attach(wiki.admin, holder, name, body, type)).id.replace(/^att/, '')
    const shown = await open(
      openPage,
      options,
      `/pages/viewpage.action?pageId=${holder}&preview=/${holder}/${id}/${name}`,
    )
    await title(shown, name).waitFor()
    return shown
  }

  test('plays videos and sounds, by keyboard', async ({ openPage }) => {
    for (const [name, body, type] of [
      ['film.webm', await webm(['#2a7f8f', '#b4432f', '#f4efe6'], 320, 180), 'video/webm'],
      ['horn.wav', wav(400), 'audio/wav'],
    ] as const) {
      const shown = await openFile(openPage, name, body, type)
      const player = dialog(shown).locator('video, audio')
      const state = () =>
        player.evaluate((media: HTMLMediaElement) => ({
          at: media.currentTime,
          isOver: media.ended,
          width: media instanceof HTMLVideoElement ? media.videoWidth : 0,
        }))
      expect(await player.getAttribute('aria-label')).toBe(name)
      await expect.poll(() => player.evaluate((media: HTMLMediaElement) => media.readyState)).toBeGreaterThan(1)
      expect((await state()).at).toBe(0)
      await player.focus()
      await shown.keyboard.press('Space')
      await expect.poll(state).toEqual({
        at: expect.closeTo(type === 'video/webm' ? 0.3 : 0.4, 1) as number,
        isOver: true,
        width: type === 'video/webm' ? 320 : 0,
      })
      // The arrows are the player's, and Escape the dialog's.
      await shown.keyboard.press('Escape')
      await dialog(shown).waitFor({ state: 'detached' })
    }
  })

  test('says what it does not show, and offers the file', async ({ openPage }) => {
    for (const [name, body, type, why] of [
      ['broken.pdf', '%PDF-1.4 and nothing', 'application/pdf', 'This file is damaged or protected by a password'],
      ['huge.png', blackPng(30_000), 'image/png', 'This picture is too large to be shown'],
      ['broken.ods', 'PK no archive', OFFICE_TYPES.ods, 'This file is damaged or protected by a password'],
    ] as const) {
      // The browser logs the answer of the call that converts.
      const shown = await openFile(openPage, name, body, type, {
        allowErrors: [/415.*\/rest\/oxbow\/1\.0\/previews\//],
      })
      await dialog(shown).getByRole('status').getByText(why).waitFor()
      expect(await dialog(shown).locator('[role=region] img').count()).toBe(0)
      const pin = dialog(shown).getByRole('button', { name: 'Comment on a point of the picture' })
      expect(await pin.count()).toBe(0)
      const download = shown.waitForEvent('download')
      await dialog(shown)
        .getByRole('button', { name: `Download ${name}` })
        .press('Enter')
      expect((await download).suggestedFilename()).toBe(name)
    }
  })

  test('shows OpenDocument tables and slides', async ({ openPage }) => {
    const cell = (text: string) =>
      `<table:table-cell office:value-type="string"><text:p>${text}</text:p></table:table-cell>`
    const row = `<table:table-row>${cell('Bicycle')}${cell('12')}</table:table-row>`
    const table = openDocument('spreadsheet', `<table:table table:name="Fares">${row}</table:table>`)
    const sheet = await openFile(openPage, 'fares.ods', table, OFFICE_TYPES.ods)
    await dialog(sheet).getByRole('cell', { name: 'Bicycle' }).waitFor()
    expect(await dialog(sheet).getByRole('row').allInnerTexts()).toEqual(['1\tBicycle\t12'])
    const slide = (text: string) =>
      `<draw:page><draw:frame><draw:text-box><text:p>${text}</text:p></draw:text-box></draw:frame></draw:page>`
    const talk = openDocument('presentation', slide('The season') + slide('The next season'))
    const slides = await openFile(openPage, 'season.odp', talk, OFFICE_TYPES.odp)
    await dialog(slides).getByRole('region', { name: 'Slide 2' }).getByText('The next season').waitFor()
    expect(
      await dialog(slides)
        .getByRole('region', { name: /^Slide/ })
        .count(),
    ).toBe(2)
  })

  test('shows a PDF of 10,000 pages, of which it draws those in sight', async ({ openPage }) => {
    const long = await makePage(wiki, 'Long')
    const bytes = pdf(Array.from({ length: 10_000 }, (_, n) => `Line of page ${n + 1}`))
    const id = (await attach(wiki.admin, long, 'long.pdf', bytes, 'application/pdf')).id.replace(/^att/, '')
    const path = `/pages/viewpage.action?pageId=${long}&preview=/${long}/${id}/long.pdf`
    const shown = await open(openPage, {}, path)
    await dialog(shown).getByText('Line of page 1', { exact: true }).waitFor()
    expect(await dialog(shown).getByRole('group').count()).toBe(10_000)
    await dialog(shown).getByRole('group', { name: 'Page 9000', exact: true }).scrollIntoViewIfNeeded()
    await dialog(shown).getByText('Line of page 9000', { exact: true }).waitFor()
    expect(await dialog(shown).locator('canvas').count()).toBeLessThan(10)
  })

  test('opens from a comment with its files, and from the list of a space with one [I2.5-03]', async ({ openPage }) => {
    const shown = await open(openPage)
    await shown
      .locator('.ox-comment')
      .getByRole('link', { name: /notes\.md/ })
      .click()
    await title(shown, 'notes.md').waitFor()
    expect(await dialog(shown).getAttribute('data-mode')).toBe('comment')
    await dialog(shown)
      .getByText(/ · 1 of 2$/)
      .waitFor()
    await shown.keyboard.press('ArrowRight')
    await title(shown, 'report.pdf').waitFor()
    expect(await dialog(shown).getByRole('button', { name: 'Comments on this file' }).count()).toBe(0)
    await shown.goto(`${wiki.url}/spaces/listattachmentsforspace.action?key=FILES`)
    await shown.getByRole('link', { name: 'plan.docx', exact: true }).click()
    await title(shown, 'plan.docx').waitFor()
    expect(await dialog(shown).getAttribute('data-mode')).toBe('simple')
    expect(await dialog(shown).getByRole('button', { name: 'Next file' }).count()).toBe(0)
    await shown.goto(`${wiki.url}/pages/viewpageattachments.action?pageId=${page}`)
    await shown.getByRole('link', { name: 'plan.docx', exact: true }).click()
    await title(shown, 'plan.docx').waitFor()
    expect(await dialog(shown).getAttribute('data-mode')).toBe('full')
  })

  test('opens by shared links [I2.6-03] [I2.6-04]', async ({ openPage }) => {
    const id = ids['prices.xlsx']
    const shown = await open(openPage, {}, `/pages/viewpage.action?pageId=${page}&preview=/${page}/${id}/prices.xlsx`)
    await title(shown, 'prices.xlsx').waitFor()
    await shown.keyboard.press('Escape')
    await dialog(shown).waitFor({ state: 'detached' })
    await shown.goto('about:blank')
    await shown.goto(`${wiki.url}/pages/viewpage.action?pageId=${page}#!/preview/${page}/${ids['plan.docx']}`)
    await title(shown, 'plan.docx').waitFor()
  })

  test('says when it cannot be loaded [I8-19]', async ({ openPage }) => {
    const shown = await open(openPage, { allowErrors: [/Previewer|Failed to load resource/] })
    await shown.route('**/assets/Previewer-*.js', route => route.abort())
    await article(shown)
      .getByRole('link', { name: /report\.pdf/ })
      .click()
    await shown.getByText('We were unable to load the file previewer', { exact: true }).waitFor()
    expect(await dialog(shown).count()).toBe(0)
  })

  test('shows how many comments a file has, and takes another [I5-13] [I5-14] [I9-14] [I3-14]', async ({
    openPage,
  }) => {
    const shown = await open(openPage)
    const badge = (name: string) =>
      article(shown)
        .locator('.confluence-embedded-file-wrapper')
        .filter({ has: shown.locator(`[data-linked-resource-default-alias="${name}"]`) })
        .locator('.ox-file-badge')
    await badge('report.pdf').waitFor()
    expect(await badge('report.pdf').textContent()).toBe('9+')
    expect(await badge('coast.png').textContent()).toBe('1')
    expect(await badge('notes.md').count()).toBe(0)
    expect(
      await article(shown)
        .locator('a.confluence-embedded-file')
        .first()
        .evaluate((link: HTMLElement) => ({ ...link.dataset })),
    ).toMatchObject({
      linkedResourceId: ids['report.pdf'],
      linkedResourceContainerId: page,
      linkedResourceDefaultAlias: 'report.pdf',
      mimeType: 'application/pdf',
      niceType: 'PDF Document',
      linkedResourceVersion: '1',
      hasThumbnail: 'false',
      unresolvedCommentCount: '10',
    })
    await article(shown).getByRole('button', { name: 'Preview of coast.png' }).click()
    await dialog(shown).getByRole('button', { name: 'Comments on this file' }).click()
    const panel = dialog(shown).getByRole('complementary', { name: 'Comments on this file' })
    await panel.getByText('Where is it?').waitFor()
    await panel.getByRole('button', { name: 'Write a comment…' }).click()
    await panel.getByRole('textbox', { name: 'Write a comment…' }).waitFor()
    await shown.keyboard.type('At the coast.')
    await shown.keyboard.press('Control+Enter')
    await panel.getByRole('button', { name: 'Write a comment…' }).waitFor()
    await panel.getByText('At the coast.').waitFor()
    await screenshot(shown, 'preview comments light')
    await wiki.app.events.settled()
    await shown.reload()
    await expect.poll(() => badge('coast.png').textContent()).toBe('2')
  })

  test('gives embedded files their height [I9-13]', async ({ openPage }) => {
    const shown = await open(openPage)
    const height = async (place: string) =>
      (await shown.locator(`${place} a.confluence-embedded-file`).first().boundingBox())?.height
    expect(await height('#main-content')).toBe(250)
    expect(await height('.ox-comment')).toBe(150)
  })

  test('has a lightbox for old scripts, which says that it is deprecated [D4-36] [D8-08]', async ({ openPage }) => {
    const withDiagram = await makePage(wiki, 'Has a diagram', {
      body: {
        storage: {
          value: `<p><ac:structured-macro ac:name="gliffy"><ac:parameter ac:name="name">Flow</ac:parameter></ac:structured-macro></p>`,
          representation: 'storage',
        },
      },
    })
    await saved(wiki.admin, withDiagram, 'Flow', boxes('One'))
    const shown = await open(
      openPage,
      { allowErrors: [/nowhere\.png/] },
      `/pages/viewpage.action?pageId=${withDiagram}`,
    )
    const warning = shown.waitForEvent('console', message => message.type() === 'warning')
    const opens = (addresses: string[]) =>
      shown.evaluate(hrefs => {
        const { GLIFFY } = window as unknown as {
          GLIFFY: { require: (names: string[], run: (lightbox: { open: (hrefs: string[]) => void }) => void) => void }
        }
        GLIFFY.require(['lightbox'], lightbox => lightbox.open(hrefs))
      }, addresses)
    await shown.waitForFunction(() => 'GLIFFY' in window)
    await opens([`/download/attachments/${page}/coast.png`, '/nowhere.png'])
    expect((await warning).text()).toBe('The lightbox is deprecated: use the file previewer instead.')
    const lightbox = shown.locator('#fancybox-wrap')
    await expect.poll(() => lightbox.getAttribute('data-state')).toBe('open')
    await lightbox.getByRole('button', { name: 'Next file' }).click()
    const error = lightbox.getByText('The requested content cannot be loaded. Please try again later.', { exact: true })
    const box = await error.boundingBox()
    expect([box?.width, box?.height]).toEqual([560, 340])
    await shown.keyboard.press('Escape')
    await lightbox.waitFor({ state: 'detached' })
  })

  test('fits phones and tablets, and the dark theme', async ({ openPage }) => {
    for (const [name, size] of [
      ['phone', viewports.phone],
      ['tablet', viewports.tablet],
    ] as const) {
      const shown = await open(openPage, { viewport: size, colorScheme: 'dark' })
      await article(shown)
        .getByRole('link', { name: /report\.pdf/ })
        .click()
      await dialog(shown).getByText('Quokka report').waitFor()
      expect(await shown.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
      await screenshot(shown, `preview pdf ${name} dark`)
      await dialog(shown).getByRole('button', { name: 'Comments on this file' }).click()
      await dialog(shown).getByText('Remark 0').waitFor()
      await screenshot(shown, `preview comments ${name} dark`)
    }
  })
})
