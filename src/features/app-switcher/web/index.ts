export { appSwitcherWeb } from './feature.tsx'
