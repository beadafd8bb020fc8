import { createElement, lazy, Suspense } from 'react'
import { type Frame, screenRoute, webFeature } from '#platform/web/feature.ts'
import { t } from '#platform/web/i18n.ts'
import { loginHref, redirectTo } from '#platform/web/navigation.ts'
import { queryOptionsFor } from '#platform/web/query.ts'
import { pageData } from '#platform/web/session.ts'
import { slot } from '#platform/web/slots.tsx'
import { getProfile, getPublicProfile, getUser } from '../contract.ts'
import { SETTINGS_ALIASES, SETTINGS_AREAS, type SettingsPath } from '../settings-areas.ts'
import type {} from './slots.ts'
import { UserMenuLinks } from './UserMenuLinks.tsx'

const SignInDialog = lazy(() => import('./SignInDialog.tsx'))

const settingsScreens: Record<SettingsPath, () => Promise<{ default: () => React.ReactNode }>> = {
  '/users/viewmysettings.action': () => import('./settings/ProfileScreen.tsx'),
  '/users/editmypassword.action': () => import('./settings/SecurityScreen.tsx'),
  '/plugins/personalaccesstokens/usertokens.action': () => import('./settings/TokensScreen.tsx'),
}

export const accounts = webFeature({
  name: 'accounts',
  routes: [
    screenRoute({
      path: '/users/viewuserprofile.action',
      screen: () => import('./profile/UserProfileScreen.tsx'),
      prepare: async ({ search, query }): Promise<Frame> => {
        const username = typeof search.username === 'string' ? search.username : ''
        const user = await query.ensureQueryData(queryOptionsFor(getUser, { query: { username } }))
        await query.ensureQueryData(queryOptionsFor(getPublicProfile, { params: { userKey: user.userKey ?? '' } }))
        return { title: user.displayName }
      },
    }),
    screenRoute({
      path: '/users/viewmyprofile.action',
      screen: () => import('./profile/UserProfileScreen.tsx'),
      prepare: () => {
        const { user } = pageData()
        throw redirectTo(
          user
            ? `/users/viewuserprofile.action?username=${encodeURIComponent(user.username)}`
            : loginHref('/users/viewmyprofile.action'),
        )
      },
    }),
    ...SETTINGS_AREAS.map(({ path, title }) =>
      screenRoute({
        path,
        screen: settingsScreens[path],
        prepare: async ({ query }): Promise<Frame> => {
          await query.ensureQueryData(queryOptionsFor(getProfile))
          return { title: `${t(title)} - ${t('Your settings')}` }
        },
      }),
    ),
    ...Object.entries(SETTINGS_ALIASES).map(([path, target]) =>
      screenRoute({
        path,
        screen: settingsScreens[target],
        prepare: () => {
          throw redirectTo(target)
        },
      }),
    ),
  ],
  settingsAreas: SETTINGS_AREAS,
  slots: [
    slot('header.user', { id: 'accounts', order: 10, render: ({ close }) => createElement(UserMenuLinks, { close }) }),
    slot('session.ended', {
      id: 'accounts',
      render: ({ close }) => createElement(Suspense, null, createElement(SignInDialog, { close })),
    }),
  ],
})
