import './sidebar.css'
import { lazy, Suspense } from 'react'
import { screenRoute, webFeature } from '#platform/web/feature.ts'
import { t } from '#platform/web/i18n.ts'
import { queryOptionsFor } from '#platform/web/query.ts'
import { slot } from '#platform/web/slots.tsx'
import { SkeletonText } from '#platform/web/ui/Skeleton.tsx'
import { COLLECTIONS, CUSTOM_CONTENT_PATH, type CollectionName } from '../collections.ts'
import { getCustomContent, listCollection } from '../contract.ts'
import { loadIfShown } from './OnDemand.tsx'
import { Navigation } from './Navigation.tsx'
import { SideLinks } from './SideLinks.tsx'
import { SpaceTools } from './SpaceTools.tsx'

loadIfShown()
const SpacesMenu = lazy(() => import('./SpacesMenu.tsx'))

const keyIn = (search: Readonly<Record<string, unknown>>) => (typeof search['key'] === 'string' ? search['key'] : '')

export const sidebarWeb = webFeature({
  name: 'sidebar',
  routes: [
    ...(Object.keys(COLLECTIONS) as CollectionName[]).map(name =>
      screenRoute({
        path: COLLECTIONS[name].path,
        screen: () =>
          name === 'pages' ? import('./collection/PagesScreen.tsx') : import('./collection/BlogScreen.tsx'),
        prepare: async ({ search, query }) => {
          const { space } = await query.ensureQueryData(
            queryOptionsFor(listCollection, { params: { key: keyIn(search) }, query: { of: name } }),
          )
          return {
            title: `${t(COLLECTIONS[name].title)} - ${space.name}`,
            spaceKey: space.key,
            ...(name === 'blogs' ? { spacePlace: 'blogs' as const } : {}),
          }
        },
      }),
    ),
    screenRoute({
      path: CUSTOM_CONTENT_PATH,
      screen: () => import('./CustomContentScreen.tsx'),
      prepare: async ({ search, query }) => {
        await query.ensureQueryData(queryOptionsFor(getCustomContent, { params: { key: keyIn(search) } }))
        return { title: t('Sidebar content'), spaceKey: keyIn(search), spacePlace: 'settings' }
      },
    }),
  ],
  slots: [
    slot('space.links', { id: 'links', inDocument: true, render: context => <SideLinks {...context} /> }),
    slot('space.navigation', { id: 'navigation', inDocument: true, render: context => <Navigation {...context} /> }),
    slot('space.foot', { id: 'tools', inDocument: true, render: context => <SpaceTools {...context} /> }),
    slot('header.spaces', {
      id: 'spaces',
      render: () => (
        <Suspense fallback={<SkeletonText lines={5} />}>
          <SpacesMenu />
        </Suspense>
      ),
    }),
  ],
})
