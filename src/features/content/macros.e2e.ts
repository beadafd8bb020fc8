import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe } from 'vitest'
import { ADMIN, startTestWiki, type TestWiki } from '#platform/server/testing/harness.ts'
import { features } from '../../server.ts'
import {
  expect,
  type OpenPage,
  openSignedIn,
  type PageOptions,
  screenshot,
  test,
  viewports,
} from '../../../test/browser.ts'

const macro = (name: string, parameters: Record<string, string> = {}, body = '') =>
  `<ac:structured-macro ac:name="${name}">${Object.entries(parameters)
    .map(([key, value]) => `<ac:parameter ac:name="${key}">${value}</ac:parameter>`)
    .join('')}${body}</ac:structured-macro>`
const code = (theme: string, text: string) =>
  macro('code', { language: 'js', theme }, `<ac:plain-text-body><![CDATA[${text}]]></ac:plain-text-body>`)

const HEADINGS = '<h1>Alpha</h1><h2>Beta one</h2><h2> </h2><h3>Gamma</h3><h2>Beta two</h2><h1>Omega</h1>'

interface Frame {
  /** When it was shown, in epoch milliseconds. */
  readonly at: number
  readonly png: string
}

/** Frames of the screen during an action, also while the page itself is busy: one frame per change. */
async function framesOf(page: Page, action: () => Promise<void>): Promise<Frame[]> {
  const frames: Frame[] = []
  const session = await page.context().newCDPSession(page)
  session.on('Page.screencastFrame', ({ data, metadata, sessionId }) => {
    frames.push({ at: (metadata.timestamp ?? 0) * 1000, png: data })
    // The last one may come when the session has ended.
    session.send('Page.screencastFrameAck', { sessionId }).catch(() => undefined)
  })
  await session.send('Page.startScreencast', { format: 'png' })
  await expect.poll(() => frames.length).toBeGreaterThan(0)
  await action()
  await session.send('Page.stopScreencast')
  await session.detach()
  return frames
}

/** Of a frame, how bright the darkest point of the page's first table is, 0 to 255. */
function darkestOf(page: Page, png: string): Promise<number> {
  return page.evaluate(async text => {
    const image = await createImageBitmap(new Blob([Uint8Array.from(atob(text), char => char.charCodeAt(0))]))
    const canvas = document.createElement('canvas')
    canvas.width = image.width
    canvas.height = image.height
    const context = canvas.getContext('2d')
    const place = document.querySelector('.confluenceTable')?.getBoundingClientRect()
    if (!context || !place) throw new Error('there is nothing to look at')
    context.drawImage(image, 0, 0)
    const scale = image.width / innerWidth
    const { data } = context.getImageData(
      place.left * scale,
      place.top * scale,
      place.width * scale,
      Math.min(100, place.height) * scale,
    )
    let darkest = 255
    for (let at = 0; at < data.length; at += 4)
      darkest = Math.min(darkest, Math.max(data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0))
    return darkest
  }, png)
}

describe('macros in the browser', () => {
  let wiki: TestWiki

  beforeAll(async () => {
    wiki = await startTestWiki('sqlite', features)
    await wiki.admin.post('/rest/api/space', { key: 'MAC', name: 'Macros' })
    await wiki.addUser('ada', { fullName: 'Ada Lovelace' })
  })
  afterAll(() => wiki.close())

  const create = (title: string, value: string) => wiki.admin.createPage('MAC', title, value)
  const signedIn = (openPage: OpenPage, options: PageOptions = {}) => openSignedIn(openPage, wiki, ADMIN, options)
  const view = async (page: Page, id: string) => {
    await page.goto(`${wiki.url}/pages/viewpage.action?pageId=${id}`)
    await page.locator('.ox-theme-switch').waitFor({ state: 'attached' })
  }

  test('a table of contents lists the headings by each of its options [I1-09] [I3-16] [I5-15] [I5-16]', async ({
    openPage,
  }) => {
    const tables: Record<string, Record<string, string>> = {
      plain: { structure: 'list' },
      numbered: { numberedoutline: 'true' },
      flat: { structure: 'flat', pre: '&lt; ', mid: ' · ', post: ' &gt;' },
      levels: { minLevel: '2', maxLevel: '2' },
      elements: { headerelements: 'H1,H3' },
      filtered: { includeheaderregex: 'Beta.*|Gamma', excludeheaderregex: '.*two' },
      styled: { cssliststyle: 'square', csslistindent: '30px' },
      // As the macro's own parameters are called.
      'own-flat': { type: 'flat', preseparator: '&lt; ', midseparator: ' · ', postseparator: ' &gt;' },
      'own-filtered': { outline: 'true', include: 'Beta.*|Gamma', exclude: '.*two' },
    }
    const id = await create(
      'Contents',
      Object.entries(tables)
        .map(([name, parameters]) => `<p>${name}</p>${macro('toc', { ...parameters, class: name })}`)
        .join('') + HEADINGS,
    )
    const page = await signedIn(openPage)
    await view(page, id)
    const entries = (name: string) => page.locator(`.toc-macro.${name} a`).allTextContents()
    const all = ['Alpha', 'Beta one', 'Gamma', 'Beta two', 'Omega']
    expect(await entries('plain')).toEqual(all)
    await expect
      .poll(() => page.locator('.toc-macro.numbered .toc-outline, .toc-macro.numbered .TOCOutline').allTextContents())
      .toEqual(['1', '1.1', '1.1.1', '1.2', '2'])
    for (const name of ['flat', 'own-flat']) {
      expect((await page.locator(`.toc-macro.${name}`).innerText()).trim()).toBe(
        '< Alpha · Beta one · Gamma · Beta two · Omega >',
      )
    }
    expect(await entries('levels')).toEqual(['Beta one', 'Beta two'])
    expect(await entries('elements')).toEqual(['Alpha', 'Gamma', 'Omega'])
    for (const name of ['filtered', 'own-filtered']) expect(await entries(name)).toEqual(['Beta one', 'Gamma'])
    const style = await page
      .locator('.toc-macro.styled ul ul')
      .first()
      .evaluate(list => {
        const { listStyleType, paddingInlineStart, marginInlineStart } = getComputedStyle(list)
        return [listStyleType, parseFloat(paddingInlineStart) + parseFloat(marginInlineStart)]
      })
    expect(style).toEqual(['square', 30])
    await page.locator('.toc-macro.plain a', { hasText: 'Omega' }).click()
    expect(new URL(page.url()).hash).toBe('#Contents-Omega')
  })

  test('a status has its classes, its default and its quick tooltip [V2.3-16] [V9-16] [V9-20] [V9-21]', async ({
    openPage,
  }) => {
    const id = await create(
      'Status',
      `<p>${macro('status', { title: 'Plain' })} ${macro('status', { title: 'Done', colour: 'Green', maxWidth: 'long' })}</p>`,
    )
    const page = await signedIn(openPage)
    await page.clock.install()
    await view(page, id)
    const plain = page.locator('.status-macro', { hasText: 'Plain' })
    await expect
      .poll(() => plain.getAttribute('class'))
      .toMatch(/\bstatus-lozenge-medium-gray\b.*\bstatus-lozenge-max-width-medium\b/)
    await expect
      .poll(() => page.locator('.status-macro', { hasText: 'Done' }).getAttribute('class'))
      .toMatch(/\bstatus-lozenge-green\b.*\bstatus-lozenge-max-width-long\b/)
    await page.clock.pauseAt(Date.now() + 60_000)
    await plain.hover()
    await page.clock.runFor(90)
    await expect.poll(() => page.getByRole('tooltip').count()).toBe(0)
    await page.clock.runFor(20)
    await expect.poll(() => page.getByRole('tooltip').textContent()).toBe('Plain')
    await page.mouse.move(0, 400)
    await expect.poll(() => page.getByRole('tooltip').count()).toBe(0)
  })

  test('an expand macro opens by mouse and by key, its chevron with it [V1-21] [V2.3-24] [V4.16-01]', async ({
    openPage,
  }) => {
    const id = await create(
      'Expand',
      macro('expand', { title: 'More' }, '<ac:rich-text-body><p>Hidden words</p></ac:rich-text-body>'),
    )
    const page = await signedIn(openPage)
    await view(page, id)
    const control = page.locator('.expand-control')
    const hidden = page.getByText('Hidden words')
    const chevron = () =>
      page
        .locator('.expand-icon')
        .evaluate(icon => getComputedStyle(icon).transform + getComputedStyle(icon, '::before').transform)
    const closed = await chevron()
    await hidden.waitFor({ state: 'hidden' })
    await control.click()
    await hidden.waitFor()
    await expect.poll(chevron).not.toBe(closed)
    await control.click()
    await hidden.waitFor({ state: 'hidden' })
    await expect.poll(chevron).toBe(closed)
    await control.focus()
    await page.keyboard.press('Enter')
    await hidden.waitFor()
  })

  test('each block of code has the theme that it names [V9-40]', async ({ openPage }) => {
    const id = await create('Code', code('Midnight', 'const a = 1') + code('Eclipse', 'const b = 2'))
    const page = await signedIn(openPage)
    await view(page, id)
    const look = async (text: string) => {
      const block = page.locator('.code.panel', { hasText: text })
      // Words are coloured when what does it has been loaded.
      const colour = await block
        .locator('[class*=keyword]')
        .first()
        .evaluate(keyword => getComputedStyle(keyword).color)
      return [
        await block.locator('pre').getAttribute('data-theme'),
        await block.evaluate(element => getComputedStyle(element).backgroundColor),
        colour,
      ]
    }
    const [midnight, eclipse] = [await look('const a'), await look('const b')]
    expect([midnight[0], eclipse[0]]).toEqual(['Midnight', 'Eclipse'])
    expect(midnight[1]).not.toBe(eclipse[1])
    expect(midnight[2]).toMatch(/^rgb/)
    expect(midnight[2]).not.toBe(eclipse[2])
  })

  test('a table that takes long to sort says so [I5-18]', async ({ openPage }) => {
    const rows = Array.from(
      { length: 1500 },
      (_, row) => `<tr><td>${(row * 7919) % 4001}</td><td>Row ${row}</td></tr>`,
    ).join('')
    const id = await create('Huge', `<table><tbody><tr><th>Number</th><th>Name</th></tr>${rows}</tbody></table>`)
    const page = await signedIn(openPage)
    await view(page, id)
    const button = page.getByRole('button', { name: 'Sort by Number' })
    await button.focus()
    // A slow machine: the rows take their new places in one piece of work, during which the page itself can do nothing.
    await page.evaluate(() => {
      const times = { pressed: 0, sorted: 0 }
      const body = document.querySelector<HTMLTableSectionElement>('.confluenceTable tbody')
      if (!body) throw new Error('there is no table')
      body.append = (...moved) => {
        const end = performance.now() + 3000
        while (performance.now() < end) {
          /* busy */
        }
        Element.prototype.append.apply(body, moved)
        times.sorted = Date.now()
      }
      document.querySelector('th')?.addEventListener(
        'click',
        () => {
          times.pressed = Date.now()
        },
        { capture: true },
      )
      Object.assign(globalThis, { sortTimes: times })
    })
    const frames = await framesOf(page, async () => {
      await button.press('Enter')
      await expect.poll(() => page.locator('th').first().getAttribute('aria-sort')).toBe('ascending')
      await expect.poll(() => page.locator('.confluenceTable').getAttribute('aria-busy')).toBeNull()
    })
    const { pressed, sorted } = await page.evaluate(
      () => (globalThis as unknown as { sortTimes: { pressed: number; sorted: number } }).sortTimes,
    )
    const seen = await Promise.all(
      frames.map(async ({ at, png }) => ({ after: at - pressed, darkest: await darkestOf(page, png) })),
    )
    const usual = seen.findLast(({ after }) => after < 0)?.darkest ?? Number.NaN
    const pale = seen.filter(({ after, darkest }) => after < sorted - pressed && darkest > usual + 30)
    expect(pale.length, JSON.stringify({ seen, sorted: sorted - pressed })).toBeGreaterThan(0)
    expect(pale[0]?.after).toBeGreaterThanOrEqual(500)
  })

  test('contributors are asked for anew, and what goes wrong is said [V1-06] [V2.3-15] [V7-02] [V8-01] [V8-02] [V8-03] [V9-23]', async ({
    openPage,
  }) => {
    const id = await create('Contributors', macro('contributors', { limit: '1', showCount: 'true' }))
    const edited = await wiki.as('ada', 'ada password').put(`/rest/api/content/${id}`, {
      type: 'page',
      title: 'Contributors',
      version: { number: 2 },
      body: {
        storage: { value: macro('contributors', { showCount: 'true', order: 'name' }), representation: 'storage' },
      },
    })
    expect(edited.status, edited.text).toBe(200)
    const page = await signedIn(openPage, { allowErrors: [/500/] })
    const address = '**/rest/com.atlassian.confluence.contributors/1.0/contributors?*'
    const shown = page.locator('.contributors-macro-ajax-container')
    await view(page, id)
    await expect.poll(() => shown.locator('li').allTextContents()).toEqual(['Ada Lovelace (1)', 'admin (1)'])
    await screenshot(page, 'contributors')

    let go = () => {}
    await page.route(address, async route => {
      await new Promise<void>(resolve => {
        go = resolve
      })
      await route.continue()
    })
    await view(page, id)
    await shown.getByText('Generating contributors information...').waitFor()
    go()
    await shown.getByText('Ada Lovelace').waitFor()

    const answer = {
      errorMessage: null,
      layoutStyle: 'LIST',
      visibleContributors: [{ idString: 'a', fullNameString: 'One', totalCount: 1, relativeLastActiveTimeStr: 'now' }],
      hiddenContributors: [],
      showCount: false,
      showTime: false,
    }
    const answering = async (given: object, status = 200) => {
      await page.unroute(address)
      await page.route(address, route => route.fulfill({ status, json: given }))
      await view(page, id)
    }
    await answering({ ...answer, errorMessage: 'No such page' })
    await expect.poll(() => shown.innerText()).toBe('No such page')
    await answering({ ...answer, layoutStyle: 'X' })
    await expect.poll(() => shown.innerText()).toBe('Unknown layout style')
    await answering({ statusCode: 500, message: 'The disk is full' }, 500)
    await expect.poll(() => shown.innerText()).toBe('Failed to retrieve contributors information: The disk is full')

    await page.unroute(address)
    await wiki.admin.put(`/rest/api/content/${id}`, {
      type: 'page',
      title: 'Contributors',
      version: { number: 3 },
      body: { storage: { value: macro('contributors', { limit: '1' }), representation: 'storage' } },
    })
    await view(page, id)
    await shown.getByText('1 more...').click()
    await shown.locator('.hidden-contributor').waitFor()
    await expect.poll(() => shown.locator('li:visible').count()).toBe(2)
  })

  test('a page whose anchors bear the ids of the frame is read like any other', async ({ openPage }) => {
    const anchor =
      '<ac:structured-macro ac:name="anchor"><ac:parameter ac:name="">data</ac:parameter></ac:structured-macro>'
    const id = await create('oxbow', `<p>${anchor}Read me</p>`)
    const page = await signedIn(openPage)
    await view(page, id)
    await expect.poll(() => page.locator('span#oxbow-data').count()).toBe(1)
    await page.locator('#user-menu-link').waitFor()
    await expect.poll(() => page.locator('#login-link').count()).toBe(0)
  })

  test('a content report shows its pages in rows that sort [V1-22] [V2.3-25] [V3-26]', async ({ openPage }) => {
    const ada = wiki.as('ada', 'ada password')
    const made: Record<string, string> = {}
    for (const title of ['Decision B', 'Decision A']) {
      const author = title === 'Decision A' ? ada : wiki.admin
      const page = await author.post('/rest/api/content', {
        type: 'page',
        title,
        space: { key: 'MAC' },
        body: { storage: { value: '<p>x</p>', representation: 'storage' } },
      })
      expect(page.status, page.text).toBe(200)
      made[title] = page.json.id
      await wiki.admin.post(`/rest/api/content/${made[title]}/label`, [{ prefix: 'global', name: 'decision' }])
    }
    for (const text of ['yes', 'no']) {
      await wiki.admin.post('/rest/api/content', {
        type: 'comment',
        container: { id: made['Decision A'], type: 'page' },
        body: { storage: { value: `<p>${text}</p>`, representation: 'storage' } },
      })
    }
    const { when } = (await wiki.admin.get(`/rest/api/content/${made['Decision A']}?expand=version`)).json.version
    const id = await create(
      'Report',
      macro('content-report-table', { labels: 'decision', showCommentsCount: 'true', showLikesCount: 'true' }),
    )
    const page = await signedIn(openPage, { viewport: viewports.phone, colorScheme: 'dark' })
    await view(page, id)
    const table = page.locator('.content-report-table')
    expect(await table.locator('th').allInnerTexts()).toEqual(['Title', 'Creator', 'Modified', 'Comments', 'Likes'])
    /** Title, its address, creator's name and address, date to sort by and to read, comments. No likes yet. */
    const fields = (title: string) =>
      table.locator('tr', { hasText: title }).evaluate(row => {
        const [name, creator, modified, comments, likes] = [...row.children] as HTMLElement[]
        const link = (cell: HTMLElement | undefined) => [
          cell?.innerText,
          cell?.querySelector('a')?.getAttribute('href'),
        ]
        return [
          ...link(name),
          ...link(creator),
          modified?.dataset['sortValue'],
          modified?.innerText,
          comments?.innerText,
          likes?.innerText,
        ]
      })
    const isRecent = expect.stringMatching(/^(now|\d+ minutes? ago)$/) as string
    expect(await fields('Decision A')).toEqual([
      'Decision A',
      '/display/MAC/Decision+A',
      'Ada Lovelace',
      '/display/~ada',
      String(Date.parse(when)),
      isRecent,
      '2',
      '0',
    ])
    expect(await fields('Decision B')).toEqual([
      'Decision B',
      '/display/MAC/Decision+B',
      ADMIN.username,
      `/display/~${ADMIN.username}`,
      expect.stringMatching(/^\d{13}$/),
      isRecent,
      '0',
      '0',
    ])
    await page.getByRole('button', { name: 'Sort by Title' }).click()
    await expect.poll(() => table.locator('td.title').allTextContents()).toEqual(['Decision A', 'Decision B'])
    await page.getByRole('button', { name: 'Sort by Comments' }).click()
    await expect.poll(() => table.locator('td.title').allTextContents()).toEqual(['Decision B', 'Decision A'])
    await screenshot(page, 'content report phone dark')
  })
})
