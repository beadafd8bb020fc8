import type { ReactNode } from 'react'
import css from './styleguide.module.css'

export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={css.section}>
      <h2>{title}</h2>
      {children}
    </section>
  )
}

export function Row({ label, children }: { label?: string; children: ReactNode }) {
  return (
    <div className={css.row}>
      {label && <span className={css.caption}>{label}</span>}
      <div className={css.items}>{children}</div>
    </div>
  )
}
