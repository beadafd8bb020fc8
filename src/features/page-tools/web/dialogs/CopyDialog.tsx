import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#platform/web/api.ts'
import { useAction } from '#platform/web/form.ts'
import { t } from '#platform/web/i18n.ts'
import { navigateTo } from '#platform/web/navigation.ts'
import { ErrorText } from '#platform/web/ui/ErrorText.tsx'
import { Checkbox } from '#platform/web/ui/Choices.tsx'
import { Dialog, DialogFooter } from '#platform/web/ui/Dialog.tsx'
import { TextField } from '#platform/web/ui/TextField.tsx'
import { showSuccess } from '#platform/web/ui/toast-store.ts'
import { pagePath } from '#features/content-core/address-shared.ts'
import { MAX_TITLE_LENGTH } from '#features/content-core/shared.ts'
import { copyPage } from '#features/content/contract.ts'
import type { PageHead } from '../../contract.ts'
import { pagesChanged } from './changed.ts'
import { PlacePicker, placeOf } from './PlacePicker.tsx'
import { type PageDialogProps, WithPageHead } from './WithPageHead.tsx'

/** Copies a page, optionally with descendants, attachments, labels and restrictions. */
export default function CopyDialog(props: PageDialogProps) {
  return (
    <WithPageHead {...props} title={t('Copy page')} width={600} lines={8}>
      {head => <CopyForm key={head.id} head={head} onClose={props.onClose} />}
    </WithPageHead>
  )
}

function CopyForm({ head, onClose }: { head: PageHead; onClose: () => void }) {
  const client = useQueryClient()
  const [title, setTitle] = useState(() => t('Copy of {{title}}', { title: head.title }).slice(0, MAX_TITLE_LENGTH))
  const [place, setPlace] = useState(() => placeOf(head))
  const [parts, setParts] = useState<Parts>({ attachments: true, labels: true, restrictions: true, hierarchy: false })
  const copy = useAction(async () => {
    const made = (await call(copyPage, {
      params: { id: head.id },
      body: { spaceKey: place.space.key, parentId: place.page?.id ?? null, title: title.trim(), ...parts },
    })) as { id: string }
    onClose()
    await pagesChanged(client, [{ spaceKey: place.space.key, parentId: place.page?.id ?? null }])
    showSuccess(t('The page is copied'))
    navigateTo(pagePath(made.id))
  })
  return (
    <Dialog
      title={t('Copy page')}
      id="copy-page-dialog"
      width={600}
      onClose={onClose}
      footer={
        <DialogFooter
          onCancel={onClose}
          isPending={copy.isPending}
          isDisabled={title.trim() === ''}
          onPress={() => void copy.run()}
        >
          {t('Copy')}
        </DialogFooter>
      }
    >
      <div className="ox-dialog-stack">
        <TextField
          label={t('Title of the copy')}
          value={title}
          onChange={setTitle}
          maxLength={MAX_TITLE_LENGTH}
          error={copy.fieldError('title')}
          isRequired
        />
        <PlacePicker
          label={t('Below')}
          value={place}
          onChange={setPlace}
          openTo={head.ancestors.map(page => page.id)}
        />
        <PartsChoice value={parts} onChange={setParts} hasChildren={head.childCount > 0} />
        {copy.formError('title') && <ErrorText error={copy.error} />}
      </div>
    </Dialog>
  )
}

interface Parts {
  attachments: boolean
  labels: boolean
  restrictions: boolean
  hierarchy: boolean
}

interface PartsChoiceProps {
  value: Parts
  onChange: (value: Parts) => void
  hasChildren: boolean
}

function PartsChoice({ value, onChange, hasChildren }: PartsChoiceProps) {
  const part = (name: keyof Parts) => ({
    isSelected: value[name],
    onChange: (isSelected: boolean) => onChange({ ...value, [name]: isSelected }),
  })
  return (
    <fieldset className="ox-plain-fieldset">
      <legend>{t('Copy as well')}</legend>
      <Checkbox {...part('attachments')}>{t('Attachments')}</Checkbox>
      <Checkbox {...part('labels')}>{t('Labels')}</Checkbox>
      <Checkbox
        {...part('restrictions')}
        description={t('If they are left out, everyone with access to the target location can view the copy.')}
      >
        {t('Restrictions')}
      </Checkbox>
      {hasChildren && (
        <Checkbox {...part('hierarchy')} description={t('Pages whose title is taken become “Copy of …”.')}>
          {t('Child pages')}
        </Checkbox>
      )}
    </fieldset>
  )
}
