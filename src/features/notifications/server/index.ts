export { notificationsFeature } from './feature.ts'
export { sendDueMail } from './mail/send.ts'
export { notificationKinds, type NotificationKind } from './kinds.ts'
export { mailOfKind, wantsMail } from './mail/of-kind.ts'
