export { oldEditorFeature } from './feature.ts'
