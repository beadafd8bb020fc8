import { useEffect, useSyncExternalStore } from 'react'
import type { Reader } from '#platform/view/reader.ts'
import { locale, t } from './i18n.ts'
import { pageData } from './session.ts'
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
 * For a part of the document that the server may have sent as markup of its own: an empty text while that is still
 * shown, undefined once the part's components take over; see `view/Region.tsx`.
 */
export function useSentMarkup(part: 'main' | 'sidebar'): string | undefined {
  const isLive = useIsLive()
  return isLive || pageData().views.includes(part) ? undefined : ''
}

/**
 * Marks the document once a screen is live. React hydrates the screen later than the frame around it; whatever drives
 * the browser waits for the mark (test/browser.ts).
 */
export function useStartedMark(): void {
  const isLive = useIsLive()
  useEffect(() => {
    if (isLive) document.documentElement.setAttribute('data-app-started', '')
  }, [isLive])
}
