import type { NotificationKind } from '#features/notifications/server/index.ts'

/** Tells users that a page was shared with them; the event names them. */
export const shareNotification: NotificationKind = {
  name: 'share',
  rank: 30,
  label: 'A page is shared with me',
  sentence: '{{name}} shared {{title}} with you',
  usual: { bell: true, mail: 'now' },
  events: { 'content.shared': ({ event }) => [event.data['accountIds']].flat() },
  noteOf: data => data['note'],
}
