import type { Locator, Page } from 'playwright-core'
import type { Screen } from './screen.ts'
import type { World } from './seed.ts'
import { say } from './words.ts'

/** A layer that opens above a page or beside it by keyboard, and closes on Escape. */
export interface Overlay extends Screen {
  /** The focused element when it is opened, and again after Escape. */
  readonly opener: (page: Page) => Locator
  readonly opened: (page: Page) => Locator
}

interface Opening extends Omit<Overlay, 'act' | 'path'> {
  readonly path?: Screen['path']
  /** Actions after the opener was pressed, until all is shown. */
  readonly ready?: (page: Page) => Promise<unknown>
  /** How it is opened; default Enter on its opener. */
  readonly open?: (page: Page) => Promise<unknown>
}

const talkPage = (world: World): string => `/pages/viewpage.action?pageId=${world.talk.page}`
const fileOf =
  (name: string) =>
  ({ talk }: World): string =>
    `/pages/viewpage.action?pageId=${talk.page}&preview=/${talk.page}/${talk.files[name]}/${name}`

const button = (page: Page, name: string | RegExp, within = 'body') =>
  page.locator(within).getByRole('button', { name: typeof name === 'string' ? say(name) : name, exact: true })
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name: say(name), exact: true })
const thread = (page: Page) => page.getByRole('region', { name: say('Comment on the text') })
const previewer = (page: Page) => page.locator('#cp-container')
const menuItem = (item: (page: Page) => Locator) => async (page: Page) => {
  await item(page).press('Enter')
}

/** Selects a paragraph and goes to what can be done with it. */
async function actOnText(page: Page): Promise<void> {
  await page.locator('#main').focus()
  await page
    .locator('#main-content p')
    .last()
    .evaluate(element => {
      document.getSelection()?.selectAllChildren(element)
      document.dispatchEvent(new PointerEvent('pointerup'))
    })
  await page.getByRole('toolbar', { name: say('Selected text') }).waitFor()
  await page.keyboard.press('.')
}

const openings: readonly Opening[] = [
  {
    name: 'talk-notifications',
    opener: page => page.locator('#notifications-anchor'),
    opened: page => dialog(page, 'Notifications'),
    ready: page => dialog(page, 'Notifications').getByRole('link').first().waitFor(),
  },
  {
    name: 'talk-share',
    opener: page => page.locator('#share-page-button'),
    opened: page => dialog(page, 'Share this page'),
    ready: page => dialog(page, 'Share this page').getByRole('combobox').waitFor(),
  },
  {
    name: 'talk-watch',
    opener: page => page.locator('#watch-content-button'),
    opened: page => page.locator('#watch-dialog'),
  },
  {
    name: 'talk-likes',
    opener: page => page.locator('#likes-section .like-summary'),
    opened: page => dialog(page, 'People who like this'),
    ready: page => dialog(page, 'People who like this').getByRole('listitem').nth(1).waitFor(),
  },
  {
    name: 'talk-viewers',
    opener: page => page.locator('#action-menu-link'),
    opened: page => dialog(page, 'Who viewed this page'),
    ready: async page => {
      await menuItem(shown => shown.locator('#page-viewers-link'))(page)
      await dialog(page, 'Who viewed this page').getByRole('listitem').first().waitFor()
    },
  },
  {
    name: 'talk-print',
    opener: page => page.locator('#action-menu-link'),
    opened: page => dialog(page, 'Print this page'),
    ready: menuItem(page => page.locator('#print-page-link')),
  },
  {
    name: 'talk-resolved',
    opener: page => page.locator('#action-menu-link'),
    opened: page => dialog(page, 'Resolved comments'),
    ready: async page => {
      await menuItem(shown => shown.locator('#action-menu-link-panel').getByRole('button', { name: /\(1\)$/ }))(page)
      await dialog(page, 'Resolved comments').getByText('Only cards are taken.').waitFor()
    },
  },
  {
    name: 'talk-profile-card',
    opener: page => page.locator('#main-content a.user-mention').first(),
    opened: page => page.locator('#profile-card'),
    open: async page => {
      await page.locator('#main-content a.user-mention').first().focus()
      await page.keyboard.press('Shift+Tab')
      await page.keyboard.press('Tab')
    },
  },
  {
    name: 'talk-thread',
    opener: page => button(page, /every second Monday/, '#main-content'),
    opened: thread,
    ready: page => thread(page).getByText('Really every second one?').waitFor(),
  },
  {
    name: 'talk-selection',
    opener: page => page.locator('#main'),
    opened: page => page.getByRole('toolbar', { name: say('Selected text') }),
    open: actOnText,
  },
  {
    name: 'talk-thread-new',
    opener: page => page.locator('#main'),
    opened: thread,
    open: async page => {
      await actOnText(page)
      await page.keyboard.press('Enter')
      await thread(page).getByRole('textbox').waitFor()
    },
  },
  {
    name: 'talk-picture',
    opener: page => page.locator('#main-content').getByRole('button', { name: /harbour\.png/ }),
    opened: previewer,
    part: '#cp-container',
    ready: page => previewer(page).locator('img[alt="harbour.png"]').waitFor(),
  },
  {
    name: 'talk-pins',
    opener: page => page.locator('#main-content').getByRole('button', { name: /harbour\.png/ }),
    opened: previewer,
    part: '#cp-container',
    ready: async page => {
      await previewer(page)
        .getByRole('button', { name: say('Comments on this file') })
        .press('Enter')
      await previewer(page).getByText('Is that the new quay?').waitFor()
    },
  },
  {
    name: 'talk-access-requests',
    path: world => `/pages/viewpage.action?pageId=${world.talk.asked}`,
    opener: page => button(page, 'Restrictions apply'),
    opened: page => page.locator('#page-restrictions-dialog'),
    ready: page =>
      page
        .getByRole('region', { name: say('Requests for access') })
        .getByText('Grace Hopper')
        .waitFor(),
  },
]

/** Each closes on Escape and gives the focus back. Those of one page come after each other. */
export const overlays: readonly Overlay[] = openings.map(({ path = talkPage, open, ready, ...overlay }) => ({
  ...overlay,
  path,
  act: async page => {
    if (open) await open(page)
    else await overlay.opener(page).press('Enter')
    await ready?.(page)
    await overlay.opened(page).waitFor()
  },
}))

/** How the previewer shows each kind of file. */
const SHOWN: Readonly<Record<string, (page: Page) => Locator>> = {
  'timetable.pdf': page => previewer(page).getByText('Summer timetable'),
  'minutes.docx': page => previewer(page).getByText('The quay is rebuilt in autumn.'),
  'minutes.odt': page => previewer(page).getByText('Present: Ada, Grace.'),
  'fares.xlsx': page => previewer(page).getByRole('cell', { name: 'Adult' }),
  'fares.ods': page => previewer(page).getByRole('cell', { name: 'Bicycle' }),
  'fares.csv': page => previewer(page).getByRole('cell', { name: 'Dog' }),
  'season.pptx': page => previewer(page).getByText('More ferries'),
  'season.odp': page => previewer(page).getByText('The next season'),
  'berths.md': page => previewer(page).locator('pre'),
  'departure.webm': page => previewer(page).locator('video'),
  'horn.wav': page => previewer(page).locator('audio'),
  'broken.pdf': page => previewer(page).getByText(say('This file is damaged or protected by a password')),
  'map.png': page => previewer(page).getByText(say('This picture is too large to be shown')),
  'plans.zip': page => previewer(page).getByText(say('There is no preview of this kind of file')),
}

export const previews: readonly Screen[] = Object.entries(SHOWN).map(([name, shown]) => ({
  name: `preview-${name.replace('.', '-')}`,
  path: fileOf(name),
  part: '#cp-container',
  act: page => shown(page).first().waitFor(),
}))

/** Holds what is uploaded, so that its dialog shows one file under way, one that waits, and one that was refused. */
async function dropFiles(page: Page): Promise<void> {
  await page.route('**/plugins/drag-and-drop/**', (route, request) =>
    new URL(request.url()).searchParams.get('filename') === 'list.txt'
      ? route.fulfill({ status: 500, body: '' })
      : undefined,
  )
  await page.evaluate(() => {
    const dataTransfer = new DataTransfer()
    for (const name of [
      'list.txt',
      'Timetable of all ferries and harbours, third edition, with corrections.txt',
      'fares.txt',
    ])
      dataTransfer.items.add(new File(['hello'], name, { type: 'text/plain' }))
    document
      .querySelector('#main')
      ?.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
  })
  await page.locator('#drop-zone-progress').getByRole('alert').waitFor()
}

export const talkScreens: readonly Screen[] = [
  { name: 'talk', path: talkPage },
  ...overlays,
  ...previews,
  { name: 'upload', path: talkPage, act: dropFiles, allowErrors: /500/ },
  {
    name: 'captcha',
    path: world => `/pages/viewpage.action?pageId=${world.talk.guestBook}`,
    as: 'nobody',
    act: async page => {
      await page.locator('#comment-prompt').press('Enter')
      await page.getByRole('img', { name: say('Picture of a word') }).waitFor()
    },
  },
]
