export { shareFeature } from './feature.ts'
