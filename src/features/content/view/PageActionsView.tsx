import type { ReactNode } from 'react'
import { TopbarPanel } from '#platform/view/frame/TopbarPanel.tsx'
import { Icon } from '#platform/view/Icon.tsx'
import type { Reader } from '#platform/view/reader.ts'
import { editPath, pageMenu } from '../page-links.ts'
import type { PageView } from '../view-contract.ts'

interface PageActionsViewProps {
  view: PageView
  reader: Reader
  onShare?: () => void
  /** Menu entries that need script. */
  menu?: (close: () => void) => ReactNode
}

/** Page actions: edit, copy link, menu. */
export function PageActionsView({ view, reader: { t }, onShare, menu }: PageActionsViewProps) {
  return (
    <>
      {view.permissions.update && (
        // Clients match `href` directly after the id.
        <a id="editPageLink" href={editPath(view)} className="ox-action">
          <Icon name="pencil" size={16} />
          <span>{t('Edit')}</span>
        </a>
      )}
      <button
        type="button"
        id="shareContentLink"
        className="ox-icon-button"
        aria-label={t('Copy link')}
        data-tooltip={t('Copy link')}
        onClick={onShare}
      >
        <Icon name="link" />
      </button>
      <TopbarPanel id="action-menu-link" label={t('More actions')} side="end" button={<Icon name="ellipsis" />}>
        {close => (
          <>
            {pageMenu(view).map(group => (
              <div key={group[0]?.id} className="ox-menu-group">
                {group.map(link => (
                  <a key={link.id} id={link.id} className="ox-panel-item" href={link.href}>
                    {t(link.label, link.values)}
                  </a>
                ))}
              </div>
            ))}
            {menu?.(close)}
          </>
        )}
      </TopbarPanel>
    </>
  )
}
