import Ellipsis from 'lucide-react/icons/ellipsis'
import { formatDateTime, formatRelative } from '#platform/web/format.ts'
import { t } from '#platform/web/i18n.ts'
import { Avatar } from '#platform/web/ui/Avatar.tsx'
import { IconButton } from '#platform/web/ui/IconButton.tsx'
import { Lozenge } from '#platform/web/ui/Lozenge.tsx'
import { Menu, MenuItem, MenuSeparator } from '#platform/web/ui/Menu.tsx'
import type { Column } from '#platform/web/ui/Table.tsx'
import { pageData } from '#platform/web/session.ts'
import type { DirectoryEntry } from '#features/accounts/contract.ts'
import css from '../admin.module.css'
import type { UserTask } from './UserDialogs.tsx'

interface Options {
  phone: boolean
  open: (kind: UserTask['kind'], user: DirectoryEntry) => void
}

/** User columns. On phones: the user, and actions. */
export function userColumns({ phone, open }: Options): Column<DirectoryEntry>[] {
  const who: Column<DirectoryEntry> = {
    id: 'name',
    header: t('Name'),
    isRowHeader: true,
    cell: user => <Person user={user} />,
  }
  const actions: Column<DirectoryEntry> = {
    id: 'actions',
    header: t('Actions'),
    isHeaderHidden: true,
    align: 'end',
    width: '3rem',
    cell: user => <UserMenu user={user} open={open} />,
  }
  if (phone) return [who, actions]
  return [
    who,
    { id: 'email', header: t('E-mail'), cell: user => user.email || '–' },
    {
      id: 'login',
      header: t('Last login'),
      width: '9rem',
      cell: user =>
        user.lastLoginAt ? (
          <time className={css.nowrap} dateTime={user.lastLoginAt} title={formatDateTime(user.lastLoginAt)}>
            {formatRelative(user.lastLoginAt)}
          </time>
        ) : (
          t('Never')
        ),
    },
    actions,
  ]
}

/** User with a link to the profile. */
export function Person({ user }: { user: DirectoryEntry }) {
  return (
    <span className={css.person}>
      <Avatar name={user.displayName} picture={user.avatarUrl} size={32} isDecorative />
      <span>
        <a href={`/users/viewuserprofile.action?username=${encodeURIComponent(user.username)}`}>{user.displayName}</a>{' '}
        {user.active === false && <Lozenge>{t('Disabled')}</Lozenge>}
        <span className={css.sub}>@{user.username}</span>
      </span>
    </span>
  )
}

function UserMenu({ user, open }: { user: DirectoryEntry; open: Options['open'] }) {
  const isSelf = pageData().user?.userKey === user.userKey
  return (
    <Menu
      label={t('Actions')}
      trigger={
        <IconButton label={t('Actions for {{name}}', { name: user.displayName })} size="small">
          <Ellipsis />
        </IconButton>
      }
    >
      <MenuItem label={t('Edit')} onAction={() => open('edit', user)} />
      <MenuItem label={t('Groups')} onAction={() => open('groups', user)} />
      {user.active !== false && (
        <MenuItem label={t('Link to set a new password')} onAction={() => open('reset', user)} />
      )}
      <MenuItem label={t('Set password')} onAction={() => open('password', user)} />
      {!isSelf && <MenuSeparator />}
      {!isSelf &&
        (user.active === false ? (
          <MenuItem label={t('Enable')} onAction={() => open('enable', user)} />
        ) : (
          <MenuItem label={t('Disable')} onAction={() => open('disable', user)} />
        ))}
      {!isSelf && <MenuItem label={t('Delete')} isDangerous onAction={() => open('delete', user)} />}
    </Menu>
  )
}
