export { pagePropertiesWeb } from './feature.ts'
