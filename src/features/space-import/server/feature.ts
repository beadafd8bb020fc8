import type { ServerFeature } from '#platform/server/app.ts'
import { doctorChecks } from '#platform/server/doctor.ts'
import { importChecks } from './doctor.ts'
import { migrations } from './migrations.ts'
import { importPeopleRoutes } from './people-routes.ts'
import { reportRoutes } from './report-routes.ts'
import { importRoutes } from './routes.ts'
import { removeLeftFolders } from './folders.ts'
import { giveUpUpload, IMPORT_JOB, releaseOldExports, runUpload } from './upload.ts'
import de from '../i18n/de.json' with { type: 'json' }

/** Exports of spaces and sites of the old product become spaces of this wiki. */
export const spaceImportFeature: ServerFeature = {
  name: 'space-import',
  migrations,
  messages: { de },
  register(app) {
    app.extensions.add(doctorChecks, ...importChecks)
    importRoutes(app)
    reportRoutes(app)
    importPeopleRoutes(app)
    app.jobs.define({ kind: IMPORT_JOB, run: runUpload, givenUp: giveUpUpload })
    app.jobs.schedule('space-import.clear', '47 4 * * *', async () => {
      await removeLeftFolders(app.config.home)
      await releaseOldExports(app)
    })
  },
  start: ({ config }) => removeLeftFolders(config.home),
}
