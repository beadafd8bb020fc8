import { lazy, Suspense } from 'react'
import { webFeature } from '#platform/web/feature.ts'
import { slot } from '#platform/web/slots.tsx'
import { PageAnalytics } from './PageAnalytics.tsx'
import { record } from './recording.ts'

const PrivacySection = lazy(() => import('./PrivacySection.tsx'))

/** Use of the wiki, recorded in the wiki alone. */
export const analyticsWeb = webFeature({
  name: 'analytics',
  tracker: record,
  slots: [
    slot('page.after', {
      id: 'analytics',
      order: 1000,
      render: ({ contentId, mode }) =>
        mode === 'view' ? <PageAnalytics key={contentId} contentId={contentId} /> : null,
    }),
    slot('settings.profile', {
      id: 'analytics',
      render: () => (
        <Suspense>
          <PrivacySection />
        </Suspense>
      ),
    }),
  ],
})
