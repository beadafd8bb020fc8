import { useState } from 'react'
import { call } from '#platform/web/api.ts'
import { useAction } from '#platform/web/form.ts'
import { t } from '#platform/web/i18n.ts'
import { ErrorText } from '#platform/web/ui/ErrorText.tsx'
import { Dialog, DialogFooter } from '#platform/web/ui/Dialog.tsx'
import { TextArea, TextField } from '#platform/web/ui/TextField.tsx'
import { updateAttachment } from '../contract.ts'
import type { AttachmentView } from '../view-contract.ts'

export interface FileDialogProps {
  pageId: string
  file: AttachmentView
  onChanged: () => Promise<unknown>
  onClose: () => void
}

export default function EditDialog({ pageId, file, onChanged, onClose }: FileDialogProps) {
  const [name, setName] = useState(file.name)
  const [comment, setComment] = useState(file.comment)
  const save = useAction(async () => {
    await call(updateAttachment, {
      params: { id: pageId, aid: file.id },
      body: { type: 'attachment', title: name.trim(), version: { number: file.version }, metadata: { comment } },
    })
    await onChanged()
    onClose()
  })
  return (
    <Dialog
      title={t('Edit file')}
      width={480}
      isDismissable={false}
      onClose={onClose}
      footer={
        <DialogFooter
          onCancel={onClose}
          type="submit"
          form="edit-attachment"
          isPending={save.isPending}
          isDisabled={name.trim() === ''}
        >
          {t('Save')}
        </DialogFooter>
      }
    >
      <form
        id="edit-attachment"
        className="ox-dialog-stack"
        onSubmit={event => {
          event.preventDefault()
          void save.run()
        }}
      >
        <TextField
          label={t('Name')}
          value={name}
          onChange={setName}
          maxLength={255}
          isRequired
          description={t('Links to the file on this page follow.')}
        />
        <TextArea label={t('Comment')} value={comment} onChange={setComment} maxLength={2000} />
        <ErrorText error={save.error} />
      </form>
    </Dialog>
  )
}
