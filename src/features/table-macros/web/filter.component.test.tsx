import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { startI18n } from '#platform/web/i18n.ts'
import type { FilterSettings } from '../shared.ts'
import filterTables from './island.ts'

beforeAll(() => startI18n('en'))

const NONE: FilterSettings = {
  columns: [],
  defaults: [],
  inverse: [],
  isOr: false,
  hasGlobal: false,
  hidesLabels: false,
  hidesPane: false,
}

const tableOf = (...rows: readonly (readonly string[])[]) =>
  `<div class="table-wrap"><table><tbody>${rows
    .map((row, at) => `<tr>${row.map(cell => (at === 0 ? `<th>${cell}</th>` : `<td>${cell}</td>`)).join('')}</tr>`)
    .join('')}</tbody></table></div>`

const ORDERS = tableOf(
  ['Item', 'State', 'Price', 'Due'],
  ['Anchor', 'open', '1,200 €', '3 Feb 2024'],
  ['Boat', 'done', '80 €', '<time datetime="2024-05-06">6 May 2024</time>'],
  ['Chain', 'open', '15 €', '24 Dec 2023'],
  ['Dock', '', '900 €', '1 Oct 2024'],
)

function filtered(html: string, settings: Partial<FilterSettings> = {}): HTMLElement {
  document.body.innerHTML = `<div data-macro-name="table-filter">${html}</div>`
  const macro = document.body.firstElementChild as HTMLElement
  macro.dataset['filter'] = JSON.stringify({ ...NONE, ...settings })
  const end = filterTables(macro)
  onTestFinished(end)
  return macro
}

/** First cells of the rows that are shown. */
const shown = () =>
  [...document.querySelectorAll<HTMLTableRowElement>('tr:has(td)')].flatMap(row =>
    row.hidden ? [] : [row.cells[0]?.textContent],
  )
const group = (name: string) => within(screen.getByRole('group', { name }))

test('a column is filtered by a choice of values, words, or a range, as its cells are', async () => {
  const user = userEvent.setup()
  const items = Array.from({ length: 60 }, (_, at) => `Item ${at}`)
  filtered(ORDERS + tableOf(['Name'], ...items.map(item => [item])), {
    columns: ['Item', 'State', 'Price', 'Due', 'Name'],
  })
  const [first, second] = screen.getAllByRole('search', { name: 'Filter the rows of the table' })
  expect(within(first!).getByRole('status').textContent).toBe('4 of 4 rows')
  expect(within(first!).queryByRole('button', { name: 'Show all rows' })).toBeNull()

  await user.click(within(first!).getByText('All', { selector: '[aria-label^="State"]' }))
  const state = group('State')
  expect(state.getAllByRole('checkbox').map(box => box.parentElement?.textContent)).toEqual(['done', 'open', 'Empty'])
  await user.click(state.getByRole('checkbox', { name: 'open' }))
  await expect.poll(() => shown().slice(0, 2)).toEqual(['Anchor', 'Chain'])
  expect(within(first!).getByRole('status').textContent).toBe('2 of 4 rows')
  await user.click(state.getByRole('checkbox', { name: 'Empty' }))
  await user.type(group('Price').getByRole('spinbutton', { name: 'From' }), '900')
  await expect.poll(() => shown().slice(0, 2)).toEqual(['Anchor', 'Dock'])
  await user.type(group('Due').getByLabelText('To'), '2024-02-03')
  await expect.poll(() => within(first!).getByRole('status').textContent).toBe('1 of 4 rows')
  await user.click(within(first!).getByRole('button', { name: 'Show all rows' }))
  expect(within(first!).getByRole('status').textContent).toBe('4 of 4 rows')

  await user.type(within(second!).getByRole('searchbox', { name: 'Name' }), 'ITEM 59')
  await expect.poll(() => within(second!).getByRole('status').textContent).toBe('1 of 60 rows')
})

test('a list of values opens and closes by keyboard', async () => {
  const user = userEvent.setup()
  filtered(ORDERS, { columns: ['state'] })
  const list = document.querySelector('details')!
  const button = list.querySelector('summary')!
  expect(button.ariaLabel).toBe('State: All')
  list.open = true
  group('State').getByRole('checkbox', { name: 'done' }).focus()
  await user.keyboard(' ')
  expect(button.ariaLabel).toBe('State: done')
  await user.keyboard('{Escape}')
  expect(list.open).toBe(false)
  expect(document.activeElement).toBe(button)
})

test.each<[string, Partial<FilterSettings>, string[]]>([
  ['values at first', { columns: ['State'], defaults: [['Open']] }, ['Anchor', 'Chain']],
  ['several of them', { columns: ['Item', 'State'], defaults: [[], ['open', 'done']] }, ['Anchor', 'Boat', 'Chain']],
  ['chosen values are hidden', { columns: ['State'], defaults: [['open']], inverse: [true] }, ['Boat', 'Dock']],
  ['all filters', { columns: ['Item', 'State'], defaults: [['Boat'], ['open']] }, []],
  [
    'one of the filters',
    { columns: ['Item', 'State'], defaults: [['Boat'], ['open']], isOr: true },
    ['Anchor', 'Boat', 'Chain'],
  ],
  [
    'columns that the table does not have',
    { columns: ['Owner'], defaults: [['x']] },
    ['Anchor', 'Boat', 'Chain', 'Dock'],
  ],
])('shows rows by the settings of the author: %s', (_, settings, rows) => {
  filtered(ORDERS, settings)
  expect(shown()).toEqual(rows)
})

test('searches all columns, and hides what the author hides', async () => {
  filtered(ORDERS, { hasGlobal: true, hidesLabels: true, columns: ['State'] })
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search in all columns' }), '2023 chain')
  await expect.poll(shown).toEqual(['Chain'])
  filtered(ORDERS, { columns: ['State'], defaults: [['done']], hidesPane: true })
  expect(screen.queryByRole('group')).toBeNull()
  expect(screen.getByRole('status').textContent).toBe('1 of 4 rows')
})

test('leaves a table with merged cells whole, and follows a table that is replaced', async () => {
  filtered('<table><tr><th>A</th><th>B</th></tr><tr><td rowspan="2">1</td><td>2</td></tr><tr><td>3</td></tr></table>')
  expect(screen.queryByRole('search')).toBeNull()
  const macro = filtered(ORDERS, { columns: ['State'], defaults: [['done']] })
  macro.innerHTML = tableOf(['State'], ['done'], ['open'], ['new'])
  await expect.poll(shown).toEqual(['done'])
  expect(screen.getByRole('status').textContent).toBe('1 of 3 rows')
})

test('gives all rows back at its end', () => {
  document.body.innerHTML = `<div data-macro-name="table-filter">${ORDERS}</div>`
  const macro = document.body.firstElementChild as HTMLElement
  const before = macro.innerHTML
  macro.dataset['filter'] = JSON.stringify({ ...NONE, columns: ['State'], defaults: [['done']] })
  filterTables(macro)()
  expect(macro.innerHTML).toBe(before)
})
