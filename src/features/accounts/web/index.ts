import { lazy } from 'react'

/** Finds users and groups; loaded when it is first shown, so it stands in a `Suspense`. */
export const SubjectPicker = lazy(() => import('./SubjectPicker.tsx'))
export type { PickedSubject } from './SubjectPicker.tsx'
/** Who may do what, as tables to change; loaded when it is first shown, so it stands in a `Suspense`. */
export const GrantedPermissions = lazy(() => import('./permissions/GrantedPermissions.tsx'))
export type { Grantee } from './permissions/grants.ts'
export { confirmPassword, elevated } from './elevation.ts'
export { accounts } from './feature.ts'
