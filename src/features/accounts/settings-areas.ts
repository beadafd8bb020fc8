/** User settings screens of accounts, with their places in the navigation. Titles are i18n keys. */
export const SETTINGS_AREAS = [
  { path: '/users/viewmysettings.action', title: 'Profile', order: 10 },
  { path: '/users/editmypassword.action', title: 'Password and sessions', order: 20 },
  { path: '/plugins/personalaccesstokens/usertokens.action', title: 'Access tokens', order: 40 },
] as const
export type SettingsPath = (typeof SETTINGS_AREAS)[number]['path']

/** Addresses of the old product and the screens that replace them. */
export const SETTINGS_ALIASES: Readonly<Record<string, SettingsPath>> = {
  '/users/editmyprofile.action': '/users/viewmysettings.action',
  '/users/profile/editmyprofilepicture.action': '/users/viewmysettings.action',
  '/users/editmysettings.action': '/users/viewmysettings.action',
  '/users/changemypassword.action': '/users/editmypassword.action',
}
