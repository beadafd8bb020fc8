/** When a notification comes by mail: at once, with others of its page, or once a day. */
export const MAIL_TIMES = ['now', 'bundled', 'daily', 'never'] as const
export type MailTime = (typeof MAIL_TIMES)[number]

/** Ways in which a user is notified of a kind of event. */
export interface Choice {
  bell: boolean
  mail: MailTime
}

/** How long what happens to a page is gathered, from the first that did. */
export const BUNDLE_MINUTES = 10
/** Hour of the day at which the daily mail comes. */
export const DEFAULT_DIGEST_HOUR = 7

/** Address of the screen, as the old product had it. */
export const NOTIFICATION_SETTINGS_PATH = '/users/viewmyemailsettings.action'

/** Notifications in the list at first, and with each "Load more". */
export const AT_ONCE = 20
export const MOST_AT_ONCE = 100

/** Address of the list as a separate page, as the old product had it. */
export const MINIVIEW_PATH = '/plugins/servlet/notifications-miniview'
/** Query parameter that opens the list on any page. */
export const SHOW_MINIVIEW = 'show-miniview'

/** Seconds. */
export const POLL_DEFAULT_S = 30
export const POLL_MAX_S = 300
