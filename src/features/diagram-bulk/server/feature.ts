import type { ServerFeature } from '#platform/server/app.ts'
import { migrations } from './migrations.ts'
import { FILL_JOB, SUBSCRIBER } from './names.ts'
import { reportRoutes } from './routes.ts'
import { fillSummaries, summariesUnread, summarySubscriber } from './summaries.ts'
import de from '../i18n/de.json' with { type: 'json' }

/** Diagrams in bulk: the administrators' report of all there are, import and export of many files. */
export const diagramBulkFeature: ServerFeature = {
  name: 'diagram-bulk',
  messages: { de },
  migrations,
  derived: { tables: ['diagram_summary'], subscribers: [SUBSCRIBER] },
  // Rows of a large wiki.
  statistics: {
    diagram_summary: {
      diagram_summary_name_key: '100000 2 1',
      diagram_summary_size: '100000 2 1',
      diagram_summary_versions: '100000 5000 1',
      diagram_summary_uses: '100000 10000 1',
      diagram_summary_approximations: '100000 10000 1',
      diagram_summary_changed_at: '100000 1 1',
    },
    diagram_import: { diagram_import_file: '50000 20000 1' },
  },
  register(app) {
    app.jobs.define({ kind: FILL_JOB, class: 'upkeep', run: fillSummaries })
    // Changes without an event: texts removed with their space, for instance.
    app.jobs.schedule('diagrams.summarise', '53 3 * * *', async running => {
      await running.jobs.enqueueOnce({ kind: FILL_JOB, title: 'Summarising all diagrams' })
    })
    reportRoutes(app)
  },
  async start(app) {
    app.events.subscribe(summarySubscriber(app))
    if (app.settings.get(summariesUnread))
      await app.jobs.enqueueOnce({ kind: FILL_JOB, title: 'Summarising all diagrams' })
  },
}
