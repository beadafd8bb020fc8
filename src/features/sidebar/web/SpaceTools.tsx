import { useAccessMode } from '#platform/web/access-mode.ts'
import { t } from '#platform/web/i18n.ts'
import { sidebar, useSidebar } from '#platform/web/shell/sidebar-store.ts'
import { Slot } from '#platform/web/slots.tsx'
import type { SpaceSlotContext } from '#features/content/web/index.ts'
import { Flyout } from './Flyout.tsx'
import { SideIcon } from './SideIcon.tsx'

/** The menu at the foot of the sidebar: 170 px wide, as specified. */
export function SpaceTools({ spaceKey, collapsed, facts }: SpaceSlotContext) {
  const { configuring } = useSidebar()
  const { mode } = useAccessMode()
  if (configuring) return null
  return (
    <div className="ox-space-tools">
      <Flyout
        id="space-tools-menu"
        className="ox-space-tools-dialog"
        label={t('Space tools')}
        icon={<SideIcon name="settings" />}
        side="above"
        collapsed={collapsed}
      >
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
      </Flyout>
    </div>
  )
}
