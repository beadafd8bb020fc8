import { type ReactNode, useEffect, useId, useRef } from 'react'
import css from './Section.module.css'

export interface SectionProps {
  title: string
  description?: ReactNode
  /** At the end of the heading. */
  actions?: ReactNode
  /** Marks irreversible actions. */
  isDangerous?: boolean
  children: ReactNode
}

/** Settings section with a heading. */
export function Section({ title, description, actions, isDangerous, children }: SectionProps) {
  const id = useId()
  return (
    <section className={css.section} aria-labelledby={id} data-danger={isDangerous || undefined}>
      <header className={css.header}>
        <div>
          <h2 id={id} className={css.title}>
            {title}
          </h2>
          {description && <p className={css.description}>{description}</p>}
        </div>
        {actions && <div className={css.actions}>{actions}</div>}
      </header>
      {children}
    </section>
  )
}

export function FormStack({ children }: { children: ReactNode }) {
  return <div className={css.stack}>{children}</div>
}

export interface Fact {
  label: string
  value: ReactNode
}

export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className={css.facts}>
      {facts.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

export interface SubNavProps {
  label: string
  items: readonly { label: string; href: string; isCurrent: boolean }[]
}

/** Secondary navigation below a title. */
export function SubNav({ label, items }: SubNavProps) {
  const nav = useRef<HTMLElement>(null)
  const current = items.find(item => item.isCurrent)?.href
  useEffect(() => {
    // Scrolls the current link into view.
    const [box, link] = [nav.current, nav.current?.querySelector<HTMLElement>('[aria-current]')]
    if (box && link && box.scrollWidth > box.clientWidth)
      box.scrollLeft = link.offsetLeft - (box.clientWidth - link.offsetWidth) / 2
  }, [current])
  return (
    <nav ref={nav} className={css.subnav} aria-label={label}>
      <ul>
        {items.map(item => (
          <li key={item.href}>
            <a href={item.href} aria-current={item.isCurrent ? 'page' : undefined}>
              {item.label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
