import { useEffect, useSyncExternalStore } from 'react'
import type { Reader } from '#platform/view/reader.ts'
import { locale, t } from './i18n.ts'
import { useNow } from './useWhen.ts'

const subscribe = () => () => {}

/** False while React takes over what the server has sent, true from then on; see {@link Reader}. */
export function useIsLive(): boolean {
  return useSyncExternalStore(subscribe, () => true, () => false)
}

/** The reader of this document, for views. */
export function useReader(): Reader {
  const isLive = useIsLive()
  const now = useNow()
  return { t, locale: locale(), now, isLive }
}

/**
 * Marks the document once a screen is live. React hydrates the screen later than the frame around it; whatever drives
 * the browser waits for the mark (test/browser.ts).
 */
export function useStartedMark(isScreen = true): void {
  const isLive = useIsLive()
  useEffect(() => {
    if (isLive && isScreen) document.documentElement.setAttribute('data-app-started', '')
  }, [isLive, isScreen])
}
