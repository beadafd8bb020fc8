import { lazy, Suspense, useEffect, useRef } from 'react'
import { call } from '#platform/web/api.ts'
import { useReader } from '#platform/web/reader.ts'
import { notificationCount } from '../contract.ts'
import { SHOW_MINIVIEW } from '../shared.ts'
import { BellView } from '../view/BellView.tsx'
import { CountPolling } from './polling.ts'
import { listShown, newCount } from './shown.ts'

const NotificationsPopover = lazy(() => import('./NotificationsPopover.tsx'))

/** Bell with the number of new notifications; opens their list. */
export function Bell() {
  const reader = useReader()
  const button = useRef<HTMLButtonElement>(null)
  const count = newCount.use()
  const isOpen = listShown.use()
  useEffect(() => {
    const ask = () => call(notificationCount, {}, { signInOn401: false })
    const onCount = (found: number) => newCount.set(listShown.get() ? 0 : found)
    return new CountPolling({ ask, onCount, tab: document }).start()
  }, [])
  useEffect(() => {
    if (new URLSearchParams(location.search).has(SHOW_MINIVIEW)) listShown.set(true)
  }, [])
  return (
    <>
      <BellView reader={reader} count={count} ref={button} isOpen={isOpen} onClick={() => listShown.set(!isOpen)} />
      {isOpen && (
        <Suspense>
          <NotificationsPopover anchor={button} onClose={() => listShown.set(false)} />
        </Suspense>
      )}
    </>
  )
}
