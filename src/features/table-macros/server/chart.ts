import { defineMacro, h } from '#language/index.ts'
import { readerOf } from '#platform/server/http/view.ts'
import { contextOf } from '#features/content-core/server/render.ts'
import { dataOf, LIMITS } from './data.ts'
import { drawChart, legend, type ChartKind } from './draw.ts'

/** Kinds that are drawn, by the names of the old product. */
const KINDS: ReadonlyMap<string, ChartKind> = new Map([
  ['pie', 'pie'],
  ['bar', 'bar'],
  ['line', 'line'],
  ['area', 'line'],
  ['timeseries', 'line'],
])
const [WIDTH, HEIGHT, MOST] = [400, 300, 2000]

/** `chart`: a chart of the first table of its body. */
export const chartMacro = defineMacro({
  name: 'chart',
  title: 'Chart',
  description: 'A chart of the numbers of a table: pie, bars or lines. The table is shown below it.',
  category: 'reporting',
  body: 'rich',
  output: 'block',
  parameters: {
    type: { type: 'text', label: 'Kind of chart', help: 'pie, bar, line, area or timeSeries.', default: 'pie' },
    title: { type: 'text', label: 'Title', maxLength: 300 },
    legend: { type: 'boolean', label: 'Show the names of colours', default: true },
    dataDisplay: { type: 'text', label: 'Show the table', help: 'true, before, after or false.', default: 'false' },
    dataOrientation: {
      type: 'enum',
      label: 'Orientation of the table',
      help: 'Whether a row or a column is a series.',
      values: ['horizontal', 'vertical'],
      default: 'horizontal',
    },
    width: { type: 'number', label: 'Width', help: 'In pixels.', min: 100, max: MOST, default: WIDTH },
    height: { type: 'number', label: 'Height', help: 'In pixels.', min: 100, max: MOST, default: HEIGHT },
  },
  render(call, context) {
    const p = call.parameters
    const { t } = readerOf(contextOf(context))
    const kind = KINDS.get(p.type.trim().toLowerCase())
    const data = kind && dataOf(call.invocation.rich, p.dataOrientation === 'vertical')
    const isDrawn = kind && data && context.spend(LIMITS.cells)
    const title = p.title?.trim()
    const heading = title && h('p', { class: 'chart-title' }, title)
    if (!isDrawn) {
      const why =
        kind === undefined
          ? t('Charts of the type {{type}} are not drawn. Their table is shown.', { type: p.type.slice(0, 50) })
          : t('There is no table with numbers to draw.')
      return call.root(
        'div',
        { class: 'chart' },
        heading,
        h('p', { class: 'macro-notice', role: 'note' }, why),
        call.body(),
      )
    }
    const picture = drawChart(kind, data, p, title || t('Chart'))
    const isShown = p.dataDisplay.trim().toLowerCase() !== 'false' || context.mode === 'export_view'
    const table = isShown ? call.body() : h('details', {}, h('summary', {}, t('Data')), call.body())
    const parts = [heading, h('div', { class: 'chart-frame' }, picture), p.legend && legend(kind, data)]
    return p.dataDisplay === 'before'
      ? call.root('div', { class: 'chart' }, table, ...parts)
      : call.root('div', { class: 'chart' }, ...parts, table)
  },
})
