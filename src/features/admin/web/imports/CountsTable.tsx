import { formatNumber } from '#platform/web/format.ts'
import { t } from '#platform/web/i18n.ts'
import { useIsPhone } from '#platform/web/media.ts'
import { EmptyState } from '#platform/web/ui/EmptyState.tsx'
import { Lozenge } from '#platform/web/ui/Lozenge.tsx'
import { Table, type Column } from '#platform/web/ui/Table.tsx'
import type { ImportCount } from '#features/space-import/contract.ts'
import admin from '../admin.module.css'
import { missingOf } from './counts.ts'
import { Figures } from './Figures.tsx'
import css from './imports.module.css'

/** Whether an import is only foreseen, runs or has ended. */
export type CountsPhase = 'preview' | 'going' | 'ended'

interface CountsTableProps {
  label: string
  counts: readonly ImportCount[]
  phase: CountsPhase
}

/** Numbers of things by kinds: in the export, arrived, changed and left out. On phones: one column. */
export function CountsTable({ label, counts, phase }: CountsTableProps) {
  const isPhone = useIsPhone()
  return (
    <Table
      label={label}
      rows={counts}
      rowKey={count => count.what}
      columns={countColumns(phase, isPhone)}
      empty={<EmptyState title={phase === 'going' ? t('Nothing has arrived yet') : t('There is nothing to count')} />}
    />
  )
}

function countColumns(phase: CountsPhase, isPhone: boolean): Column<ImportCount>[] {
  const numbers = [
    { id: 'source', header: t('In the export') },
    { id: 'arrived', header: phase === 'preview' ? t('Would arrive') : t('Arrived') },
    ...(phase === 'preview' ? [] : [{ id: 'changed', header: t('Changed') } as const]),
    { id: 'skipped', header: t('Left out') },
  ] as const
  const kind: Column<ImportCount> = {
    id: 'kind',
    header: t('Kind'),
    isRowHeader: true,
    cell: count => (
      <>
        <span className={admin.name}>{t(count.what)}</span>
        {phase !== 'preview' && <Missing count={count} isGoing={phase === 'going'} />}
        {isPhone && <Figures columns={numbers} row={count} />}
      </>
    ),
  }
  if (isPhone) return [kind]
  return [
    kind,
    ...numbers.map(({ id, header }): Column<ImportCount> => ({
      id,
      header,
      align: 'end',
      width: '8rem',
      cell: count => formatNumber(count[id]),
    })),
  ]
}

/** Number of things that are still to come, or never came. */
function Missing({ count, isGoing }: { count: ImportCount; isGoing: boolean }) {
  const number = missingOf(count)
  if (number === 0) return null
  const values = { number: formatNumber(number) }
  return (
    <span className={css.marked}>
      {isGoing ? (
        <Lozenge>{t('To come: {{number}}', values)}</Lozenge>
      ) : (
        <Lozenge tone="warning">{t('Not imported: {{number}}', values)}</Lozenge>
      )}
    </span>
  )
}
