import { lazy, Suspense } from 'react'
import type { ConfirmDialogProps } from './Dialog.tsx'

const Loaded = lazy(async () => ({ default: (await import('./Dialog.tsx')).ConfirmDialog }))

/** {@link ConfirmDialog} whose code loads on opening. */
export function LazyConfirmDialog(props: ConfirmDialogProps) {
  return (
    <Suspense fallback={null}>
      <Loaded {...props} />
    </Suspense>
  )
}
