import { useState } from 'react'
import type { ResponseOf } from '#platform/contract.ts'
import { useAction } from '#platform/web/form.ts'
import { t } from '#platform/web/i18n.ts'
import { FormDialog } from '#platform/web/ui/FormDialog.tsx'
import { TextField } from '#platform/web/ui/TextField.tsx'
import { MAX_TITLE_LENGTH } from '#features/content-core/shared.ts'
import type { getRestoreObstacles } from '#features/content/contract.ts'

export type Obstacles = ResponseOf<typeof getRestoreObstacles>

export interface RestoreDialogProps {
  /** Title of the content in the trash. */
  title: string
  obstacles: Obstacles
  onRestore: (title: string) => Promise<void>
  onClose: () => void
}

/** Restores content that cannot come back as it was: asks for another title, and tells where a page goes. */
export function RestoreDialog({ title, obstacles, onRestore, onClose }: RestoreDialogProps) {
  const { isTitleTaken, parentInTrash } = obstacles
  const [wanted, setWanted] = useState(title)
  const action = useAction(async () => {
    await onRestore(wanted)
    onClose()
  })
  return (
    <FormDialog
      title={t('Restore {{title}}', { title })}
      submitLabel={t('Restore')}
      action={action}
      fields={isTitleTaken ? ['title'] : []}
      onClose={onClose}
    >
      {parentInTrash && (
        <p>
          {t(
            'The page above it, “{{parent}}”, is in the trash. This page goes to the top of the space. When “{{parent}}” is restored, this page moves back below it.',
            { parent: parentInTrash.title },
          )}
        </p>
      )}
      {isTitleTaken && (
        <TextField
          label={t('Title')}
          description={t('“{{title}}” is taken by now. Enter another title.', { title })}
          error={action.fieldError('title')}
          value={wanted}
          onChange={setWanted}
          maxLength={MAX_TITLE_LENGTH}
          isRequired
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
        />
      )}
    </FormDialog>
  )
}
