import type { ReactNode } from 'react'
import { t } from '#platform/web/i18n.ts'
import { PageFrame } from '#platform/web/shell/PageFrame.tsx'

export interface AdminPageProps {
  title: string
  /** Breadcrumbs between the administration and this screen. */
  above?: readonly { label: string; href: string }[]
  actions?: ReactNode
  children: ReactNode
}

export function AdminPage({ title, above = [], actions, children }: AdminPageProps) {
  return (
    <PageFrame
      title={title}
      breadcrumbs={[{ label: t('Administration'), href: '/admin' }, ...above]}
      actions={actions}
      width="wide"
      article={false}
      contentClass="admin"
    >
      {children}
    </PageFrame>
  )
}
