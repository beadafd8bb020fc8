export { shareWeb } from './feature.tsx'
