export { notificationsFeature } from './feature.ts'
export { sendDueMail } from './mail/send.ts'
export { mailOfKind, wantsMail } from './mail/of-kind.ts'
