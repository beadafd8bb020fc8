/** The screens of a space's settings, in the order of their navigation. Titles are keys of i18n. */
export const SPACE_SETTINGS = [
  { path: '/spaces/spaceadmin.action', title: 'Details' },
  { path: '/spaces/spacepermissions.action', title: 'Permissions' },
  { path: '/spaces/lookandfeel.action', title: 'Colours' },
  { path: '/pages/viewtrash.action', title: 'Trash' },
] as const
export type SpaceSettingsPath = (typeof SPACE_SETTINGS)[number]['path']

/** Further addresses of the old product, with the screen that stands for them now. */
export const SPACE_SETTINGS_ALIASES: Readonly<Record<string, SpaceSettingsPath>> = {
  '/spaces/editspace.action': '/spaces/spaceadmin.action',
  '/spaces/removespace.action': '/spaces/spaceadmin.action',
  '/spaces/viewspaceadmin.action': '/spaces/spaceadmin.action',
}

/** Address of an area of a space's settings. */
export function spaceSettingsHref(path: SpaceSettingsPath, key: string): string {
  return `${path}?key=${encodeURIComponent(key)}`
}
