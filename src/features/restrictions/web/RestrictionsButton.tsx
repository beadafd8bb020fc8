import { useQuery } from '@tanstack/react-query'
import Lock from 'lucide-react/icons/lock'
import LockOpen from 'lucide-react/icons/lock-open'
import { lazy, Suspense, useEffect } from 'react'
import { t } from '#platform/web/i18n.ts'
import { pageViewOptions } from '#features/content/web/index.ts'
import { restrictionsShown } from './dialog-shown.ts'

const RestrictionsDialog = lazy(() => import('./RestrictionsDialog.tsx'))

/** Lock icon: closed for own restrictions, marked for inherited ones, open for none. */
export function RestrictionsButton({ pageId }: { pageId: string }) {
  const { data: view } = useQuery(pageViewOptions(pageId))
  const isOpen = restrictionsShown.use()
  useEffect(() => () => restrictionsShown.set(false), [])
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
        onClick={() => restrictionsShown.set(true)}
      >
        <Icon size={20} />
      </button>
      {isOpen && (
        <Suspense>
          <RestrictionsDialog pageId={pageId} onClose={() => restrictionsShown.set(false)} />
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
        restrictionsShown.set(true)
      }}
    >
      {t('Restrictions…')}
    </button>
  )
}
