import { useEffect, useEffectEvent, useState } from 'react'
import { call } from '#platform/web/api.ts'
import { formatDateTime } from '#platform/web/format.ts'
import { useAction, useFields } from '#platform/web/form.ts'
import { t } from '#platform/web/i18n.ts'
import { useInvalidate } from '#platform/web/query.ts'
import { CopyField } from '#platform/web/ui/CopyField.tsx'
import { ConfirmDialog, Dialog, DoneFooter } from '#platform/web/ui/Dialog.tsx'
import { FormDialog } from '#platform/web/ui/FormDialog.tsx'
import { SkeletonText } from '#platform/web/ui/Skeleton.tsx'
import { TextField } from '#platform/web/ui/TextField.tsx'
import { showSuccess } from '#platform/web/ui/toast-store.ts'
import {
  createResetLink,
  deleteUser,
  disableUser,
  enableUser,
  searchUsers,
  setUserPassword,
  updateUser,
  type DirectoryEntry,
} from '#features/accounts/contract.ts'
import { elevated } from '#features/accounts/web/index.ts'
import css from '../admin.module.css'
import { UserGroupsDialog } from './UserGroupsDialog.tsx'

/** Action on a user. */
export interface UserTask {
  kind: 'edit' | 'groups' | 'reset' | 'password' | 'disable' | 'enable' | 'delete'
  user: DirectoryEntry
}

export default function UserDialogs({ task: { kind, user }, onClose }: { task: UserTask; onClose: () => void }) {
  const invalidate = useInvalidate()
  const changed = (title: string) => {
    showSuccess(title)
    return invalidate(searchUsers)
  }
  const params = { username: user.username }
  const name = user.displayName
  if (kind === 'edit')
    return <EditDialog user={user} onClose={onClose} onSaved={() => changed(t('{{name}} was changed', { name }))} />
  if (kind === 'groups') return <UserGroupsDialog user={user} onClose={onClose} />
  if (kind === 'reset') return <ResetLinkDialog user={user} onClose={onClose} />
  if (kind === 'password') return <PasswordDialog user={user} onClose={onClose} />
  if (kind === 'disable') {
    return (
      <ConfirmDialog
        title={t('Disable {{name}}?', { name })}
        confirmLabel={t('Disable user')}
        onClose={onClose}
        onConfirm={async () => {
          await elevated(() => call(disableUser, { params }))
          await changed(t('{{name}} is disabled', { name }))
        }}
      >
        <p>
          {t(
            'They are signed out everywhere and cannot sign in. Their pages and comments stay. You can enable them again.',
          )}
        </p>
      </ConfirmDialog>
    )
  }
  if (kind === 'enable') {
    return (
      <ConfirmDialog
        title={t('Enable {{name}}?', { name })}
        confirmLabel={t('Enable user')}
        onClose={onClose}
        onConfirm={async () => {
          await elevated(() => call(enableUser, { params }))
          await changed(t('{{name}} is enabled', { name }))
        }}
      >
        <p>{t('They can sign in again, with the groups that they had.')}</p>
      </ConfirmDialog>
    )
  }
  return (
    <ConfirmDialog
      title={t('Delete {{name}}?', { name })}
      confirmLabel={t('Delete user')}
      isDangerous
      onClose={onClose}
      onConfirm={async () => {
        await elevated(() => call(deleteUser, { params }))
        await changed(t('{{name}} is being deleted', { name }))
      }}
    >
      <p>
        {t(
          'This cannot be undone. Their pages and comments stay, under the name of a former user. To lock a user out for a while, disable the account instead.',
        )}
      </p>
    </ConfirmDialog>
  )
}

function EditDialog({
  user,
  onClose,
  onSaved,
}: {
  user: DirectoryEntry
  onClose: () => void
  onSaved: () => Promise<void>
}) {
  const { values, field } = useFields({ fullName: user.displayName, email: user.email ?? '' })
  const save = useAction(async () => {
    await elevated(() => call(updateUser, { params: { username: user.username }, body: values }))
    await onSaved()
    onClose()
  })
  return (
    <FormDialog
      title={t('Edit {{name}}', { name: user.displayName })}
      submitLabel={t('Save')}
      action={save}
      fields={['fullName', 'email']}
      onClose={onClose}
    >
      <TextField
        label={t('Full name')}
        isRequired
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        {...field('fullName', save)}
        maxLength={255}
      />
      <TextField label={t('E-mail')} type="email" {...field('email', save)} maxLength={254} />
    </FormDialog>
  )
}

function PasswordDialog({ user, onClose }: { user: DirectoryEntry; onClose: () => void }) {
  const [password, setPassword] = useState('')
  const save = useAction(async () => {
    await elevated(() => call(setUserPassword, { params: { username: user.username }, body: { password } }))
    showSuccess(t('The password of {{name}} was set', { name: user.displayName }))
    onClose()
  })
  return (
    <FormDialog
      title={t('Set a password for {{name}}', { name: user.displayName })}
      submitLabel={t('Set password')}
      action={save}
      fields={['password']}
      onClose={onClose}
    >
      <p>{t('They are signed out everywhere. A link with which they choose one themselves is safer.')}</p>
      <TextField
        label={t('New password')}
        type="password"
        autoComplete="new-password"
        isRequired
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        value={password}
        onChange={setPassword}
        error={save.fieldError('password')}
        description={t('At least 8 characters.')}
        maxLength={256}
      />
    </FormDialog>
  )
}

function ResetLinkDialog({ user, onClose }: { user: DirectoryEntry; onClose: () => void }) {
  const [link, setLink] = useState<{ url: string; expiresAt: string }>()
  const make = useAction(async () =>
    setLink(await elevated(() => call(createResetLink, { params: { userKey: user.userKey } }))),
  )
  // Opening the dialog requests the link.
  const open = useEffectEvent(() => void make.run())
  useEffect(() => open(), [])
  return (
    <Dialog title={t('Link to set a new password')} onClose={onClose} footer={<DoneFooter onPress={onClose} />}>
      <div className={css.stack}>
        {make.error && (
          <p className={css.error} role="alert">
            {make.error.message}
          </p>
        )}
        {link && (
          <>
            <p>
              {t('Pass this link on to {{name}}. It works once, until {{when}}.', {
                name: user.displayName,
                when: formatDateTime(link.expiresAt),
              })}
            </p>
            <CopyField label={t('Link')} value={link.url} />
          </>
        )}
        {!link && !make.error && <SkeletonText lines={3} />}
      </div>
    </Dialog>
  )
}
