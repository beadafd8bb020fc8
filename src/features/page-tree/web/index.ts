export { pageTreeWeb } from './feature.ts'
