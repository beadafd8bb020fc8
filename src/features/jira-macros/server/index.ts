export { jiraMacrosFeature } from './feature.ts'
