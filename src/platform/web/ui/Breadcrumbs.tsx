import { t } from '../i18n.ts'
import css from './Breadcrumbs.module.css'

/** Path of an item in lists and dialogs. For pages see `PageFrame`. */
export function Breadcrumbs({ items }: { items: readonly { label: string; href?: string }[] }) {
  return (
    <nav aria-label={t('Location')}>
      <ol className={css.list}>
        {items.map((item, index) => (
          <li key={`${index}:${item.label}`}>{item.href ? <a href={item.href}>{item.label}</a> : item.label}</li>
        ))}
      </ol>
    </nav>
  )
}
