import { type ReactNode, useState } from 'react'
import { t } from '../i18n.ts'
import { Checkbox } from './Choices.tsx'
import css from './PermissionMatrix.module.css'
import { Spinner } from './Spinner.tsx'
import { showFailure } from './toast-store.ts'

export interface MatrixColumn {
  id: string
  label: string
  /** Columns of a group share a heading. */
  group?: string
}

export interface MatrixRow {
  id: string
  name: string
  mark?: ReactNode
  note?: string
  held: ReadonlySet<string>
  /** Permitted columns; default all. */
  offered?: ReadonlySet<string>
}

export interface PermissionMatrixProps {
  label: string
  columns: readonly MatrixColumn[]
  rows: readonly MatrixRow[]
  /** Grants or revokes; failures show a toast and revert. */
  onChange: (row: MatrixRow, column: MatrixColumn, isHeld: boolean) => Promise<void>
}

/** Permission table of subjects and permissions; changes save at once. */
export function PermissionMatrix({ label, columns, rows, onChange }: PermissionMatrixProps) {
  const { pending, change } = useOptimisticChanges(onChange)
  return (
    // Scrolls horizontally; its checkboxes are focusable.
    <div className={css.scroll}>
      <table className={css.table} aria-label={label}>
        <MatrixHead columns={columns} />
        <tbody>
          {rows.map(row => (
            <tr key={row.id}>
              <th scope="row" className={css.subject}>
                <span className={css.who}>
                  {row.mark}
                  <span>
                    {row.name}
                    {row.note && <small>{row.note}</small>}
                  </span>
                </span>
              </th>
              {columns.map(column => (
                <td key={column.id}>
                  <MatrixCell row={row} column={column} pending={pending.get(cellKey(row, column))} onChange={change} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {pending.size > 0 && (
        <span className="ox-visually-hidden">
          <Spinner label={t('Working…')} />
        </span>
      )}
    </div>
  )
}

const cellKey = (row: MatrixRow, column: MatrixColumn) => `${row.id} ${column.id}`

/** Values of cells whose change is being saved, and the function that saves one. */
function useOptimisticChanges(onChange: PermissionMatrixProps['onChange']) {
  const [pending, setPending] = useState<ReadonlyMap<string, boolean>>(new Map())
  const change = async (row: MatrixRow, column: MatrixColumn, isHeld: boolean) => {
    const key = cellKey(row, column)
    setPending(before => new Map(before).set(key, isHeld))
    try {
      await onChange(row, column, isHeld)
    } catch (error) {
      showFailure(t('The permission was not changed'), error)
    } finally {
      setPending(before => {
        const after = new Map(before)
        after.delete(key)
        return after
      })
    }
  }
  return { pending, change }
}

function MatrixHead({ columns }: { columns: readonly MatrixColumn[] }) {
  const groups = groupsOf(columns)
  const isGrouped = groups.some(group => group.name !== '')
  const subjectHeader = (
    <th scope="col" className={css.subject} rowSpan={isGrouped ? 2 : 1}>
      {t('Name')}
    </th>
  )
  return (
    <thead>
      {isGrouped && (
        <tr className={css.groups}>
          {subjectHeader}
          {groups.map((group, index) => (
            <th key={`${group.name} ${index}`} scope="colgroup" colSpan={group.size}>
              {group.name}
            </th>
          ))}
        </tr>
      )}
      <tr>
        {!isGrouped && subjectHeader}
        {columns.map(column => (
          <th key={column.id} scope="col">
            {column.label}
          </th>
        ))}
      </tr>
    </thead>
  )
}

interface MatrixCellProps {
  row: MatrixRow
  column: MatrixColumn
  pending: boolean | undefined
  onChange: (row: MatrixRow, column: MatrixColumn, isHeld: boolean) => Promise<void>
}

function MatrixCell({ row, column, pending, onChange }: MatrixCellProps) {
  if (row.offered?.has(column.id) === false)
    return (
      <span className={css.never} aria-label={t('Cannot be granted')} role="img">
        –
      </span>
    )
  return (
    <Checkbox
      aria-label={`${row.name}: ${column.group ? `${column.group}, ` : ''}${column.label}`}
      isSelected={pending ?? row.held.has(column.id)}
      isReadOnly={pending !== undefined}
      onChange={isHeld => void onChange(row, column, isHeld)}
    />
  )
}

function groupsOf(columns: readonly MatrixColumn[]): { name: string; size: number }[] {
  const groups: { name: string; size: number }[] = []
  for (const { group = '' } of columns) {
    const last = groups.at(-1)
    if (last?.name === group) last.size++
    else groups.push({ name: group, size: 1 })
  }
  return groups
}
