import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { locale, t } from '#platform/web/i18n.ts'
import { useIsPhone } from '#platform/web/media.ts'
import { queryOptionsFor } from '#platform/web/query.ts'
import { Banner } from '#platform/web/ui/Banner.tsx'
import { EmptyState } from '#platform/web/ui/EmptyState.tsx'
import { Lozenge } from '#platform/web/ui/Lozenge.tsx'
import { Pagination } from '#platform/web/ui/Paging.tsx'
import { SkeletonRows } from '#platform/web/ui/SkeletonRows.tsx'
import { type Column, Table } from '#platform/web/ui/Table.tsx'
import { listLongTasks, type LongTask } from '#features/longtasks/contract.ts'
import { AdminPage } from './AdminPage.tsx'
import css from './admin.module.css'

const PAGE = 25
const LOOK_AGAIN_MS = 2000

/** Background work: what runs, how far it is, and what failed. */
export default function JobsScreen() {
  const [start, setStart] = useState(0)
  const phone = useIsPhone()
  const { data, error } = useQuery({
    ...queryOptionsFor(listLongTasks, { query: { start, limit: PAGE } }),
    placeholderData: keepPreviousData,
    // Only while something runs is there anything new to see.
    refetchInterval: query => (query.state.data?.results.some(job => !job.finished) ? LOOK_AGAIN_MS : false),
  })
  return (
    <AdminPage title={t('Background work')}>
      {error && <Banner tone="danger" title={t('The background work could not be read')}>{error.message}</Banner>}
      {!data && !error && <SkeletonRows />}
      {data && (
        <Table
          label={t('Background work')}
          rows={data.results}
          rowKey={job => job.id}
          columns={columns(phone)}
          empty={
            <EmptyState title={t('Nothing to do')}>
              <p>{t('Imports, deletions and other long work show here with their progress.')}</p>
            </EmptyState>
          }
        />
      )}
      {data && <Pagination start={data.start} limit={data.limit} size={data.size} hasNext={data._links['next'] !== undefined} onChange={setStart} />}
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
  if (job.finished) return job.successful ? <Lozenge tone="success">{t('Done')}</Lozenge> : <Lozenge tone="danger">{t('Failed')}</Lozenge>
  const percent = Math.round(job.percentageComplete)
  return (
    <>
      <progress className={css.progress} max={100} value={percent} aria-label={job.name.translation} />
      <span className={css.sub}>{t('{{percent}} %', { percent })}</span>
    </>
  )
}

function seconds(milliseconds: number): string {
  return new Intl.NumberFormat(locale(), { style: 'unit', unit: 'second', maximumFractionDigits: 1 }).format(milliseconds / 1000)
}
