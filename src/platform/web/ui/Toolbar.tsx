import type { ReactNode } from 'react'
import css from './Toolbar.module.css'

/** Controls above a list: filters at the start, actions at the end. */
export function Toolbar({ children, actions }: { children?: ReactNode; actions?: ReactNode }) {
  return (
    <div className={css.toolbar}>
      <div className={css.start}>{children}</div>
      {actions && <div className={css.end}>{actions}</div>}
    </div>
  )
}
