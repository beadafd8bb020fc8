import Ellipsis from 'lucide-react/icons/ellipsis'
import { formatDateTime, formatNumber } from '#platform/web/format.ts'
import { t } from '#platform/web/i18n.ts'
import { IconButton } from '#platform/web/ui/IconButton.tsx'
import { Lozenge } from '#platform/web/ui/Lozenge.tsx'
import { Menu, MenuItem, MenuSeparator } from '#platform/web/ui/Menu.tsx'
import type { Column } from '#platform/web/ui/Table.tsx'
import type { Invocation, Webhook } from '#features/webhooks/contract.ts'
import css from '../admin.module.css'

/** Action on a webhook. */
export type WebhookTask =
  | { kind: 'create' }
  | { kind: 'edit' | 'messages' | 'test' | 'switch' | 'delete'; hook: Webhook }

interface Options {
  phone: boolean
  onTask: (task: WebhookTask) => void
}

/** Webhook columns. On phones: the webhook, and actions. */
export function webhookColumns({ phone, onTask }: Options): Column<Webhook>[] {
  const which: Column<Webhook> = {
    id: 'name',
    header: t('Name'),
    isRowHeader: true,
    cell: hook => (
      <>
        <span className={css.name}>{hook.name}</span> {!hook.active && <Lozenge>{t('Off')}</Lozenge>}
        <span className={`${css.sub} ${css.words}`}>{hook.url}</span>
        {phone && <Latest hook={hook} />}
      </>
    ),
  }
  const actions: Column<Webhook> = {
    id: 'actions',
    header: t('Actions'),
    isHeaderHidden: true,
    align: 'end',
    width: '3rem',
    cell: hook => (
      <Menu
        label={t('Actions')}
        trigger={
          <IconButton label={t('Actions for {{name}}', { name: hook.name })} size="small">
            <Ellipsis />
          </IconButton>
        }
      >
        <MenuItem label={t('Edit')} onAction={() => onTask({ kind: 'edit', hook })} />
        <MenuItem label={t('Sent messages')} onAction={() => onTask({ kind: 'messages', hook })} />
        <MenuItem label={t('Send test message')} onAction={() => onTask({ kind: 'test', hook })} />
        <MenuItem
          label={hook.active ? t('Switch off') : t('Switch on')}
          onAction={() => onTask({ kind: 'switch', hook })}
        />
        <MenuSeparator />
        <MenuItem label={t('Delete')} isDangerous onAction={() => onTask({ kind: 'delete', hook })} />
      </Menu>
    ),
  }
  if (phone) return [which, actions]
  return [
    which,
    { id: 'events', header: t('Events'), align: 'end', width: '6rem', cell: hook => formatNumber(hook.events.length) },
    { id: 'latest', header: t('Last message'), width: '12rem', cell: hook => <Latest hook={hook} /> },
    actions,
  ]
}

/** State of the last delivery. */
function Latest({ hook: { statistics } }: { hook: Webhook }) {
  const latest = [statistics?.lastSuccess, statistics?.lastFailure, statistics?.lastError]
    .filter((each): each is Invocation => each !== null && each !== undefined)
    .toSorted((one, other) => other.start - one.start)[0]
  if (!latest) return <span className={css.quiet}>{t('None yet')}</span>
  return (
    <>
      <DeliveryOutcome invocation={latest} />
      <time className={css.sub} dateTime={new Date(latest.start).toISOString()}>
        {formatDateTime(latest.start)}
      </time>
    </>
  )
}

export function DeliveryOutcome({ invocation: { result } }: { invocation: Invocation }) {
  if (result.outcome === 'SUCCESS') return <Lozenge tone="success">{t('Arrived')}</Lozenge>
  return result.outcome === 'FAILURE' ? (
    <Lozenge tone="warning">{t('Refused')}</Lozenge>
  ) : (
    <Lozenge tone="danger">{t('Not answered')}</Lozenge>
  )
}
