export { setupFeature } from './feature.ts'
export { setupAddress } from './code.ts'
export { setupSteps, type SetupStep } from './steps.ts'
