export { licenceWeb } from './feature.tsx'
