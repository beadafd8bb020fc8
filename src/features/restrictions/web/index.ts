export { restrictionsWeb } from './feature.tsx'
