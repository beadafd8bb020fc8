export { notificationsWeb } from './feature.tsx'
