import Ellipsis from 'lucide-react/icons/ellipsis'
import { formatBytes, formatDateTime, formatNumber } from '#platform/web/format.ts'
import { t } from '#platform/web/i18n.ts'
import { LinkButton } from '#platform/web/ui/Button.tsx'
import { IconButton } from '#platform/web/ui/IconButton.tsx'
import { Lozenge } from '#platform/web/ui/Lozenge.tsx'
import { Menu, MenuItem, MenuSeparator } from '#platform/web/ui/Menu.tsx'
import { ProgressBar } from '#platform/web/ui/ProgressBar.tsx'
import type { Column } from '#platform/web/ui/Table.tsx'
import type { ImportCount, SpaceImportView } from '#features/space-import/contract.ts'
import admin from '../admin.module.css'
import {
  interruptedHint,
  isCancellable,
  isGoing,
  isReviewable,
  originWord,
  pathOfImport,
  STATE_TONES,
  stateWord,
} from './import-words.ts'
import css from './imports.module.css'

/** Action on an import that is not a link. */
export interface ImportTask {
  kind: 'cancel' | 'remove'
  row: SpaceImportView
}

interface Options {
  isPhone: boolean
  onTask: (task: ImportTask) => void
}

/** Columns of imports. On phones: the file with its facts, and actions. */
export function importColumns({ isPhone, onTask }: Options): Column<SpaceImportView>[] {
  const file: Column<SpaceImportView> = {
    id: 'file',
    header: t('Export'),
    isRowHeader: true,
    cell: row => <ImportSummary row={row} isPhone={isPhone} />,
  }
  const actions: Column<SpaceImportView> = {
    id: 'actions',
    header: t('Actions'),
    isHeaderHidden: true,
    align: 'end',
    width: isPhone ? '3rem' : '10rem',
    cell: row => <Actions row={row} isPhone={isPhone} onTask={onTask} />,
  }
  if (isPhone) return [file, actions]
  return [
    file,
    { id: 'state', header: t('State'), width: '11rem', cell: row => <ImportStateCell row={row} /> },
    { id: 'remarks', header: t('Remarks'), align: 'end', width: '6rem', cell: row => formatNumber(row.remarks) },
    actions,
  ]
}

function ImportSummary({ row, isPhone }: { row: SpaceImportView; isPhone: boolean }) {
  return (
    <>
      <a className={`${admin.name} ${admin.words}`} href={pathOfImport(row.id)}>
        {row.fileName}
      </a>
      <ImportFacts row={row} />
      {row.errorMessage !== null && <span className={admin.error}>{row.errorMessage}</span>}
      {row.counts.length > 0 && <span className={admin.sub}>{shortCounts(row.counts, 'arrived')}</span>}
      {isPhone && (
        <>
          <ImportStateCell row={row} />
          {row.remarks > 0 && (
            <span className={admin.sub}>{t('Remarks: {{number}}', { number: formatNumber(row.remarks) })}</span>
          )}
        </>
      )}
    </>
  )
}

/** Origin, time, user and size of an import. */
export function ImportFacts({ row }: { row: SpaceImportView }) {
  const when = formatDateTime(row.createTime)
  return (
    <span className={admin.sub}>
      {[
        originWord(row.origin),
        row.owner === '' ? when : t('{{when}} by {{name}}', { when, name: row.owner }),
        ...(row.fileSize > 0 ? [formatBytes(row.fileSize)] : []),
      ].join(' · ')}
    </span>
  )
}

const SHORT: readonly string[] = ['Pages', 'Blog posts', 'Comments', 'Files']

/** Numbers of the most important kinds, in one line. */
export function shortCounts(counts: readonly ImportCount[], of: 'source' | 'arrived'): string {
  return counts
    .filter(count => SHORT.includes(count.what) && count[of] > 0)
    .map(count => t('{{what}}: {{number}}', { what: t(count.what), number: formatNumber(count[of]) }))
    .join(' · ')
}

/** State of an import, with its progress. */
export function ImportStateCell({ row }: { row: SpaceImportView }) {
  const { state, isAlive, origin, percentageComplete: percent, fileName } = row
  if (isGoing(row) && !isAlive)
    return (
      <>
        <Lozenge tone="warning">{t('Interrupted')}</Lozenge>
        <span className={admin.sub}>{interruptedHint(origin)}</span>
      </>
    )
  if (state === 'PROCESSING')
    return (
      <>
        <ProgressBar value={percent} label={fileName} />
        <span className={admin.sub}>{t('{{percent}} %', { percent })}</span>
      </>
    )
  return <Lozenge tone={STATE_TONES[state]}>{stateWord(state)}</Lozenge>
}

function Actions({ row, isPhone, onTask }: { row: SpaceImportView } & Options) {
  const choice = isReviewable(row) && {
    href: pathOfImport(row.id, 'review'),
    label: row.state === 'READY' ? t('Review') : t('Go on'),
  }
  return (
    <span className={css.actions}>
      {choice && !isPhone && (
        <LinkButton size="small" href={choice.href}>
          {choice.label}
        </LinkButton>
      )}
      <Menu
        label={t('Actions')}
        trigger={
          <IconButton label={t('Actions for {{name}}', { name: row.fileName })} size="small">
            <Ellipsis />
          </IconButton>
        }
      >
        {choice && <MenuItem label={choice.label} href={choice.href} />}
        {row.state !== 'READY' && <MenuItem label={t('Report')} href={pathOfImport(row.id)} />}
        {isCancellable(row) && <MenuItem label={t('Cancel')} onAction={() => onTask({ kind: 'cancel', row })} />}
        {!isGoing(row) && <MenuSeparator />}
        {!isGoing(row) && (
          <MenuItem label={t('Remove…')} isDangerous onAction={() => onTask({ kind: 'remove', row })} />
        )}
      </Menu>
    </span>
  )
}
