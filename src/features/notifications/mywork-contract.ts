import { z } from 'zod'
import { endpoint } from '#platform/contract.ts'
import { clampedInteger, emptyAsAbsent } from '#platform/wire.ts'
import { AT_ONCE, MOST_AT_ONCE } from './shared.ts'

const TAG = 'notifications'
const ROOT = '/rest/mywork/latest'

/** A number or its digits: clients send either. */
const notificationId = z
  .union([z.number(), z.string().regex(/^\d{1,16}$/)])
  .transform(Number)
  .pipe(z.number().int().min(1).max(Number.MAX_SAFE_INTEGER))
const idParams = z.object({ id: notificationId })

/** An entry of the bell, in the words of the old product. */
export const myworkNotification = z.object({
  id: z.number(),
  globalId: z.string(),
  /** That of `item`: notifications that have the same are grouped. */
  groupingId: z.string(),
  application: z.string(),
  /** Empty: no other application sends notifications. */
  applicationLinkId: z.literal(''),
  /** Type of `item`: `page`, `blogpost` or `attachment`. */
  entity: z.string(),
  /** Kind of the notification, as in the settings of users: `mention`, `comment`, `like` … */
  action: z.string(),
  /** One sentence in the reader's language. */
  title: z.string(),
  /** HTML: the beginning of a comment; else empty. */
  description: z.string(),
  /** Path of the exact place. */
  url: z.string(),
  /** Picture of the user who did it; empty if unknown by now. */
  iconUrl: z.string(),
  /** The page, post or file that it happened to, or on. */
  item: z.object({ title: z.string(), url: z.string(), iconUrl: z.string(), applicationLinkId: z.literal('') }),
  /** `user`: name of the account of who did it. */
  metadata: z.object({ user: z.string().optional() }),
  /** ISO 8601. */
  created: z.string(),
  updated: z.string(),
  /** Null: no tasks are made of notifications. */
  status: z.null(),
  read: z.boolean(),
  pinned: z.literal(false),
})
export type MyworkNotification = z.output<typeof myworkNotification>

const part = z.object({
  limit: clampedInteger({ least: 1, most: MOST_AT_ONCE, otherwise: AT_ONCE }),
  /** Those that came after this one; the nearest to it when there are more than `limit`. */
  after: emptyAsAbsent(notificationId.optional()),
  /** Those that came before this one; the newest of them when there are more than `limit`. */
  before: emptyAsAbsent(notificationId.optional()),
})

export const myworkStatus = endpoint({
  method: 'GET',
  path: `${ROOT}/status`,
  tag: TAG,
  summary: 'How many notifications are new, and how often to ask, in seconds',
  response: z.object({ count: z.number(), timeout: z.number(), maxTimeout: z.number() }),
})
export const myworkNew = endpoint({
  method: 'GET',
  path: `${ROOT}/status/notification/new`,
  tag: TAG,
  summary: 'How many notifications are new, as a bare number',
  response: z.number(),
})
export const myworkList = endpoint({
  method: 'GET',
  path: `${ROOT}/notification`,
  tag: TAG,
  summary: "The user's notifications about what they may see, newest first, in parts by id",
  query: part,
  response: z.array(myworkNotification),
})
export const myworkNested = endpoint({
  method: 'GET',
  path: `${ROOT}/notification/nested`,
  tag: TAG,
  summary: "A part of the user's notifications, grouped by what they happened to; `limit` counts notifications",
  query: part,
  response: z.array(z.object({ item: myworkNotification.shape.item, notifications: z.array(myworkNotification) })),
})
export const myworkOne = endpoint({
  method: 'GET',
  path: `${ROOT}/notification/:id`,
  tag: TAG,
  summary: 'A notification of the user',
  params: idParams,
  response: myworkNotification,
})
export const myworkLastRead = endpoint({
  method: 'PUT',
  path: `${ROOT}/notification/lastreadid`,
  tag: TAG,
  summary: 'Name the newest notification that the user has seen, by its bare id: only later ones are new',
  allowedInReadOnlyMode: true,
  body: notificationId,
  status: 204,
})
export const myworkRead = endpoint({
  method: 'PUT',
  path: `${ROOT}/notification/read`,
  tag: TAG,
  summary: 'Mark notifications as read: a bare id, or a list of them',
  allowedInReadOnlyMode: true,
  body: z.union([z.array(notificationId).min(1).max(MOST_AT_ONCE), notificationId.transform(id => [id])]),
  status: 204,
})
const status = z.enum(['TODO', 'DONE'])
export const myworkSetStatus = endpoint({
  method: 'PUT',
  path: `${ROOT}/notification/:id/status`,
  tag: TAG,
  summary: 'Mark a notification as read (`DONE`) or as unread (`TODO`); no task is made of it',
  allowedInReadOnlyMode: true,
  params: idParams,
  body: z.union([z.object({ status }), status.transform(value => ({ status: value }))]),
  response: myworkNotification,
})
export const myworkDelete = endpoint({
  method: 'DELETE',
  path: `${ROOT}/notification/:id`,
  tag: TAG,
  summary: 'Take a notification out of the bell, and out of the mail that is still to go',
  params: idParams,
  status: 204,
})
