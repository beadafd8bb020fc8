import { z } from 'zod'
import type { App } from '#platform/server/app.ts'
import type { Context } from '#platform/server/context.ts'
import { siteTitle } from '#platform/server/http/document.ts'
import { readerOf } from '#platform/server/http/view.ts'
import { setting } from '#platform/server/settings.ts'
import { groupsById } from '#features/accounts/server/index.ts'
import { APPLICATION_LINKS_PATH } from '#features/application-links/shared.ts'
import { allApplications, type LinkedApplicationRow } from '#features/linked-apps/server/index.ts'
import type { ApplicationType } from '#features/linked-apps/shared.ts'
import type { NavigationLink, Suggestion } from '../contract.ts'
import { NO_THANKS } from '../shared.ts'
import { shortcutsOf, type ShortcutRow, userDataOf } from './store.ts'

/** Ids of linked applications that the app switcher does not show. */
export const hiddenApplications = setting('app-switcher.hidden', z.array(z.string()), [])

/** Path of the administration of a type of application, behind its address. */
const ADMINISTRATIONS: Readonly<Partial<Record<ApplicationType, string>>> = {
  jira: '/secure/admin',
  confluence: '/admin/console.action',
  bamboo: '/admin/administer.action',
  stash: '/admin',
  fecru: '/admin',
}

/** The wiki, linked applications and shortcuts, as far as the viewer sees them. */
export async function navigationOf({ app, viewer }: Context): Promise<NavigationLink[]> {
  const { read } = app.database
  const groups = new Set([...(await groupsById(app, viewer.groupIds)).values()].map(group => group.name))
  const sees = (row: ShortcutRow) => {
    const allowed = groupsOf(row)
    return viewer.isAdmin || allowed.length === 0 || allowed.some(name => groups.has(name))
  }
  const hidden = app.settings.get(hiddenApplications)
  const linked = (await allApplications(read)).filter(row => !hidden.includes(row.id))
  const own = (await shortcutsOf(read, null)).filter(row => row.hidden === 0 && sees(row))
  return [home(app, '/'), ...linked.map(row => applicationEntry(row)), ...own.map(customEntry)]
}

/** The administration of the wiki and of each linked application of which the wiki knows where it is. */
export async function administrationsOf({ app }: Context): Promise<NavigationLink[]> {
  const linked = (await allApplications(app.database.read)).flatMap(row => {
    const path = ADMINISTRATIONS[row.type_id]
    return path === undefined ? [] : [applicationEntry(row, path)]
  })
  return [home(app, '/admin'), ...linked]
}

function home(app: App, path: string): NavigationLink {
  return {
    key: 'home',
    link: `${app.baseUrl}${path}`,
    label: app.settings.get(siteTitle),
    local: true,
    self: true,
    applicationType: 'confluence',
  }
}

function applicationEntry({ id, name, display_url, type_id }: LinkedApplicationRow, path = ''): NavigationLink {
  const link = `${display_url}${path}`
  return { key: id, link, label: name, local: false, self: false, applicationType: type_id }
}

function customEntry({ id, url, label }: ShortcutRow): NavigationLink {
  return { key: `custom-${id}`, link: url, label, local: false, self: false, applicationType: 'custom' }
}

/** Names of the groups that see a shortcut. */
export function groupsOf({ allowed_groups }: ShortcutRow): string[] {
  return JSON.parse(allowed_groups) as string[]
}

const DISCOVERY = 'https://www.atlassian.com/software'

/** Applications that could be linked; none for a visitor, nor for who wants none. */
export async function suggestionsFor(ctx: Context): Promise<Suggestion[]> {
  const { app, viewer } = ctx
  const accountId = viewer.userId
  if (accountId === null || (await userDataOf(app.database.read, accountId)).get(NO_THANKS) === 'true') return []
  const { t } = readerOf(ctx)
  const suggest = (appName: Suggestion['appName'], appDesc: string) => ({
    appName,
    appDesc,
    discoveryUrl: `${DISCOVERY}/${appName}`,
    billingSystemDiscoveryUrl: `${APPLICATION_LINKS_PATH}?typeId=${appName}`,
  })
  return [
    suggest('jira', t('Project and issue tracking')),
    suggest('confluence', t('Collaboration and content sharing')),
    suggest('bamboo', t('Continuous integration')),
  ]
}
