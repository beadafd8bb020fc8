import './labels.css'
import { webFeature } from '#platform/web/feature.ts'
import { slot } from '#platform/web/slots.tsx'
import { PageLabels } from './PageLabels.tsx'

export const labelsWeb = webFeature({
  name: 'labels',
  slots: [
    slot('page.after', {
      id: 'labels',
      order: 10,
      inDocument: true,
      render: ({ mode, ...page }) => (mode === 'view' ? <PageLabels {...page} /> : null),
    }),
  ],
})
