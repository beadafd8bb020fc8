import './admin-nav.css'
import { screenRoute, webFeature, type Frame, type PrepareContext, type ScreenRoute } from '#platform/web/feature.ts'
import { t } from '#platform/web/i18n.ts'
import { useReader } from '#platform/web/reader.ts'
import { queryOptionsFor } from '#platform/web/query.ts'
import { slot } from '#platform/web/slots.tsx'
import { ADMIN_AREAS } from '../areas.ts'
import { getSiteSettings, getSystemInfo } from '../contract.ts'
import { enterAdministration } from './access.ts'
import { AdminNavView } from '../view/AdminNavView.tsx'

type Path = (typeof ADMIN_AREAS)[number]['path']

const screens: Record<Path, ScreenRoute['screen']> = {
  '/admin': () => import('./OverviewScreen.tsx'),
  '/admin/users': () => import('./users/UsersScreen.tsx'),
  '/admin/groups': () => import('./groups/GroupsScreen.tsx'),
  '/admin/permissions': () => import('./PermissionsScreen.tsx'),
  '/admin/spaces': () => import('./SpacesScreen.tsx'),
  '/admin/settings': () => import('./SettingsScreen.tsx'),
  '/admin/colours': () => import('./ColoursScreen.tsx'),
  '/admin/templates': () => import('./TemplatesScreen.tsx'),
  '/admin/emoji': () => import('./emoji/EmojiScreen.tsx'),
  '/admin/webhooks': () => import('./webhooks/WebhooksScreen.tsx'),
  '/admin/linked-applications': () => import('./linked-apps/LinkedAppsScreen.tsx'),
  '/admin/analytics': () => import('./analytics/AnalyticsScreen.tsx'),
  '/admin/diagrams': () => import('./diagrams/DiagramsScreen.tsx'),
  '/admin/embed-links': () => import('./embed-links/EmbedLinksScreen.tsx'),
  '/admin/audit': () => import('./audit/AuditScreen.tsx'),
  '/admin/backups': () => import('./backups/BackupsScreen.tsx'),
  '/admin/imports': () => import('./imports/ImportsScreen.tsx'),
  '/admin/system': () => import('./SystemScreen.tsx'),
  '/admin/jobs': () => import('./JobsScreen.tsx'),
}

/** Queries awaited before the screen; others load behind a skeleton. */
const needs: Partial<Record<Path, (query: PrepareContext<string>['query']) => Promise<unknown>>> = {
  '/admin': query => query.ensureQueryData(queryOptionsFor(getSystemInfo)),
  '/admin/users': query => query.ensureQueryData(queryOptionsFor(getSiteSettings)),
  '/admin/settings': query => query.ensureQueryData(queryOptionsFor(getSiteSettings)),
  '/admin/system': query => query.ensureQueryData(queryOptionsFor(getSystemInfo)),
}

export const admin = webFeature({
  name: 'admin',
  routes: ADMIN_AREAS.map(({ path, title }) =>
    screenRoute({
      path,
      screen: screens[path],
      prepare: async ({ query, search }): Promise<Frame> => {
        const parameters = new URLSearchParams(
          Object.entries(search).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
        ).toString()
        await enterAdministration(query, parameters === '' ? path : `${path}?${parameters}`)
        await needs[path]?.(query)
        return {
          title: path === '/admin' ? t('Administration') : `${t(title)} - ${t('Administration')}`,
          sidebar: 'admin',
        }
      },
    }),
  ),
  slots: [slot('admin.nav', { id: 'admin', inDocument: true, render: ({ path }) => <AdminNav path={path} /> })],
})

function AdminNav({ path }: { path: string }) {
  return <AdminNavView path={path} reader={useReader()} />
}
