export { diagramsFeature } from './feature.ts'
export { convertDiagram } from './convert.ts'
