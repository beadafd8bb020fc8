export { restrictionsWeb } from './feature.tsx'
export { restrictionsShown } from './dialog-shown.ts'
