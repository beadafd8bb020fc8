export { externalContentWeb } from './feature.ts'
