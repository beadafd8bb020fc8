import { useQuery } from '@tanstack/react-query'
import Lock from 'lucide-react/icons/lock'
import LockOpen from 'lucide-react/icons/lock-open'
import { lazy, Suspense, useEffect } from 'react'
import { t } from '#platform/web/i18n.ts'
import { pageViewOptions } from '#features/content/web/index.ts'
import { dialogShown } from './dialog-shown.ts'

const RestrictionsDialog = lazy(() => import('./RestrictionsDialog.tsx'))

/** Locked where the page itself is restricted, open and marked where one above is, open where none is. */
export function RestrictionsButton({ pageId }: { pageId: string }) {
  const { data: view } = useQuery(pageViewOptions(pageId))
  const isOpen = dialogShown.use()
  useEffect(() => () => dialogShown.set(false), [])
  if (!view || view.status !== 'current') return null
  const label = view.restricted === 'no' ? t('Unrestricted') : t('Restrictions apply')
  const Icon = view.restricted === 'explicit' ? Lock : LockOpen
  return (
    <>
      <button
        type="button"
        className="ox-icon-button ox-restrictions-button action-page-permissions"
        data-restricted={view.restricted === 'no' ? undefined : view.restricted}
        aria-label={label}
        data-tooltip={label}
        aria-haspopup="dialog"
        onClick={() => dialogShown.set(true)}
      >
        <Icon size={20} strokeWidth={1.75} aria-hidden />
      </button>
      {isOpen && (
        <Suspense>
          <RestrictionsDialog pageId={pageId} onClose={() => dialogShown.set(false)} />
        </Suspense>
      )}
    </>
  )
}

export function RestrictionsItem({ close }: { close: () => void }) {
  return (
    <button
      type="button"
      id="action-page-permissions-link"
      className="ox-panel-item action-page-permissions"
      onClick={() => {
        close()
        dialogShown.set(true)
      }}
    >
      {t('Restrictions…')}
    </button>
  )
}
