import type { ReactNode } from 'react'
import css from './Toolbar.module.css'

/** A line of controls above a list: what narrows it at the start, what adds to it at the end. */
export function Toolbar({ children, actions }: { children?: ReactNode; actions?: ReactNode }) {
  return (
    <div className={css.toolbar}>
      <div className={css.start}>{children}</div>
      {actions && <div className={css.end}>{actions}</div>}
    </div>
  )
}
