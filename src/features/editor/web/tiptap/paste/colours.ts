/** Colours of pasted text and cells. */

/** Names that office programs write. */
const NAMES: Readonly<Record<string, string>> = {
  aqua: '#00ffff',
  black: '#000000',
  blue: '#0000ff',
  cyan: '#00ffff',
  fuchsia: '#ff00ff',
  gray: '#808080',
  green: '#008000',
  grey: '#808080',
  lime: '#00ff00',
  magenta: '#ff00ff',
  maroon: '#800000',
  navy: '#000080',
  olive: '#808000',
  orange: '#ffa500',
  purple: '#800080',
  red: '#ff0000',
  silver: '#c0c0c0',
  teal: '#008080',
  white: '#ffffff',
  yellow: '#ffff00',
}
/** Channels above this are white to the eye. */
const WHITE = 250
/** Least difference between the channels of a colour that is more than a shade of grey: of text, and of a ground. */
const [LEAST_OF_INK, LEAST_OF_GROUND] = [40, 8]

/** Hexadecimal value of a colour; undefined for none, a transparent one, and what is no colour. */
export function hexOf(written: string): string | undefined {
  const value = written.trim().toLowerCase()
  if (/^#[0-9a-f]{6}$/.test(value)) return value
  if (/^#[0-9a-f]{3}$/.test(value)) return value.replaceAll(/[0-9a-f]/g, '$&$&')
  if (Object.hasOwn(NAMES, value)) return NAMES[value]
  const [, red, green, blue, alpha = '1'] =
    /^rgba?\(\s*(\d{1,3})[\s,]+(\d{1,3})[\s,]+(\d{1,3})\s*(?:[,/]\s*([\d.]{1,6}))?\s*\)$/.exec(value) ?? []
  if (red === undefined || Number(alpha) === 0) return undefined
  return `#${[red, green, blue].map(part => Math.min(255, Number(part)).toString(16).padStart(2, '0')).join('')}`
}

/** A background that shows; undefined for white and none. */
export function groundOf(written: string): string | undefined {
  const hex = hexOf(written)
  return hex === undefined || Math.min(...channels(hex)) >= WHITE ? undefined : hex
}

/** A colour of text that says something; undefined for shades of grey, which follow the theme of the reader. */
export function inkOf(written: string): string | undefined {
  const hex = hexOf(written)
  return hex === undefined || spread(hex) < LEAST_OF_INK ? undefined : hex
}

/** Whether a background is white, grey, black or none. */
export function isShade(written: string): boolean {
  const hex = hexOf(written)
  return hex === undefined || spread(hex) < LEAST_OF_GROUND
}

const channels = (hex: string): number[] => [1, 3, 5].map(at => Number.parseInt(hex.slice(at, at + 2), 16))
const spread = (hex: string): number => Math.max(...channels(hex)) - Math.min(...channels(hex))
