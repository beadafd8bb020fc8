import Pencil from 'lucide-react/icons/pencil'
import Trash2 from 'lucide-react/icons/trash-2'
import { t } from '#platform/web/i18n.ts'
import { IconButton } from '#platform/web/ui/IconButton.tsx'

/** Actions for a link of a list. */
export function LinkActions({ name, onEdit, onRemove }: { name: string; onEdit: () => void; onRemove: () => void }) {
  return (
    <>
      <IconButton label={t('Edit {{name}}', { name })} size="small" onPress={onEdit}>
        <Pencil />
      </IconButton>
      <IconButton label={t('Remove {{name}}', { name })} size="small" onPress={onRemove}>
        <Trash2 />
      </IconButton>
    </>
  )
}
