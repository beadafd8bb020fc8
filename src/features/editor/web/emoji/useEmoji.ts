import { useQuery } from '@tanstack/react-query'
import { locale } from '#platform/web/i18n.ts'
import { loadEmoji } from './data.ts'

/** All emoji in the reader's language, loaded when first wanted. */
export function useEmoji(enabled: boolean) {
  const language = locale()
  return useQuery({
    queryKey: ['emoji', language],
    queryFn: () => loadEmoji(language),
    enabled,
    staleTime: Infinity,
    retry: false,
  })
}
