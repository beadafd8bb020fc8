import { call } from '#platform/web/api.ts'
import { useAction } from '#platform/web/form.ts'
import { t } from '#platform/web/i18n.ts'
import { usePaged } from '#platform/web/lists.ts'
import { useIsPhone } from '#platform/web/media.ts'
import { useInvalidate } from '#platform/web/query.ts'
import { Banner } from '#platform/web/ui/Banner.tsx'
import { Button } from '#platform/web/ui/Button.tsx'
import { EmptyState } from '#platform/web/ui/EmptyState.tsx'
import { TableListing } from '#platform/web/ui/Listing.tsx'
import { Section } from '#platform/web/ui/Section.tsx'
import { showSuccess } from '#platform/web/ui/toast-store.ts'
import { Toolbar } from '#platform/web/ui/Toolbar.tsx'
import { elevated } from '#features/accounts/web/index.ts'
import { backupSite, cancelJob, listJobs, type JobDetails } from '#features/backup-jobs/contract.ts'
import css from '../admin.module.css'
import { AdminPage } from '../AdminPage.tsx'
import { backupColumns, isGoing } from './backup-columns.tsx'
import { fetchBackup } from './fetch-backup.ts'

const POLL_MS = 1000
/** The screen shows backups of the whole wiki; those of spaces and restores are begun by programs. */
const SITE_BACKUPS = { query: { jobOperation: 'BACKUP', jobScope: 'SITE' } } as const

/** Wiki backups: create, watch, download. */
export default function BackupsScreen() {
  const phone = useIsPhone()
  const invalidate = useInvalidate()
  const backups = usePaged(listJobs, SITE_BACKUPS, {
    isBare: true,
    staleTime: 0,
    again: { everyMs: POLL_MS, while: isGoing },
  })
  const changed = () => invalidate(listJobs)
  const make = useAction(async () => {
    await elevated(() => call(backupSite, { body: {} }))
    backups.pages?.onChange(0)
    await changed()
    showSuccess(t('A backup is being made'))
  })
  const act = useAction(async (kind: 'cancel' | 'fetch', job: JobDetails) => {
    if (kind === 'fetch') return fetchBackup(job.id)
    await elevated(() => call(cancelJob, { params: { jobId: job.id } }))
    await changed()
  })
  const failure = make.error ?? act.error
  return (
    <AdminPage title={t('Backups')}>
      <Toolbar
        actions={
          <Button
            variant="primary"
            isPending={make.isPending}
            isDisabled={backups.rows?.some(isGoing) ?? false}
            onPress={() => void make.run()}
          >
            {t('Make a backup')}
          </Button>
        }
      >
        <p className={css.quiet}>
          {t('One file with every row and every attachment, made while people work. The last five are kept.')}
        </p>
      </Toolbar>
      {failure && <Banner tone="danger" title={failure.message} />}
      <TableListing
        list={backups}
        label={t('Backups')}
        failure={t('The backups could not be read')}
        rowKey={job => job.id}
        columns={backupColumns({
          phone,
          onFetch: job => void act.run('fetch', job),
          onCancel: job => void act.run('cancel', job),
        })}
        empty={
          <EmptyState title={t('No backup was made here yet')}>
            <p>{t('Backups that the command oxbow backup writes lie where it was told to, and are not listed.')}</p>
          </EmptyState>
        }
      />
      <div className={css.below}>
        <Section
          title={t('Restoring')}
          description={t(
            'A restore needs an empty database, so a running wiki cannot make one of itself. On the machine of the new wiki, with its environment:',
          )}
        >
          <code className={css.command}>oxbow restore wiki-backup.tar.gz</code>
          <p className={css.quiet}>
            {t('A backup holds password hashes and sessions: keep it as safe as the wiki itself.')}
          </p>
        </Section>
      </div>
    </AdminPage>
  )
}
