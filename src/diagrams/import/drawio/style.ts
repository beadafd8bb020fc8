/** Styles of draw.io: `name;key=value;key=value`, with names from its style sheet. */
import type { Colour } from '../../model/document.ts'
import { CSS_COLOURS } from '../css-colours.ts'

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

const NAMED: Readonly<Record<string, Colour>> = { ...CSS_COLOURS, windowtext: '#000000', inherit: '#000000' }

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
