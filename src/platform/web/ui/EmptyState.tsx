import type { ReactNode } from 'react'
import css from './EmptyState.module.css'

export interface EmptyStateProps {
  /** 20 px. */
  icon?: ReactNode
  title: string
  children?: ReactNode
  action?: ReactNode
}

/** Placeholder of an empty list with the next step. */
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
