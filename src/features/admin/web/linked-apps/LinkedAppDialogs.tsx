import { useState } from 'react'
import { call } from '#platform/web/api.ts'
import { useAction, useFields } from '#platform/web/form.ts'
import { t } from '#platform/web/i18n.ts'
import { useEndpoint } from '#platform/web/query.ts'
import { Checkbox } from '#platform/web/ui/Choices.tsx'
import { CopyField } from '#platform/web/ui/CopyField.tsx'
import { FormDialog } from '#platform/web/ui/FormDialog.tsx'
import { TextField } from '#platform/web/ui/TextField.tsx'
import { showSuccess } from '#platform/web/ui/toast-store.ts'
import { elevated } from '#features/accounts/web/index.ts'
import {
  createLinkedApplication,
  type LinkedApplication,
  listLinkedApplications,
  updateLinkedApplication,
} from '#features/linked-apps/contract.ts'
import type { ApplicationType } from '#features/linked-apps/shared.ts'
import { RelocateDialog, RenameDialog, UnlinkDialog } from './ChangeLinkDialogs.tsx'
import { CreateLinkDialog } from './CreateLinkDialog.tsx'

/** Task to do with a linked application. */
export type LinkedAppTask =
  | { kind: 'create' }
  | { kind: 'link'; typeId?: ApplicationType | undefined }
  | { kind: 'edit' | 'rename' | 'relocate' | 'delete'; application: LinkedApplication }

interface Props {
  task: LinkedAppTask
  onChanged: () => Promise<void>
  onClose: () => void
}

export default function LinkedAppDialogs({ task, onChanged, onClose }: Props) {
  if (task.kind === 'create') return <LinkDialog onChanged={onChanged} onClose={onClose} />
  if (task.kind === 'edit') return <LinkDialog application={task.application} onChanged={onChanged} onClose={onClose} />
  if (task.kind === 'link') return <CreateLinkDialog typeId={task.typeId} onChanged={onChanged} onClose={onClose} />
  const props = { application: task.application, onChanged, onClose }
  if (task.kind === 'rename') return <RenameDialog {...props} />
  if (task.kind === 'relocate') return <RelocateDialog {...props} />
  return <UnlinkDialog {...props} />
}

const FIELDS = ['name', 'rpcUrl', 'displayUrl', 'clientId', 'clientSecret']

function LinkDialog({ application, onChanged, onClose }: { application?: LinkedApplication } & Omit<Props, 'task'>) {
  const { values, field } = useFields({
    name: application?.name ?? 'Jira',
    rpcUrl: application?.rpcUrl ?? '',
    displayUrl: application && application.displayUrl !== application.rpcUrl ? application.displayUrl : '',
    clientId: application?.clientId ?? '',
    clientSecret: '',
  })
  const [isPrimary, setPrimary] = useState(application?.isPrimary ?? false)
  const { name } = values
  const save = useAction(async () => {
    await store(application, { ...values, isPrimary })
    await onChanged()
    showSuccess(application ? t('{{name}} was changed', { name }) : t('{{name}} was linked', { name }))
    onClose()
  })
  const fieldOf = (key: keyof typeof values) => ({ ...field(key, save), autoComplete: 'off' })
  return (
    <FormDialog
      title={application ? t('Edit {{name}}', { name: application.name }) : t('Link Jira')}
      submitLabel={application ? t('Save') : t('Link')}
      action={save}
      fields={FIELDS}
      onClose={onClose}
      width={640}
    >
      <RedirectUrl />
      {/* oxlint-disable-next-line jsx-a11y/no-autofocus */}
      <TextField label={t('Name')} isRequired autoFocus {...fieldOf('name')} maxLength={100} />
      <TextField
        label={t('Address of Jira')}
        type="url"
        isRequired
        {...fieldOf('rpcUrl')}
        placeholder="https://jira.example.com"
        maxLength={500}
      />
      <TextField
        label={t('Address for browsers')}
        type="url"
        {...fieldOf('displayUrl')}
        description={t('Only where browsers reach Jira by another address than the wiki does.')}
        maxLength={500}
      />
      <TextField label={t('Client ID')} isRequired spellCheck="false" {...fieldOf('clientId')} maxLength={500} />
      <TextField
        label={t('Client secret')}
        type="password"
        isRequired={application?.isConfigured !== true}
        {...fieldOf('clientSecret')}
        autoComplete="new-password"
        {...(application?.isConfigured ? { description: t('One is set. Leave this empty to keep it.') } : {})}
        maxLength={1000}
      />
      <Checkbox isSelected={isPrimary} onChange={setPrimary}>
        {t('Primary: meant where a page names no Jira')}
      </Checkbox>
    </FormDialog>
  )
}

/** Preparatory step in Jira. */
function RedirectUrl() {
  const { data } = useEndpoint(listLinkedApplications)
  return (
    <>
      <p>
        {t(
          'In Jira, create an incoming link (Data Center 8.22 or newer) or an OAuth 2.0 app (Cloud) that may read, with this redirect URL. It shows the client ID and the client secret.',
        )}
      </p>
      <CopyField label={t('Redirect URL')} value={data?.redirectUrl ?? ''} />
    </>
  )
}

interface LinkFields {
  name: string
  rpcUrl: string
  displayUrl: string
  clientId: string
  clientSecret: string
  isPrimary: boolean
}

/** An empty secret leaves the stored one unchanged. */
function store(application: LinkedApplication | undefined, { displayUrl, clientSecret, ...rest }: LinkFields) {
  const body = { ...rest, ...(displayUrl === '' ? {} : { displayUrl }) }
  return elevated<unknown>(() =>
    application
      ? call(updateLinkedApplication, {
          params: { applicationId: application.id },
          body: { ...body, ...(clientSecret === '' ? {} : { clientSecret }) },
        })
      : call(createLinkedApplication, { body: { ...body, clientSecret } }),
  )
}
