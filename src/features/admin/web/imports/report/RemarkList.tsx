import { useState } from 'react'
import { t } from '#platform/web/i18n.ts'
import { usePaged } from '#platform/web/lists.ts'
import { useIsPhone } from '#platform/web/media.ts'
import { useHistoryState } from '#platform/web/useHistoryState.ts'
import { Button } from '#platform/web/ui/Button.tsx'
import { EmptyState } from '#platform/web/ui/EmptyState.tsx'
import { TableListing } from '#platform/web/ui/Listing.tsx'
import { Lozenge } from '#platform/web/ui/Lozenge.tsx'
import { Section } from '#platform/web/ui/Section.tsx'
import type { Column } from '#platform/web/ui/Table.tsx'
import { listImportRemarks, type ImportRemark, type ImportReportView } from '#features/space-import/contract.ts'
import admin from '../../admin.module.css'
import { EFFECT_TONES, effectWord } from '../import-words.ts'
import css from '../imports.module.css'
import { NO_FILTER, queryOf, RemarkFilters } from './RemarkFilters.tsx'

interface RemarkListProps {
  id: string
  report: ImportReportView
  isGoing: boolean
}

/** Remarks of an import: what did not arrive as it was. */
export function RemarkList({ id, report, isGoing }: RemarkListProps) {
  const isPhone = useIsPhone()
  const [filter, setFilter] = useHistoryState('filter of remarks', NO_FILTER)
  const remarks = usePaged(listImportRemarks, { params: { id }, query: queryOf(filter) }, { limit: 50, staleTime: 0 })
  const isFiltered = Object.values(filter).some(value => value !== '')
  return (
    <Section title={t('Remarks')} description={t('What changed, was left out, or needs a look.')}>
      {report.topics.length > 0 && <RemarkFilters report={report} filter={filter} onChange={setFilter} />}
      <TableListing
        list={remarks}
        label={t('Remarks')}
        failure={t('The remarks could not be read')}
        rowKey={remark => remark.id}
        columns={remarkColumns(isPhone)}
        empty={
          isFiltered ? (
            <EmptyState
              title={t('No remark matches')}
              action={<Button onPress={() => setFilter(NO_FILTER)}>{t('Show all')}</Button>}
            />
          ) : (
            <EmptyState title={isGoing ? t('No remarks yet') : t('No remarks')}>
              {!isGoing && <p>{t('Everything arrived as it was.')}</p>}
            </EmptyState>
          )
        }
      />
    </Section>
  )
}

function remarkColumns(isPhone: boolean): Column<ImportRemark>[] {
  const text: Column<ImportRemark> = {
    id: 'text',
    header: t('Remark'),
    isRowHeader: true,
    cell: remark => (
      <>
        <RemarkText text={remark.text} />
        <span className={css.facts}>
          <Lozenge tone={EFFECT_TONES[remark.effect]}>{effectWord(remark.effect)}</Lozenge>
          {t(remark.topic)}
          {isPhone && remark.space !== null && <span>{remark.space}</span>}
        </span>
        {isPhone && <PageLink remark={remark} />}
      </>
    ),
  }
  if (isPhone) return [text]
  return [
    text,
    { id: 'page', header: t('Page'), width: '16rem', cell: remark => <PageLink remark={remark} /> },
    { id: 'space', header: t('Space'), width: '8rem', cell: remark => <SpaceKey of={remark.space} /> },
  ]
}

function SpaceKey({ of }: { of: string | null }) {
  return of === null ? '–' : <span className={admin.words}>{of}</span>
}

function PageLink({ remark: { page } }: { remark: ImportRemark }) {
  return page ? (
    <a className={admin.target} href={page.url}>
      {page.title}
    </a>
  ) : null
}

/** Characters of a remark that are shown at first: some list a thousand ids. */
const MOST_SHOWN = 400

function RemarkText({ text }: { text: string }) {
  const [isWhole, setWhole] = useState(text.length <= MOST_SHOWN)
  if (isWhole) return <span className={admin.words}>{text}</span>
  return (
    <span className={admin.words}>
      {text.slice(0, MOST_SHOWN)}…{' '}
      <button type="button" className={css.more} onClick={() => setWhole(true)}>
        {t('Show all')}
      </button>
    </span>
  )
}
