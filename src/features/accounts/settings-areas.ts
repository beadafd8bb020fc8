import { NOTIFICATION_SETTINGS_PATH } from '#features/notifications/shared.ts'

/** User settings screens in navigation order. Titles are i18n keys. */
export const SETTINGS_AREAS = [
  { path: '/users/viewmysettings.action', title: 'Profile' },
  { path: '/users/editmypassword.action', title: 'Password and sessions' },
  { path: NOTIFICATION_SETTINGS_PATH, title: 'Notifications' },
  { path: '/plugins/personalaccesstokens/usertokens.action', title: 'Access tokens' },
] as const
export type SettingsPath = (typeof SETTINGS_AREAS)[number]['path']
/** Those that another feature serves. */
type ForeignPath = typeof NOTIFICATION_SETTINGS_PATH
export type OwnSettingsPath = Exclude<SettingsPath, ForeignPath>
type Area = (typeof SETTINGS_AREAS)[number]
export const OWN_SETTINGS_AREAS = SETTINGS_AREAS.filter(
  (area): area is Exclude<Area, { path: ForeignPath }> => area.path !== NOTIFICATION_SETTINGS_PATH,
)

/** Addresses of the old product and the screens that replace them. */
export const SETTINGS_ALIASES: Readonly<Record<string, OwnSettingsPath>> = {
  '/users/editmyprofile.action': '/users/viewmysettings.action',
  '/users/profile/editmyprofilepicture.action': '/users/viewmysettings.action',
  '/users/editmysettings.action': '/users/viewmysettings.action',
  '/users/changemypassword.action': '/users/editmypassword.action',
}
