import type { ServerFeature } from '#platform/server/app.ts'
import { migrations } from './migrations.ts'
import { backupRoutes } from './routes.ts'
import { RESTORE_JOB, RUN_JOB, runBackup, runRestore, runSpaceBackup, SPACE_JOB } from './run.ts'
import { giveUpJob } from './work.ts'
import de from '../i18n/de.json' with { type: 'json' }

/**
 * Backups of the whole wiki and of spaces, made in the background and fetched, and restores of spaces.
 * @param features all features of the wiki, whose derived tables backups leave out
 */
export function createBackupJobsFeature(features: () => readonly ServerFeature[]): ServerFeature {
  return {
    name: 'backup-jobs',
    messages: { de },
    migrations,
    // Of a restored wiki the files lie elsewhere, and what was running when the backup was made runs no more.
    derived: { tables: ['backup_job'], subscribers: [] },
    register(app) {
      app.jobs.define({ kind: RUN_JOB, run: run => runBackup(run, features()), givenUp: giveUpJob })
      app.jobs.define({ kind: SPACE_JOB, run: runSpaceBackup, givenUp: giveUpJob })
      app.jobs.define({ kind: RESTORE_JOB, run: runRestore, givenUp: giveUpJob })
      backupRoutes(app)
    },
  }
}
