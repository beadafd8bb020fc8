export { macroSearchFeature } from './feature.ts'
