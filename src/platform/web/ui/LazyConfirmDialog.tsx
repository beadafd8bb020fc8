import { lazy, Suspense } from 'react'
import type { ConfirmDialogProps } from './Dialog.tsx'

const Loaded = lazy(async () => ({ default: (await import('./Dialog.tsx')).ConfirmDialog }))

/** {@link ConfirmDialog} for what a page shows at once: the code of dialogs is loaded when one opens. */
export function LazyConfirmDialog(props: ConfirmDialogProps) {
  return (
    <Suspense fallback={null}>
      <Loaded {...props} />
    </Suspense>
  )
}
