import type { Ref } from 'react'
import { Icon } from '#platform/view/Icon.tsx'
import type { Reader } from '#platform/view/reader.ts'

export const BELL_ID = 'notifications-anchor'
/** A badge shows no larger number. */
const MOST_SHOWN = 9

interface BellViewProps {
  reader: Reader
  /** Notifications since the list was opened last. */
  count: number
  /** Browser-only parts. */
  ref?: Ref<HTMLButtonElement>
  isOpen?: boolean
  onClick?: () => void
}

/** Button of the notifications, with the number of new ones. */
export function BellView({ reader: { t }, count, ref, isOpen = false, onClick }: BellViewProps) {
  const label = count === 0 ? t('Notifications') : t('Notifications: {{count}} new', { count })
  return (
    <button
      ref={ref}
      type="button"
      id={BELL_ID}
      className={`ox-icon-button ox-bell ${count === 0 ? 'read' : 'unread'}`}
      aria-label={label}
      data-count={count}
      data-tooltip={t('Notifications')}
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      onClick={onClick}
    >
      <Icon name="bell" />
      {count > 0 && (
        <span className="ox-bell-badge badge" aria-hidden="true">
          {count > MOST_SHOWN ? `${MOST_SHOWN}+` : count}
        </span>
      )}
    </button>
  )
}
