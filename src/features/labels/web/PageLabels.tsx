import { useShownPage } from '#features/content/web/index.ts'
import type { LabelWire } from '../contract.ts'
import { LabelList } from './LabelList.tsx'

/** Labels below a page, from what the page brought along. */
export function PageLabels({ contentId, spaceKey }: { contentId: string; spaceKey: string }) {
  const { data: view } = useShownPage(contentId)
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
