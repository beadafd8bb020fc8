import { t } from '../i18n.ts'
import css from './Spinner.module.css'

/** A turning ring, shown only after 300 ms: what is quicker needs none. */
export function Spinner({ size = 16, label }: { size?: 16 | 20 | 32; label?: string }) {
  return (
    <span className={css.spinner} role="status" style={{ width: size, height: size }}>
      <span className="ox-visually-hidden">{label ?? t('Loading…')}</span>
    </span>
  )
}
