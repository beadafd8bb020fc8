export { diagramEmbedFeature } from './feature.ts'
