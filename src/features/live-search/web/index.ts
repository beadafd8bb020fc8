export { liveSearchWeb } from './feature.ts'
