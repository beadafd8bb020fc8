import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import type { ReactNode } from 'react'
import css from './Table.module.css'

export interface Column<Row> {
  id: string
  header: string
  /** Visually hidden, for button columns. */
  isHeaderHidden?: boolean
  cell: (row: Row) => ReactNode
  isSortable?: boolean
  isRowHeader?: boolean
  align?: 'start' | 'end'
  width?: string
}

export interface Sort {
  column: string
  direction: 'ascending' | 'descending'
}

export interface TableProps<Row> {
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string | number
  sort?: Sort | null
  onSort?: (sort: Sort) => void
  empty?: ReactNode
}

/** Plain HTML table with horizontal overflow: text selection and search work, and 200 rows are cheap. */
export function Table<Row>(props: TableProps<Row>) {
  const { label, columns, rows, rowKey, sort, onSort, empty } = props
  if (rows.length === 0 && empty !== undefined) return <>{empty}</>
  return (
    <div className={css.scroll}>
      <table className={css.table} aria-label={label}>
        <thead>
          <tr>
            {columns.map(column => {
              const direction = sort?.column === column.id ? sort.direction : undefined
              return (
                <th
                  key={column.id}
                  scope="col"
                  data-align={column.align}
                  style={column.width ? { width: column.width } : undefined}
                  aria-sort={column.isSortable ? (direction ?? 'none') : undefined}
                >
                  {column.isSortable ? (
                    <button
                      type="button"
                      className={css.sort}
                      onClick={() =>
                        onSort?.({
                          column: column.id,
                          direction: direction === 'ascending' ? 'descending' : 'ascending',
                        })
                      }
                    >
                      {column.header}
                      <span className={css.arrow} data-active={direction !== undefined || undefined}>
                        {direction === 'descending' ? <ArrowDown size={14} /> : <ArrowUp size={14} />}
                      </span>
                    </button>
                  ) : (
                    <span className={column.isHeaderHidden ? 'ox-visually-hidden' : undefined}>{column.header}</span>
                  )}
                </th>
              )
            })}
          </tr>
        </thead>
        <tbody>
          {rows.map(row => (
            <tr key={rowKey(row)}>
              {columns.map(column =>
                column.isRowHeader ? (
                  <th key={column.id} scope="row" data-align={column.align}>
                    {column.cell(row)}
                  </th>
                ) : (
                  <td key={column.id} data-align={column.align}>
                    {column.cell(row)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
