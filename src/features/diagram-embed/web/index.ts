import { lazy } from 'react'

export { diagramEmbedWeb } from './feature.tsx'
/** A section of a space's settings. */
export const SpaceEmbedding = lazy(() => import('./SpaceEmbedding.tsx'))
