import type { ColourName, ColourScheme } from '#features/look-and-feel/contract.ts'

/** Least contrast of text, WCAG 2.2 success criterion 1.4.3. */
export const LEAST_CONTRAST = 4.5
/** The paper of pages, which no colour of a scheme changes; `--ox-surface` of both themes. */
const PAGE = { light: '#ffffff', dark: '#1f1e1b' } as const

type Colours = ColourScheme['lightTheme']

/** Text and what it stands on; undefined is the page. */
const PAIRS: readonly (readonly [ColourName, ColourName | undefined])[] = [
  ['topBarMenuItemText', 'topBar'], ['topBarMenuSelectedText', 'topBarMenuSelectedBackground'], ['headerButtonBaseText', 'headerButtonBaseBg'],
  ['headingText', undefined], ['links', undefined],
]

export interface FaintPair {
  text: ColourName
  ground: ColourName | undefined
  ratio: number
  isDark: boolean
}

/** Texts that would be hard to read. Colours that are still being typed are left out. */
export function faintPairs(colours: Colours, isDark: boolean): FaintPair[] {
  return PAIRS.flatMap(([text, ground]) => {
    const below = ground === undefined ? PAGE[isDark ? 'dark' : 'light'] : colours[ground]
    if (!isColour(colours[text]) || !isColour(below)) return []
    const ratio = contrast(colours[text], below)
    return ratio < LEAST_CONTRAST ? [{ text, ground, ratio, isDark }] : []
  })
}

/** `#` and three or six hex digits, as the call takes it. */
export function isColour(text: string): boolean {
  return /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i.test(text.trim())
}

/** The same colour with six digits, as colour wells want it. */
export function longForm(colour: string): string {
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/i.exec(colour.trim())
  return (short ? `#${short.slice(1).map(digit => digit + digit).join('')}` : colour.trim()).toLowerCase()
}

/** Contrast ratio of two colours, 1 to 21: WCAG 2.2, "contrast ratio" and "relative luminance". */
export function contrast(one: string, other: string): number {
  const [bright = 0, dark = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a)
  return (bright + 0.05) / (dark + 0.05)
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map(at => {
    const share = Number.parseInt(longForm(colour).slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
