export { bookmarkletWeb } from './feature.tsx'
