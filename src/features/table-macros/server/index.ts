export { tableMacrosFeature } from './feature.ts'
