import { lazy, Suspense, useEffect, useState } from 'react'
import { t } from '#platform/web/i18n.ts'
import { navigateTo } from '#platform/web/navigation.ts'
import { useIsLive, useReader } from '#platform/web/reader.ts'
import { useShortcut } from '#platform/web/shortcuts/registry.ts'
import { Slot } from '#platform/web/slots.tsx'
import { PageActionsView } from '../../view/PageActionsView.tsx'
import type { PageView } from '../../view-contract.ts'
import { editPath } from '../../page-links.ts'
import { watchEditButton } from './edit-clicks.ts'
import { copyLink } from './copy-link.ts'
import { openExpandsInPrint } from './print-page.ts'
import { usePageWidth } from './page-width.ts'

const PrintDialog = lazy(() => import('./PrintDialog.tsx'))

const EDITOR_ANCHOR = '#editor'

export function PageActions({ view }: { view: PageView }) {
  const reader = useReader()
  const share = () => void copyLink(new URL(view.tinyUrl, location.href).href)
  useShortcut({ id: 'page.share', keys: 's', label: 'Copy link', group: 'Page' }, share)
  useEffect(() => watchEditButton(), [])
  useEffect(openExpandsInPrint, [])
  const [isPrinting, setPrinting] = useState(false)
  useEditorAnchor(view)
  return (
    <>
      <PageActionsView
        view={view}
        reader={reader}
        onShare={share}
        menu={close => <MenuEntries view={view} close={close} onPrint={() => setPrinting(true)} />}
      />
      {isPrinting && (
        <Suspense>
          <PrintDialog onClose={() => setPrinting(false)} />
        </Suspense>
      )}
    </>
  )
}

/** Opens the editor where the address ends with its anchor. */
function useEditorAnchor(view: PageView): void {
  const href = view.permissions.update ? editPath(view) : undefined
  useEffect(() => {
    if (href !== undefined && location.hash === EDITOR_ANCHOR) navigateTo(href, { replace: true })
  }, [href])
}

function MenuEntries({ view, close, onPrint }: { view: PageView; close: () => void; onPrint: () => void }) {
  const isLive = useIsLive()
  const { width, toggle } = usePageWidth()
  if (!isLive) return null
  return (
    <div className="ox-menu-group">
      <Slot name="page.menu" context={{ contentId: view.id, spaceKey: view.space.key, mode: 'view', close }} />
      <button
        type="button"
        id="print-page-link"
        className="ox-panel-item"
        onClick={() => {
          close()
          onPrint()
        }}
      >
        {t('Print…')}
      </button>
      <button type="button" className="ox-panel-item" aria-pressed={width === 'full'} onClick={toggle}>
        {t('Full width')}
        <span className="ox-switch" aria-hidden="true" data-on={width === 'full' || undefined} />
      </button>
    </div>
  )
}
