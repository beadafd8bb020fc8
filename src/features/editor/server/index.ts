export { editorFeature } from './feature.ts'
