import type { Page } from 'playwright-core'
import { rewrite, type World } from './seed.ts'
import { adminScreens } from './admin.ts'
import { diagramScreens } from './diagrams.ts'
import { about, menu, press, type Screen, view } from './screen.ts'
import { stateScreens } from './states.ts'
import { talkScreens } from './talk.ts'
import { say } from './words.ts'

const text = (page: Page) => page.locator('.ProseMirror')

/** Types into the editor text that another user has changed meanwhile, and publishes. */
async function collide(page: Page, world: World | undefined): Promise<void> {
  if (!world) throw new Error('needs the seeded wiki')
  // If the connection of editors were not blocked, the other version would come into the text.
  await page.routeWebSocket(/\/live\//, socket => void socket.close({ code: 1011 }))
  await page.reload()
  await page.getByText(say('You edit this page alone')).waitFor()
  await text(page).focus()
  await page.keyboard.press('Control+End')
  await page.keyboard.type(' Mine is another opinion.')
  const { json } = await world.grace.get(`/rest/api/content/${world.compared}?expand=version`)
  await rewrite(
    world.grace,
    world.compared,
    json.version.number + 1,
    json.title,
    '<p>The river level is read every minute.</p><h2>New</h2>',
    '',
  )
  await page.locator('#rte-button-publish').click()
  await page.locator('#conflict-screen').waitFor()
}

/** Every screen. Order is that of the report. */
export const screens: readonly Screen[] = [
  { name: 'dashboard', path: '/' },
  {
    name: 'dashboard-drawer',
    path: '/display/LOCK',
    act: async page => {
      const opener = page.getByRole('button', { name: say('Open sidebar') })
      if (await opener.isVisible()) await opener.click()
    },
  },
  { name: 'user-menu', path: '/', act: async page => page.locator('#user-menu-link').click() },
  {
    name: 'shortcuts',
    path: '/',
    act: async page => {
      await page.keyboard.press('?')
      await page.getByRole('dialog').waitFor()
    },
  },
  { name: 'spaces', path: '/spacedirectory/view.action' },
  {
    name: 'create-space',
    path: '/spacedirectory/view.action?create=space',
    act: page => page.getByRole('dialog').waitFor(),
  },
  { name: 'space-home', path: '/display/LOCK' },
  { name: 'space-home-empty', path: '/display/EMPTY' },
  { name: 'demo-home', path: '/display/DEMO' },
  { name: 'personal-space', path: '/display/~grace' },
  { name: 'page', path: view },
  { name: 'page-menu', path: view, act: menu() },
  {
    name: 'page-comments',
    path: view,
    act: async page => {
      await page.getByRole('button', { name: say('Write a comment…') }).click()
      await page.getByRole('textbox', { name: say('Write a comment…') }).fill('One **more** question')
    },
  },
  {
    name: 'profile-card',
    path: view,
    act: async page => {
      await page.locator('.page-metadata a.confluence-userlink').first().hover()
      await page.locator('#profile-card').waitFor()
    },
  },
  {
    name: 'watch',
    path: view,
    act: async page => {
      await page.locator('#watch-content-button').click()
      await page.locator('#watch-dialog').waitFor()
    },
  },
  { name: 'page-restricted', path: world => `/pages/viewpage.action?pageId=${world.secret}` },
  { name: 'page-reader', path: view, as: 'grace' },
  { name: 'blog-post', path: world => `/pages/viewpage.action?pageId=${world.blog}` },
  {
    name: 'restrictions',
    path: view,
    act: async page => {
      await menu()(page)
      await press('Restrictions…')(page)
    },
  },
  { name: 'move', path: view, act: menu('#action-move-page-dialog-link') },
  { name: 'copy', path: view, act: menu('#action-copy-page-link') },
  { name: 'delete', path: view, act: menu('#action-remove-content-link') },
  {
    name: 'labels',
    path: view,
    act: async page => {
      await page.keyboard.press('l')
      await page.getByRole('combobox').last().waitFor()
    },
  },
  { name: 'editor', path: world => `/pages/editpage.action?pageId=${world.rich}`, act: page => text(page).waitFor() },
  {
    name: 'editor-new',
    path: '/pages/createpage.action?spaceKey=LOCK',
    act: async page => {
      await text(page).focus()
      await page.keyboard.type('/')
      await page.getByRole('listbox').waitFor()
    },
  },
  {
    name: 'conflict',
    path: world => `/pages/editpage.action?pageId=${world.compared}`,
    act: collide,
    allowErrors: /409/,
  },
  { name: 'history', path: world => `/pages/viewpreviousversions.action?pageId=${world.compared}` },
  {
    name: 'compare',
    path: world =>
      `/pages/diffpagesbyversion.action?pageId=${world.compared}&selectedPageVersions=1&selectedPageVersions=3`,
  },
  {
    name: 'compare-sides',
    path: world =>
      `/pages/diffpagesbyversion.action?pageId=${world.compared}&selectedPageVersions=1&selectedPageVersions=3`,
    // A phone shows no two sides.
    act: async page => {
      const sides = page.getByRole('button', { name: say('Side by side') })
      if (await sides.isVisible()) await sides.click()
    },
  },
  { name: 'task-report', path: world => `/pages/viewpage.action?pageId=${world.report}` },
  { name: 'my-tasks', path: '/plugins/inlinetasks/mytasks.action' },
  { name: 'my-tasks-empty', path: '/plugins/inlinetasks/mytasks.action', as: 'grace' },
  { name: 'notifications', path: '/plugins/servlet/notifications-miniview' },
  {
    name: 'preview',
    path: about('viewpageattachments'),
    act: async page => {
      await page.getByRole('link', { name: 'readings.csv' }).first().click()
      await page.getByText('4.12').waitFor()
    },
  },
  ...talkScreens,
  { name: 'attachments', path: about('viewpageattachments') },
  { name: 'attachments-of-space', path: '/spaces/listattachmentsforspace.action?key=LOCK' },
  { name: 'attachments-empty', path: world => `/pages/viewpageattachments.action?pageId=${world.empty}` },
  { name: 'information', path: about('viewinfo') },
  { name: 'source', path: world => `/plugins/viewstorage/viewpagestorage.action?pageId=${world.rich}` },
  { name: 'search', path: '/dosearchsite.action?queryString=gauge' },
  { name: 'search-start', path: '/dosearchsite.action' },
  { name: 'search-empty', path: '/dosearchsite.action?queryString=xylophone' },
  { name: 'search-cql', path: `/dosearchsite.action?cql=${encodeURIComponent('type = page and label = "adr"')}` },
  {
    name: 'quick-search',
    path: '/',
    act: async page => {
      await page.keyboard.press('/')
      await page.keyboard.type('gau')
      await page.getByRole('option').first().waitFor()
    },
  },
  { name: 'sign-in', path: '/login.action', as: 'nobody' },
  {
    name: 'sign-in-refused',
    path: '/login.action',
    as: 'nobody',
    act: async page => {
      await page.locator('[name=os_username]').fill('grace')
      await page.locator('[name=os_password]').fill('wrong')
      await page.locator('[name=os_password]').press('Enter')
      await page.locator('.aui-message-error').waitFor()
    },
  },
  { name: 'confirm-password', path: '/authenticate.action?destination=/admin', as: 'grace' },
  { name: 'password-forgotten', path: '/forgotuserpassword.action', as: 'nobody' },
  { name: 'password-reset', path: world => world.reset, as: 'nobody' },
  { name: 'password-reset-expired', path: '/resetuserpassword.action?token=gone', as: 'nobody', allowErrors: /404/ },
  { name: 'profile', path: '/users/viewuserprofile.action?username=grace' },
  { name: 'settings-profile', path: '/users/viewmysettings.action' },
  { name: 'settings-notifications', path: '/users/viewmyemailsettings.action' },
  { name: 'settings-security', path: '/users/editmypassword.action' },
  { name: 'settings-tokens', path: '/plugins/personalaccesstokens/usertokens.action' },
  { name: 'token-new', path: '/plugins/personalaccesstokens/usertokens.action', act: press('Create token') },
  ...adminScreens,
  ...stateScreens,
  ...diagramScreens,
  { name: 'missing-page', path: '/display/LOCK/Nothing+here', allowErrors: /404/ },
  { name: 'missing-address', path: '/no/such/address', allowErrors: /404/ },
  { name: 'no-permission', path: '/admin', as: 'grace', allowErrors: /40[34]|Only administrators/ },
  {
    name: 'no-permission-page',
    path: world => `/pages/viewpage.action?pageId=${world.secret}`,
    as: 'grace',
    allowErrors: /40[34]/,
  },
  { name: 'style-guide', path: '/styleguide' },
  { name: 'style-guide-page', path: '/styleguide/page', allowErrors: /40[04]|React error #418/ },
]
