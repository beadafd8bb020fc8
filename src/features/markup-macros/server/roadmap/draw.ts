import { h, type Html } from '#language/index.ts'
import type { Bar, Lane, Roadmap } from './read.ts'

/** Measures of the drawing, px. */
const [NAME, HEAD, ROW, GAP, CHARACTER] = [120, 44, 30, 8, 7]
/** Width of all units together that is aimed at, and the widths that one has at least and at most, px. */
const [WIDTH, LEAST, MOST] = [960, 28, 110]

/**
 * A roadmap as SVG.
 * @param label its description for screen readers
 * @param nameOf the name of a unit of the time line, by its first day
 */
export function drawRoadmap(roadmap: Roadmap, label: string, nameOf: (unit: Date) => string): Html {
  const unit = Math.min(MOST, Math.max(LEAST, WIDTH / roadmap.units.length))
  const width = NAME + unit * roadmap.units.length
  const tops: number[] = []
  let height = HEAD
  for (const { rows } of roadmap.lanes) {
    tops.push(height)
    height += rows * ROW + GAP
  }
  return h(
    'svg',
    {
      class: 'text-diagram-picture',
      role: 'img',
      'aria-label': label,
      width: Math.ceil(width),
      height,
      viewBox: `0 0 ${Math.ceil(width)} ${height}`,
      'font-size': 12,
    },
    ...roadmap.units.flatMap((first, at) => [
      line(NAME + at * unit, HEAD - 18, height, '0.2'),
      h('text', { x: NAME + at * unit + 4, y: HEAD - 8, fill: 'currentColor' }, cut(nameOf(first), unit - 6)),
    ]),
    ...roadmap.lanes.flatMap((lane, at) => laneParts(lane, tops[at] ?? 0, unit, width)),
    ...roadmap.markers
      .filter(({ at }) => at >= 0 && at <= roadmap.units.length)
      .flatMap(({ title, at }) => [
        h('line', { ...ends(NAME + at * unit, 16, height), stroke: '#c9372c', 'stroke-dasharray': '4 3' }),
        h('text', { x: NAME + at * unit, y: 12, 'text-anchor': 'middle', fill: 'currentColor' }, cut(title, 160)),
      ]),
  )
}

function laneParts({ title, colours, rows, bars }: Lane, top: number, unit: number, width: number): Html[] {
  return [
    h('rect', { x: 0, y: top, width: NAME - 4, height: rows * ROW, rx: 3, fill: colours.lane }),
    h('text', { x: 8, y: top + 19, fill: colours.text }, cut(title, NAME - 20)),
    h('rect', { x: NAME, y: top, width: width - NAME, height: rows * ROW, fill: colours.lane, 'fill-opacity': 0.12 }),
    ...bars.flatMap(bar => barParts(bar, colours, top, unit, width)),
  ]
}

function barParts(bar: Bar, colours: Lane['colours'], top: number, unit: number, width: number): Html[] {
  const [start, end] = [NAME + bar.at * unit, NAME + (bar.at + bar.length) * unit]
  const [left, right] = [Math.max(NAME, start), Math.min(width, Math.max(end, start + 6))]
  if (right <= left) return []
  const y = top + bar.row * ROW
  return [
    h('rect', { x: left, y: y + 3, width: right - left, height: ROW - 6, rx: 3, fill: colours.bar }),
    h('text', { x: left + 6, y: y + 19, fill: colours.text }, cut(bar.title, right - left - 10)),
  ]
}

const ends = (x: number, y1: number, y2: number) => ({ x1: x, x2: x, y1, y2 })

const line = (x: number, from: number, to: number, opacity: string): Html =>
  h('line', { ...ends(x, from, to), stroke: 'currentColor', opacity })

/** As much of a text as fits; the table beside the drawing has it whole. */
function cut(words: string, width: number): string {
  const most = Math.floor(width / CHARACTER)
  if (words.length <= most) return words
  return most < 3 ? '' : `${words.slice(0, most - 1)}…`
}
