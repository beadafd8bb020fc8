import { createElement as h, type ReactElement } from 'react'
import type { App } from '#platform/server/app.ts'
import type { Context } from '#platform/server/context.ts'
import { Answer } from '#platform/server/http/http.ts'
import { handleScreen, screenFrame } from '#platform/server/http/screen.ts'
import { readerOf, renderView } from '#platform/server/http/view.ts'
import type { Reader } from '#platform/view/reader.ts'
import { endpointKey, type SeededQuery } from '#platform/page-data.ts'
import { isElevated, requireAdministrator } from '#features/accounts/server/index.ts'
import { APPLICATION_LINKS_PATH } from '#features/application-links/shared.ts'
import { ADMIN_AREAS } from '../areas.ts'
import { getAdminAccess, getSiteSettings, getSystemInfo } from '../contract.ts'
import { getSettingsForm } from '../settings-contract.ts'
import { AdminNavView } from '../view/AdminNavView.tsx'
import { readSiteSettings, settingsForm } from './settings.ts'
import { readSystemInfo } from './system.ts'

/** Addresses of the old product's administration that people have in their bookmarks. */
const OLD_ADDRESSES: Readonly<Record<string, string>> = {
  '/admin/console.action': '/admin',
  '/admin/viewgeneralconfig.action': '/admin/settings',
  '/admin/lookandfeel.action': '/admin/colours',
  '/admin/auditlogging.action': '/admin/audit',
  '/admin/backup.action': '/admin/backups',
  '/admin/restore.action': '/admin/imports',
  '/admin/systeminfo.action': '/admin/system',
  '/admin/users/browseusers.action': '/admin/users',
  '/admin/users/showallusers.action': '/admin/users',
  [APPLICATION_LINKS_PATH]: '/admin/linked-applications',
  '/admin/users/browsegroups.action': '/admin/groups',
  '/admin/permissions/globalpermissions.action': '/admin/permissions',
}

/** The documents of the administration: for administrators who have confirmed their password lately. */
export function adminScreens(app: App): void {
  for (const { path, title } of ADMIN_AREAS) {
    handleScreen(app, path, `Administration: ${title}`, async ({ ctx, request }) => {
      requireAdministrator(ctx)
      if (!(await isElevated(ctx)))
        return Answer.redirect(`/authenticate.action?destination=${encodeURIComponent(request.url)}`)
      const reader = readerOf(ctx)
      const { content, queries } = await contentOf(ctx, path, reader)
      const administration = reader.t('Administration')
      const heading = path === '/admin' ? administration : reader.t(title)
      return {
        title: path === '/admin' ? administration : `${heading} - ${administration}`,
        noscript: screenFrame(
          ctx,
          { title: heading, breadcrumbs: path === '/admin' ? [] : [{ label: administration, href: '/admin' }] },
          content,
        ),
        sidebar: renderView(h(AdminNavView, { path, reader })),
        queries: [{ key: endpointKey(getAdminAccess), data: { elevated: true } }, ...queries],
      }
    })
  }
  for (const [path, target] of Object.entries(OLD_ADDRESSES)) {
    handleScreen(app, path, `Administration, by an address of the old product: ${target}`, ({ ctx, request }) => {
      requireAdministrator(ctx)
      return Answer.redirect(`${target}${new URL(request.url, app.baseUrl).search}`)
    })
  }
}

interface Content {
  content: ReactElement
  queries: SeededQuery[]
}

/** The content shown without script, and the answers that the screen begins with. */
async function contentOf(ctx: Context, path: string, { t }: Reader): Promise<Content> {
  const settings = readSiteSettings(ctx)
  const settingsQuery = { key: endpointKey(getSiteSettings), data: settings }
  if (path === '/admin' || path === '/admin/system') {
    const info = await readSystemInfo(ctx.app)
    return {
      content: facts([
        [t('Version'), info.version],
        [t('Runtime'), `Node ${info.nodeVersion}`],
        [t('Database'), `${info.database.engine} ${info.database.version}`],
        [t('Spaces'), info.counts.spaces],
        [t('Users'), info.counts.users],
        [t('Started'), info.startedAt],
        ...info.events.subscribers.map(({ name, behind }): [string, string] => [
          t('Events behind: {{name}}', { name }),
          String(behind),
        ]),
      ]),
      queries: [{ key: endpointKey(getSystemInfo), data: info }, settingsQuery],
    }
  }
  if (path === '/admin/settings') {
    const form = settingsForm(ctx.app, t)
    const fields = form.sections.flatMap(section => section.fields)
    return {
      content: facts([
        [t('Base address'), settings.baseUrl],
        ...fields.flatMap(({ name, label, control: { kind } }): [string, string | number][] => {
          if (kind === 'text' || kind === 'date' || kind === 'number') return [[label, String(settings[name])]]
          return kind === 'megabytes' ? [[label, Number(settings[name]) / 2 ** 20]] : []
        }),
      ]),
      queries: [settingsQuery, { key: endpointKey(getSettingsForm), data: form }],
    }
  }
  const needsScript = t('This screen needs script. The same can be done with the REST interface:')
  return {
    content: h('p', null, `${needsScript} `, h('a', { href: '/rest/api-docs' }, t('its description'))),
    queries: [settingsQuery],
  }
}

function facts(rows: readonly (readonly [string, string | number])[]): ReactElement {
  return h(
    'dl',
    { className: 'ox-facts' },
    rows.map(([name, value]) => h('div', { key: name }, h('dt', null, name), h('dd', null, value))),
  )
}
