import type { NotificationKind } from '#features/notifications/server/index.ts'

/** Tells authors of comments about replies. */
const replyNotification: NotificationKind = {
  name: 'reply',
  rank: 60,
  label: 'An answer to my comment',
  sentence: '{{name}} replied to you on {{title}}',
  usual: { bell: true, mail: 'now' },
  events: { 'comment.created': async ({ parent }) => [(await parent())?.creator_id] },
}

/** Tells authors of pages and files, and watchers, about comments. */
const commentNotification: NotificationKind = {
  name: 'comment',
  rank: 70,
  label: 'Comments on my pages and on those I watch',
  sentence: '{{name}} commented on {{title}}',
  usual: { bell: true, mail: 'bundled' },
  events: { 'comment.created': ({ file, page }) => [file?.creator_id, page.creator_id] },
  isForWatchers: true,
}

export const commentNotifications = [replyNotification, commentNotification]
