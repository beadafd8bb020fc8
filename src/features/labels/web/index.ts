export { labelsWeb } from './feature.tsx'
