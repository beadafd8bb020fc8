import { locale, t } from '#platform/web/i18n.ts'
import { usePaged } from '#platform/web/lists.ts'
import { useIsPhone } from '#platform/web/media.ts'
import { EmptyState } from '#platform/web/ui/EmptyState.tsx'
import { TableListing } from '#platform/web/ui/Listing.tsx'
import { Lozenge } from '#platform/web/ui/Lozenge.tsx'
import { ProgressBar } from '#platform/web/ui/ProgressBar.tsx'
import type { Column } from '#platform/web/ui/Table.tsx'
import { listLongTasks, type LongTask } from '#features/longtasks/contract.ts'
import { AdminPage } from './AdminPage.tsx'
import css from './admin.module.css'

const POLL_MS = 2000

/** Background jobs: progress and failures. */
export default function JobsScreen() {
  const phone = useIsPhone()
  // Polls only while a job runs.
  const jobs = usePaged(listLongTasks, {}, { again: { everyMs: POLL_MS, while: job => !job.finished } })
  return (
    <AdminPage title={t('Background work')}>
      <TableListing
        list={jobs}
        label={t('Background work')}
        failure={t('The background work could not be read')}
        rowKey={job => job.id}
        columns={columns(phone)}
        empty={
          <EmptyState title={t('Nothing to do')}>
            <p>{t('Imports, deletions and other long work show here with their progress.')}</p>
          </EmptyState>
        }
      />
    </AdminPage>
  )
}

function columns(phone: boolean): Column<LongTask>[] {
  const title: Column<LongTask> = {
    id: 'title',
    header: t('Work'),
    isRowHeader: true,
    cell: job => (
      <>
        <span className={css.name}>{job.name.translation}</span>
        {job.messages.length > 0 && <span className={css.sub}>{job.messages.at(-1)?.translation}</span>}
      </>
    ),
  }
  const state: Column<LongTask> = { id: 'state', header: t('State'), width: '9rem', cell: job => <State job={job} /> }
  if (phone) return [title, state]
  return [
    title,
    state,
    { id: 'time', header: t('Time'), align: 'end', width: '7rem', cell: job => seconds(job.elapsedTime) },
  ]
}

function State({ job }: { job: LongTask }) {
  if (job.finished)
    return job.successful ? (
      <Lozenge tone="success">{t('Done')}</Lozenge>
    ) : (
      <Lozenge tone="danger">{t('Failed')}</Lozenge>
    )
  const percent = Math.round(job.percentageComplete)
  return (
    <>
      <ProgressBar value={percent} label={job.name.translation} />
      <span className={css.sub}>{t('{{percent}} %', { percent })}</span>
    </>
  )
}

function seconds(milliseconds: number): string {
  return new Intl.NumberFormat(locale(), { style: 'unit', unit: 'second', maximumFractionDigits: 1 }).format(
    milliseconds / 1000,
  )
}
