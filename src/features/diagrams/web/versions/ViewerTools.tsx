import FileText from 'lucide-react/icons/file-text'
import History from 'lucide-react/icons/history'
import { lazy, Suspense, useState } from 'react'
import { t } from '#platform/web/i18n.ts'
import { navigateTo } from '#platform/web/navigation.ts'
import { IconButton } from '#platform/web/ui/IconButton.tsx'

const UsesDialog = lazy(() => import('./UsesDialog.tsx'))

interface ViewerToolsProps {
  ownerPageId: string
  name: string
  /** The viewer beside all versions. */
  historyHref: string
}

/** Information about a diagram in the viewer. */
export function ViewerTools({ ownerPageId, name, historyHref }: ViewerToolsProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="ox-diagram-group">
      <IconButton label={t('Version history')} onPress={() => navigateTo(historyHref)}>
        <History />
      </IconButton>
      <IconButton label={t('Pages that show it')} onPress={() => setOpen(true)}>
        <FileText />
      </IconButton>
      {isOpen && (
        <Suspense>
          <UsesDialog ownerPageId={ownerPageId} name={name} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  )
}
