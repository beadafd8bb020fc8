import { formatNumber } from '#platform/web/format.ts'
import { t } from '#platform/web/i18n.ts'
import { useIsPhone } from '#platform/web/media.ts'
import { Section } from '#platform/web/ui/Section.tsx'
import { Table, type Column } from '#platform/web/ui/Table.tsx'
import type { ImportReportView } from '#features/space-import/contract.ts'
import admin from '../../admin.module.css'
import { Figures } from '../Figures.tsx'

type Counted = ImportReportView['people'][number]

/** Numbers of users and groups of an export by what they became. */
export function PeopleCounts({ people }: { people: readonly Counted[] }) {
  const isPhone = useIsPhone()
  return (
    <Section
      title={t('Users and groups')}
      description={t('Those that nothing of the export names were not needed and were not taken over.')}
    >
      <Table label={t('Users and groups')} rows={people} rowKey={row => row.kind} columns={peopleColumns(isPhone)} />
    </Section>
  )
}

function peopleColumns(isPhone: boolean): Column<Counted>[] {
  const numbers = [
    { id: 'source', header: t('In the export') },
    { id: 'matched', header: t('Found here') },
    { id: 'created', header: t('Newly created') },
    { id: 'skipped', header: t('Left out') },
    { id: 'unused', header: t('Not needed') },
  ] as const
  const kind: Column<Counted> = {
    id: 'kind',
    header: t('Kind'),
    isRowHeader: true,
    cell: row => (
      <>
        <span className={admin.name}>{row.kind === 'user' ? t('Users') : t('Groups')}</span>
        {isPhone && <Figures columns={numbers} row={row} />}
      </>
    ),
  }
  if (isPhone) return [kind]
  return [
    kind,
    ...numbers.map(({ id, header }): Column<Counted> => ({
      id,
      header,
      align: 'end',
      width: '8rem',
      cell: row => formatNumber(row[id]),
    })),
  ]
}
