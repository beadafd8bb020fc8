import { useState } from 'react'
import { call } from '#platform/web/api.ts'
import { useAction, useFields } from '#platform/web/form.ts'
import { t } from '#platform/web/i18n.ts'
import { useEndpoint, useInvalidate } from '#platform/web/query.ts'
import { RadioGroup } from '#platform/web/ui/Choices.tsx'
import { FormDialog } from '#platform/web/ui/FormDialog.tsx'
import { TextField } from '#platform/web/ui/TextField.tsx'
import { showSuccess } from '#platform/web/ui/toast-store.ts'
import { elevated } from '#features/accounts/web/index.ts'
import { createUser, searchUsers } from '#features/accounts/contract.ts'
import { getSiteSettings } from '../../contract.ts'

const FIELDS = ['userName', 'fullName', 'email', 'password', 'notifyViaEmail']

/** Creates a user with a password, or by e-mailed invitation. */
export default function CreateUserDialog({ onClose }: { onClose: () => void }) {
  const invalidate = useInvalidate()
  const { data: settings } = useEndpoint(getSiteSettings)
  const canMail = settings?.mail.configured ?? false
  const { values, field } = useFields({ userName: '', fullName: '', email: '', password: '' })
  const [way, setWay] = useState<string>()
  const byMail = (way ?? (canMail ? 'mail' : 'password')) === 'mail'
  const create = useAction(
    async () => {
      const { password, ...user } = values
      const body = byMail ? { ...user, notifyViaEmail: true } : { ...user, password }
      await elevated(() => call(createUser, { body }))
      await invalidate(searchUsers)
      showSuccess(t('{{name}} was created', { name: user.fullName }))
      onClose()
    },
    { 409: 'userName' },
  )
  return (
    <FormDialog
      title={t('Create user')}
      submitLabel={t('Create user')}
      action={create}
      fields={FIELDS}
      onClose={onClose}
    >
      <TextField
        label={t('User name')}
        isRequired
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        autoComplete="off"
        spellCheck="false"
        {...field('userName', create)}
        description={t('For signing in and mentioning; it cannot be changed later.')}
        maxLength={128}
      />
      <TextField label={t('Full name')} isRequired autoComplete="off" {...field('fullName', create)} maxLength={255} />
      <TextField
        label={t('E-mail')}
        type="email"
        isRequired={byMail}
        autoComplete="off"
        {...field('email', create)}
        maxLength={254}
      />
      {canMail && (
        <RadioGroup
          label={t('Password')}
          value={byMail ? 'mail' : 'password'}
          onChange={setWay}
          error={create.fieldError('notifyViaEmail')}
          options={[
            { id: 'mail', label: t('Send a link by which they choose one') },
            { id: 'password', label: t('Set one now') },
          ]}
        />
      )}
      {!byMail && (
        <TextField
          label={canMail ? t('New password') : t('Password')}
          type="password"
          autoComplete="new-password"
          isRequired
          {...field('password', create)}
          description={
            canMail
              ? t('At least 8 characters.')
              : t('At least 8 characters. Pass it on yourself: the wiki cannot send mail yet.')
          }
          maxLength={256}
        />
      )}
    </FormDialog>
  )
}
