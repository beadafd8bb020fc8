import type { NotificationKind } from '#features/notifications/server/index.ts'

/** Tells authors that other users like their work. */
export const likeNotification: NotificationKind = {
  name: 'like',
  rank: 80,
  label: 'A like for something I wrote',
  sentence: '{{name}} likes {{title}}',
  usual: { bell: true, mail: 'never' },
  events: { 'content.liked': ({ row }) => [row.creator_id] },
}
