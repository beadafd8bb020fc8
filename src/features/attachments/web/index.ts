export { attachmentsWeb } from './feature.tsx'
