export { highlightFeature } from './feature.ts'
export { selectionActions } from './extension-points.ts'
export { afterSelection, inColumn } from './insertion.ts'
export { changeSelection, mayChangeSelection, type Change, type Selected } from './service.ts'
