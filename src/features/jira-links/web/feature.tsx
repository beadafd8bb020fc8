import { webFeature } from '#platform/web/feature.ts'
import { slot } from '#platform/web/slots.tsx'
import { JiraLinks } from './JiraLinks.tsx'

export const jiraLinksWeb = webFeature({
  name: 'jira-links',
  slots: [
    slot('page.byline', {
      id: 'jira-links',
      render: ({ contentId, version, mode }) =>
        mode === 'view' && version === undefined ? <JiraLinks key={contentId} pageId={contentId} /> : null,
    }),
  ],
})
