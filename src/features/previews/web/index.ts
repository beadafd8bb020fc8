export { previewsWeb } from './feature.tsx'
