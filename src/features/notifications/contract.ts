import { z } from 'zod'
import { endpoint } from '#platform/contract.ts'
import { clampedInteger } from '#platform/wire.ts'
import { AT_ONCE, MAIL_TIMES, MOST_AT_ONCE } from './shared.ts'

const TAG = 'notifications'
const notificationId = z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER)

/** `timeout` and `maxTimeout`: polling interval in seconds, while the reader is active and at most. */
export const notificationCount = endpoint({
  method: 'GET',
  path: '/rest/mywork/latest/status/notification/count',
  tag: TAG,
  summary: 'How many notifications came since the user opened the list, of those they have not read',
  response: z.object({ count: z.number(), timeout: z.number(), maxTimeout: z.number() }),
})

export const notification = z.object({
  id: z.string(),
  /** Name of a declared kind. */
  kind: z.string(),
  /** ISO 8601. */
  at: z.string(),
  isRead: z.boolean(),
  /** The user who did it; null if unknown by now. */
  actor: z.object({ displayName: z.string(), avatarUrl: z.string() }).nullable(),
  /** The event in one sentence, in the language of the reader. */
  sentence: z.string(),
  /** Title of the page or post that it is about. */
  title: z.string(),
  /** Path of the exact place. */
  url: z.string(),
  space: z.object({ key: z.string(), name: z.string() }),
})
export type Notification = z.output<typeof notification>

export const listNotifications = endpoint({
  method: 'GET',
  path: '/rest/oxbow/1.0/notifications',
  tag: TAG,
  summary: "The user's notifications about what they may see, newest first",
  query: z.object({
    filter: z.enum(['all', 'unread']).default('all'),
    /** `nextCursor` of the part before. */
    cursor: notificationId.optional(),
    limit: clampedInteger({ least: 1, most: MOST_AT_ONCE, otherwise: AT_ONCE }),
  }),
  response: z.object({ results: z.array(notification), nextCursor: z.string().nullable() }),
})
export const markSeen = endpoint({
  method: 'POST',
  path: '/rest/oxbow/1.0/notifications/seen',
  tag: TAG,
  summary: 'Set the count back to 0: the list was opened',
  allowedInReadOnlyMode: true,
  status: 204,
})
export const markRead = endpoint({
  method: 'POST',
  path: '/rest/oxbow/1.0/notifications/read',
  tag: TAG,
  summary: 'Mark notifications as read; without ids, all of them',
  allowedInReadOnlyMode: true,
  body: z.object({ ids: z.array(notificationId).max(MOST_AT_ONCE).optional() }),
  status: 204,
})

const MAX_KINDS = 100
const choice = z.object({ kind: z.string().max(50), bell: z.boolean(), mail: z.enum(MAIL_TIMES) })
const digestHour = z.number().int().min(0).max(23)
export const notificationSettings = z.object({
  /** Each kind once. */
  choices: z.array(choice),
  /** Kinds in the order of `choices`, with what can be chosen for them. */
  kinds: z.array(
    z.object({ kind: z.string(), label: z.string(), hasBell: z.boolean(), mailTimes: z.array(z.enum(MAIL_TIMES)) }),
  ),
  digestHour,
  /** By which `digestHour` is meant. */
  timeZone: z.string(),
  /** Address for mail; null when the wiki sends none. */
  address: z.string().nullable(),
})
export type NotificationSettings = z.output<typeof notificationSettings>

const settingsPath = '/rest/oxbow/1.0/notifications/settings'
export const getSettings = endpoint({
  method: 'GET',
  path: settingsPath,
  tag: TAG,
  summary: 'How the user is told of what concerns them',
  response: notificationSettings,
})
export const updateSettings = endpoint({
  method: 'PUT',
  path: settingsPath,
  tag: TAG,
  summary: 'Change how the user is told of what concerns them; kinds that are not named stay',
  body: z.object({
    choices: z.array(choice).max(MAX_KINDS).default([]),
    digestHour: digestHour.optional(),
  }),
  response: notificationSettings,
})
export const revokeLinks = endpoint({
  method: 'DELETE',
  path: '/rest/oxbow/1.0/notifications/unsubscribe-links',
  tag: TAG,
  summary: 'Make the unsubscribe links of all mails void that the user got so far',
  status: 204,
})

/** Of the mail; also the address of `List-Unsubscribe` (RFC 8058). */
const unsubscribePath = '/unsubscribe.action'
const token = z.string().max(500).default('')
export const unsubscribePage = endpoint({
  method: 'GET',
  path: unsubscribePath,
  tag: TAG,
  summary: 'Asks whether to end what the link of a mail names; changes nothing',
  query: z.object({ token }),
})
/** Mail programs send `List-Unsubscribe=One-Click` in a form, without cookies; the token alone says who asks. */
export const unsubscribe = endpoint({
  method: 'POST',
  path: unsubscribePath,
  tag: TAG,
  summary: 'Ends what the link of a mail names, without signing in',
  encoding: 'form',
  allowWithoutToken: true,
  allowedInReadOnlyMode: true,
  body: z.object({ token }),
})
