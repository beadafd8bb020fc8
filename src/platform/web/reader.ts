import { useEffect, useSyncExternalStore } from 'react'
import type { Reader } from '#platform/view/reader.ts'
import { locale, t } from './i18n.ts'
import { shared } from './shared.ts'
import { useNow } from './useWhen.ts'

const subscribe = () => () => {}

/** False during hydration, true afterwards; see {@link Reader}. */
export function useIsLive(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  )
}

/** Reader of this document, for views. */
export function useReader(): Reader {
  const isLive = useIsLive()
  const now = useNow()
  return { t, locale: locale(), now, isLive }
}

const started = shared(false)

/** Whether a screen is live; before, the server's elements of it are to be left alone. */
export const useAppStarted = (): boolean => started.use()

/**
 * Marks the document when a screen is live. Screens hydrate after the frame; browser tests wait for the mark
 * (test/browser.ts).
 */
export function useStartedMark(isScreen = true): void {
  const isLive = useIsLive()
  useEffect(() => {
    if (!isLive || !isScreen) return
    document.documentElement.setAttribute('data-app-started', '')
    started.set(true)
  }, [isLive, isScreen])
}
