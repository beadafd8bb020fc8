/** The screens of one's own settings, in the order of their navigation. Titles are keys of i18n. */
export const SETTINGS_AREAS = [
  { path: '/users/viewmysettings.action', title: 'Profile' },
  { path: '/users/editmypassword.action', title: 'Password and sessions' },
  { path: '/plugins/personalaccesstokens/usertokens.action', title: 'Access tokens' },
] as const
export type SettingsPath = (typeof SETTINGS_AREAS)[number]['path']

/** Further addresses of the old product, with the screen that stands for them now. */
export const SETTINGS_ALIASES: Readonly<Record<string, SettingsPath>> = {
  '/users/editmyprofile.action': '/users/viewmysettings.action',
  '/users/profile/editmyprofilepicture.action': '/users/viewmysettings.action',
  '/users/editmysettings.action': '/users/viewmysettings.action',
  '/users/changemypassword.action': '/users/editmypassword.action',
}
