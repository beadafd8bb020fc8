export { watchesWeb } from './feature.tsx'
