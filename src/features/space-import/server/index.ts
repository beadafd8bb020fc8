export { spaceImportFeature } from './feature.ts'
export { removeLeftFolders } from './folders.ts'
export { importExport, previewExport, type ImportOptions, type ImportResult } from './run/import.ts'
export type { ImportReport } from './run/report.ts'
