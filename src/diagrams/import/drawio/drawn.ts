/** Shapes of draw.io whose looks depend on numbers and colours of the style: as SVG pictures. */
import type { Colour } from '../../model/document.ts'
import { colourOf, numberIn, type Style } from './style.ts'

interface Size {
  width: number
  height: number
}

/** Maximum of parts, steps or signs. */
const MOST = 100
const MOST_OF_A_ROW = 30

const DRAWINGS: Readonly<Record<string, (style: Style, size: Size) => string>> = {
  'mxgraph.mockup.graphics.pieChart': pieChart,
  'mxgraph.mockup.graphics.columnChart': (style, size) => columnChart(style, size, false),
  'mxgraph.mockup.graphics.barChart': (style, size) => columnChart(style, size, true),
  'mxgraph.mockup.graphics.iconGrid': (style, size) => iconGrid(style, size, 'crossed'),
  'mxgraph.ios7ui.iconGrid': (style, size) => iconGrid(style, size, 'round'),
  'mxgraph.ios7ui.downloadBar': downloadBar,
  'mxgraph.mockup.misc.rating': rating,
  'mxgraph.lean_mapping.timeline2': timeline,
}

/** @returns an SVG of the size, or null for other shapes */
export function drawingOf(name: string, style: Style, size: Size): string | null {
  const draw = Object.hasOwn(DRAWINGS, name) ? DRAWINGS[name] : undefined
  if (!draw || size.width <= 0 || size.height <= 0) return null
  const [w, h] = [round(size.width), round(size.height)]
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${w}" height="${h}" viewBox="0 0 ${w} ${h}">${draw(style, size)}</svg>`
}

/** Sectors clockwise from the top. */
function pieChart(style: Style, { width, height }: Size): string {
  const parts = listOf(style, 'parts', '10,20,30')
    .map(Number)
    .filter(part => part > 0 && Number.isFinite(part))
  const colours = listOf(style, 'partColors', '#e0e0e0,#d0d0d0,#c0c0c0,#b0b0b0,#a0a0a0')
  const sum = parts.reduce((whole, part) => whole + part, 0)
  const line = lineOf(style)
  const inset = widthOf(style) / 2
  const [rx, ry] = [Math.max(0, width / 2 - inset), Math.max(0, height / 2 - inset)]
  let at = 0
  return parts
    .map((part, index) => {
      const fill = colourOf(colours[index % colours.length], '#ffffff') ?? 'none'
      if (parts.length === 1)
        return `<ellipse cx="${round(width / 2)}" cy="${round(height / 2)}" rx="${round(rx)}" ry="${round(ry)}" fill="${fill}"${line}/>`
      const [from, to] = [at / sum, (at + part) / sum]
      at += part
      const rim = (share: number) =>
        `${round(width / 2 + rx * Math.sin(share * 2 * Math.PI))} ${round(height / 2 - ry * Math.cos(share * 2 * Math.PI))}`
      const arc = `A${round(rx)} ${round(ry)} 0 ${to - from > 0.5 ? 1 : 0} 1 ${rim(to)}`
      return `<path d="M${round(width / 2)} ${round(height / 2)}L${rim(from)}${arc}Z" fill="${fill}"${line}/>`
    })
    .join('')
}

/** Two rows of data in pairs of columns, and the axes; draw.io's chart is an example too, without data. */
const SAMPLE = [
  [0.6, 0.4],
  [0.85, 0.55],
  [0.45, 0.95],
  [0.7, 0.3],
] as const

function columnChart(style: Style, size: Size, lies: boolean): string {
  const [long, across] = lies ? [size.width, size.height] : [size.height, size.width]
  const colours = ['fillColor2', 'fillColor3'].map(
    (key, index) => colourOf(style.values.get(key), '#ffffff') ?? (index ? '#aaddff' : '#00aaff'),
  )
  const step = across / SAMPLE.length
  const line = lineOf(style)
  let svg = ''
  SAMPLE.forEach((pair, index) =>
    pair.forEach((value, row) => {
      const [place, thick, length] = [index * step + step * (0.15 + row * 0.35), step * 0.33, value * long]
      const box = lies ? [0, place, length, thick] : [place, long - length, thick, length]
      const [x, y, w, h] = box.map(round)
      svg += `<rect x="${x}" y="${y}" width="${w}" height="${h}" fill="${colours[row]}"${line}/>`
    }),
  )
  const axis = colourOf(style.values.get('strokeColor3') ?? style.values.get('strokeColor'), '#000000')
  const [right, bottom] = [round(size.width), round(size.height)]
  return axis ? `${svg}<path d="M.5 0V${bottom}M0 ${bottom}H${right}" fill="none" stroke="${axis}"/>` : svg
}

const STAR = Array.from({ length: 10 }, (_, index) => {
  const [radius, angle] = [index % 2 ? 0.2 : 0.5, (index * Math.PI) / 5]
  return [0.5 + radius * Math.sin(angle), 0.52 - radius * Math.cos(angle)] as const
})

function rating(style: Style, { width, height }: Size): string {
  const scale = Math.min(MOST, Math.max(1, Math.round(numberIn(style, 'ratingScale', 5))))
  const grade = numberIn(style, 'grade', 4)
  const fill = colourOf(style.values.get('fillColor') ?? '#ffff00', '#ffff00') ?? 'none'
  const empty = colourOf(style.values.get('emptyFillColor') ?? '#ffffff', '#ffffff') ?? 'none'
  const side = Math.min(height, width / scale)
  const line = lineOf(style)
  return Array.from({ length: scale }, (_, index) => {
    const left = index * (scale > 1 ? (width - side) / (scale - 1) : 0)
    const at = STAR.map(([x, y]) => `${round(left + x * side)},${round(y * side + (height - side) / 2)}`).join(' ')
    return `<polygon points="${at}" fill="${index < grade ? fill : empty}"${line}/>`
  }).join('')
}

/** Boxes in columns and rows, half a box apart: crossed out as places of pictures, or round and filled. */
function iconGrid(style: Style, { width, height }: Size, kind: 'crossed' | 'round'): string {
  const [columns = 3, rows = 3] = listOf(style, 'gridSize', '3,3').map(count =>
    Math.min(MOST_OF_A_ROW, Math.max(1, Math.round(Number(count)) || 1)),
  )
  const [w, h] = [width / (1.5 * columns - 0.5), height / (1.5 * rows - 0.5)]
  const fill = colourOf(style.values.get('fillColor') ?? 'none', '#ffffff') ?? 'none'
  let svg = ''
  for (let index = 0; index < columns * rows; index++) {
    const [x, y] = [(index % columns) * 1.5 * w, Math.floor(index / columns) * 1.5 * h]
    const [left, top, right, bottom] = [x, y, x + w, y + h].map(round)
    const radius = kind === 'round' ? round(Math.min(w, h) * 0.2) : '0'
    svg += `<rect x="${left}" y="${top}" width="${round(w)}" height="${round(h)}" rx="${radius}" fill="${fill}"${kind === 'round' ? '' : lineOf(style)}/>`
    if (kind === 'crossed')
      svg += `<path d="M${left} ${top}L${right} ${bottom}M${left} ${bottom}L${right} ${top}" fill="none"${lineOf(style)}/>`
  }
  return svg
}

/** A line, and the part of it that is done. */
function downloadBar(style: Style, { width, height }: Size): string {
  const y = round(height * 0.6)
  const done = round((width * Math.min(100, Math.max(0, numberIn(style, 'barPos', 80)))) / 100)
  const track = colourOf(style.values.get('fillColor'), '#aaaaaa') ?? '#aaaaaa'
  const bar = colourOf(style.values.get('strokeColor'), '#0080f0') ?? '#0080f0'
  const line = (to: string, colour: Colour) =>
    `<path d="M0 ${y}H${to}" stroke="${colour}" stroke-width="2.5" fill="none"/>`
  return line(round(width), track) + line(done, bar)
}

/** Steps by `dx1`, `dy1` and so on: px along, and a share of the height. */
function timeline(style: Style, { width, height }: Size): string {
  const inset = Math.min(widthOf(style) / 2, height / 2)
  const level = (share: number) => round(inset + Math.min(1, Math.max(0, share)) * (height - 2 * inset))
  let d = ''
  let last = level(1)
  for (let step = 1; step <= MOST && style.values.has(`dx${step}`); step++) {
    const x = round(Math.min(width, Math.max(0, numberIn(style, `dx${step}`, 0))))
    const y = level(numberIn(style, `dy${step}`, 0))
    d += d === '' ? `M${x} ${y}` : `L${x} ${last}L${x} ${y}`
    last = y
  }
  return `<path d="${d || `M0 ${last}`}L${round(width)} ${last}" fill="none"${lineOf(style)}/>`
}

const listOf = (style: Style, key: string, fallback: string): string[] =>
  (style.values.get(key) || fallback).split(',').slice(0, MOST)

const widthOf = (style: Style): number => Math.min(50, Math.max(0, numberIn(style, 'strokeWidth', 1)))

function lineOf(style: Style): string {
  const colour: Colour | null = colourOf(style.values.get('strokeColor') ?? 'default', '#000000')
  return colour ? ` stroke="${colour}" stroke-width="${round(widthOf(style))}"` : ''
}

const round = (value: number): string => String(Math.round(value * 100) / 100 + 0)
