import type { Page } from 'playwright-core'
import { blackPng } from '#features/previews/testing/files.ts'
import { ok } from './calls.ts'
import { DIALOG, menu, press, type Screen, view } from './screen.ts'
import type { World } from './seed.ts'
import { say } from './words.ts'

const talkPage = ({ talk }: World): string => `/pages/viewpage.action?pageId=${talk.page}`
const macroPage = ({ states }: World): string => `/pages/viewpage.action?pageId=${states.macros}`
const button = (page: Page, name: string) => page.getByRole('button', { name: say(name), exact: true })
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name: say(name), exact: true })

const spaceTools = async (page: Page): Promise<void> => {
  await button(page, 'Space tools').click()
  await dialog(page, 'Space tools').getByRole('link').first().waitFor()
}
const configure = async (page: Page): Promise<void> => {
  await spaceTools(page)
  await dialog(page, 'Space tools')
    .getByRole('button', { name: say('Configure sidebar') })
    .click()
  await page.getByRole('heading', { name: say('Configure sidebar') }).waitFor()
}
const recent = async (page: Page): Promise<void> => {
  await page.locator('#user-menu-link').click()
  await page.locator('#user-history').click()
  await dialog(page, 'Recently viewed').getByRole('combobox').waitFor()
}
const chooseLogo = async (page: Page): Promise<void> => {
  const opener = button(page, 'Open sidebar')
  if (await opener.isVisible()) await opener.click()
  await button(page, 'Edit space details').click()
  await page
    .locator(`${DIALOG} input[type=file]`)
    .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: blackPng(64) })
  await page.locator(DIALOG).getByLabel(say('Zoom')).waitFor()
}
const restrict = (mode: string) => async (page: Page) => {
  await page.locator('.ox-restrictions-button').click()
  await dialog(page, 'Restrictions')
    .getByText(new RegExp(`^${say(mode)}`))
    .click()
}
/** Loads the page while a setting differs; other screens are shown without it. */
const during =
  (path: string, value: object, usual: object, shown: (page: Page) => Promise<unknown>) =>
  async (page: Page, world: World | undefined): Promise<void> => {
    if (!world) throw new Error('needs the seeded wiki')
    await ok(world.admin.put(path, value))
    try {
      await page.reload()
      await shown(page)
    } finally {
      await ok(world.admin.put(path, usual))
    }
  }

const frame: readonly Screen[] = [
  {
    name: 'spaces-menu',
    path: '/',
    act: async page => {
      await page.locator('#space-menu-link').click()
      await page.locator('#space-menu-link-content').getByRole('link').first().waitFor()
    },
  },
  {
    name: 'app-switcher',
    path: '/display/PARK',
    act: async page => {
      await page.locator('#app-switcher').click()
      await page.locator('#app-switcher-panel').getByRole('link', { name: 'Wages' }).waitFor()
    },
  },
  {
    name: 'related-links',
    path: '/display/PARK',
    act: async page => {
      await page.locator('#app-switcher').click()
      await page.locator('#app-switcher-panel .project-shortcut-dialog-trigger').click()
      await page.locator('#project-shortcuts-dialog').getByRole('link', { name: 'Builds of parks' }).waitFor()
    },
  },
  {
    name: 'quick-search-off',
    path: '/',
    part: '#header',
    act: during('/rest/oxbow/1.0/admin/settings', { quickSearch: false }, { quickSearch: true }, async page => {
      await page.locator('#quick-search-query').focus()
      await page.locator('#quick-search').getByRole('tooltip').waitFor()
    }),
  },
  {
    name: 'read-only',
    path: view,
    act: during(
      '/rest/oxbow/1.0/admin/access-mode',
      { mode: 'READ_ONLY', banner: { isShown: true, text: 'We move to another house.' } },
      { mode: 'READ_WRITE', banner: { isShown: false, text: 'We move to another house.' } },
      page => page.locator('.ox-access-mode').getByText('We move to another house.').waitFor(),
    ),
  },
  { name: 'recently-viewed', path: talkPage, act: recent },
  {
    name: 'recently-viewed-empty',
    path: view,
    act: async page => {
      await recent(page)
      await dialog(page, 'Recently viewed').getByRole('combobox').fill('xylophone')
      await dialog(page, 'Recently viewed').getByRole('option').first().waitFor({ state: 'detached' })
    },
  },
  {
    name: 'saved-for-later',
    path: view,
    as: 'hedy',
    act: async page => {
      const save = button(page, 'Save for later')
      if (await save.isVisible()) await save.click()
      await button(page, 'Saved for later').waitFor()
      await page.locator('#user-menu-link').click()
      await page.getByRole('link', { name: say('Saved for later') }).click()
      await page.locator('#main').getByRole('link').first().waitFor()
    },
  },
  {
    name: 'bookmarklet',
    path: `/plugins/sharelinksbookmarklet/bookmarklet.action?bookmarkedURL=${encodeURIComponent('https://example.org/locks')}`,
    act: page => page.getByRole('combobox', { name: say('Space') }).waitFor(),
  },
  { name: 'choose-space', path: '/pages/createpage.action', act: page => page.locator('h1').waitFor() },
  { name: 'profile-own', path: '/users/viewmyprofile.action' },
]

const sidebar: readonly Screen[] = [
  { name: 'space-tools', path: '/display/LOCK', act: spaceTools },
  { name: 'sidebar-configure', path: '/display/LOCK', act: configure, part: '#ox-sidebar' },
  {
    name: 'sidebar-add-link',
    path: '/display/LOCK',
    act: async page => {
      await configure(page)
      await page
        .locator('#ox-sidebar')
        .getByRole('button', { name: say('Add link') })
        .click()
      await dialog(page, 'Add link').getByRole('combobox').first().waitFor()
    },
  },
  {
    name: 'sidebar-collapsed',
    path: view,
    as: 'hedy',
    act: async page => {
      const collapse = button(page, 'Collapse sidebar')
      if (await collapse.isVisible()) await collapse.click()
      const pages = page.locator('#ox-sidebar').getByRole('button', { name: say('Pages') })
      if (await pages.isVisible()) {
        await pages.click()
        await dialog(page, 'Pages').getByRole('treeitem').first().waitFor()
      }
    },
  },
  { name: 'sidebar-children', path: macroPage, part: '#ox-sidebar' },
  { name: 'space-logo', path: '/display/LOCK', act: chooseLogo },
  { name: 'space-logo-phone', path: '/display/LOCK', onPhone: true, act: chooseLogo },
  {
    name: 'personal-space-logo',
    path: '/display/~admin',
    act: async page => {
      const opener = button(page, 'Open sidebar')
      if (await opener.isVisible()) await opener.click()
      await button(page, 'Edit space details').click()
      await dialog(page, 'Space details').getByRole('link').first().waitFor()
    },
  },
  {
    name: 'space-category',
    path: '/spaces/spaceadmin.action?key=PARK',
    act: async page => {
      const field = page.getByLabel(say('Category')).first()
      await field.fill('handbook')
      await field.press('Enter')
      await page
        .locator('#main')
        .getByRole('button', { name: /handbook/ })
        .waitFor()
    },
  },
]

const pages: readonly Screen[] = [
  {
    name: 'macros',
    path: macroPage,
    act: async page => {
      await page.locator('[data-macro-name="pagetree"][data-started]').waitFor({ state: 'attached' })
      await button(page, 'Expand all').click()
      await page.locator('.plugin_pagetree').getByRole('link', { name: 'Garden of the new mill' }).waitFor()
      const more = button(page, 'Show more rows')
      await more.click()
      await more.waitFor({ state: 'detached' })
    },
  },
  {
    name: 'macros-phone',
    path: macroPage,
    onPhone: true,
    act: async page => {
      await page.locator('[data-macro-name="pagetree"][data-started]').waitFor({ state: 'attached' })
      const search = page.getByRole('button', { name: say('Search the pages of this tree') })
      if (await search.isVisible()) await search.click()
      await page.getByRole('searchbox', { name: say('Search the pages of this tree') }).waitFor()
    },
  },
  {
    name: 'live-search',
    path: macroPage,
    part: '.ox-live-search',
    act: async page => {
      await page.locator('.search-macro-query').fill('garden')
      await page.locator('.ox-live-search-title').first().waitFor()
    },
  },
  { name: 'page-empty', path: ({ states }) => `/pages/viewpage.action?pageId=${states.blank}` },
  { name: 'page-phone', path: view, onPhone: true },
  { name: 'restrictions-viewing', path: talkPage, act: restrict('Viewing and editing restricted') },
  {
    name: 'restrictions-failed',
    path: talkPage,
    allowErrors: /500/,
    act: async page => {
      await page.route(/restriction/, route => route.fulfill({ status: 500, body: '' }))
      await page.locator('.ox-restrictions-button').click()
      await page.getByText(say('There was an error loading the page restrictions. Please try again later.')).waitFor()
    },
  },
  {
    name: 'editing-refused',
    path: ({ talk }) => `/pages/viewpage.action?pageId=${talk.guestBook}&spaceEditingRestriction=true`,
    as: 'grace',
  },
  {
    name: 'access-asked',
    path: ({ talk }) => `/pages/viewpage.action?pageId=${talk.asked}`,
    as: 'grace',
    allowErrors: /40[34]/,
  },
  {
    name: 'watchers',
    path: view,
    act: async page => {
      await page.locator('#watch-content-button').click()
      await button(page, 'Manage Watchers').click()
      await page.locator('#manage-watchers-dialog').waitFor()
    },
  },
  {
    name: 'share-filled',
    path: view,
    act: async page => {
      await page.locator('#share-page-button').click()
      await dialog(page, 'Share this page').getByRole('combobox').fill('grace')
      await page.getByRole('option', { name: /Grace Hopper/ }).click()
      await dialog(page, 'Share this page')
        .getByRole('button', { name: /Grace Hopper/ })
        .waitFor()
    },
  },
  {
    name: 'talk-thread-phone',
    path: talkPage,
    onPhone: true,
    part: '.ox-inline-panel',
    act: async page => {
      await page
        .locator('#main-content')
        .getByRole('button', { name: /every second Monday/ })
        .press('Enter')
      await page.locator('.ox-inline-panel').getByText('Really every second one?').waitFor()
    },
  },
  {
    name: 'my-tasks-created',
    path: '/plugins/inlinetasks/mytasks.action',
    act: async page => {
      await page.getByRole('tab', { name: say('Created by me') }).click()
      await page.locator('li[data-inline-task-id]').first().waitFor()
    },
  },
  {
    name: 'template-variables',
    path: ({ states }) => `/pages/createpage-entervariables.action?spaceKey=PARK&templateId=${states.template}`,
    act: page => page.getByLabel('Owner').fill('Ada'),
  },
  {
    name: 'meeting-attendees',
    path: '/pages/createpage-entervariables.action?spaceKey=LOCK&templateId=com.atlassian.confluence.plugins.confluence-business-blueprints:meeting-notes-blueprint',
    act: async page => {
      await page.locator(DIALOG).getByRole('textbox').first().fill('Kick-off')
      await page
        .locator(DIALOG)
        .getByRole('button', { name: say('Next') })
        .click()
      await page.locator(DIALOG).getByLabel(say('Attendees')).fill('grace')
    },
  },
]

const files: readonly Screen[] = [
  {
    name: 'lightbox',
    path: ({ diagrams }) => `/pages/viewpage.action?pageId=${diagrams.owner}`,
    part: '#fancybox-wrap',
    act: async (page, world) => {
      await page.waitForFunction(() => 'GLIFFY' in window)
      await page.evaluate(href => {
        const { GLIFFY } = window as unknown as {
          GLIFFY: { require: (names: string[], run: (lightbox: { open: (hrefs: string[]) => void }) => void) => void }
        }
        GLIFFY.require(['lightbox'], lightbox => lightbox.open([href]))
      }, `/download/attachments/${world?.talk.page}/harbour.png`)
      await page.locator('#fancybox-wrap[data-state=open]').waitFor()
    },
  },
  {
    name: 'pin-new',
    path: ({ talk }) =>
      `/pages/viewpage.action?pageId=${talk.page}&preview=/${talk.page}/${talk.files['harbour.png']}/harbour.png`,
    part: '#cp-container',
    act: async page => {
      await page.locator('#cp-container img[alt="harbour.png"]').waitFor()
      await button(page, 'Comment on a point of the picture').press('Enter')
      await page.locator('#cp-container [aria-label*="%"]').first().waitFor()
    },
  },
  {
    name: 'pins-phone',
    path: ({ talk }) =>
      `/pages/viewpage.action?pageId=${talk.page}&preview=/${talk.page}/${talk.files['harbour.png']}/harbour.png`,
    onPhone: true,
    part: '#cp-container',
    act: async page => {
      await button(page, 'Comments on this file').press('Enter')
      await page.locator('#cp-container').getByText('Is that the new quay?').waitFor()
    },
  },
]

const editing: readonly Screen[] = [
  {
    name: 'editor-files',
    path: '/pages/createpage.action?spaceKey=LOCK',
    act: async page => {
      await page.locator('.ProseMirror').focus()
      await page.keyboard.type('/file')
      await page.getByRole('option').first().waitFor()
      await page.keyboard.press('Enter')
      await page.locator(DIALOG).waitFor()
    },
  },
  {
    name: 'editor-table',
    path: world => `/pages/editpage.action?pageId=${world.rich}`,
    act: async page => {
      await page.locator('.ProseMirror td').first().click()
      await button(page, 'Table tools').waitFor()
    },
  },
  {
    name: 'editor-phone',
    path: world => `/pages/editpage.action?pageId=${world.rich}`,
    onPhone: true,
    act: page => page.locator('.ProseMirror').waitFor(),
  },
]

const settings: readonly Screen[] = [
  {
    name: 'token-made',
    path: '/plugins/personalaccesstokens/usertokens.action',
    act: async page => {
      await press('Create token')(page)
      await page.locator(DIALOG).getByRole('textbox').first().fill('Nightly export')
      await page.keyboard.press('Enter')
      await page.getByRole('textbox', { name: 'Nightly export' }).waitFor()
    },
  },
  {
    name: 'admin-application-link-refused',
    path: '/admin/linked-applications',
    allowErrors: /400/,
    act: async page => {
      await press('Create link')(page)
      await page.locator(DIALOG).getByLabel(say('Application URL')).fill('127.0.0.1:9/jira')
      await page
        .locator(DIALOG)
        .getByRole('button', { name: say('Continue') })
        .press('Enter')
      await page
        .locator(DIALOG)
        .getByText(/127\.0\.0\.1/)
        .first()
        .waitFor()
    },
  },
  {
    name: 'admin-analytics-table',
    path: '/admin/analytics',
    act: async page => {
      await page.getByText(say('Show as a table')).first().click()
      await page.getByRole('table').first().waitFor()
    },
  },
  {
    name: 'admin-diagrams-none',
    path: '/admin/diagrams',
    act: async page => {
      await page.getByRole('searchbox', { name: say('Find by diagram, page or space key') }).fill('nothing like it')
      await page.getByText(say('No diagram matches')).waitFor()
    },
  },
  {
    name: 'space-export-done',
    path: '/spaces/exportspacexml.action?key=EMPTY',
    act: async page => {
      await button(page, 'Export').click()
      await page.locator('#main a.space-export-download-path').waitFor()
    },
  },
]

/** Dialogs, menus, errors and empty states of screens that the other tables have. */
export const stateScreens: readonly Screen[] = [
  ...frame,
  ...sidebar,
  ...pages,
  ...files,
  ...editing,
  ...settings,
  { name: 'page-menu-phone', path: view, onPhone: true, act: menu() },
]
