import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect } from 'react'
import { t } from '#platform/web/i18n.ts'
import { pageViewOptions } from '#features/content/web/index.ts'
import { VIEWERS_PART } from '#features/analytics/shared.ts'
import { viewersOf } from './viewers-shown.ts'

const ViewersDialog = lazy(() => import('./ViewersDialog.tsx'))

/** Menu entry, for who may edit the page, where administrators have switched it on. */
export function ViewersEntry({ pageId, close }: { pageId: string; close: () => void }) {
  const { data: view } = useQuery(pageViewOptions(pageId))
  if (view?.parts[VIEWERS_PART] !== true || !view.permissions.update) return null
  return (
    <button
      type="button"
      id="page-viewers-link"
      className="ox-panel-item"
      onClick={() => {
        close()
        viewersOf.set(pageId)
      }}
    >
      {t('Who viewed this page')}
    </button>
  )
}

export function ViewersHost({ pageId }: { pageId: string }) {
  const isOpen = viewersOf.use() === pageId
  useEffect(() => () => viewersOf.set(undefined), [])
  if (!isOpen) return null
  return (
    <Suspense>
      <ViewersDialog pageId={pageId} onClose={() => viewersOf.set(undefined)} />
    </Suspense>
  )
}
