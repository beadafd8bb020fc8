export { markupMacrosFeature } from './feature.ts'
