import { useAccessMode } from '#platform/web/access-mode.ts'
import { t } from '#platform/web/i18n.ts'
import { useReader } from '#platform/web/reader.ts'
import { sidebar, useSidebar } from '#platform/web/shell/sidebar-store.ts'
import { Slot } from '#platform/web/slots.tsx'
import type { SpaceSlotContext } from '#features/content/web/index.ts'
import { SpaceToolsView } from '../view/SpaceToolsView.tsx'

/** Menu at the foot of the sidebar, 170 px wide as specified. */
export function SpaceTools({ spaceKey, collapsed, facts }: SpaceSlotContext) {
  const reader = useReader()
  const { configuring } = useSidebar()
  const { mode } = useAccessMode()
  if (configuring) return null
  return (
    <SpaceToolsView reader={reader} isCollapsed={collapsed}>
      {close => (
        <>
          <a className="ox-panel-item" href={`/dosearchsite.action?where=${encodeURIComponent(spaceKey)}`}>
            {t('Search this space')}
          </a>
          <Slot name="space.tools" context={{ spaceKey, collapsed: false, administers: facts.canAdminister }} />
          {facts.canAdminister && mode === 'READ_WRITE' && (
            <button
              type="button"
              id="configure-sidebar-link"
              className="ox-panel-item"
              onClick={() => {
                close()
                sidebar.setConfiguring(true)
              }}
            >
              {t('Configure sidebar')}
            </button>
          )}
        </>
      )}
    </SpaceToolsView>
  )
}
