import { useEffect, useSyncExternalStore } from 'react'
import type { Reader } from '#platform/view/reader.ts'
import { locale, t } from './i18n.ts'
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

/**
 * Marks the document when a screen is live. Screens hydrate after the frame; browser tests wait for the mark
 * (test/browser.ts).
 */
export function useStartedMark(isScreen = true): void {
  const isLive = useIsLive()
  useEffect(() => {
    if (isLive && isScreen) document.documentElement.setAttribute('data-app-started', '')
  }, [isLive, isScreen])
}
