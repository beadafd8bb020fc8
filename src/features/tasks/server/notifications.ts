import type { NotificationKind } from '#features/notifications/server/index.ts'

/** Tells users about tasks that are assigned to them, rather than about the mention in them. */
const taskNotification: NotificationKind = {
  name: 'task',
  rank: 10,
  label: 'A task is assigned to me',
  sentence: '{{name}} assigned you a task on {{title}}',
  usual: { bell: true, mail: 'now' },
  events: { 'task.assigned': ({ event }) => [event.data['assigneeId']] },
  replacesOthers: true,
  noteOf: data => data['text'],
}

/** Reminder of tasks that are due: one mail a day. */
export const dueNotification: NotificationKind = {
  name: 'due',
  rank: 110,
  label: 'A task of mine is due',
  usual: { bell: false, mail: 'daily' },
  mailTimes: ['daily', 'never'],
}

export const taskNotifications = [taskNotification, dueNotification]
