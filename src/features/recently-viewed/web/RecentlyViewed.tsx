import { lazy, Suspense } from 'react'
import { t } from '#platform/web/i18n.ts'
import { recentlyViewedShown } from './dialog-shown.ts'

const RecentlyViewedDialog = lazy(() => import('./RecentlyViewedDialog.tsx'))

export function RecentlyViewed() {
  return recentlyViewedShown.use() ? (
    <Suspense>
      <RecentlyViewedDialog onClose={() => recentlyViewedShown.set(false)} />
    </Suspense>
  ) : null
}

export function RecentlyViewedLink({ close }: { close: () => void }) {
  return (
    <button
      type="button"
      id="user-history"
      className="ox-panel-item user-history"
      onClick={() => {
        close()
        recentlyViewedShown.set(true)
      }}
    >
      {t('Recently viewed')}
    </button>
  )
}
