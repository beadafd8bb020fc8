import type { ServerFeature } from '#platform/server/app.ts'
import { documentMetas } from '#platform/server/http/document.ts'
import { selectionActions } from '#features/highlight/server/index.ts'
import { isLinked } from '#features/linked-apps/server/index.ts'
import { CAN_CREATE_META, CREATE_ISSUE } from '../shared.ts'
import de from '../i18n/de.json' with { type: 'json' }
import en from '../i18n/en.json' with { type: 'json' }
import { createIssueRoutes } from './routes.ts'

/** Creating issues in a linked Jira from the text of pages. */
export const jiraCreateIssueFeature: ServerFeature = {
  name: 'jira-create-issue',
  messages: { de, en },
  register(app) {
    app.extensions.add(selectionActions, {
      action: CREATE_ISSUE,
      isOffered: (page, _, viewer) => viewer.userId !== null && page.status === 'current' && isLinked(app, 'jira'),
    })
    app.extensions.add(documentMetas, ({ viewer }) =>
      viewer.userId !== null && isLinked(app, 'jira') ? [{ name: CAN_CREATE_META, content: 'true' }] : [],
    )
    createIssueRoutes(app)
  },
}
