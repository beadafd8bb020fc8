import { useState } from 'react'
import { call } from '#platform/web/api.ts'
import { useAction } from '#platform/web/form.ts'
import { t } from '#platform/web/i18n.ts'
import { useInvalidate } from '#platform/web/query.ts'
import { Banner } from '#platform/web/ui/Banner.tsx'
import { RadioGroup } from '#platform/web/ui/Choices.tsx'
import { CopyField } from '#platform/web/ui/CopyField.tsx'
import { Dialog, DoneFooter } from '#platform/web/ui/Dialog.tsx'
import { FormDialog } from '#platform/web/ui/FormDialog.tsx'
import { FormStack } from '#platform/web/ui/Section.tsx'
import { Select } from '#platform/web/ui/Select.tsx'
import { TextField } from '#platform/web/ui/TextField.tsx'
import { createToken, listTokens, type TokenScope } from '../../contract.ts'
import { elevated } from '../elevation.ts'

/** Lifetimes offered, in days; 0 is unlimited. */
const LIVES = [30, 90, 365, 0]

/** Creates a token and shows it once. */
export default function CreateTokenDialog({ onClose }: { onClose: () => void }) {
  const invalidate = useInvalidate()
  const [name, setName] = useState('')
  const [days, setDays] = useState('90')
  const [scope, setScope] = useState<TokenScope>('write')
  const [made, setMade] = useState<{ name: string; rawToken: string }>()
  const create = useAction(async () => {
    const expirationDuration = Number(days)
    setMade(
      await elevated(() =>
        call(createToken, { body: { name, scope, ...(expirationDuration > 0 ? { expirationDuration } : {}) } }),
      ),
    )
    await invalidate(listTokens)
  })
  if (made) {
    return (
      <Dialog
        title={t('Your new token')}
        isDismissable={false}
        onClose={onClose}
        footer={<DoneFooter onPress={onClose} />}
      >
        <FormStack>
          <Banner tone="warning" title={t('Copy it now')}>
            {t('It is shown this once: the wiki keeps only a fingerprint of it.')}
          </Banner>
          <CopyField label={made.name} value={made.rawToken} />
        </FormStack>
      </Dialog>
    )
  }
  return (
    <FormDialog
      title={t('Create token')}
      submitLabel={t('Create token')}
      action={create}
      fields={['name', 'scope', 'expirationDuration']}
      onClose={onClose}
    >
      <TextField
        label={t('Name')}
        isRequired
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        autoComplete="off"
        value={name}
        onChange={setName}
        error={create.fieldError('name')}
        description={t('Purpose of the token, so that you know later whether it is still needed.')}
        maxLength={255}
      />
      <RadioGroup
        label={t('Access')}
        value={scope}
        onChange={value => setScope(value === 'read' ? 'read' : 'write')}
        error={create.fieldError('scope')}
        options={[
          { id: 'read', label: t('Read') },
          { id: 'write', label: t('Read and write') },
        ]}
      />
      <Select
        label={t('Expires')}
        value={days}
        onChange={setDays}
        error={create.fieldError('expirationDuration')}
        options={LIVES.map(life => ({
          id: String(life),
          label: life === 0 ? t('Does not expire') : t('In {{count}} days', { count: life }),
        }))}
      />
    </FormDialog>
  )
}
