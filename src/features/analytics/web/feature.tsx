import { webFeature } from '#platform/web/feature.ts'
import { slot } from '#platform/web/slots.tsx'
import { PageAnalytics } from './PageAnalytics.tsx'

/** Use of the wiki, recorded in the wiki alone. */
export const analyticsWeb = webFeature({
  name: 'analytics',
  slots: [
    slot('page.after', {
      id: 'analytics',
      order: 1000,
      render: ({ contentId, mode }) =>
        mode === 'view' ? <PageAnalytics key={contentId} contentId={contentId} /> : null,
    }),
  ],
})
