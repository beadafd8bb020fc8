import { useQuery } from '@tanstack/react-query'
import Eye from 'lucide-react/icons/eye'
import { lazy, Suspense, useState } from 'react'
import { t } from '#platform/web/i18n.ts'
import { TopbarPanel } from '#platform/view/frame/TopbarPanel.tsx'
import { pageViewOptions } from '#features/content/web/index.ts'
import type { WatchState } from '../contract.ts'
import { watchTitle } from '../words.ts'

const WatchDialog = lazy(() => import('./WatchDialog.tsx'))
const ManageWatchers = lazy(() => import('./ManageWatchers.tsx'))

export function WatchButton({ pageId }: { pageId: string }) {
  const { data: view } = useQuery(pageViewOptions(pageId))
  const [isManaging, setManaging] = useState(false)
  // Anonymous users have no state.
  const state = view?.parts['watch'] as WatchState | null | undefined
  if (!state || view?.status !== 'current') return null
  const isWatching = state.watchingPage || state.watchingBlogs || state.watchingSpace
  return (
    <>
      <TopbarPanel
        id="watch-content-button"
        label={t(watchTitle(state))}
        side="end"
        button={<Eye className="ox-watch-icon" data-on={isWatching || undefined} size={20} />}
        whileOpen={close => (
          <Suspense>
            <WatchDialog pageId={pageId} state={state} close={close} manage={() => setManaging(true)} />
          </Suspense>
        )}
      />
      {isManaging && (
        <Suspense>
          <ManageWatchers pageId={pageId} state={state} onClose={() => setManaging(false)} />
        </Suspense>
      )}
    </>
  )
}
