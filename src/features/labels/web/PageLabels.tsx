import { useQuery } from '@tanstack/react-query'
import type { PageSlotContext } from '#platform/web/slots.tsx'
import { pageViewOptions } from '#features/content/web/index.ts'
import type { LabelWire } from '../contract.ts'
import { LabelList } from './LabelList.tsx'

export function PageLabels({ contentId, version, spaceKey }: Omit<PageSlotContext, 'mode'>) {
  const { data: view } = useQuery(pageViewOptions(contentId, version))
  if (!view) return null
  return (
    <LabelList
      key={contentId}
      contentId={contentId}
      spaceKey={spaceKey}
      labels={(view.parts['labels'] as LabelWire[] | undefined) ?? []}
      mayChange={view.permissions.update}
    />
  )
}
