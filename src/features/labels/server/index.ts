export { labelsFeature } from './feature.ts'
export { labelName, labelNamesIn, type LabelName } from './names.ts'
export {
  importLabels,
  labelId,
  labelled,
  labelsInUse,
  labelsOf,
  labelsOn,
  labelWire,
  MAX_LABELS,
  type ImportedLabel,
  type LabelQuery,
  type LabelRow,
} from './store.ts'
