import './spaces.css'
import { createElement, lazy, Suspense } from 'react'
import { screenRoute, webFeature } from '#platform/web/feature.ts'
import { t } from '#platform/web/i18n.ts'
import { queryOptionsFor } from '#platform/web/query.ts'
import { slot } from '#platform/web/slots.tsx'
import type {} from '#features/accounts/web/index.ts'
import { spaceDirectory } from '../contract.ts'
import { DIRECTORY_PAGE, DIRECTORY_PATH, directoryTabOf } from '../directory-view.ts'

export const SpaceChooser = lazy(() => import('./SpaceChooser.tsx'))

const PersonalSpaceOf = lazy(() => import('./PersonalSpace.tsx'))

export const spacesWeb = webFeature({
  name: 'spaces',
  routes: [
    screenRoute({
      path: DIRECTORY_PATH,
      screen: () => import('./DirectoryScreen.tsx'),
      prepare: async ({ query, search }) => {
        const label = [search['label']].flat()[0]
        await query.ensureQueryData(
          queryOptionsFor(spaceDirectory, {
            query: { ...directoryTabOf(search['view']).query, limit: DIRECTORY_PAGE, ...(label ? { label } : {}) },
          }),
        )
        return { title: t('Spaces') }
      },
    }),
  ],
  slots: [
    slot('user.profile', {
      id: 'personal-space',
      render: ({ username, isSelf }) =>
        createElement(Suspense, null, createElement(PersonalSpaceOf, { key: username, username, isSelf })),
    }),
  ],
  shortcuts: [{ id: 'spaces.go', keys: 'g s', label: 'Go to the spaces', group: 'Everywhere', href: DIRECTORY_PATH }],
})
