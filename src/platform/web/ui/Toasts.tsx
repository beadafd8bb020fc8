import { t } from '../i18n.ts'
import { Icon } from './Icon.tsx'
import css from './Toasts.module.css'
import { closeToast, pauseToasts, useToasts } from './toast-store.ts'

/** Where messages appear; part of the shell. `showToast` of toast-store.ts shows one. */
export function Toasts() {
  const toasts = useToasts()
  return (
    // Pausing is no action of its own: the keyboard has it too, by focus.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
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
            <strong>{toast.title}</strong>
            {toast.body && <p>{toast.body}</p>}
            {toast.action && (
              <button
                type="button"
                className={css.action}
                onClick={() => {
                  toast.action?.run()
                  closeToast(toast.id)
                }}
              >
                {toast.action.label}
              </button>
            )}
          </div>
          <button type="button" className={css.close} aria-label={t('Dismiss')} onClick={() => closeToast(toast.id)}>
            <Icon name="close" size={16} />
          </button>
        </div>
      ))}
    </section>
  )
}
