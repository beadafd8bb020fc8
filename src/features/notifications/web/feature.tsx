import './notifications.css'
import { screenRoute, webFeature } from '#platform/web/feature.ts'
import { t } from '#platform/web/i18n.ts'
import { queryOptionsFor } from '#platform/web/query.ts'
import { pageData } from '#platform/web/session.ts'
import { slot } from '#platform/web/slots.tsx'
import { getSettings } from '../contract.ts'
import { MINIVIEW_PATH, NOTIFICATION_SETTINGS_PATH } from '../shared.ts'
import { Bell } from './Bell.tsx'
import { listShown } from './shown.ts'

export const notificationsWeb = webFeature({
  name: 'notifications',
  routes: [
    screenRoute({
      path: NOTIFICATION_SETTINGS_PATH,
      screen: () => import('./SettingsScreen.tsx'),
      prepare: async ({ query }) => {
        await query.ensureQueryData(queryOptionsFor(getSettings))
        return { title: `${t('Notifications')} - ${t('Your settings')}` }
      },
    }),
    screenRoute({
      path: MINIVIEW_PATH,
      screen: () => import('./NotificationsScreen.tsx'),
      prepare: async () => ({ title: t('Notifications') }),
    }),
  ],
  settingsAreas: [{ path: NOTIFICATION_SETTINGS_PATH, title: 'Notifications', order: 30 }],
  slots: [
    slot('header.end', {
      id: 'notifications',
      // First in the slot, as rendered by the server.
      order: 0,
      inDocument: true,
      render: () => (pageData().user ? <Bell /> : null),
    }),
  ],
  shortcuts: [
    {
      id: 'notifications.open',
      keys: 'g n',
      label: 'Notifications',
      group: 'Everywhere',
      run: () => {
        if (pageData().user) listShown.set(true)
      },
    },
  ],
})
