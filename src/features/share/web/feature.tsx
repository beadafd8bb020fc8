import { webFeature } from '#platform/web/feature.ts'
import { slot } from '#platform/web/slots.tsx'
import { ShareButton } from './ShareButton.tsx'

export const shareWeb = webFeature({
  name: 'share',
  slots: [
    slot('page.actions', {
      id: 'share',
      order: 30,
      render: ({ contentId, mode }) => (mode === 'view' ? <ShareButton key={contentId} pageId={contentId} /> : null),
    }),
  ],
})
