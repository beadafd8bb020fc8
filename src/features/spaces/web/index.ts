import './spaces.css'
import { lazy } from 'react'
import { screenRoute, webFeature } from '#platform/web/feature.ts'
import { t } from '#platform/web/i18n.ts'
import { queryOptionsFor } from '#platform/web/query.ts'
import { spaceDirectory } from '../contract.ts'
import { DIRECTORY_PAGE, DIRECTORY_PATH, viewOf } from '../directory-view.ts'

/** Asks in which space something new begins. */
export const SpaceChooser = lazy(() => import('./SpaceChooser.tsx'))

/** The space directory, and creating spaces. */
export const spacesWeb = webFeature({
  name: 'spaces',
  routes: [
    screenRoute({
      path: DIRECTORY_PATH,
      screen: () => import('./DirectoryScreen.tsx'),
      prepare: async ({ query, search }) => {
        await query.ensureQueryData(queryOptionsFor(spaceDirectory, { query: { ...viewOf(search['view']).query, limit: DIRECTORY_PAGE } }))
        return { title: t('Spaces') }
      },
    }),
  ],
  shortcuts: [{ id: 'spaces.go', keys: 'g s', label: 'Go to the spaces', group: 'Everywhere', href: DIRECTORY_PATH }],
  messages: { de: () => import('../i18n/de.json', { with: { type: 'json' } }) },
})
