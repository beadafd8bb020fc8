import type { ReactNode } from 'react'
import css from './ItemList.module.css'

/** List of a user's things, such as tokens or sessions, with what can be done to each. */
export function ItemList({ children }: { children: ReactNode }) {
  return <ul className={css.list}>{children}</ul>
}

interface ItemProps {
  icon: ReactNode
  name: ReactNode
  /** Behind the name. */
  marks?: ReactNode
  /** Below the name. */
  about: ReactNode
  aboutTitle?: string
  action?: ReactNode
}

/** One thing of an {@link ItemList}. */
export function Item({ icon, name, marks, about, aboutTitle, action }: ItemProps) {
  return (
    <li className={css.item}>
      {icon}
      <div>
        <bdi className={css.name}>{name}</bdi> {marks}
        <span className={css.about} title={aboutTitle}>
          {about}
        </span>
      </div>
      {action}
    </li>
  )
}
