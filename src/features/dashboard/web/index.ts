import './dashboard.css'
import { screenRoute, webFeature } from '#platform/web/feature.ts'
import { t } from '#platform/web/i18n.ts'
import { queryOptionsFor } from '#platform/web/query.ts'
import { listDrafts, recentlyUpdated } from '#features/content/contract.ts'
import { spaceDirectory } from '#features/spaces/contract.ts'
import { DRAFTS, STARRED_SPACES, TEAM_SPACES, UPDATES } from '../lists.ts'

export const dashboardWeb = webFeature({
  name: 'dashboard',
  routes: (['/', '/index.action', '/dashboard.action'] as const).map(path =>
    screenRoute({
      path,
      screen: () => import('./DashboardScreen.tsx'),
      prepare: async ({ query }) => {
        await Promise.all([
          query.ensureQueryData(queryOptionsFor(recentlyUpdated, { query: UPDATES })),
          query.ensureQueryData(queryOptionsFor(listDrafts, { query: DRAFTS })),
          query.ensureQueryData(queryOptionsFor(spaceDirectory, { query: STARRED_SPACES })),
          query.ensureQueryData(queryOptionsFor(spaceDirectory, { query: TEAM_SPACES })),
        ])
        return { title: t('Home') }
      },
    }),
  ),
  shortcuts: [{ id: 'dashboard.go', keys: 'g d', label: 'Go to the dashboard', group: 'Everywhere', href: '/' }],
})
