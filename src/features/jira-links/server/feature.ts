import type { ServerFeature } from '#platform/server/app.ts'
import { pageParts } from '#features/content/server/index.ts'
import { isLinked } from '#features/linked-apps/server/index.ts'
import { JIRA_LINKS_PART } from '../shared.ts'
import { jiraLinksRoutes } from './routes.ts'
import de from '../i18n/de.json' with { type: 'json' }
import en from '../i18n/en.json' with { type: 'json' }

/** The issues, sprints, versions and epics of linked Jira sites that a page is about. */
export const jiraLinksFeature: ServerFeature = {
  name: 'jira-links',
  messages: { de, en },
  register(app) {
    app.extensions.add(pageParts, {
      name: JIRA_LINKS_PART,
      // Jira is asked by the browser when the page is there: no page waits for another server.
      load: (ctx, row) =>
        Promise.resolve(ctx.viewer.userId !== null && row.status === 'current' && isLinked(app, 'jira')),
    })
    jiraLinksRoutes(app)
  },
}
