import { t } from '#platform/web/i18n.ts'
import { TopbarPanel } from '#platform/web/shell/TopbarPanel.tsx'
import { useShortcut } from '#platform/web/shortcuts/registry.ts'
import { Slot } from '#platform/web/slots.tsx'
import { Icon } from '#platform/web/ui/Icon.tsx'
import { editPath, pageMenu } from '../../page-links.ts'
import type { PageView } from '../../view-contract.ts'
import { copyLink } from './copy-link.ts'
import { usePageWidth } from './page-width.ts'

/** Edit, copy the link, and the menu of everything else that can be done with a page. */
export function PageActions({ view }: { view: PageView }) {
  const { width, toggle } = usePageWidth()
  const share = () => void copyLink(new URL(view.tinyUrl, location.href).href)
  useShortcut({ id: 'page.share', keys: 's', label: 'Copy link', group: 'Page' }, share)
  return (
    <>
      {view.permissions.update && (
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
        onClick={share}
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
                    {t(link.label, { ...link.values })}
                  </a>
                ))}
              </div>
            ))}
            <div className="ox-menu-group">
              <Slot name="page.menu" context={{ contentId: view.id, spaceKey: view.space.key, mode: 'view', close }} />
              <button type="button" className="ox-panel-item" aria-pressed={width === 'full'} onClick={toggle}>
                {t('Full width')}
                <span className="ox-switch" aria-hidden="true" data-on={width === 'full' || undefined} />
              </button>
            </div>
          </>
        )}
      </TopbarPanel>
    </>
  )
}
