import { lazy } from 'react'

/** Finds users and groups; loaded when it is first shown, so it stands in a `Suspense`. */
export const SubjectPicker = lazy(() => import('./SubjectPicker.tsx'))
export type { PickedSubject } from './SubjectPicker.tsx'
export { accounts } from './feature.ts'
