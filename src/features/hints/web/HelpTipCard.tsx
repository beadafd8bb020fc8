import { useQueryClient } from '@tanstack/react-query'
import { call } from '#platform/web/api.ts'
import { endpointKey } from '#platform/page-data.ts'
import { t } from '#platform/web/i18n.ts'
import { useEndpoint } from '#platform/web/query.ts'
import { showFailure } from '#platform/web/ui/toast-store.ts'
import { dismissTip, listDismissedTips } from '../contract.ts'
import { TipCard } from './HintCard.tsx'

export interface HelpTipProps {
  /** Under which its dismissal is recorded. */
  id: string
  title?: string
  body: string
  url?: string
  /** CSS selector. */
  anchor?: string
}

/** A tip, unless the user has dismissed it. */
export default function HelpTipCard({ id, ...tip }: HelpTipProps) {
  const client = useQueryClient()
  const { data } = useEndpoint(listDismissedTips, {}, { staleTime: Number.POSITIVE_INFINITY })
  if (!data || data.includes(id)) return null
  const key = endpointKey(listDismissedTips)
  const dismiss = async () => {
    client.setQueryData<string[]>(key, (before = []) => [...before, id])
    try {
      await call(dismissTip, { body: { id } })
    } catch (error) {
      client.setQueryData<string[]>(key, (before = []) => before.filter(other => other !== id))
      showFailure(t('The tip could not be dismissed'), error)
    }
  }
  return <TipCard {...tip} onDismiss={() => void dismiss()} />
}
