import { useQueryClient } from '@tanstack/react-query'
import X from 'lucide-react/icons/x'
import { useEffect, useRef, useState } from 'react'
import { call } from '#platform/web/api.ts'
import { useAction } from '#platform/web/form.ts'
import { t } from '#platform/web/i18n.ts'
import { growingList } from '#platform/web/lists.ts'
import { invalidate, useParts } from '#platform/web/query.ts'
import { Button } from '#platform/web/ui/Button.tsx'
import { EmptyState } from '#platform/web/ui/EmptyState.tsx'
import { ErrorText } from '#platform/web/ui/ErrorText.tsx'
import { IconButton } from '#platform/web/ui/IconButton.tsx'
import { Listing } from '#platform/web/ui/Listing.tsx'
import { Tabs } from '#platform/web/ui/Tabs.tsx'
import { useWhen } from '#platform/web/useWhen.ts'
import { listNotifications, markRead, markSeen, type Notification } from '../contract.ts'
import css from './notifications.module.css'
import { newCount } from './shown.ts'

type Filter = 'all' | 'unread'

/** Notifications, all or unread. Opening it sets the count back. @param onClose closes the popover that it is in */
export function NotificationList({ onClose }: { onClose?: () => void }) {
  const client = useQueryClient()
  const [filter, setFilter] = useState<Filter>('all')
  const element = useRef<HTMLDivElement>(null)
  const unread = useParts(listNotifications, { query: { filter: 'unread' } })
  const readAll = useAction(async () => {
    await call(markRead, { body: {} })
    // The button is about to be disabled, and would lose the focus.
    element.current?.querySelector<HTMLElement>('[role=tab][aria-selected=true]')?.focus()
    await invalidate(client, listNotifications)
  })
  useEffect(() => {
    newCount.set(0)
    call(markSeen).catch(reportError)
    // Other tabs may have read some, and new ones may have come.
    void invalidate(client, listNotifications)
  }, [client])
  const follow = (one: Notification) => {
    onClose?.()
    if (one.isRead) return
    call(markRead, { body: { ids: [Number(one.id)] } })
      .then(() => invalidate(client, listNotifications))
      .catch(reportError)
  }
  const content = (shown: Filter) => <Rows filter={shown} onFollow={follow} />
  return (
    <div ref={element} className={css.notifications}>
      <div className={css.actions}>
        <Button
          size="small"
          variant="subtle"
          isDisabled={unread.isSuccess && unread.items.length === 0}
          isPending={readAll.isPending}
          onPress={() => void readAll.run()}
        >
          {t('Mark all as read')}
        </Button>
        {onClose && (
          <IconButton label={t('Close')} onPress={onClose}>
            <X />
          </IconButton>
        )}
      </div>
      <Tabs
        label={t('Notifications')}
        selected={filter}
        onChange={id => setFilter(id === 'unread' ? 'unread' : 'all')}
        items={[
          { id: 'all', label: t('All notifications'), content: content('all') },
          { id: 'unread', label: t('Unread'), content: content('unread') },
        ]}
      />
      <ErrorText error={readAll.error} />
    </div>
  )
}

function Rows({ filter, onFollow }: { filter: Filter; onFollow: (one: Notification) => void }) {
  const when = useWhen()
  const parts = useParts(listNotifications, { query: { filter } })
  const empty = filter === 'all' ? t('No notifications yet') : t('Nothing unread')
  return (
    <Listing
      list={growingList(parts)}
      failure={t('The notifications could not be read')}
      skeleton={{ rows: 5, hasFace: true }}
      empty={
        <EmptyState title={empty}>
          {t('You are notified of mentions, answers, and changes of pages that you watch.')}
        </EmptyState>
      }
    >
      {rows => (
        <ul className={css.list}>
          {rows.map(one => (
            <li key={one.id} className={css.row} data-unread={!one.isRead || undefined}>
              {one.actor && <img className={css.face} src={one.actor.avatarUrl} alt="" width={32} height={32} />}
              <div>
                <a className={css.text} href={one.url} onClick={() => onFollow(one)}>
                  {!one.isRead && <span className="ox-visually-hidden">{`${t('Unread')}: `}</span>}
                  {one.sentence}
                </a>
                <div className={css.place}>
                  {one.space.name} · <time dateTime={one.at}>{when(one.at)}</time>
                </div>
              </div>
            </li>
          ))}
        </ul>
      )}
    </Listing>
  )
}
