import { useState } from 'react'
import { useAction, useFields } from '#platform/web/form.ts'
import { t } from '#platform/web/i18n.ts'
import { Banner } from '#platform/web/ui/Banner.tsx'
import { Checkbox } from '#platform/web/ui/Choices.tsx'
import { FormDialog } from '#platform/web/ui/FormDialog.tsx'
import { Select } from '#platform/web/ui/Select.tsx'
import { TextField } from '#platform/web/ui/TextField.tsx'
import { showSuccess } from '#platform/web/ui/toast-store.ts'
import { createLink, fetchManifest } from '#features/application-links/contract.ts'
import { withScheme } from '#features/application-links/shared.ts'
import { linkCall } from '#features/application-links/web/index.ts'
import { APPLICATION_TYPES, type ApplicationType } from '#features/linked-apps/shared.ts'

const FIELDS = ['application-url', 'application-name', 'application-types', 'reciprocal-link-password']
const TYPES = Object.entries(APPLICATION_TYPES).map(([id, label]) => ({ id, label }))

interface Props {
  /** Type that is chosen at first. */
  typeId?: ApplicationType | undefined
  onChanged: () => Promise<void>
  onClose: () => void
}

/** Links an application by its address: what it says of itself fills in the form. */
export function CreateLinkDialog({ typeId = 'jira', onChanged, onClose }: Props) {
  const { values, set, field } = useFields({ url: '', name: '', username: '', password: '' })
  const [type, setType] = useState<ApplicationType>(typeId)
  const [step, setStep] = useState<'address' | 'details'>('address')
  const [warning, setWarning] = useState<string>()
  const [isTwoWay, setTwoWay] = useState(false)
  const look = useAction(async () => {
    const url = withScheme(values.url)
    const found = await linkCall(fetchManifest, { query: { url } })
    const known = 'typeId' in found ? TYPES.find(each => each.id === found.typeId) : undefined
    if (known) setType(known.id as ApplicationType)
    set({ url, name: 'name' in found ? found.name : new URL(url).host })
    setWarning('warning' in found ? found.warning : undefined)
    setStep('details')
  })
  const create = useAction(async () => {
    const { url, name, username, password } = values
    const applicationLink = { typeId: type, name, rpcUrl: url, displayUrl: url, isPrimary: false }
    await linkCall(createLink, { body: { applicationLink, username, password, createTwoWayLink: isTwoWay } })
    await onChanged()
    showSuccess(t('{{name}} was linked', { name }))
    onClose()
  })
  const action = step === 'address' ? look : create
  const named = (key: keyof typeof values, name: string) => ({ ...field(key, action), error: action.fieldError(name) })
  return (
    <FormDialog
      title={t('Create link')}
      submitLabel={step === 'address' ? t('Continue') : t('Link')}
      action={action}
      fields={FIELDS}
      onClose={onClose}
    >
      <TextField label={t('Application URL')} isRequired {...named('url', 'application-url')} maxLength={500} />
      {step === 'details' && (
        <>
          {warning && <Banner tone="warning" title={warning} />}
          <TextField label={t('Name')} isRequired {...named('name', 'application-name')} maxLength={100} />
          <Select
            label={t('Application Type')}
            options={TYPES}
            value={type}
            onChange={id => setType(id as ApplicationType)}
            error={action.fieldError('application-types')}
          />
          <Checkbox isSelected={isTwoWay} onChange={setTwoWay}>
            {t('Link this wiki there, too')}
          </Checkbox>
          {isTwoWay && (
            <>
              <TextField label={t('Administrator there')} {...field('username', action)} autoComplete="off" />
              <TextField
                label={t('Password')}
                type="password"
                {...named('password', 'reciprocal-link-password')}
                autoComplete="new-password"
              />
            </>
          )}
        </>
      )}
    </FormDialog>
  )
}
