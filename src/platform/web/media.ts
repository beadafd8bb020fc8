import { useSyncExternalStore } from 'react'

/** Whether a media query matches: `useMedia('(max-width: 639.98px)')`. For what CSS alone cannot do. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    listener => {
      const list = matchMedia(query)
      list.addEventListener('change', listener)
      return () => list.removeEventListener('change', listener)
    },
    () => matchMedia(query).matches,
  )
}

/** Phone width. */
export const useIsPhone = () => useMedia('(max-width: 639.98px)')
