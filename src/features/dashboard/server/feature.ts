import type { ServerFeature } from '#platform/server/app.ts'
import { notFoundPage } from '#platform/server/http/not-found.ts'
import { problemDocument } from './problem.ts'
import { startPage } from './start-page.ts'
import { updateCalls } from './updates.ts'
import de from '../i18n/de.json' with { type: 'json' }

/** The start page of the wiki, and the page for addresses that do not exist. */
export const dashboardFeature: ServerFeature = {
  name: 'dashboard',
  messages: { de },
  register(app) {
    startPage(app)
    updateCalls(app)
    app.extensions.add(notFoundPage, problemDocument)
  },
}
