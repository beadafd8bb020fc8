import type { App } from '#platform/server/app.ts'
import type { Context } from '#platform/server/context.ts'
import { Answer } from '#platform/server/http/http.ts'
import { html, type Markup } from '#platform/server/http/markup.ts'
import { handleScreen, screenMarkup } from '#platform/server/http/screen.ts'
import { endpointKey, type SeededQuery } from '#platform/page-data.ts'
import { isElevated, requireAdministrator } from '#features/accounts/server/index.ts'
import { ADMIN_AREAS } from '../areas.ts'
import { getAdminAccess, getSiteSettings, getSystemInfo } from '../contract.ts'
import { say } from '../words.ts'
import { readSiteSettings } from './settings.ts'
import { readSystemInfo } from './system.ts'

/** Addresses of the old product's administration that people have in their bookmarks. */
const OLD_ADDRESSES: Readonly<Record<string, string>> = {
  '/admin/console.action': '/admin',
  '/admin/viewgeneralconfig.action': '/admin/settings',
  '/admin/lookandfeel.action': '/admin/colours',
  '/admin/auditlogging.action': '/admin/audit',
  '/admin/backup.action': '/admin/backups',
  '/admin/systeminfo.action': '/admin/system',
  '/admin/users/browseusers.action': '/admin/users',
  '/admin/users/showallusers.action': '/admin/users',
  '/admin/users/browsegroups.action': '/admin/groups',
  '/admin/permissions/globalpermissions.action': '/admin/permissions',
}

/** The documents of the administration: for administrators who have confirmed their password lately. */
export function adminScreens(app: App): void {
  for (const { path, title } of ADMIN_AREAS) {
    handleScreen(app, path, `Administration: ${title}`, async ({ ctx, request }) => {
      requireAdministrator(ctx)
      if (!(await isElevated(ctx))) return Answer.redirect(`/authenticate.action?destination=${encodeURIComponent(request.url)}`)
      const { locale } = ctx
      const { content, queries } = await contentOf(ctx, path)
      const administration = say(locale, 'Administration')
      const heading = path === '/admin' ? administration : say(locale, title)
      return {
        title: path === '/admin' ? administration : `${heading} - ${administration}`,
        main: screenMarkup({ locale: ctx.locale, title: heading, breadcrumbs: path === '/admin' ? [] : [{ label: administration, href: '/admin' }], content }),
        sidebar: navigation(locale, path),
        queries: [{ key: endpointKey(getAdminAccess), data: { elevated: true } }, ...queries],
      }
    })
  }
  for (const [path, target] of Object.entries(OLD_ADDRESSES)) {
    handleScreen(app, path, `Administration, by an address of the old product: ${target}`, ({ ctx }) => {
      requireAdministrator(ctx)
      return Answer.redirect(target)
    })
  }
}

function navigation(locale: string, current: string): Markup {
  return html`<nav class="ox-admin-nav" aria-label="${say(locale, 'Administration')}"><ul>${ADMIN_AREAS.map(({ path, title }) =>
    html`<li><a href="${path}"${path === current ? html` aria-current="page"` : ''}>${say(locale, title)}</a></li>`)}</ul></nav>`
}

interface Content {
  content: Markup
  queries: SeededQuery[]
}

/** What is shown without script, and the answers that the screen begins with. */
async function contentOf(ctx: Context, path: string): Promise<Content> {
  const { locale } = ctx
  const settings = readSiteSettings(ctx)
  const settingsQuery = { key: endpointKey(getSiteSettings), data: settings }
  if (path === '/admin' || path === '/admin/system') {
    const info = await readSystemInfo(ctx.app)
    return {
      content: facts([
        [say(locale, 'Version'), info.version], [say(locale, 'Runtime'), `Node ${info.nodeVersion}`],
        [say(locale, 'Database'), `${info.database.engine} ${info.database.version}`],
        [say(locale, 'Spaces'), info.counts.spaces], [say(locale, 'Users'), info.counts.users], [say(locale, 'Started'), info.startedAt],
        ...info.events.subscribers.map(({ name, behind }): [string, string] => [say(locale, 'Events behind: {{name}}', { name }), String(behind)]),
      ]),
      queries: [{ key: endpointKey(getSystemInfo), data: info }, settingsQuery],
    }
  }
  if (path === '/admin/settings') {
    return {
      content: facts([
        [say(locale, 'Site title'), settings.siteTitle], [say(locale, 'Base address'), settings.baseUrl],
        [say(locale, 'Largest attachment (bytes)'), settings.maxAttachmentSize],
      ]),
      queries: [settingsQuery],
    }
  }
  const needsScript = say(locale, 'This screen needs script. The same can be done with the REST interface:')
  return {
    content: html`<noscript><p>${needsScript} <a href="/rest/api-docs">${say(locale, 'its description')}</a></p></noscript>`,
    queries: [settingsQuery],
  }
}

function facts(rows: readonly (readonly [string, string | number])[]): Markup {
  return html`<dl class="ox-facts">${rows.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`
}
