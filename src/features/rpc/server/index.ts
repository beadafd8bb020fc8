export { rpcFeature } from './feature.ts'
