export { notificationsFeature } from './feature.ts'
export { sendDueMail } from './mail/send.ts'
