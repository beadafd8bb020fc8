import { useState } from 'react'
import { call } from '#platform/web/api.ts'
import { useAction, useFields } from '#platform/web/form.ts'
import { t } from '#platform/web/i18n.ts'
import { useInvalidate } from '#platform/web/query.ts'
import { pageData } from '#platform/web/session.ts'
import { ActionForm } from '#platform/web/ui/ActionForm.tsx'
import { TextField } from '#platform/web/ui/TextField.tsx'
import { showSuccess } from '#platform/web/ui/toast-store.ts'
import { changePassword, listSessions } from '../../contract.ts'

const EMPTY = { oldPassword: '', newPassword: '', again: '' }

export function PasswordForm() {
  const invalidate = useInvalidate()
  const { values, set, field } = useFields(EMPTY)
  const { again, ...body } = values
  const [differ, setDiffer] = useState(false)
  const save = useAction(
    async () => {
      await call(changePassword, { body })
      set(EMPTY)
      await invalidate(listSessions)
      showSuccess(t('Your password was changed'))
    },
    { 403: 'oldPassword' },
  )
  const submit = async () => {
    setDiffer(body.newPassword !== again)
    return body.newPassword === again && save.run()
  }
  return (
    <ActionForm
      action={{ ...save, run: submit }}
      fields={['oldPassword', 'newPassword']}
      submitLabel={t('Change password')}
    >
      {/* For password managers. */}
      <input type="hidden" name="username" autoComplete="username" value={pageData().user?.username ?? ''} />
      <TextField
        label={t('Current password')}
        type="password"
        autoComplete="current-password"
        isRequired
        {...field('oldPassword', save)}
        maxLength={256}
      />
      <TextField
        label={t('New password')}
        type="password"
        autoComplete="new-password"
        isRequired
        {...field('newPassword', save)}
        description={t('At least 8 characters.')}
        maxLength={256}
      />
      <TextField
        label={t('Repeat the new password')}
        type="password"
        autoComplete="new-password"
        isRequired
        {...field('again', save)}
        error={differ && body.newPassword !== again ? t('The two passwords differ.') : undefined}
        maxLength={256}
      />
    </ActionForm>
  )
}
