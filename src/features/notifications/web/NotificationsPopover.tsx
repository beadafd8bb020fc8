import type { RefObject } from 'react'
import { Dialog } from 'react-aria-components/Dialog'
import { Popover } from 'react-aria-components/Popover'
import { t } from '#platform/web/i18n.ts'
import { NotificationList } from './NotificationList.tsx'
import css from './notifications.module.css'

/** The list below the bell; a sheet on a phone. */
export default function NotificationsPopover({
  anchor,
  onClose,
}: {
  anchor: RefObject<HTMLButtonElement | null>
  onClose: () => void
}) {
  return (
    <Popover
      className={css.popover}
      triggerRef={anchor}
      isOpen
      placement="bottom end"
      offset={6}
      onOpenChange={open => {
        if (!open) onClose()
      }}
    >
      <Dialog id="notifications-miniview" className={css.miniview} aria-label={t('Notifications')}>
        <NotificationList onClose={onClose} />
      </Dialog>
    </Popover>
  )
}
