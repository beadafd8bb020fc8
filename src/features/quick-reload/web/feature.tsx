import { webFeature } from '#platform/web/feature.ts'
import { slot } from '#platform/web/slots.tsx'
import { LiveUpdates, ShownPage } from './LiveUpdates.tsx'

export const quickReloadWeb = webFeature({
  name: 'quick-reload',
  slots: [
    slot('header.end', { id: 'quick-reload', render: () => <LiveUpdates /> }),
    slot('page.after', {
      id: 'quick-reload',
      order: 1000,
      // An older version does not change.
      render: ({ contentId, version, mode }) =>
        mode === 'view' && version === undefined ? <ShownPage key={contentId} contentId={contentId} /> : null,
    }),
  ],
})
