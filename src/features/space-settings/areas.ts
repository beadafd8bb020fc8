import { CHAT_PATH } from '#features/chat/shared.ts'

/** Space settings screens in navigation order. Titles are i18n keys. */
export const SPACE_SETTINGS = [
  { path: '/spaces/spaceadmin.action', title: 'Details' },
  { path: '/spaces/spacepermissions.action', title: 'Permissions' },
  { path: '/spaces/lookandfeel.action', title: 'Colours' },
  { path: '/pages/templates2/listpagetemplates.action', title: 'Content Templates' },
  { path: CHAT_PATH, title: 'Chat' },
  { path: '/pages/viewtrash.action', title: 'Trash' },
  { path: '/spaces/listentitylinks.action', title: 'Entity links' },
] as const
export type SpaceSettingsPath = (typeof SPACE_SETTINGS)[number]['path']

/** Addresses of the old product and the screens that replace them. */
export const SPACE_SETTINGS_ALIASES: Readonly<Record<string, SpaceSettingsPath>> = {
  '/spaces/editspace.action': '/spaces/spaceadmin.action',
  '/spaces/removespace.action': '/spaces/spaceadmin.action',
  '/spaces/viewspaceadmin.action': '/spaces/spaceadmin.action',
}

/** Address of a space settings screen. */
export function spaceSettingsHref(path: SpaceSettingsPath, key: string): string {
  return `${path}?key=${encodeURIComponent(key)}`
}
