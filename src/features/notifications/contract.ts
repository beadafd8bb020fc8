import { z } from 'zod'
import { endpoint } from '#platform/contract.ts'
import { clampedInteger } from '#platform/wire.ts'
import { AT_ONCE, MOST_AT_ONCE, NOTIFICATION_KINDS } from './shared.ts'

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
  kind: z.enum(NOTIFICATION_KINDS),
  /** ISO 8601. */
  at: z.string(),
  isRead: z.boolean(),
  /** Who did it; null for somebody who is not known any more. */
  actor: z.object({ displayName: z.string(), avatarUrl: z.string() }).nullable(),
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
