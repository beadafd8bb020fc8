export { inlineCommentsWeb } from './feature.tsx'
