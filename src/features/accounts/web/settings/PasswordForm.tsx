import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#platform/web/api.ts'
import { useAction } from '#platform/web/form.ts'
import { t } from '#platform/web/i18n.ts'
import { allOf } from '#platform/web/query.ts'
import { pageData } from '#platform/web/session.ts'
import { ActionForm } from '#platform/web/ui/ActionForm.tsx'
import { TextField } from '#platform/web/ui/TextField.tsx'
import { showToast } from '#platform/web/ui/toast-store.ts'
import { changePassword, listSessions } from '../../contract.ts'

/** Changes one's own password. */
export function PasswordForm() {
  const client = useQueryClient()
  const [oldPassword, setOldPassword] = useState('')
  const [newPassword, setNewPassword] = useState('')
  const [again, setAgain] = useState('')
  const [differ, setDiffer] = useState(false)
  const save = useAction(async () => {
    await call(changePassword, { body: { oldPassword, newPassword } })
    for (const clear of [setOldPassword, setNewPassword, setAgain]) clear('')
    await client.invalidateQueries({ queryKey: allOf(listSessions) })
    showToast({ kind: 'success', title: t('Your password was changed') })
  }, { 403: 'oldPassword' })
  const submit = async () => {
    setDiffer(newPassword !== again)
    return newPassword === again && save.run()
  }
  return (
    <ActionForm action={{ ...save, run: submit }} fields={['oldPassword', 'newPassword']} submitLabel={t('Change password')}>
      {/* Tells password managers whose password it is. */}
      <input type="hidden" name="username" autoComplete="username" value={pageData().user?.username ?? ''} />
      <TextField label={t('Current password')} type="password" autoComplete="current-password" isRequired value={oldPassword} onChange={setOldPassword} error={save.fieldError('oldPassword')} maxLength={256} />
      <TextField label={t('New password')} type="password" autoComplete="new-password" isRequired value={newPassword} onChange={setNewPassword} error={save.fieldError('newPassword')} description={t('At least 8 characters.')} maxLength={256} />
      <TextField label={t('Repeat the new password')} type="password" autoComplete="new-password" isRequired value={again} onChange={setAgain} error={differ && newPassword !== again ? t('The two passwords differ.') : undefined} maxLength={256} />
    </ActionForm>
  )
}
