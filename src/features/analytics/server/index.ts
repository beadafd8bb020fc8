export { analyticsFeature } from './feature.ts'
export { refusedEvents } from './extension-points.ts'
export { mayRecord } from './settings.ts'
