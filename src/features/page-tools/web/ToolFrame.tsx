import type { ReactNode } from 'react'
import { t } from '#platform/web/i18n.ts'
import { PageFrame } from '#platform/web/shell/PageFrame.tsx'
import type { PageHead } from '../contract.ts'
import { toolLinks, type Tool } from '../tools.ts'

export interface ToolFrameProps {
  head: PageHead
  title: string
  tool?: Tool
  width?: 'normal' | 'wide' | 'full'
  actions?: ReactNode
  children: ReactNode
}

/** Where the tabs are wider than the screen. */
function bringIntoSight(tab: HTMLElement | null): void {
  tab?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}

/** A screen about a page: where the page stands, and the tabs between its screens. The server's is `toolDocument`. */
export function ToolFrame({ head, title, tool, width = 'wide', actions, children }: ToolFrameProps) {
  return (
    <PageFrame
      title={title}
      width={width}
      article={false}
      contentClass=""
      actions={actions}
      breadcrumbs={[
        { label: head.space.name, href: head.space.url },
        ...head.ancestors.map(page => ({ label: page.title, href: page.url })),
        { label: head.title, href: head.url },
      ]}
    >
      {tool && (
        <nav className="ox-tool-tabs" aria-label={t('About this page')}>
          <ul>
            {toolLinks(head).map(({ id, label, href }) => (
              <li key={id}>
                <a href={href} aria-current={id === tool ? 'page' : undefined} ref={id === tool ? bringIntoSight : undefined}>
                  {t(label)}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      )}
      {children}
    </PageFrame>
  )
}
