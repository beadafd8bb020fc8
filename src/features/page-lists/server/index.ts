export { pageListsFeature } from './feature.ts'
export { cqlOf } from './lists.ts'
export { among, faultOf, findByCql, inSpaces, namesIn, withoutOrder } from './query.ts'
export { blank, factsOfRows, reportCounts, type ReportCount } from './report.ts'
