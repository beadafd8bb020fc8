import { t } from '#platform/web/i18n.ts'
import { Dialog } from '#platform/web/ui/Dialog.tsx'
import UsesList from './UsesList.tsx'

interface UsesDialogProps {
  ownerPageId: string
  name: string
  onClose: () => void
}

/** Lists the pages that show a diagram. */
export default function UsesDialog({ ownerPageId, name, onClose }: UsesDialogProps) {
  return (
    <Dialog title={t('Pages that show “{{name}}”', { name })} width={520} onClose={onClose}>
      <UsesList ownerPageId={ownerPageId} name={name} empty={t('No page that you may see shows it.')} />
    </Dialog>
  )
}
