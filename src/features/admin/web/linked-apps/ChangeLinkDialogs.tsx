import { useState } from 'react'
import { ApiError } from '#platform/web/api-error.ts'
import { useAction, useFields } from '#platform/web/form.ts'
import { t } from '#platform/web/i18n.ts'
import { useEndpoint } from '#platform/web/query.ts'
import { Checkbox } from '#platform/web/ui/Choices.tsx'
import { ConfirmDialog } from '#platform/web/ui/Dialog.tsx'
import { FormDialog } from '#platform/web/ui/FormDialog.tsx'
import { TextField } from '#platform/web/ui/TextField.tsx'
import { showSuccess } from '#platform/web/ui/toast-store.ts'
import { deleteLink, getLinkInfo, putLink, relocateLink } from '#features/application-links/contract.ts'
import { linkCall } from '#features/application-links/web/index.ts'
import type { LinkedApplication } from '#features/linked-apps/contract.ts'

interface Props {
  application: LinkedApplication
  onChanged: () => Promise<void>
  onClose: () => void
}

/** Name and address for browsers of an application that has no client. */
export function RenameDialog({ application, onChanged, onClose }: Props) {
  const { id, typeId, rpcUrl } = application
  const { values, field } = useFields({ name: application.name, displayUrl: application.displayUrl })
  const save = useAction(async () => {
    await linkCall(putLink, { body: { id, typeId, rpcUrl, ...values } })
    await onChanged()
    onClose()
  })
  return (
    <FormDialog
      title={t('Edit {{name}}', { name: application.name })}
      submitLabel={t('Save')}
      action={save}
      fields={['name', 'displayUrl']}
      onClose={onClose}
    >
      {/* oxlint-disable-next-line jsx-a11y/no-autofocus */}
      <TextField label={t('Name')} isRequired autoFocus {...field('name', save)} maxLength={100} />
      <TextField label={t('Address for browsers')} isRequired {...field('displayUrl', save)} maxLength={500} />
    </FormDialog>
  )
}

/** Gives an application another address; asks again where nothing answers there. */
export function RelocateDialog({ application, onChanged, onClose }: Props) {
  const { id, name, isConfigured } = application
  const { values, field } = useFields({ newUrl: application.rpcUrl })
  const [isForced, setForced] = useState(false)
  const save = useAction(async () => {
    await linkCall(relocateLink, {
      params: { applicationId: id },
      query: { newUrl: values.newUrl, nowarning: String(isForced) },
    })
    await onChanged()
    showSuccess(t('{{name}} was changed', { name }))
    onClose()
  })
  const maySilence = isForced || (save.error instanceof ApiError && save.error.status === 409)
  return (
    <FormDialog
      title={t('Relocate {{name}}', { name })}
      submitLabel={t('Relocate')}
      action={save}
      fields={['application-url']}
      onClose={onClose}
    >
      <TextField
        label={t('New URL')}
        isRequired
        {...field('newUrl', save)}
        error={save.fieldError('application-url')}
        maxLength={500}
      />
      {maySilence && (
        <Checkbox isSelected={isForced} onChange={setForced}>
          {t('Use this address although nothing answers there')}
        </Checkbox>
      )}
      {isConfigured && <p>{t('The client secret must be entered again afterwards, and users approve anew.')}</p>}
    </FormDialog>
  )
}

/** Asks before an application is unlinked, and says what goes with it. */
export function UnlinkDialog({ application, onChanged, onClose }: Props) {
  const { id, name } = application
  const { data } = useEndpoint(getLinkInfo, { params: { applicationId: id } }, { staleTime: 0 })
  const links = data?.numConfiguredEntities ?? 0
  return (
    <ConfirmDialog
      title={t('Unlink {{name}}?', { name })}
      confirmLabel={t('Unlink')}
      isDangerous
      onClose={onClose}
      onConfirm={async () => {
        await linkCall(deleteLink, { params: { applicationId: id } })
        await onChanged()
        showSuccess(t('{{name}} was unlinked', { name }))
      }}
    >
      <p>{t('Pages show nothing of it any more. When it is linked again, all users must approve anew.')}</p>
      {links > 0 && <p>{t('Links of spaces to it that are removed, too: {{links}}', { links })}</p>}
    </ConfirmDialog>
  )
}
