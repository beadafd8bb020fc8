import type { ReactNode } from 'react'
import { t } from '../i18n.ts'
import css from './ShortcutGroups.module.css'

export interface ShortcutGroup {
  title: string
  rows: readonly { label: string; keys: ReactNode }[]
}

/** Shortcut lists in columns. */
export function ShortcutGroups({ groups }: { groups: readonly ShortcutGroup[] }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- its dialog scrolls, by the keyboard as well
    <div className={css.groups} tabIndex={0} role="group" aria-label={t('Keyboard shortcuts')}>
      {groups.map(({ title, rows }) => (
        <section key={title}>
          <h3>{title}</h3>
          <dl>
            {rows.map(({ label, keys }) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{keys}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  )
}
