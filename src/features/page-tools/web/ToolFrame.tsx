import type { ReactNode } from 'react'
import { useReader } from '#platform/web/reader.ts'
import { PageFrame } from '#platform/web/shell/PageFrame.tsx'
import type { PageHead } from '../contract.ts'
import type { Tool } from '../tools.ts'
import { ToolTabsView } from '../view/ToolTabsView.tsx'

export interface ToolFrameProps {
  head: PageHead
  title: string
  tool?: Tool
  width?: 'normal' | 'wide' | 'full'
  actions?: ReactNode
  children: ReactNode
}

/** Scrolls a tab into view. */
function scrollTabIntoView(tab: HTMLElement | null): void {
  tab?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}

export function ToolFrame({ head, title, tool, width = 'wide', actions, children }: ToolFrameProps) {
  const reader = useReader()
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
      {tool && <ToolTabsView page={head} current={tool} reader={reader} currentRef={scrollTabIntoView} />}
      {children}
    </PageFrame>
  )
}
