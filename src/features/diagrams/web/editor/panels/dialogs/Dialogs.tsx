import { lazy, Suspense } from 'react'
import { t } from '#platform/web/i18n.ts'
import { useHost } from '../../services/host.ts'
import { useEditor } from '../../store/useEditor.ts'
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

const PrintDialog = lazy(() =>
  import('../../../print/PrintDialog.tsx').then(({ PrintDialog: component }) => ({ default: component })),
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
      {dialog === 'print' && <PrintPage onClose={close} />}
      {dialog === 'shortcuts' && <ShortcutsDialog onClose={close} />}
    </Suspense>
  )
}

/** Prints what is drawn, saved or not. */
function PrintPage({ onClose }: { onClose: () => void }) {
  const { name } = useHost()
  const { document, pageId } = useEditor().state()
  return <PrintDialog name={name || t('New diagram')} document={document} pageId={pageId} onClose={onClose} />
}
