import Settings from 'lucide-react/icons/settings'
import { ApiError } from '#platform/web/api-error.ts'
import { type Frame, screenRoute, type ScreenRoute, webFeature } from '#platform/web/feature.ts'
import { t } from '#platform/web/i18n.ts'
import { queryOptionsFor } from '#platform/web/query.ts'
import { slot } from '#platform/web/slots.tsx'
import { CHAT_PATH } from '#features/chat/shared.ts'
import { spaceDetails } from '#features/spaces/contract.ts'
import { SPACE_SETTINGS, type SpaceSettingsPath } from '../areas.ts'
import { LogoHandle } from './logo/LogoHandle.tsx'
import { SettingsLink } from './SettingsLink.tsx'

const screens: Record<SpaceSettingsPath, ScreenRoute['screen']> = {
  '/spaces/spaceadmin.action': () => import('./DetailsScreen.tsx'),
  '/spaces/spacepermissions.action': () => import('./PermissionsScreen.tsx'),
  '/spaces/lookandfeel.action': () => import('./ColoursScreen.tsx'),
  '/pages/templates2/listpagetemplates.action': () => import('./TemplatesScreen.tsx'),
  [CHAT_PATH]: () => import('./chat/ChatScreen.tsx'),
  '/pages/viewtrash.action': () => import('./TrashScreen.tsx'),
  '/spaces/listentitylinks.action': () => import('./EntityLinksScreen.tsx'),
}

export const spaceSettings = webFeature({
  name: 'space-settings',
  routes: SPACE_SETTINGS.map(({ path, title }) =>
    screenRoute({
      path,
      screen: screens[path],
      prepare: async ({ search, query }): Promise<Frame> => {
        const key = typeof search.key === 'string' ? search.key : ''
        const space = await query.ensureQueryData(queryOptionsFor(spaceDetails, { params: { key } }))
        if (!space.permissions.includes('administer:space')) {
          throw new ApiError({ status: 403, message: t('Only who administers this space may see its settings.') })
        }
        return { title: `${t(title)} - ${space.name}`, spaceKey: space.key, spacePlace: 'settings' }
      },
    }),
  ),
  slots: [
    slot('space.handle', {
      id: 'space-logo',
      render: ({ spaceKey, facts }) => <LogoHandle spaceKey={spaceKey} facts={facts} />,
    }),
    slot('space.tools', {
      id: 'space-settings',
      order: 90,
      render: ({ spaceKey, collapsed, administers }) =>
        administers && <SettingsLink spaceKey={spaceKey} collapsed={collapsed} icon={<Settings />} />,
    }),
  ],
})
