import { formatBytes, formatDateTime } from '#platform/web/format.ts'
import { t } from '#platform/web/i18n.ts'
import { Button } from '#platform/web/ui/Button.tsx'
import { Lozenge, type Tone } from '#platform/web/ui/Lozenge.tsx'
import { ProgressBar } from '#platform/web/ui/ProgressBar.tsx'
import type { Column } from '#platform/web/ui/Table.tsx'
import type { JobDetails, JobState } from '#features/backup-jobs/contract.ts'
import css from '../admin.module.css'

/** Whether a backup is still queued or running. */
export function isGoing({ jobState }: JobDetails): boolean {
  return jobState === 'QUEUED' || jobState === 'PROCESSING' || jobState === 'CANCELLING'
}

interface Options {
  phone: boolean
  onFetch: (job: JobDetails) => void
  onCancel: (job: JobDetails) => void
}

/** Backup columns. On phones: the file with its facts, and actions. */
export function backupColumns({ phone, onFetch, onCancel }: Options): Column<JobDetails>[] {
  const file: Column<JobDetails> = {
    id: 'file',
    header: t('Backup'),
    isRowHeader: true,
    cell: job => (
      <>
        <span className={`${css.name} ${css.words}`}>{job.fileName}</span>
        <span className={css.sub}>
          {job.owner === ''
            ? formatDateTime(job.createTime)
            : t('{{when}} by {{name}}', { when: formatDateTime(job.createTime), name: job.owner })}
        </span>
        {job.errorMessage && <span className={css.error}>{job.errorMessage}</span>}
        {job.lostFiles > 0 && (
          <span className={css.error}>
            {t(
              'Without {{count}} stored files, which are missing or damaged. The command oxbow doctor tells what they belong to.',
              { count: job.lostFiles },
            )}
          </span>
        )}
        {phone && <State job={job} />}
      </>
    ),
  }
  const actions: Column<JobDetails> = {
    id: 'actions',
    header: t('Actions'),
    isHeaderHidden: true,
    align: 'end',
    width: '8rem',
    cell: job => {
      if (job.fileExists)
        return (
          <Button size="small" aria-label={t('Download {{name}}', { name: job.fileName })} onPress={() => onFetch(job)}>
            {t('Download')}
          </Button>
        )
      if (job.jobState === 'QUEUED' || job.jobState === 'PROCESSING') {
        return (
          <Button size="small" aria-label={t('Cancel {{name}}', { name: job.fileName })} onPress={() => onCancel(job)}>
            {t('Cancel')}
          </Button>
        )
      }
      return null
    },
  }
  if (phone) return [file, actions]
  return [
    file,
    { id: 'state', header: t('State'), width: '9rem', cell: job => <State job={job} /> },
    {
      id: 'size',
      header: t('Size'),
      align: 'end',
      width: '7rem',
      cell: job => (job.fileSize === null ? '–' : formatBytes(job.fileSize)),
    },
    actions,
  ]
}

const TONES: Record<JobState, Tone> = {
  QUEUED: 'neutral',
  PROCESSING: 'info',
  FINISHED: 'success',
  FAILED: 'danger',
  CANCELLING: 'neutral',
  CANCELLED: 'neutral',
}

function State({ job }: { job: JobDetails }) {
  if (job.jobState === 'PROCESSING') {
    const percent = job.jobStatistics.percentageComplete
    return (
      <>
        <ProgressBar value={percent} label={job.fileName} />
        <span className={css.sub}>{t('{{percent}} %', { percent })}</span>
      </>
    )
  }
  return <Lozenge tone={TONES[job.jobState]}>{stateWord(job)}</Lozenge>
}

function stateWord({ jobState, fileExists }: JobDetails): string {
  switch (jobState) {
    case 'QUEUED':
      return t('Waiting')
    case 'PROCESSING':
      return t('Running')
    case 'FINISHED':
      return fileExists ? t('Done') : t('File removed')
    case 'FAILED':
      return t('Failed')
    case 'CANCELLING':
      return t('Being cancelled')
    case 'CANCELLED':
      return t('Cancelled')
  }
}
