import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import Download from 'lucide-react/icons/download'
import { urlOf } from '#platform/web/api.ts'
import { t } from '#platform/web/i18n.ts'
import { queryOptionsFor, useInvalidate } from '#platform/web/query.ts'
import { useHistoryState } from '#platform/web/useHistoryState.ts'
import { ButtonRow, LinkButton } from '#platform/web/ui/Button.tsx'
import { Loaded } from '#platform/web/ui/Loaded.tsx'
import { Section } from '#platform/web/ui/Section.tsx'
import {
  importCountsCsv,
  importRemarksCsv,
  importReport,
  importReportJson,
  listImportRemarks,
  type ImportReportView,
  type SpaceImportDetails,
} from '#features/space-import/contract.ts'
import { partsOf, sumOfCounts, type PartOfImport } from '../counts.ts'
import { CountsTable } from '../CountsTable.tsx'
import { isGoing } from '../import-words.ts'
import css from '../imports.module.css'
import { SpaceSelect } from '../SpaceSelect.tsx'
import { PeopleCounts } from './PeopleCounts.tsx'
import { RemarkList } from './RemarkList.tsx'
import { SpaceList } from './SpaceList.tsx'

const POLL_MS = 2000

/** Report of an import that runs or has ended. */
export function ReportView({ details }: { details: SpaceImportDetails }) {
  const { id } = details
  const isRunning = isGoing(details)
  const invalidate = useInvalidate()
  const report = useQuery({
    ...queryOptionsFor(importReport, { params: { id } }),
    staleTime: 0,
    refetchInterval: isRunning ? POLL_MS : false,
  })
  // The last answer may be from before the end.
  const wasRunning = useRef(isRunning)
  useEffect(() => {
    if (wasRunning.current && !isRunning) void invalidate(importReport, listImportRemarks)
    wasRunning.current = isRunning
  })
  return (
    <Loaded answer={report} failure={t('The report could not be read')}>
      {data => <Report details={details} report={data} />}
    </Loaded>
  )
}

function Report({ details, report }: { details: SpaceImportDetails; report: ImportReportView }) {
  const { id, analysis } = details
  const parts = partsOf(report, analysis)
  const params = { id }
  return (
    <>
      {parts.length > 0 && <SpaceList parts={parts} />}
      <Counts details={details} parts={parts} site={report.site} />
      {report.people.length > 0 && <PeopleCounts people={report.people} />}
      <RemarkList id={id} report={report} isGoing={isGoing(details)} />
      <Section title={t('Downloads')} description={t('CSV files are encoded in UTF-8, with commas.')}>
        <ButtonRow>
          <LinkButton href={urlOf(importCountsCsv, { params })} icon={<Download />}>
            {t('Counts as CSV')}
          </LinkButton>
          <LinkButton href={urlOf(importRemarksCsv, { params })} icon={<Download />}>
            {t('Remarks as CSV')}
          </LinkButton>
          <LinkButton href={urlOf(importReportJson, { params })} icon={<Download />}>
            {t('Everything as JSON')}
          </LinkButton>
        </ButtonRow>
      </Section>
    </>
  )
}

interface CountsProps {
  details: SpaceImportDetails
  parts: readonly PartOfImport[]
  site: ImportReportView['site']
}

function Counts({ details, parts, site }: CountsProps) {
  const [key, setKey] = useHistoryState('space of the counts', '')
  const chosen = parts.find(part => part.key === key)
  const counts = chosen ? chosen.counts : sumOfCounts([...parts.map(part => part.counts), site.counts])
  return (
    <Section
      title={t('Counts')}
      description={t('Everything in the export has either arrived or was left out. What arrived may have changed.')}
    >
      {parts.length > 1 && (
        <div className={css.narrow}>
          <SpaceSelect label={t('Space')} spaces={parts} value={chosen ? key : ''} onChange={setKey} />
        </div>
      )}
      <CountsTable
        label={chosen ? t('Counts of {{name}}', { name: chosen.name }) : t('Counts of all spaces')}
        counts={counts}
        phase={isGoing(details) ? 'going' : 'ended'}
      />
    </Section>
  )
}
