export { searchFeature } from './feature.ts'
export {
  cqlCollections,
  cqlFields,
  searchableTexts,
  type CqlCollection,
  type CqlField,
  type SearchableText,
} from './extension-points.ts'
export { accountsNamed } from './store/compile/branch.ts'
export { rewriteCql, type Predicate } from './cql/index.ts'
export { findHits, type FindOptions, type Found, type Hit } from './find.ts'
export { freshnessOf } from './indexing/freshness.ts'
export { REBUILD_JOB, rebuildIndex, type RebuildOptions } from './indexing/rebuild.ts'
export { readQuery, type AskedQuery } from './query.ts'
