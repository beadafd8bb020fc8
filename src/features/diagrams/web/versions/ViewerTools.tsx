import FileText from 'lucide-react/icons/file-text'
import { lazy, Suspense, useState } from 'react'
import { t } from '#platform/web/i18n.ts'
import { IconButton } from '#platform/web/ui/IconButton.tsx'

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const
const UsesDialog = lazy(() => import('./UsesDialog.tsx'))

interface ViewerToolsProps {
  ownerPageId: string
  name: string
}

/** What the viewer tells of a diagram besides what it shows. */
export function ViewerTools({ ownerPageId, name }: ViewerToolsProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="ox-diagram-group">
      <IconButton label={t('Pages that show it')} onPress={() => setOpen(true)}>
        <FileText {...icon} />
      </IconButton>
      {isOpen && (
        <Suspense>
          <UsesDialog ownerPageId={ownerPageId} name={name} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  )
}
