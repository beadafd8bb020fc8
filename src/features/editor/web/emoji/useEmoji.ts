import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { locale } from '#platform/web/i18n.ts'
import { useEndpoint } from '#platform/web/query.ts'
import { listSiteEmoji } from '#features/site-emoji/contract.ts'
import { addedAsEmoji, loadEmoji, type Emoji } from './data.ts'

/** All emoji in the reader's language, those of the wiki first, loaded when first wanted. */
export function useEmoji(enabled: boolean) {
  const language = locale()
  const added = useEndpoint(listSiteEmoji, {}, { enabled }).data?.emoji
  const answer = useQuery({
    queryKey: ['emoji', language],
    queryFn: () => loadEmoji(language),
    enabled,
    staleTime: Infinity,
    retry: false,
  })
  const { data } = answer
  const all = useMemo(
    (): readonly Emoji[] | undefined => data && [...(added ?? []).map(addedAsEmoji), ...data],
    [added, data],
  )
  return { data: all, error: answer.error, refetch: answer.refetch }
}
