import { DIALOG, press, type Screen } from './screen.ts'
import { say } from './words.ts'

/** Screens of administrators, of the wiki and of its spaces. */
export const adminScreens: readonly Screen[] = [
  { name: 'admin', path: '/admin' },
  { name: 'admin-users', path: '/admin/users' },
  { name: 'admin-user-new', path: '/admin/users', act: press('Create user') },
  { name: 'admin-groups', path: '/admin/groups' },
  { name: 'admin-group', path: '/admin/groups?group=confluence-users' },
  { name: 'admin-permissions', path: '/admin/permissions' },
  { name: 'admin-spaces', path: '/admin/spaces' },
  { name: 'admin-settings', path: '/admin/settings' },
  { name: 'admin-colours', path: '/admin/colours' },
  { name: 'admin-templates', path: '/admin/templates' },
  { name: 'admin-template-new', path: '/admin/templates', act: press('Create template') },
  { name: 'admin-emoji', path: '/admin/emoji' },
  { name: 'admin-emoji-new', path: '/admin/emoji', act: press('Add emoji') },
  { name: 'admin-webhooks', path: '/admin/webhooks' },
  {
    name: 'admin-webhook-messages',
    path: '/admin/webhooks',
    act: async page => {
      await page.getByRole('button', { name: /Search of the intranet/ }).click()
      await page.getByRole('menuitem', { name: say('Sent messages') }).click()
      await page.locator(DIALOG).waitFor()
    },
  },
  { name: 'admin-webhook-new', path: '/admin/webhooks', act: press('Create webhook') },
  { name: 'admin-linked-applications', path: '/admin/linked-applications' },
  { name: 'admin-linked-application-new', path: '/admin/linked-applications', act: press('Link Jira') },
  { name: 'admin-application-link-new', path: '/admin/linked-applications', act: press('Create link') },
  { name: 'admin-navigator', path: '/plugins/servlet/customize-application-navigator' },
  { name: 'admin-analytics', path: '/admin/analytics' },
  { name: 'admin-diagrams', path: '/admin/diagrams' },
  { name: 'admin-embed-links', path: '/admin/embed-links' },
  { name: 'admin-audit', path: '/admin/audit' },
  { name: 'admin-backups', path: '/admin/backups', act: page => page.getByText(say('Done')).waitFor() },
  { name: 'admin-imports', path: '/admin/imports' },
  {
    name: 'admin-import-review',
    path: world => `/admin/imports?import=${world.importId}`,
    act: page => page.getByRole('button', { name: say('Start the import') }).waitFor(),
  },
  { name: 'admin-system', path: '/admin/system' },
  { name: 'admin-jobs', path: '/admin/jobs' },
  { name: 'space-export', path: '/spaces/exportspacexml.action?key=LOCK' },
  { name: 'space-details', path: '/spaces/spaceadmin.action?key=LOCK' },
  { name: 'space-entity-links', path: '/spaces/listentitylinks.action?key=LOCK' },
  { name: 'space-shortcuts', path: '/plugins/servlet/custom-content-links-admin?entityKey=LOCK' },
  { name: 'space-delete', path: '/spaces/spaceadmin.action?key=LOCK', act: press('Delete space…') },
  {
    name: 'space-delete-progress',
    path: '/spaces/spaceadmin.action?key=LOCK',
    act: async page => {
      // The space stays: its deletion is only said to have come this far.
      await page.route('**/rest/api/space/LOCK', (route, request) =>
        request.method() === 'DELETE'
          ? route.fulfill({ status: 202, json: { id: 'shown', links: { status: '/rest/api/longtask/shown' } } })
          : route.fallback(),
      )
      await page.route('**/rest/api/longtask/shown', route =>
        route.fulfill({
          json: {
            id: 'shown',
            name: { key: '', translation: '', args: [] },
            elapsedTime: 9000,
            percentageComplete: 40,
            successful: true,
            finished: false,
            messages: [],
          },
        }),
      )
      await press('Delete space…')(page)
      await page.locator(DIALOG).getByRole('textbox').fill('LOCK')
      await page.keyboard.press('Enter')
      await page.getByRole('progressbar').last().waitFor()
    },
  },
  { name: 'space-permissions', path: '/spaces/spacepermissions.action?key=LOCK' },
  { name: 'space-colours', path: '/spaces/lookandfeel.action?key=LOCK' },
  { name: 'space-templates', path: '/pages/templates2/listpagetemplates.action?key=LOCK' },
  {
    name: 'from-template',
    path: '/display/LOCK',
    act: async page => {
      await page.getByRole('button', { name: say('More to create') }).click()
      await page.getByRole('button', { name: say('From template…') }).click()
      await page.locator('#create-dialog').getByRole('button').nth(2).waitFor()
    },
  },
  {
    name: 'meeting-notes',
    path: '/pages/createpage-entervariables.action?spaceKey=LOCK&templateId=com.atlassian.confluence.plugins.confluence-business-blueprints:meeting-notes-blueprint',
    act: page => page.locator(DIALOG).waitFor(),
  },
  { name: 'space-trash', path: '/pages/viewtrash.action?key=LOCK' },
  {
    name: 'space-trash-restore',
    path: '/pages/viewtrash.action?key=LOCK',
    act: async page => {
      await page.route('**/rest/oxbow/1.0/content/*/restore', route =>
        route.fulfill({ json: { isTitleTaken: true, parentInTrash: { title: 'Handbook' } } }),
      )
      await page.getByText(say('Restore'), { exact: true }).first().click()
      await page.locator(DIALOG).waitFor()
    },
  },
  { name: 'space-trash-empty', path: '/pages/viewtrash.action?key=EMPTY' },
]
