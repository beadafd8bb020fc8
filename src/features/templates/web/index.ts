import { lazy } from 'react'

/** Lazy: render inside `Suspense`. */
export const TemplatesManager = lazy(() => import('./TemplatesManager.tsx'))
export { templatesWeb } from './feature.tsx'
