export { spaceExportFeature } from './feature.ts'
export { exportSpace } from './run/export.ts'
export { requireExportableSpace } from './service.ts'
