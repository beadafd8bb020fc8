import { lazy } from 'react'

/** Lazy: render inside `Suspense`. */
export const SubjectPicker = lazy(() => import('./SubjectPicker.tsx'))
export type { PickedSubject } from './SubjectPicker.tsx'
/** Lazy: render inside `Suspense`. */
export const GrantedPermissions = lazy(() => import('./permissions/GrantedPermissions.tsx'))
export type { Grantee } from './permissions/grants.ts'
export { confirmPassword, elevated } from './elevation.ts'
export { accounts } from './feature.ts'
export { SettingsPage } from './settings/SettingsPage.tsx'
