import { lazy, Suspense } from 'react'
import { usePanels } from '../panels-state.ts'

const LinkDialog = lazy(() =>
  import('../link/LinkDialog.tsx').then(({ LinkDialog: component }) => ({ default: component })),
)
const TemplatesDialog = lazy(() =>
  import('./TemplatesDialog.tsx').then(({ TemplatesDialog: component }) => ({ default: component })),
)
const CsvDialog = lazy(() => import('./CsvDialog.tsx').then(({ CsvDialog: component }) => ({ default: component })))
const ShortcutsDialog = lazy(() =>
  import('./ShortcutsDialog.tsx').then(({ ShortcutsDialog: component }) => ({ default: component })),
)

/** The open dialog, loaded lazily. */
export function Dialogs() {
  const { dialog, templates, panels } = usePanels()
  const close = () => panels.showDialog(null)
  return (
    <Suspense fallback={null}>
      {dialog === 'link' && <LinkDialog onClose={close} />}
      {dialog === 'templates' && <TemplatesDialog category={templates ?? undefined} onClose={close} />}
      {dialog === 'csv' && <CsvDialog onClose={close} />}
      {dialog === 'shortcuts' && <ShortcutsDialog onClose={close} />}
    </Suspense>
  )
}
