import { useRef } from 'react'
import { t } from '../i18n.ts'
import { useShortcut } from '../shortcuts/registry.ts'
import { Icon } from '#platform/view/Icon.tsx'
import { AvatarStack } from './Avatar.tsx'
import css from './Toasts.module.css'
import { closeToast, pauseToasts, useToasts } from './toast-store.ts'

/** Toast region of the shell; see `showToast` of toast-store.ts. */
export function Toasts() {
  const toasts = useToasts()
  const region = useRef<HTMLElement>(null)
  const before = useRef<Element>(null)
  // They are last in the document and close by themselves.
  useShortcut(
    { id: 'frame.messages', keys: 'F8', label: 'Go to the last message', group: 'Everywhere', whileTyping: true },
    () => {
      const last = region.current?.lastElementChild?.querySelector('button')
      if (!last) return false
      if (!region.current?.contains(document.activeElement)) before.current = document.activeElement
      last.focus()
      return true
    },
  )
  const close = (id: number) => {
    const hadFocus = region.current?.contains(document.activeElement)
    closeToast(id)
    pauseToasts(false)
    if (hadFocus && before.current instanceof HTMLElement && before.current.isConnected)
      before.current.focus({ preventScroll: true })
  }
  return (
    // Pausing on hover has the keyboard equivalent of focus.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      ref={region}
      aria-keyshortcuts="F8"
      className={css.region}
      aria-label={t('Messages')}
      aria-live="polite"
      onPointerEnter={() => pauseToasts(true)}
      onPointerLeave={() => pauseToasts(false)}
      onFocus={() => pauseToasts(true)}
      onBlur={() => pauseToasts(false)}
    >
      {toasts.map(toast => (
        <div
          key={toast.id}
          className={css.toast}
          data-kind={toast.kind ?? 'info'}
          role={toast.kind === 'error' ? 'alert' : undefined}
        >
          <div className={css.text}>
            {toast.people && (
              <div className={css.people}>
                <AvatarStack people={toast.people} most={toast.mostPeople ?? 4} />
              </div>
            )}
            <strong>{toast.title}</strong>
            {toast.body && <p>{toast.body}</p>}
            {toast.action && (
              <button
                type="button"
                className={css.action}
                onClick={() => {
                  close(toast.id)
                  toast.action?.run()
                }}
              >
                {toast.action.label}
              </button>
            )}
          </div>
          <button type="button" className={css.close} aria-label={t('Dismiss')} onClick={() => close(toast.id)}>
            <Icon name="close" size={16} />
          </button>
        </div>
      ))}
    </section>
  )
}
