export { appSwitcherFeature } from './feature.ts'
