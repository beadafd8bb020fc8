/**
 * Kinds of notification, most specific first: a user who is notified of an event for several reasons gets the first.
 */
export const NOTIFICATION_KINDS = [
  'task',
  'mention',
  'share',
  'request',
  'granted',
  'reply',
  'comment',
  'like',
  'created',
  'updated',
] as const
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number]

/** Kinds that users choose for: notifications, and reminders of their own due tasks, which come by mail alone. */
export const CHOICE_KINDS = [...NOTIFICATION_KINDS, 'due'] as const
export type ChoiceKind = (typeof CHOICE_KINDS)[number]

/** When a notification comes by mail: at once, with others of its page, or once a day. */
export const MAIL_TIMES = ['now', 'bundled', 'daily', 'never'] as const
export type MailTime = (typeof MAIL_TIMES)[number]

/** Ways in which a user is notified of a kind of event. */
export interface Choice {
  bell: boolean
  mail: MailTime
}

/** Default choices, for users who have made none. */
export const DEFAULT_CHOICES: Readonly<Record<ChoiceKind, Choice>> = {
  task: { bell: true, mail: 'now' },
  mention: { bell: true, mail: 'now' },
  share: { bell: true, mail: 'now' },
  request: { bell: true, mail: 'now' },
  granted: { bell: true, mail: 'now' },
  reply: { bell: true, mail: 'now' },
  comment: { bell: true, mail: 'bundled' },
  like: { bell: true, mail: 'never' },
  created: { bell: true, mail: 'bundled' },
  updated: { bell: true, mail: 'bundled' },
  due: { bell: false, mail: 'daily' },
}

/** Whether what users choose for a kind may be chosen: a reminder is one mail a day, or none. */
export function isPossible(kind: ChoiceKind, { bell, mail }: Choice): boolean {
  return (!bell || hasBell(kind)) && mailTimesOf(kind).includes(mail)
}

/** Whether a kind is ever in the bell. */
export function hasBell(kind: ChoiceKind): boolean {
  return kind !== 'due'
}

/** When a kind may come by mail. */
export function mailTimesOf(kind: ChoiceKind): readonly MailTime[] {
  return kind === 'due' ? ['daily', 'never'] : MAIL_TIMES
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
