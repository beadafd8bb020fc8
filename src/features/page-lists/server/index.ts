export { pageListsFeature } from './feature.ts'
export { among, inSpaces, namesIn } from './query.ts'
export { reportCounts, type ReportCount } from './report.ts'
