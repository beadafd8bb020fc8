import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import Info from 'lucide-react/icons/info'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import type { ReactNode } from 'react'
import css from './Banner.module.css'

const ICONS = { info: Info, success: CircleCheck, warning: TriangleAlert, danger: CircleAlert } as const

export interface BannerProps {
  tone?: keyof typeof ICONS
  title?: string
  children?: ReactNode
  actions?: ReactNode
}

/** Persistent inline message. */
export function Banner({ tone = 'info', title, children, actions }: BannerProps) {
  const Icon = ICONS[tone]
  return (
    <div className={css.banner} data-tone={tone} role={tone === 'danger' ? 'alert' : 'status'}>
      <Icon size={20} className={css.icon} />
      <div className={css.text}>
        {title && <strong>{title}</strong>}
        {children && <div>{children}</div>}
      </div>
      {actions && <div className={css.actions}>{actions}</div>}
    </div>
  )
}
