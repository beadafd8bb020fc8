export { chatWeb } from './feature.tsx'
