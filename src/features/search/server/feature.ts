import type { ServerFeature } from '#platform/server/app.ts'
import { doctorChecks } from '#platform/server/doctor.ts'
import { missingParts } from '#platform/server/http/not-found.ts'
import { coverageCheck } from './doctor.ts'
import { freshnessOf } from './indexing/freshness.ts'
import { rebuildJob, startRebuildIfDue } from './indexing/rebuild.ts'
import { searchSubscriber } from './indexing/subscriber.ts'
import { migrations } from './migrations.ts'
import { missingCandidates } from './missing.ts'
import { searchRoutes } from './routes/search.ts'
import { searchScreen } from './screen.ts'
import { visitorLimit } from './visitor-limit.ts'
import de from '../i18n/de.json' with { type: 'json' }
import en from '../i18n/en.json' with { type: 'json' }

/** Search: the index of everything that can be found, CQL, and the calls that ask for it. */
export const searchFeature: ServerFeature = {
  name: 'search',
  messages: { de, en },
  migrations,
  // A restored wiki has the state that the migration puts there: a rebuild is due.
  derived: {
    tables: ['search_index', 'search_passage', 'search_document', 'search_term', 'search_state'],
    subscribers: [],
  },
  register(app) {
    app.extensions.add(doctorChecks, coverageCheck)
    app.jobs.define(rebuildJob)
    const limit = visitorLimit(app)
    searchRoutes(app, freshnessOf(app), limit)
    searchScreen(app, freshnessOf(app), limit)
    app.extensions.add(missingParts, missingCandidates)
  },
  async start(app) {
    await startRebuildIfDue(app)
    app.events.subscribe(searchSubscriber(app, eventId => freshnessOf(app).advance(eventId)))
  },
}
