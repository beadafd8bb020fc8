import { defineMacro } from '#language/index.ts'
import { columnNames, defaultValues, inverseOf, TABLE_FILTER_MACRO, type FilterSettings } from '../shared.ts'

/** `table-filter` of Table Filter and Charts. Its other parameters, of which there are many, are kept as they are. */
export const tableFilter = defineMacro({
  name: TABLE_FILTER_MACRO,
  title: 'Table filter',
  description:
    'Tables whose rows readers filter: by the values of a column, by words, or by a range of numbers or dates, as the cells of a column say. Tables with merged cells are shown without filters.',
  category: 'formatting',
  insert: { keywords: 'filter rows search table' },
  body: 'rich',
  output: 'block',
  parameters: {
    labels: {
      type: 'text',
      label: 'Columns',
      help: 'Headings of the columns to filter by, separated by commas. Default: all columns.',
      maxLength: 2000,
      default: '',
    },
    default: {
      type: 'text',
      label: 'Values at first',
      help: 'A value for each of the columns, separated by commas. Several values of a column are separated by |.',
      maxLength: 2000,
      default: '',
    },
    inverse: {
      type: 'text',
      label: 'Hide the chosen values',
      help: 'true or false for each of the columns, separated by commas.',
      maxLength: 500,
      default: '',
    },
    isOR: {
      type: 'enum',
      label: 'Rows to show',
      help: 'Those that fit all filters, or one of them.',
      values: ['AND', 'OR'],
      default: 'AND',
    },
    globalFilter: { type: 'boolean', label: 'Search in all columns' },
    hidelabels: { type: 'boolean', label: 'Hide the names of filters' },
    hideControls: {
      type: 'boolean',
      label: 'Hide the filters',
      help: 'The rows are filtered by the values at first.',
    },
    disabled: { type: 'boolean', label: 'Switch the filters off' },
  },
  render(call) {
    const p = call.parameters
    const settings: FilterSettings = {
      columns: columnNames(p.labels),
      defaults: defaultValues(p.default),
      inverse: inverseOf(p.inverse),
      isOr: p.isOR === 'OR',
      hasGlobal: p.globalFilter,
      hidesLabels: p.hidelabels,
      hidesPane: p.hideControls,
    }
    const data = p.disabled ? undefined : JSON.stringify(settings)
    return call.root('div', { class: 'table-filter', 'data-filter': data }, call.body())
  },
})
