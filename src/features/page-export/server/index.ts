export { pageExportFeature } from './feature.ts'
