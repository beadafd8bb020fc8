export { commentsWeb } from './feature.tsx'
