export { likesWeb } from './feature.tsx'
