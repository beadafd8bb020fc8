import { lazy, Suspense } from 'react'
import { useAccessMode } from '#platform/web/access-mode.ts'
import { t } from '#platform/web/i18n.ts'
import { useReader } from '#platform/web/reader.ts'
import { sidebar, useSidebar } from '#platform/web/shell/sidebar-store.ts'
import { Spinner } from '#platform/web/ui/Spinner.tsx'
import type { SpaceSlotContext } from '#features/content/web/index.ts'
import { SideLinksView } from '../view/SideLinksView.tsx'
import { sidebarViewOf } from './view.ts'

const ConfigureSidebar = lazy(() => import('./configure/ConfigureSidebar.tsx'))

/** Sidebar links; editable tables in configure mode. */
export function SideLinks(context: SpaceSlotContext) {
  const reader = useReader()
  const { configuring } = useSidebar()
  const { mode } = useAccessMode()
  const view = sidebarViewOf(context)
  if (!view) return null
  if (configuring) {
    return (
      <Suspense fallback={<Spinner size={20} label={t('Loading the links…')} />}>
        <ConfigureSidebar
          spaceKey={context.spaceKey}
          view={view}
          onChange={next => context.changePart('sidebar', next)}
        />
      </Suspense>
    )
  }
  return (
    <SideLinksView
      view={view}
      reader={reader}
      mayConfigure={context.facts.canAdminister && mode === 'READ_WRITE'}
      isCollapsed={context.collapsed}
      onConfigure={() => sidebar.setConfiguring(true)}
    />
  )
}
