export { mcpFeature } from './feature.ts'
export { mcpEnabled } from './settings.ts'
