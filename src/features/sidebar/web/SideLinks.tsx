import { lazy, Suspense } from 'react'
import { useAccessMode } from '#platform/web/access-mode.ts'
import { t } from '#platform/web/i18n.ts'
import { sidebar, useSidebar } from '#platform/web/shell/sidebar-store.ts'
import { Spinner } from '#platform/web/ui/Spinner.tsx'
import type { SpaceSlotContext } from '#features/content/web/index.ts'
import type { SidebarLink, SidebarView } from '../contract.ts'
import { iconOfLink } from '../icons.ts'
import { Flyout } from './Flyout.tsx'
import { SideIcon } from './SideIcon.tsx'
import { viewOf } from './view.ts'

const ConfigureSidebar = lazy(() => import('./configure/ConfigureSidebar.tsx'))

/** Main links, shortcuts and custom content; in configure mode the tables that change them. The server draws the same. */
export function SideLinks(context: SpaceSlotContext) {
  const { configuring } = useSidebar()
  const { mode } = useAccessMode()
  const view = viewOf(context)
  if (!view) return null
  if (configuring) {
    return (
      <Suspense fallback={<Spinner size={20} label={t('Loading the links…')} />}>
        <ConfigureSidebar spaceKey={context.spaceKey} view={view} onChange={next => context.changePart('sidebar', next)} />
      </Suspense>
    )
  }
  const configures = context.facts.canAdminister && mode === 'READ_WRITE'
  const hasShortcuts = view.quickLinksState === 'show' && (view.quickLinks.length > 0 || configures)
  return (
    <div className="ox-side">
      {view.mainLinks.length > 0 && <LinkList links={view.mainLinks} collapsed={context.collapsed} />}
      {hasShortcuts &&
        (context.collapsed ? (
          <Flyout id="space-shortcuts-flyout" label={t('Space shortcuts')} icon={<SideIcon name="shortcuts" />} side="beside" collapsed>
            {() => <Shortcuts view={view} configures={configures} />}
          </Flyout>
        ) : (
          <Shortcuts view={view} configures={configures} />
        ))}
      {view.customHtml !== '' && !context.collapsed && (
        <div className="ox-side-custom ox-article wiki-content" dangerouslySetInnerHTML={{ __html: view.customHtml }} />
      )}
    </div>
  )
}

function Shortcuts({ view, configures }: { view: SidebarView; configures: boolean }) {
  return (
    <section className="ox-side-section">
      <h2 className="ox-side-heading">{t('Space shortcuts')}</h2>
      {view.quickLinks.length > 0 ? (
        <LinkList links={view.quickLinks.toReversed()} collapsed={false} />
      ) : (
        configures && (
          <p className="ox-side-tip">
            {t('Add links here to the pages that your team opens most.')}{' '}
            <button type="button" className="ox-side-action" onClick={() => sidebar.setConfiguring(true)}>
              {t('Configure sidebar')}
            </button>
          </p>
        )
      )}
    </section>
  )
}

function LinkList({ links, collapsed }: { links: readonly SidebarLink[]; collapsed: boolean }) {
  return (
    <ul className="ox-side-links">
      {links.map(link => (
        <li key={link.id}>
          <a className="ox-side-link" href={link.url} data-style={link.styleClass} data-tip={collapsed ? link.title : link.tooltip}>
            <SideIcon name={iconOfLink(link.styleClass)} />
            <span>{link.title}</span>
          </a>
        </li>
      ))}
    </ul>
  )
}
