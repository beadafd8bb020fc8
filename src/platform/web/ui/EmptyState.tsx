import type { ReactNode } from 'react'
import css from './EmptyState.module.css'

export interface EmptyStateProps {
  /** 20 px, quiet. */
  icon?: ReactNode
  title: string
  children?: ReactNode
  /** The next step: a button or a link. */
  action?: ReactNode
}

/** In the place of a list that has nothing: says so, and what to do next. */
export function EmptyState({ icon, title, children, action }: EmptyStateProps) {
  return (
    <div className={css.empty}>
      {icon && <div className={css.icon}>{icon}</div>}
      <p className={css.title}>{title}</p>
      {children && <div className={css.text}>{children}</div>}
      {action && <div className={css.action}>{action}</div>}
    </div>
  )
}
