export { agentAccessFeature } from './feature.ts'
