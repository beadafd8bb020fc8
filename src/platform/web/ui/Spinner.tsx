import { t } from '../i18n.ts'
import css from './Spinner.module.css'

/** Spinner, shown after 300 ms. */
export function Spinner({ size = 16, label }: { size?: 16 | 20 | 32 | 100; label?: string }) {
  return (
    <span className={css.spinner} role="status" style={{ width: size, height: size }}>
      <span className="ox-visually-hidden">{label ?? t('Loading…')}</span>
    </span>
  )
}
