import Ellipsis from 'lucide-react/icons/ellipsis'
import { formatDateTime } from '#platform/web/format.ts'
import { t } from '#platform/web/i18n.ts'
import { IconButton } from '#platform/web/ui/IconButton.tsx'
import { Lozenge } from '#platform/web/ui/Lozenge.tsx'
import { Menu, MenuItem, MenuSeparator } from '#platform/web/ui/Menu.tsx'
import type { Column } from '#platform/web/ui/Table.tsx'
import type { ChatRoom } from '#features/chat/contract.ts'
import { SERVICE_NAMES } from '#features/chat/shared.ts'
import css from '../space-settings.module.css'

/** Action on a chat room. */
export type RoomTask = { kind: 'create' } | { kind: 'edit' | 'test' | 'delete'; room: ChatRoom }

export function roomColumns(onTask: (task: RoomTask) => void): Column<ChatRoom>[] {
  return [
    {
      id: 'name',
      header: t('Name'),
      isRowHeader: true,
      cell: room => (
        <>
          <span className={css.name}>{room.name}</span> {!room.isActive && <Lozenge>{t('Off')}</Lozenge>}
          <span className={css.sub}>{`${SERVICE_NAMES[room.service]} · ${room.host}`}</span>
        </>
      ),
    },
    { id: 'last', header: t('Last message'), cell: room => <Latest room={room} /> },
    {
      id: 'actions',
      header: t('Actions'),
      isHeaderHidden: true,
      align: 'end',
      width: '3rem',
      cell: room => (
        <Menu
          label={t('Actions')}
          trigger={
            <IconButton label={t('Actions for {{name}}', { name: room.name })} size="small">
              <Ellipsis />
            </IconButton>
          }
        >
          <MenuItem label={t('Edit')} onAction={() => onTask({ kind: 'edit', room })} />
          <MenuItem label={t('Send test message')} onAction={() => onTask({ kind: 'test', room })} />
          <MenuSeparator />
          <MenuItem label={t('Remove')} isDangerous onAction={() => onTask({ kind: 'delete', room })} />
        </Menu>
      ),
    },
  ]
}

/** State of the last message. */
function Latest({ room: { last } }: { room: ChatRoom }) {
  if (!last) return <span className={css.muted}>{t('None yet')}</span>
  return (
    <>
      {last.isDelivered ? (
        <Lozenge tone="success">{t('Arrived')}</Lozenge>
      ) : (
        <Lozenge tone="danger">{t('Not arrived')}</Lozenge>
      )}
      <span className={css.sub}>
        <time dateTime={new Date(last.at).toISOString()}>{formatDateTime(last.at)}</time>
        {!last.isDelivered && ` · ${last.description}`}
      </span>
    </>
  )
}
