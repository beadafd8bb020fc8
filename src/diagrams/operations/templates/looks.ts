/** Colours of templates: muted tints with lines of the same hue and legible text. */
import type { Colour, ShapeStyle } from '../../model/document.ts'

export const INK: Colour = '#1f2d33'
export const MUTED: Colour = '#55666e'
export const LINE: Colour = '#5f7078'
export const PAPER: Colour = '#ffffff'

interface Look {
  fill: Colour | null
  line: Colour | null
  text: Colour
  /** Of secondary text. */
  muted: Colour
}

const tint = (fill: Colour | null, line: Colour | null): Look => ({ fill, line, text: INK, muted: MUTED })
const full = (fill: Colour): Look => ({ fill, line: fill, text: '#ffffff', muted: '#ffffffd9' })

const LOOKS = {
  white: tint(PAPER, '#a9b6bb'),
  grey: tint('#eef1f2', '#a9b6bb'),
  device: tint(PAPER, '#66767d'),
  teal: tint('#dff1ee', '#2a7d76'),
  blue: tint('#e3edfb', '#3a6fc0'),
  amber: tint('#fdf0d2', '#b57a14'),
  rose: tint('#fbe5e3', '#bd4f48'),
  violet: tint('#ece6fa', '#7355b3'),
  green: tint('#e4f3dc', '#4f8a34'),
  fullTeal: full('#1f6f69'),
  fullBlue: full('#2f5fae'),
  fullAmber: full('#96630c'),
  fullViolet: full('#6547a5'),
  fullGrey: full('#44545b'),
  area: tint('#f6f8f8', '#cbd5d8'),
  areaTeal: tint('#f1f9f7', '#9ccbc6'),
  areaBlue: tint('#f3f7fd', '#a9c3ea'),
  areaAmber: tint('#fefaf0', '#e3c287'),
  areaViolet: tint('#f8f5fd', '#c6b6e6'),
  open: tint(null, LINE),
  bare: tint(null, null),
} as const satisfies Record<string, Look>

export type LookName = keyof typeof LOOKS

export function lookOf(name: LookName): Look {
  return LOOKS[name]
}

/** @param dash in units of the line's width */
export function styleOf({ fill, line }: Look, width = 1.5, dash?: readonly number[]): ShapeStyle {
  return {
    fill: fill === null ? { kind: 'none' } : { kind: 'solid', colour: fill },
    stroke: { colour: line ?? 'none', width: line === null ? 0 : width, ...(dash && { dash: [...dash] }) },
  }
}
