import type { ReactNode } from 'react'
import type { Reader } from '#platform/view/reader.ts'
import { Flyout } from './Flyout.tsx'
import { SideIcon } from './SideIcon.tsx'

interface SpaceToolsViewProps {
  reader: Reader
  isCollapsed?: boolean
  /** Menu entries while open. */
  children?: (close: () => void) => ReactNode
}

/** Menu at the foot of the sidebar. */
export function SpaceToolsView({ reader: { t }, isCollapsed = false, children = () => null }: SpaceToolsViewProps) {
  return (
    <div className="ox-space-tools">
      <Flyout
        id="space-tools-menu"
        className="ox-space-tools-dialog"
        label={t('Space tools')}
        icon={<SideIcon name="settings" />}
        side="above"
        collapsed={isCollapsed}
      >
        {children}
      </Flyout>
    </div>
  )
}
