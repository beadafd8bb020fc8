import type { ReactNode } from 'react'
import css from './Lozenge.module.css'

export type Tone = 'neutral' | 'accent' | 'info' | 'success' | 'warning' | 'danger'

export function Lozenge({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span className={css.lozenge} data-tone={tone}>
      {children}
    </span>
  )
}

export function Badge({ count, most = 99, label }: { count: number; most?: number; label?: string }) {
  return (
    <span className={css.badge} {...(label ? { role: 'img', 'aria-label': label } : {})}>
      {count > most ? `${most}+` : count}
    </span>
  )
}
