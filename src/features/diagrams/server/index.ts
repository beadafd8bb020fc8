export { diagramsFeature } from './feature.ts'
export { convertDiagram } from './convert.ts'
export { copyToExistingPages } from './copy.ts'
