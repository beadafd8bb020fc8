export { accessRequestsWeb } from './feature.tsx'
