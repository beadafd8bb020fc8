import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#platform/web/api.ts'
import { useAction } from '#platform/web/form.ts'
import { t } from '#platform/web/i18n.ts'
import { navigateTo } from '#platform/web/navigation.ts'
import { Button, ButtonRow } from '#platform/web/ui/Button.tsx'
import { Checkbox } from '#platform/web/ui/Choices.tsx'
import { Dialog } from '#platform/web/ui/Dialog.tsx'
import { SkeletonText } from '#platform/web/ui/Skeleton.tsx'
import { TextField } from '#platform/web/ui/TextField.tsx'
import { showToast } from '#platform/web/ui/toast-store.ts'
import { pagePath } from '#features/content/address-shared.ts'
import { copyPage } from '#features/content/contract.ts'
import { MAX_TITLE_LENGTH } from '#features/content/shared.ts'
import type { PageHead } from '../../contract.ts'
import { pagesChanged } from './changed.ts'
import { type Place, PlacePicker } from './PlacePicker.tsx'
import { type PageDialogProps, useHead } from './useHead.ts'

/** Copies a page, and on demand what is below it and what hangs on it. */
export default function CopyDialog({ pageId, onClose }: PageDialogProps) {
  const { data: head, error } = useHead(pageId)
  if (head) return <CopyForm key={head.id} head={head} onClose={onClose} />
  return (
    <Dialog title={t('Copy page')} width={600} onClose={onClose}>
      {error ? <p className="ox-error" role="alert">{error.message}</p> : <SkeletonText lines={8} />}
    </Dialog>
  )
}

function CopyForm({ head, onClose }: { head: PageHead; onClose: () => void }) {
  const client = useQueryClient()
  const parent = head.ancestors.at(-1)
  const [title, setTitle] = useState(() => t('Copy of {{title}}', { title: head.title }).slice(0, MAX_TITLE_LENGTH))
  const [place, setPlace] = useState<Place>({
    space: { key: head.space.key, name: head.space.name }, page: parent ? { id: parent.id, title: parent.title } : null,
  })
  const [withIt, setWithIt] = useState({ attachments: true, labels: true, hierarchy: false })
  const copy = useAction(async () => {
    const made = await call(copyPage, {
      params: { id: head.id },
      body: { spaceKey: place.space.key, parentId: place.page?.id ?? null, title: title.trim(), ...withIt },
    }) as { id: string }
    onClose()
    await pagesChanged(client, [{ spaceKey: place.space.key, parentId: place.page?.id ?? null }])
    showToast({ kind: 'success', title: t('The page is copied') })
    navigateTo(pagePath(made.id))
  })
  const toggle = (name: keyof typeof withIt) => (isSelected: boolean) => setWithIt({ ...withIt, [name]: isSelected })
  return (
    <Dialog
      title={t('Copy page')}
      id="copy-page-dialog"
      width={600}
      onClose={onClose}
      footer={
        <ButtonRow align="end">
          <Button onPress={onClose}>{t('Cancel')}</Button>
          <Button variant="primary" isPending={copy.isPending} isDisabled={title.trim() === ''} onPress={() => void copy.run()}>
            {t('Copy')}
          </Button>
        </ButtonRow>
      }
    >
      <div className="ox-dialog-stack">
        <TextField label={t('Title of the copy')} value={title} onChange={setTitle} maxLength={MAX_TITLE_LENGTH} error={copy.fieldError('title')} isRequired />
        <PlacePicker label={t('Below')} value={place} onChange={setPlace} openTo={head.ancestors.map(page => page.id)} />
        <fieldset className="ox-plain-fieldset">
          <legend>{t('Copy as well')}</legend>
          <Checkbox isSelected={withIt.attachments} onChange={toggle('attachments')}>
            {t('Attachments')}
          </Checkbox>
          <Checkbox isSelected={withIt.labels} onChange={toggle('labels')}>
            {t('Labels')}
          </Checkbox>
          {head.childCount > 0 && (
            <Checkbox isSelected={withIt.hierarchy} onChange={toggle('hierarchy')} description={t('Pages whose title is taken become “Copy of …”.')}>
              {t('Child pages')}
            </Checkbox>
          )}
        </fieldset>
        {copy.formError('title') && <p className="ox-error" role="alert">{copy.formError('title')}</p>}
      </div>
    </Dialog>
  )
}
