export { agentAccessWeb } from './feature.tsx'
