export { ATTEMPTS, postJson } from './deliver.ts'
export { webhooksFeature } from './feature.ts'
