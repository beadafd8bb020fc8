import { expect, it } from 'vitest'
import { h, settle } from '../html/html.ts'
import { tableOf, wrappedTable } from './table.ts'

const rows = [
  { name: 'b & c', size: 2048 },
  { name: 'a', size: 5 },
]

it('renders a row of headings and a row for each item, with the classes of tables in pages', async () => {
  const table = tableOf(rows, [
    { heading: 'Name', className: 'title', cell: row => h('b', {}, row.name) },
    { heading: 'Size', cell: row => `${row.size} B`, sortValue: row => row.size },
  ])
  expect(await settle(table)).toBe(
    '<table class="confluenceTable"><tbody>' +
      '<tr><th class="confluenceTh">Name</th><th class="confluenceTh">Size</th></tr>' +
      '<tr><td class="confluenceTd title"><b>b &amp; c</b></td>' +
      '<td class="confluenceTd" data-sort-value="2048">2048 B</td></tr>' +
      '<tr><td class="confluenceTd title"><b>a</b></td><td class="confluenceTd" data-sort-value="5">5 B</td></tr>' +
      '</tbody></table>',
  )
})

it('leaves out columns that are not shown, and wraps a table that may be wide', async () => {
  const isShown = rows.length > 5
  const table = wrappedTable(
    rows.slice(1),
    [{ heading: 'Name', cell: row => row.name }, isShown && { heading: 'Size', cell: row => row.size }, undefined],
    'files',
  )
  expect(await settle(table)).toBe(
    '<div class="table-wrap"><table class="confluenceTable files"><tbody>' +
      '<tr><th class="confluenceTh">Name</th></tr><tr><td class="confluenceTd">a</td></tr></tbody></table></div>',
  )
})
