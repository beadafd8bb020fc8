/**
 * Contrast between colours, as WCAG 2.2 defines it. Colours are `#rgb` or `#rrggbb`, in hex; an alpha after that is
 * ignored.
 */

/** Contrast ratio of two colours, 1 to 21. */
export function contrast(one: string, other: string): number {
  const [bright = 0, dark = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a)
  return (bright + 0.05) / (dark + 0.05)
}

/** Relative luminance of a colour, from 0 (black) to 1 (white). */
export function luminance(colour: string): number {
  const long = longForm(colour)
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map(at => {
    const share = Number.parseInt(long.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** The same colour with six digits, as colour wells want it. */
export function longForm(colour: string): string {
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/i.exec(colour.trim())
  return (
    short
      ? `#${short
          .slice(1)
          .map(digit => digit + digit)
          .join('')}`
      : colour.trim()
  ).toLowerCase()
}
