/** How charts are drawn: their tables by the server and the browser, their pictures by the browser. */
import { sectorPath } from '#platform/sector.ts'
import type { Translate } from '#platform/texts.ts'
import type { IssueChart } from './chart.ts'
import type { Pen } from './draw.ts'

/** The numbers of a chart. */
export function chartTable<Node>(pen: Pen<Node>, t: Translate, { rowHeading, headings, rows }: IssueChart): Node {
  const number = (value: number) => pen('td', { class: 'jira-number' }, String(value))
  return pen(
    'table',
    { class: 'jira-chart-table' },
    pen(
      'thead',
      {},
      pen(
        'tr',
        {},
        pen('th', { scope: 'col' }, rowHeading),
        ...headings.map(heading => pen('th', { scope: 'col' }, heading)),
      ),
    ),
    pen(
      'tbody',
      {},
      ...(rows.length === 0
        ? [pen('tr', {}, pen('td', { colspan: String(headings.length + 1) }, t('No issues were found.')))]
        : rows.map(({ label, values }) => pen('tr', {}, pen('th', { scope: 'row' }, label), ...values.map(number)))),
    ),
  )
}

/** Says how many issues a chart counts. Of created and resolved issues the lines say it. */
export function chartNote<Node>(pen: Pen<Node>, t: Translate, { kind, counted, total }: IssueChart): Node | undefined {
  const isPart = counted < total
  if (kind === 'createdvsresolved' && !isPart) return undefined
  const text = isPart
    ? t('The first {{counted}} of {{total}} issues are counted.', { counted, total })
    : t('{{count}} issues', { count: total })
  return pen('p', { class: 'jira-chart-note' }, text)
}

/** Shows the other rows of a table, or the first again. */
export function showLink<Node>(pen: Pen<Node>, t: Translate, chartId: string, isMore: boolean): Node {
  return pen(
    'div',
    { class: 'show-link-container' },
    pen('a', { href: '#', role: 'button', 'data-chart-id': chartId }, isMore ? t('Show more') : t('Show less')),
  )
}

/** Colours of slices and lines, which are readable in both themes; further ones begin anew. */
const COLOURS = 8
const SIZE = 200
const HEIGHT = 240

/** Class of a colour. */
export function colourOf(index: number): string {
  return `jira-colour-${index % COLOURS}`
}

/**
 * A picture of the numbers; undefined where there is none.
 * @param pen makes elements of SVG
 * @param width of lines, pixels
 */
export function chartPicture<Node>(pen: Pen<Node>, chart: IssueChart, label: string, width: number): Node | undefined {
  const isDrawn = chart.rows.some(({ values }) => values.some(value => value > 0))
  if (!isDrawn || chart.kind === 'twodimensional') return undefined
  return chart.kind === 'pie' ? pieOf(pen, chart, label) : linesOf(pen, chart, label, width)
}

function pieOf<Node>(pen: Pen<Node>, { rows }: IssueChart, label: string): Node {
  const sum = rows.reduce((all, { values: [value = 0] }) => all + value, 0)
  const middle = SIZE / 2
  const radius = middle - 4
  let from = 0
  const slices = rows.map(({ label: name, values: [value = 0] }, index) => {
    const to = from + value / sum
    const title = pen('title', {}, `${name}: ${value}`)
    const slice =
      value === sum
        ? pen('circle', { class: colourOf(index), cx: `${middle}`, cy: `${middle}`, r: `${radius}` }, title)
        : pen('path', { class: colourOf(index), d: sectorPath({ x: middle, y: middle, radius }, from, to) }, title)
    from = to
    return slice
  })
  const viewBox = `0 0 ${SIZE} ${SIZE}`
  return pen('svg', { class: 'jira-pie', viewBox, role: 'img', 'aria-label': label }, ...slices)
}

function linesOf<Node>(pen: Pen<Node>, { rows, headings }: IssueChart, label: string, width: number): Node {
  const most = Math.max(1, ...rows.flatMap(({ values }) => values))
  const [left, bottom, top] = [36, HEIGHT - 24, 8]
  const x = (index: number) => round(left + ((width - left - 8) * index) / Math.max(1, rows.length - 1))
  const y = (value: number) => round(bottom - ((bottom - top) * value) / most)
  const lines = headings.map((heading, series) => {
    const points = rows.map(({ values }, index) => `${x(index)},${y(values[series] ?? 0)}`).join(' ')
    return pen('polyline', { class: seriesColour(series), points, fill: 'none' }, pen('title', {}, heading))
  })
  const scale = [...new Set([0, Math.round(most / 2), most])].flatMap(value => [
    pen('line', { class: 'jira-grid', x1: `${left}`, x2: `${width - 8}`, y1: `${y(value)}`, y2: `${y(value)}` }),
    pen('text', { x: `${left - 6}`, y: `${y(value) + 4}`, 'text-anchor': 'end' }, String(value)),
  ])
  const ends = [
    pen('text', { x: `${left}`, y: `${HEIGHT - 6}` }, rows[0]?.label ?? ''),
    pen('text', { x: `${width - 8}`, y: `${HEIGHT - 6}`, 'text-anchor': 'end' }, rows.at(-1)?.label ?? ''),
  ]
  const viewBox = `0 0 ${width} ${HEIGHT}`
  return pen('svg', { class: 'jira-lines', viewBox, role: 'img', 'aria-label': label }, ...scale, ...lines, ...ends)
}

/** Created issues are red, resolved ones green, as in Jira. */
export function seriesColour(series: number): string {
  return series === 0 ? 'jira-created' : 'jira-resolved'
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
