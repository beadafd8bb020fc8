import { h, type Html } from '#language/index.ts'
import { sectorPath } from '#platform/sector.ts'
import type { ChartData } from './data.ts'

/** Colours that are told apart on light and on dark ground. */
const COLOURS = ['#3b82c4', '#d97706', '#2f9e6e', '#c2417c', '#7c6bd6', '#a3862b', '#d1495b', '#4b9aa8'] as const
const [LEFT, TOP, BOTTOM] = [48, 12, 28]

export type ChartKind = 'pie' | 'bar' | 'line'

export interface ChartSize {
  readonly width: number
  readonly height: number
}

/** A chart as SVG. @param label its title for screen readers, which find the numbers in the table beside it */
export function drawChart(kind: ChartKind, data: ChartData, { width, height }: ChartSize, label: string): Html {
  const parts = kind === 'pie' ? pie(data, { width, height }) : axes(kind, data, { width, height })
  const frame = { class: 'chart-picture', width, height, viewBox: `0 0 ${width} ${height}`, 'font-size': 12 }
  return h('svg', { ...frame, role: 'img', 'aria-label': label }, ...parts)
}

/** Names with their colours. */
export function legend(kind: ChartKind, { categories, series }: ChartData): Html {
  const names = kind === 'pie' ? categories : series.map(({ name }) => name)
  const square = (at: number) =>
    h('svg', { width: 10, height: 10, 'aria-hidden': 'true' }, h('rect', { width: 10, height: 10, fill: colourOf(at) }))
  return h('ul', { class: 'chart-legend' }, ...names.map((name, at) => h('li', {}, square(at), ` ${name}`)))
}

function colourOf(at: number): string {
  return COLOURS[at % COLOURS.length] ?? COLOURS[0]
}

function pie({ series }: ChartData, { width, height }: ChartSize): Html[] {
  const values = (series[0]?.values ?? []).map(value => Math.max(0, value))
  const sum = values.reduce((all, value) => all + value, 0)
  const radius = Math.max(10, Math.min(width, height) / 2 - 8)
  const [x, y] = [width / 2, height / 2]
  let from = 0
  return values.flatMap((value, index) => {
    if (value === 0) return []
    const to = from + value / sum
    const fill = colourOf(index)
    const path = sectorPath({ x, y, radius }, from, to)
    from = to
    return value === sum ? h('circle', { cx: x, cy: y, r: radius, fill }) : h('path', { d: path, fill })
  })
}

function axes(kind: ChartKind, { categories, series }: ChartData, { width, height }: ChartSize): Html[] {
  const all = series.flatMap(({ values }) => values)
  const [least, most] = [Math.min(0, ...all), Math.max(0, ...all) || 1]
  const [right, bottom] = [width - 8, height - BOTTOM]
  const y = (value: number) => round(bottom - ((value - least) / (most - least || 1)) * (bottom - TOP))
  const step = (right - LEFT) / Math.max(1, categories.length)
  const middle = (at: number) => round(LEFT + step * (at + 0.5))
  const scale = [...new Set([least, 0, (least + most) / 2, most])].flatMap(value => [
    h('line', { x1: LEFT, x2: right, y1: y(value), y2: y(value), stroke: 'currentColor', opacity: 0.25 }),
    h('text', { x: LEFT - 6, y: y(value) + 4, 'text-anchor': 'end', fill: 'currentColor' }, shortNumber(value)),
  ])
  const every = Math.ceil(categories.length / Math.max(1, Math.floor((right - LEFT) / 70)))
  const names = categories.flatMap((name, at) =>
    at % every === 0
      ? h('text', { x: middle(at), y: height - 8, 'text-anchor': 'middle', fill: 'currentColor' }, brief(name))
      : [],
  )
  const wide = (step * 0.8) / Math.max(1, series.length)
  const marks = series.flatMap(({ values }, index) => {
    if (kind === 'line') {
      const points = values.map((value, at) => `${middle(at)},${y(value)}`).join(' ')
      return h('polyline', { points, fill: 'none', stroke: colourOf(index), 'stroke-width': 2 })
    }
    return values.map((value, at) =>
      h('rect', {
        x: round(LEFT + step * (at + 0.1) + wide * index),
        y: Math.min(y(value), y(0)),
        width: round(Math.max(1, wide - 1)),
        height: round(Math.abs(y(value) - y(0))),
        fill: colourOf(index),
      }),
    )
  })
  return [...scale, ...marks, ...names]
}

function brief(name: string): string {
  return name.length > 12 ? `${name.slice(0, 11)}…` : name
}

function shortNumber(value: number): string {
  return new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 }).format(value)
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
