export { notificationsFeature } from './feature.ts'
