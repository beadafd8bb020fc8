export { profileCardWeb } from './feature.tsx'
