import type { ReactNode } from 'react'
import type { Reader } from '#platform/view/reader.ts'
import type { SidebarLink, SidebarView } from '../contract.ts'
import { iconOfLink } from '../icons.ts'
import { Flyout } from './Flyout.tsx'
import { SideIcon } from './SideIcon.tsx'

interface SideLinksViewProps {
  view: SidebarView
  reader: Reader
  mayConfigure: boolean
  isCollapsed?: boolean
  onConfigure?: () => void
}

export function SideLinksView({ view, reader, mayConfigure, isCollapsed = false, onConfigure }: SideLinksViewProps) {
  const label = reader.t('Space shortcuts')
  const hasShortcuts = view.quickLinksState === 'show' && (view.quickLinks.length > 0 || mayConfigure)
  const shortcuts = hasShortcuts && <ShortcutsView view={view} reader={reader} onConfigure={onConfigure} />
  return (
    <div className="ox-side">
      {view.mainLinks.length > 0 && <LinkListView links={view.mainLinks} isCollapsed={isCollapsed} />}
      {isCollapsed && shortcuts ? (
        <Flyout id="space-shortcuts-flyout" label={label} icon={<SideIcon name="shortcuts" />} side="beside" collapsed>
          {() => shortcuts}
        </Flyout>
      ) : (
        shortcuts
      )}
      {view.customHtml !== '' && !isCollapsed && (
        <div className="ox-side-custom ox-article wiki-content" dangerouslySetInnerHTML={{ __html: view.customHtml }} />
      )}
    </div>
  )
}

function ShortcutsView({
  view,
  reader: { t },
  onConfigure,
}: Pick<SideLinksViewProps, 'view' | 'reader'> & { onConfigure: (() => void) | undefined }): ReactNode {
  return (
    <section className="ox-side-section">
      <h2 className="ox-side-heading">{t('Space shortcuts')}</h2>
      {view.quickLinks.length > 0 ? (
        <LinkListView links={view.quickLinks.toReversed()} />
      ) : (
        <p className="ox-side-tip">
          {`${t('Add links here to the pages that your team opens most.')} `}
          <button type="button" className="ox-side-action" onClick={onConfigure}>
            {t('Configure sidebar')}
          </button>
        </p>
      )}
    </section>
  )
}

function LinkListView({ links, isCollapsed = false }: { links: readonly SidebarLink[]; isCollapsed?: boolean }) {
  return (
    <ul className="ox-side-links">
      {links.map(link => (
        <li key={link.id}>
          <a
            className="ox-side-link"
            href={link.url}
            data-style={link.styleClass}
            data-tip={isCollapsed ? link.title : link.tooltip}
          >
            <SideIcon name={iconOfLink(link.styleClass)} />
            <span>{link.title}</span>
          </a>
        </li>
      ))}
    </ul>
  )
}
