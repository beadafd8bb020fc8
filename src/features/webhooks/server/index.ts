export { webhooksFeature } from './feature.ts'
