import { ToggleButton } from 'react-aria-components/ToggleButton'
import type { QueryInputOf } from '#platform/contract.ts'
import { formatNumber } from '#platform/web/format.ts'
import { t } from '#platform/web/i18n.ts'
import { Select } from '#platform/web/ui/Select.tsx'
import type { ImportEffect, ImportReportView, ImportTopic, listImportRemarks } from '#features/space-import/contract.ts'
import { IMPORT_EFFECTS, IMPORT_TOPICS } from '#features/space-import/shared.ts'
import { effectWord } from '../import-words.ts'
import css from '../imports.module.css'
import { SpaceSelect } from '../SpaceSelect.tsx'

/** Choice of remarks; what is empty is not filtered by. */
export interface RemarkFilter extends Readonly<Record<string, string>> {
  space: string
  topic: ImportTopic | ''
  effect: ImportEffect | ''
  subject: string
}

export const NO_FILTER: RemarkFilter = { space: '', topic: '', effect: '', subject: '' }

/** Parameters of the call that lists remarks. */
export function queryOf(filter: RemarkFilter): QueryInputOf<typeof listImportRemarks> {
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== ''))
}

const ALL = 'all'
/** Subjects that are shown to press, the most frequent ones. */
const MOST_SUBJECTS = 12

interface RemarkFiltersProps {
  report: ImportReportView
  filter: RemarkFilter
  onChange: (filter: RemarkFilter) => void
}

/** Filters of remarks by space, topic, effect and subject; apply at once. */
export function RemarkFilters({ report, filter, onChange }: RemarkFiltersProps) {
  const narrow = (change: Partial<RemarkFilter>) => onChange({ ...filter, ...change } as RemarkFilter)
  return (
    <>
      <div className={css.filters}>
        {report.spaces.length > 1 && (
          <SpaceSelect
            label={t('Space')}
            spaces={report.spaces}
            value={filter.space}
            onChange={space => narrow({ space })}
          />
        )}
        <Select
          label={t('Topic')}
          options={[{ id: ALL, label: t('All topics') }, ...options(report, IMPORT_TOPICS, 'topic', t)]}
          value={filter.topic || ALL}
          onChange={topic => narrow({ topic: topic === ALL ? '' : (topic as ImportTopic), subject: '' })}
        />
        <Select
          label={t('What happened')}
          options={[{ id: ALL, label: t('All') }, ...options(report, IMPORT_EFFECTS, 'effect', effectWord)]}
          value={filter.effect || ALL}
          onChange={effect => narrow({ effect: effect === ALL ? '' : (effect as ImportEffect) })}
        />
      </div>
      <Subjects report={report} filter={filter} onNarrow={narrow} />
    </>
  )
}

/** Options with the numbers of their remarks; those without remarks are left out. */
function options<T extends string>(
  { topics }: ImportReportView,
  ids: readonly T[],
  by: 'topic' | 'effect',
  wordOf: (id: T) => string,
) {
  return ids.flatMap(id => {
    const number = topics.filter(row => row[by] === id).reduce((sum, row) => sum + row.number, 0)
    return number === 0
      ? []
      : [{ id, label: t('{{what}} ({{number}})', { what: wordOf(id), number: formatNumber(number) }) }]
  })
}

interface SubjectsProps extends Pick<RemarkFiltersProps, 'report' | 'filter'> {
  onNarrow: (change: Partial<RemarkFilter>) => void
}

/** The most frequent subjects, such as unknown macros, to press. */
function Subjects({ report, filter, onNarrow }: SubjectsProps) {
  const ofTopic = report.subjects.filter(({ topic }) => filter.topic === '' || topic === filter.topic)
  // A chosen one stays, however rare.
  const shown = ofTopic.filter(({ subject }, index) => index < MOST_SUBJECTS || subject === filter.subject)
  if (shown.length === 0) return null
  return (
    <ul className={css.subjects} aria-label={t('Most frequent subjects')}>
      {shown.map(({ topic, subject, number }) => (
        <li key={`${topic} ${subject}`}>
          <ToggleButton
            className={css.subject}
            isSelected={subject === filter.subject}
            onChange={isOn => onNarrow({ subject: isOn ? subject : '' })}
          >
            <span>{subject}</span>
            <span className={css.number}>{formatNumber(number)}</span>
          </ToggleButton>
        </li>
      ))}
    </ul>
  )
}
