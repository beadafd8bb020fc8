import { contrast } from '#platform/contrast.ts'
import type { ColourName, ColourScheme } from '../contract.ts'

/** WCAG 2.2 success criterion 1.4.3. */
export const LEAST_CONTRAST = 4.5
/** Page background, `--ox-surface` of both themes, not part of a scheme. */
const PAGE = { light: '#ffffff', dark: '#1f1e1b' } as const

type Colours = ColourScheme['lightTheme']

/** Text and background pairs; undefined is the page. */
const PAIRS: readonly (readonly [ColourName, ColourName | undefined])[] = [
  ['topBarMenuItemText', 'topBar'],
  ['topBarMenuSelectedText', 'topBarMenuSelectedBackground'],
  ['headerButtonBaseText', 'headerButtonBaseBg'],
  ['headingText', undefined],
  ['links', undefined],
]

export interface FaintPair {
  text: ColourName
  ground: ColourName | undefined
  ratio: number
  isDark: boolean
}

/** Pairs below the contrast limit. Incomplete colours are skipped. */
export function faintPairs(colours: Colours, isDark: boolean): FaintPair[] {
  return PAIRS.flatMap(([text, ground]) => {
    const below = ground === undefined ? PAGE[isDark ? 'dark' : 'light'] : colours[ground]
    if (!isColour(colours[text]) || !isColour(below)) return []
    const ratio = contrast(colours[text], below)
    return ratio < LEAST_CONTRAST ? [{ text, ground, ratio, isDark }] : []
  })
}

/** Whether a text is `#` with three or six hex digits. */
export function isColour(text: string): boolean {
  return /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i.test(text.trim())
}
