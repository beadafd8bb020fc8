/** What a notification tells of, most specific first: somebody who is told of an event in several ways gets the first. */
export const NOTIFICATION_KINDS = [
  'task',
  'mention',
  'share',
  'reply',
  'comment',
  'like',
  'created',
  'updated',
] as const
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number]

/** Notifications in the list at first, and with each "Load more". */
export const AT_ONCE = 20
export const MOST_AT_ONCE = 100

/** Address of the list as a page of its own, as the old product had it. */
export const MINIVIEW_PATH = '/plugins/servlet/notifications-miniview'
/** Query parameter that opens the list on any page. */
export const SHOW_MINIVIEW = 'show-miniview'

/** Seconds. */
export const POLL_DEFAULT_S = 30
export const POLL_MAX_S = 300
