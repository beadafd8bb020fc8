import { h, type Html, type HtmlChild } from '../html/html.ts'

/** Column of a table that a macro renders. Falsy columns are left out. */
export interface TableColumn<Row> {
  readonly heading: HtmlChild
  readonly cell: (row: Row) => HtmlChild
  /** Class of the cells. */
  readonly className?: string
  /** Number by which the browser sorts the column, if not by the text of the cells. */
  readonly sortValue?: (row: Row) => number
}

/** A table with a row of headings and a row for each item, with the classes of tables in pages. */
export function tableOf<Row>(
  rows: readonly Row[],
  columns: readonly (TableColumn<Row> | false | undefined)[],
  className?: string,
): Html {
  const shown = columns.filter(column => column !== false && column !== undefined)
  const cell = ({ cell: contentOf, className: ofCell, sortValue }: TableColumn<Row>, row: Row) =>
    h(
      'td',
      { class: classes('confluenceTd', ofCell), 'data-sort-value': sortValue && String(sortValue(row)) },
      contentOf(row),
    )
  return h(
    'table',
    { class: classes('confluenceTable', className) },
    h(
      'tbody',
      {},
      h('tr', {}, ...shown.map(({ heading }) => h('th', { class: 'confluenceTh' }, heading))),
      ...rows.map(row => h('tr', {}, ...shown.map(column => cell(column, row)))),
    ),
  )
}

/** {@link tableOf} in the box that scrolls wide tables. */
export function wrappedTable<Row>(...table: Parameters<typeof tableOf<Row>>): Html {
  return h('div', { class: 'table-wrap' }, tableOf(...table))
}

function classes(first: string, second: string | undefined): string {
  return second === undefined ? first : `${first} ${second}`
}
