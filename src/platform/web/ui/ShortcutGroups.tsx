import type { ReactNode } from 'react'
import css from './ShortcutGroups.module.css'

export interface ShortcutGroup {
  title: string
  rows: readonly { label: string; keys: ReactNode }[]
}

/** Shortcut lists in columns. */
export function ShortcutGroups({ groups }: { groups: readonly ShortcutGroup[] }) {
  return (
    <div className={css.groups}>
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
