import './watches.css'
import { webFeature } from '#platform/web/feature.ts'
import { slot } from '#platform/web/slots.tsx'
import { WatchButton } from './WatchButton.tsx'

export const watchesWeb = webFeature({
  name: 'watches',
  slots: [
    slot('page.actions', {
      id: 'watch',
      order: 20,
      render: ({ contentId, mode }) => (mode === 'view' ? <WatchButton key={contentId} pageId={contentId} /> : null),
    }),
  ],
})
