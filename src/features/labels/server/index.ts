export { labelsFeature } from './feature.ts'
export { labelName, type LabelName } from './names.ts'
export { labelId, labelled, labelsOf, labelWire, type LabelRow } from './store.ts'
