export { labelsWeb } from './feature.tsx'
export { labelHref } from './label-link.ts'
