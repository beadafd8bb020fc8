export { jiraMacrosWeb } from './feature.ts'
