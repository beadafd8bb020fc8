import { type ReactNode, useState } from 'react'
import { t } from '../i18n.ts'
import { Checkbox } from './Choices.tsx'
import css from './PermissionMatrix.module.css'
import { Spinner } from './Spinner.tsx'
import { showFailure } from './toast-store.ts'

export interface MatrixColumn {
  id: string
  label: string
  /** Columns with the same group stand below one heading. */
  group?: string
}

export interface MatrixRow {
  id: string
  name: string
  /** A face or an icon. */
  mark?: ReactNode
  note?: string
  held: ReadonlySet<string>
  /** Columns that this row can have; default all. */
  offered?: ReadonlySet<string>
}

export interface PermissionMatrixProps {
  label: string
  columns: readonly MatrixColumn[]
  rows: readonly MatrixRow[]
  /** Grants or revokes; a failure shows as a message, and the box goes back. */
  onChange: (row: MatrixRow, column: MatrixColumn, isHeld: boolean) => Promise<void>
}

/** Who may do what: rows are people and groups, columns are permissions. Each box counts at once. */
export function PermissionMatrix({ label, columns, rows, onChange }: PermissionMatrixProps) {
  const [changing, setChanging] = useState<ReadonlyMap<string, boolean>>(new Map())
  const groups = groupsOf(columns)
  const isGrouped = groups.some(group => group.name !== '')
  const subjectHeader = (
    <th scope="col" className={css.subject} rowSpan={isGrouped ? 2 : 1}>
      {t('Name')}
    </th>
  )
  const change = async (row: MatrixRow, column: MatrixColumn, isHeld: boolean) => {
    const key = `${row.id} ${column.id}`
    setChanging(before => new Map(before).set(key, isHeld))
    try {
      await onChange(row, column, isHeld)
    } catch (error) {
      showFailure(t('The permission was not changed'), error)
    } finally {
      setChanging(before => {
        const after = new Map(before)
        after.delete(key)
        return after
      })
    }
  }
  return (
    // The box scrolls sideways; the checkboxes in it are reached by the keyboard.
    <div className={css.scroll}>
      <table className={css.table} aria-label={label}>
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
              {columns.map(column => {
                const pending = changing.get(`${row.id} ${column.id}`)
                const offered = row.offered?.has(column.id) ?? true
                return (
                  <td key={column.id}>
                    {offered ? (
                      <Checkbox
                        aria-label={`${row.name}: ${column.group ? `${column.group}, ` : ''}${column.label}`}
                        isSelected={pending ?? row.held.has(column.id)}
                        isReadOnly={pending !== undefined}
                        onChange={isHeld => void change(row, column, isHeld)}
                      />
                    ) : (
                      <span className={css.never} aria-label={t('Cannot be granted')} role="img">
                        –
                      </span>
                    )}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
      {changing.size > 0 && (
        <span className="ox-visually-hidden">
          <Spinner label={t('Working…')} />
        </span>
      )}
    </div>
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
