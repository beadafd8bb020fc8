export { highlightFeature } from './feature.ts'
export { selectionActions } from './extension-points.ts'
