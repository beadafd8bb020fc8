import { lazy, Suspense } from 'react'
import { t } from '#platform/web/i18n.ts'
import { dialogShown } from './dialog-shown.ts'

const RecentlyViewedDialog = lazy(() => import('./RecentlyViewedDialog.tsx'))

/** The dialog, where it is open. */
export function RecentlyViewed() {
  return dialogShown.use() ? (
    <Suspense>
      <RecentlyViewedDialog onClose={() => dialogShown.set(false)} />
    </Suspense>
  ) : null
}

/** The entry in the user's menu. */
export function RecentlyViewedLink({ close }: { close: () => void }) {
  return (
    <button
      type="button"
      id="user-history"
      className="ox-panel-item user-history"
      onClick={() => {
        close()
        dialogShown.set(true)
      }}
    >
      {t('Recently viewed')}
    </button>
  )
}
