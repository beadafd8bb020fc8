import type { ServerFeature } from '#platform/server/app.ts'
import { migrations } from './migrations.ts'
import { exportRoutes } from './routes.ts'
import { EXPORT_JOB, runExport } from './service.ts'
import { dropExports } from './store.ts'
import de from '../i18n/de.json' with { type: 'json' }
import en from '../i18n/en.json' with { type: 'json' }

/** How long the file of an export is kept: it holds what its owner could see when it was made. */
const KEPT_MS = 24 * 60 * 60 * 1000

/** Spaces as files, in the form in which the old product exports and imports them. */
export const spaceExportFeature: ServerFeature = {
  name: 'space-export',
  messages: { de, en },
  migrations,
  // Copies of what is in the wiki.
  derived: { tables: ['space_export'], subscribers: [] },
  register(app) {
    app.jobs.define({ kind: EXPORT_JOB, run: runExport })
    app.jobs.schedule('space-export.drop', '53 * * * *', running =>
      running.database.transaction(tx => dropExports(tx, Date.now() - KEPT_MS), { invalidates: false }),
    )
    exportRoutes(app)
  },
}
