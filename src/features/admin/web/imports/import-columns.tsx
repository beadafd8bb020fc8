import { formatBytes, formatDateTime } from '#platform/web/format.ts'
import { t } from '#platform/web/i18n.ts'
import { Lozenge, type Tone } from '#platform/web/ui/Lozenge.tsx'
import { ProgressBar } from '#platform/web/ui/ProgressBar.tsx'
import type { Column } from '#platform/web/ui/Table.tsx'
import type { ImportState, SpaceImportView } from '#features/space-import/contract.ts'
import css from '../admin.module.css'

/** Whether an import waits or runs. */
export function isGoing({ state }: SpaceImportView): boolean {
  return ['ANALYSING', 'QUEUED', 'PROCESSING', 'CANCELLING'].includes(state)
}

/** Columns of imports. On phones: the file with its facts. */
export function importColumns(isPhone: boolean): Column<SpaceImportView>[] {
  const file: Column<SpaceImportView> = {
    id: 'file',
    header: t('Export'),
    isRowHeader: true,
    cell: row => (
      <>
        <span className={`${css.name} ${css.words}`}>{row.fileName}</span>
        <span className={css.sub}>
          {t('{{when}} by {{name}}', { when: formatDateTime(row.createTime), name: row.owner })}
        </span>
        {row.errorMessage !== null && <span className={css.error}>{row.errorMessage}</span>}
        {row.counts.length > 0 && (
          <span className={css.sub}>{row.counts.map(({ what, arrived }) => `${t(what)}: ${arrived}`).join(' · ')}</span>
        )}
        {row.spaces.map(({ key, name }) => (
          <a key={key} className={css.target} href={`/display/${encodeURIComponent(key)}`}>
            {name}
          </a>
        ))}
        <Remarks row={row} />
        {isPhone && <State row={row} />}
      </>
    ),
  }
  if (isPhone) return [file]
  return [
    file,
    { id: 'state', header: t('State'), width: '9rem', cell: row => <State row={row} /> },
    { id: 'size', header: t('Size'), align: 'end', width: '7rem', cell: row => formatBytes(row.fileSize) },
  ]
}

function Remarks({ row: { remarks } }: { row: SpaceImportView }) {
  return remarks === 0 ? null : <span>{t('Not imported as it was: {{number}}', { number: remarks })}</span>
}

const TONES: Record<ImportState, Tone> = {
  ANALYSING: 'info',
  READY: 'info',
  QUEUED: 'neutral',
  PROCESSING: 'info',
  CANCELLING: 'neutral',
  CANCELLED: 'neutral',
  FINISHED: 'success',
  FAILED: 'danger',
}

function State({ row: { state, percentageComplete: percent, fileName } }: { row: SpaceImportView }) {
  if (state === 'PROCESSING')
    return (
      <>
        <ProgressBar value={percent} label={fileName} />
        <span className={css.sub}>{t('{{percent}} %', { percent })}</span>
      </>
    )
  return <Lozenge tone={TONES[state]}>{wordOf(state)}</Lozenge>
}

function wordOf(state: Exclude<ImportState, 'PROCESSING'>): string {
  switch (state) {
    case 'ANALYSING':
      return t('Being read')
    case 'READY':
      return t('Ready to be imported')
    case 'CANCELLING':
      return t('Being cancelled')
    case 'CANCELLED':
      return t('Cancelled')
    case 'QUEUED':
      return t('Waiting')
    case 'FINISHED':
      return t('Done')
    case 'FAILED':
      return t('Failed')
  }
}
