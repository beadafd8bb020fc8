import type { Colour } from '#diagrams/model/document.ts'
import { isTextList, storeSetting, readSetting } from '../../store/settings.ts'

export interface Palette {
  /** English; goes through i18n. */
  name: string
  colours: readonly { name: string; colour: Colour }[]
}

const NAMES = ['Red', 'Orange', 'Amber', 'Yellow', 'Green', 'Teal', 'Blue', 'Indigo', 'Purple', 'Pink'] as const

const row = (name: string, ...colours: readonly Colour[]): Palette => ({
  name,
  colours: colours.map((colour, index) => ({ name: NAMES[index] ?? name, colour })),
})

/**
 * Ten hues in four depths of equal lightness each, computed in OKLCH, so that shapes of a row have equal weight; and
 * greys. Dark text has a contrast of at least 4.5:1 on the first two rows, white text on the last.
 */
export const PALETTES: readonly Palette[] = [
  {
    name: 'Grey',
    colours: [
      { name: 'White', colour: '#ffffff' },
      { name: 'Paper', colour: '#f7f6f3' },
      { name: 'Light grey', colour: '#e7e4de' },
      { name: 'Silver', colour: '#cfcac2' },
      { name: 'Grey', colour: '#a8a198' },
      { name: 'Stone', colour: '#827b71' },
      { name: 'Slate', colour: '#5c5750' },
      { name: 'Charcoal', colour: '#44403a' },
      { name: 'Ink', colour: '#22201c' },
      { name: 'Black', colour: '#000000' },
    ],
  },
  row(
    'Pale',
    '#fde8e6',
    '#fdeadb',
    '#fcefd2',
    '#f8f4cb',
    '#e0f4e3',
    '#d9f3f0',
    '#e0effd',
    '#e7eafd',
    '#f1e7fc',
    '#fce6f1',
  ),
  row(
    'Soft',
    '#f8b9b3',
    '#f7c19a',
    '#f0ce83',
    '#e3d977',
    '#a5dcae',
    '#92d9d3',
    '#a5d0f6',
    '#b7c2f6',
    '#d3bbf3',
    '#f3b6d3',
  ),
  row(
    'Strong',
    '#d9433b',
    '#d0680c',
    '#b07c00',
    '#8f8600',
    '#2f9651',
    '#0e9188',
    '#2b82cb',
    '#5d6fd6',
    '#8d5fca',
    '#c94b8c',
  ),
  row(
    'Deep',
    '#9c2620',
    '#8f4504',
    '#785300',
    '#625b00',
    '#1d6837',
    '#06635d',
    '#17598f',
    '#3c4ba1',
    '#633d95',
    '#8d2e60',
  ),
]

const RECENT = 'colours'
const MOST_RECENT = 10
const COLOUR = /^#?([0-9a-f]{3}|[0-9a-f]{6}|[0-9a-f]{8})$/i

/** A typed colour: `#0af`, `00aaff`, `#00aaff80`; null for anything else. */
export function colourIn(text: string): Colour | null {
  const [, digits] = COLOUR.exec(text.trim()) ?? []
  if (digits === undefined) return null
  const long = digits.length === 3 ? [...digits].map(digit => digit + digit).join('') : digits
  const lower = long.toLowerCase()
  return `#${lower.endsWith('ff') && lower.length === 8 ? lower.slice(0, 6) : lower}`
}

/** Recent colours outside the palettes, latest first. */
export function recentColours(): Colour[] {
  return (readSetting(RECENT, isTextList) ?? []).flatMap(text => colourIn(text) ?? []).slice(0, MOST_RECENT)
}

/** Adds a recent colour. */
export function storeRecentColour(colour: Colour): void {
  if (nameOf(colour) !== null) return
  storeSetting(RECENT, [colour, ...recentColours().filter(other => other !== colour)].slice(0, MOST_RECENT))
}

/** English name of a palette colour, or null. */
export function nameOf(colour: Colour): string | null {
  for (const { name, colours } of PALETTES) {
    const found = colours.find(one => one.colour === colour)
    if (found) return name === 'Grey' ? found.name : `${name} ${found.name.toLowerCase()}`
  }
  return null
}
