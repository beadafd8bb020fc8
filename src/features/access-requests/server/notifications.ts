import type { NotificationKind } from '#features/notifications/server/index.ts'
import { grantPath } from '../shared.ts'

/** Tells users who can give access that it is asked for; the event names them. */
const requestNotification: NotificationKind = {
  name: 'request',
  rank: 40,
  label: 'A request for access that I can grant',
  sentence: '{{name}} asks for access to {{title}}',
  usual: { bell: true, mail: 'now' },
  events: { 'access.requested': ({ event }) => [event.data['accountIds']].flat() },
  placeOf: grantPath,
}

/** Tells users that they have the access that they asked for. */
const grantNotification: NotificationKind = {
  name: 'granted',
  rank: 50,
  label: 'I get access that I asked for',
  sentence: '{{name}} gave you access to {{title}}',
  sentenceWithoutName: 'You have access to {{title}} now',
  usual: { bell: true, mail: 'now' },
  events: { 'access.granted': ({ event }) => [event.data['accountIds']].flat() },
}

export const accessNotifications = [requestNotification, grantNotification]
