export { contributorsWeb } from './feature.ts'
