export { labelsFeature } from './feature.ts'
export { labelName, type LabelName } from './names.ts'
export {
  labelId,
  labelled,
  labelsInUse,
  labelsOf,
  labelsOn,
  labelWire,
  type LabelQuery,
  type LabelRow,
} from './store.ts'
