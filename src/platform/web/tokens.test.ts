import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { contrast } from '#platform/contrast.ts'

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8')

/** `--ox-name: light-dark(#light, #dark)` → both colours. */
const colours = new Map(
  [...css.matchAll(/--ox-([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g)].map(
    ([, name = '', light = '', dark = '']) => [name, { light, dark }],
  ),
)

const TEXT = 4.5
const CONTROL = 3

/** Every surface that is a background of text. */
const surfaces = ['bg', 'surface', 'surface-raised', 'surface-sunken', 'surface-hover']

const pairs: [front: string, behind: string, least: number][] = [
  ...surfaces.flatMap((surface): [string, string, number][] => [
    ['text', surface, TEXT],
    ['text-muted', surface, TEXT],
    ['text-subtle', surface, TEXT],
    ['accent', surface, TEXT],
    ['danger', surface, TEXT],
  ]),
  ...['bg', 'surface', 'surface-raised', 'surface-sunken'].flatMap((surface): [string, string, number][] => [
    ['border-strong', surface, CONTROL],
    ['focus', surface, CONTROL],
  ]),
  ...['info', 'success', 'warning', 'danger', 'accent'].flatMap((tone): [string, string, number][] => [
    [tone, `${tone}-subtle`, TEXT],
    ['text', `${tone}-subtle`, TEXT],
    ['text-muted', `${tone}-subtle`, TEXT],
  ]),
  ['text', 'surface-pressed', TEXT],
  ['text', 'mark', TEXT],
  ['on-accent', 'accent', TEXT],
  ['on-accent', 'accent-hover', TEXT],
  ['on-accent', 'accent-pressed', TEXT],
  ['on-danger', 'danger', TEXT],
  ['on-danger', 'danger-hover', TEXT],
  ['text-inverse', 'surface-inverse', TEXT],
  // Users who edit together: the caret on the page, the name on the colour.
  ...Array.from({ length: 8 }, (_, person) => `person-${person}`).flatMap((person): [string, string, number][] => [
    [person, 'bg', CONTROL],
    ['on-person', person, TEXT],
  ]),
]

describe.each(['light', 'dark'] as const)('contrast in the %s theme', theme => {
  it.each(pairs)('%s on %s is at least %s : 1', (front, behind, least) => {
    expect(contrast(colour(front, theme), colour(behind, theme))).toBeGreaterThanOrEqual(least)
  })
})

describe('contrast()', () => {
  it('agrees with known values', () => {
    expect(contrast('#ffffff', '#000000')).toBeCloseTo(21, 5)
    expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
  })
})

function colour(name: string, theme: 'light' | 'dark'): string {
  const both = colours.get(name)
  if (!both) throw new Error(`tokens.css has no colour --ox-${name}`)
  return both[theme]
}
