import type { Ref } from 'react'
import type { Reader } from '#platform/view/reader.ts'
import { toolLinks, type Tool } from '../tools.ts'

interface ToolTabsViewProps {
  page: { id: string; url: string }
  current: Tool
  reader: Reader
  currentRef?: Ref<HTMLAnchorElement>
}

export function ToolTabsView({ page, current, reader: { t }, currentRef }: ToolTabsViewProps) {
  return (
    <nav className="ox-tool-tabs" aria-label={t('About this page')}>
      <ul>
        {toolLinks(page).map(({ id, label, href }) => (
          <li key={id}>
            <a
              href={href}
              aria-current={id === current ? 'page' : undefined}
              ref={id === current ? currentRef : undefined}
            >
              {t(label)}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
