/** Styles of draw.io: `name;key=value;key=value`, with names from its style sheet. */
import type { Colour } from '../../model/document.ts'

export interface Style {
  /** Names without a value, such as `ellipse` or `text`. */
  names: ReadonlySet<string>
  values: ReadonlyMap<string, string>
}

/** Visual properties of the names; the style's own values take precedence. */
const SHEET: Record<string, Record<string, string>> = {
  text: { fillColor: 'none', strokeColor: 'none', align: 'left', verticalAlign: 'top' },
  edgeLabel: { fillColor: 'none', strokeColor: 'none', align: 'center', verticalAlign: 'middle', fontSize: '11' },
  label: { shape: 'label', fontStyle: '1', align: 'left', verticalAlign: 'middle' },
  icon: { shape: 'label', align: 'center', verticalAlign: 'bottom' },
  swimlane: { shape: 'swimlane', fontStyle: '1', startSize: '23' },
  group: { fillColor: 'none', strokeColor: 'none', verticalAlign: 'top' },
  ellipse: { shape: 'ellipse' },
  rhombus: { shape: 'rhombus' },
  triangle: { shape: 'triangle' },
  hexagon: { shape: 'hexagon' },
  cylinder: { shape: 'cylinder' },
  line: { shape: 'line', strokeWidth: '4', verticalAlign: 'top' },
  image: { shape: 'image', verticalLabelPosition: 'bottom', verticalAlign: 'top' },
  roundImage: { shape: 'image', verticalLabelPosition: 'bottom', verticalAlign: 'top' },
  arrow: { shape: 'arrow' },
}

/** Parses a style; long ones are truncated, but images are stored in styles. */
export function parseStyle(text: string): Style {
  const names = new Set<string>()
  const own = new Map<string, string>()
  let last = ''
  for (const part of text.split(';')) {
    const equals = part.indexOf('=')
    if (equals > 0) {
      last = part.slice(0, equals).trim()
      own.set(last, part.slice(equals + 1).trim())
    } else if (part.startsWith('base64,') && last === 'image') {
      // A data URL without draw.io's omitted part, split at its semicolon.
      own.set(last, `${own.get(last)};${part}`)
    } else if (part.trim() !== '') {
      names.add(part.trim())
    }
  }
  const values = new Map<string, string>()
  for (const name of names) {
    if (!Object.hasOwn(SHEET, name)) continue
    for (const [key, value] of Object.entries(SHEET[name] ?? {})) values.set(key, value)
  }
  for (const [key, value] of own) values.set(key, value)
  return { names, values }
}

/** A number of a style, with a fallback for a missing or invalid one. */
export function numberIn({ values }: Style, key: string, fallback: number): number {
  const value = values.get(key)
  const number = value === undefined || value === '' ? Number.NaN : Number(value)
  return Number.isFinite(number) ? number : fallback
}

export function isOn({ values }: Style, key: string): boolean {
  return values.get(key) === '1' || values.get(key) === 'true'
}

/** The style without images, for `foreign`. */
export function withoutPictures(text: string): string {
  return text.replace(/image=data:[^;]*(?:;base64,[^;]*)?/g, 'image=')
}

/** CSS colour names found in practice. */
const NAMED: Record<string, Colour> = {
  black: '#000000',
  white: '#ffffff',
  red: '#ff0000',
  green: '#008000',
  blue: '#0000ff',
  yellow: '#ffff00',
  gray: '#808080',
  grey: '#808080',
  silver: '#c0c0c0',
  maroon: '#800000',
  purple: '#800080',
  fuchsia: '#ff00ff',
  magenta: '#ff00ff',
  lime: '#00ff00',
  olive: '#808000',
  navy: '#000080',
  teal: '#008080',
  aqua: '#00ffff',
  cyan: '#00ffff',
  orange: '#ffa500',
  pink: '#ffc0cb',
  brown: '#a52a2a',
  gold: '#ffd700',
  lightgray: '#d3d3d3',
  lightgrey: '#d3d3d3',
  darkgray: '#a9a9a9',
  darkgrey: '#a9a9a9',
  lightblue: '#add8e6',
  lightgreen: '#90ee90',
  lightyellow: '#ffffe0',
  darkblue: '#00008b',
  darkgreen: '#006400',
  darkred: '#8b0000',
  darkorange: '#ff8c00',
  skyblue: '#87ceeb',
  steelblue: '#4682b4',
  royalblue: '#4169e1',
  indigo: '#4b0082',
  violet: '#ee82ee',
  crimson: '#dc143c',
  tomato: '#ff6347',
  coral: '#ff7f50',
  salmon: '#fa8072',
  khaki: '#f0e68c',
  beige: '#f5f5dc',
  ivory: '#fffff0',
  lavender: '#e6e6fa',
  turquoise: '#40e0d0',
  whitesmoke: '#f5f5f5',
  dimgray: '#696969',
  windowtext: '#000000',
  inherit: '#000000',
}

/**
 * A colour of CSS or draw.io.
 * @param standard meaning of `default`
 * @returns null for none and for an invalid colour
 */
export function colourOf(value: string | undefined, standard: Colour): Colour | null {
  const text = (value ?? '').trim().toLowerCase()
  if (text === 'default') return standard
  if (/^#[0-9a-f]{6}$/.test(text) || /^#[0-9a-f]{8}$/.test(text)) return text as Colour
  if (/^#[0-9a-f]{3}$/.test(text)) return `#${text.slice(1).replace(/./g, '$&$&')}`
  // The light theme's colour.
  const light = /^light-dark\(\s*(rgba?\([\d\s.,%]{1,60}\)|[^,()]{1,60}),/.exec(text)?.[1]
  if (light !== undefined) return colourOf(light, standard)
  const rgb = /^rgba?\(\s*(\d{1,3})[\s,]+(\d{1,3})[\s,]+(\d{1,3})\s*(?:[,/]\s*([\d.]{1,10})\s*)?\)$/.exec(text)
  if (rgb) {
    const alpha = rgb[4] === undefined ? 1 : Number(rgb[4])
    return withAlpha(
      `#${[rgb[1], rgb[2], rgb[3]].map(part => hex(Number(part))).join('')}`,
      Number.isFinite(alpha) ? alpha : 1,
    )
  }
  return Object.hasOwn(NAMED, text) ? (NAMED[text] ?? null) : null
}

/** A colour made more transparent. */
export function withAlpha(colour: Colour, alpha: number): Colour {
  if (alpha >= 1) return colour
  const own = colour.length === 9 ? Number.parseInt(colour.slice(7), 16) / 255 : 1
  return `${colour.slice(0, 7) as Colour}${hex(Math.max(0, alpha) * own * 255)}`
}

function hex(value: number): string {
  return Math.round(Math.min(255, Math.max(0, value)))
    .toString(16)
    .padStart(2, '0')
}
