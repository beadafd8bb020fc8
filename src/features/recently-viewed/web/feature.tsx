import { webFeature } from '#platform/web/feature.ts'
import { slot } from '#platform/web/slots.tsx'
import { recentlyViewedShown } from './dialog-shown.ts'
import { RecentlyViewed, RecentlyViewedLink } from './RecentlyViewed.tsx'
import { RecordVisit } from './RecordVisit.tsx'

/** Visited pages, opened by `g` then `r`. */
export const recentlyViewedWeb = webFeature({
  name: 'recently-viewed',
  slots: [
    slot('header.end', { id: 'recently-viewed', render: () => <RecentlyViewed /> }),
    slot('header.user', {
      id: 'recently-viewed',
      order: 10,
      render: ({ close }) => <RecentlyViewedLink close={close} />,
    }),
    slot('page.after', {
      id: 'recently-viewed',
      order: 1000,
      render: ({ contentId, mode }) => (mode === 'view' ? <RecordVisit key={contentId} contentId={contentId} /> : null),
    }),
  ],
  shortcuts: [
    {
      id: 'recently-viewed.open',
      keys: 'g r',
      label: 'Recently viewed pages',
      group: 'Everywhere',
      run: () => recentlyViewedShown.set(true),
    },
  ],
})
