export { savedPagesWeb } from './feature.tsx'
