import type { Colour, Fill, Stroke } from '#diagrams/model/document.ts'
import { at, numberIn, type XmlElement } from './xml-tree.ts'

/** EMU in a px: DrawingML has 914,400 to the inch. */
export const EMU = 9525

/** Colours of a theme by name, as six hexadecimal digits. */
export type Theme = ReadonlyMap<string, string>

/** Names in slides of the theme's colours (the usual map of a master). */
const ALIASES: Readonly<Record<string, string>> = { tx1: 'dk1', bg1: 'lt1', tx2: 'dk2', bg2: 'lt2' }
const OFFICE: Readonly<Record<string, string>> = {
  dk1: '000000',
  lt1: 'ffffff',
  dk2: '44546a',
  lt2: 'e7e6e6',
  accent1: '4472c4',
  accent2: 'ed7d31',
  accent3: 'a5a5a5',
  accent4: 'ffc000',
  accent5: '5b9bd5',
  accent6: '70ad47',
  hlink: '0563c1',
}
const SYSTEM: Readonly<Record<string, string>> = { black: '000000', white: 'ffffff' }

export function themeOf(xml: XmlElement | undefined): Theme {
  const theme = new Map(Object.entries(OFFICE))
  for (const colour of at(xml, 'themeElements', 'clrScheme')?.children ?? []) {
    const [value] = colour.children
    const hex = value?.attributes['lastClr'] ?? value?.attributes['val'] ?? ''
    if (/^[0-9a-f]{6}$/i.test(hex)) theme.set(colour.name, hex.toLowerCase())
  }
  return theme
}

/** The colour in an element such as `solidFill`; undefined if there is none that is known. */
export function colourIn(element: XmlElement | undefined, theme: Theme): Colour | undefined {
  for (const child of element?.children ?? []) {
    const value = child.attributes['val'] ?? ''
    const hex =
      child.name === 'srgbClr'
        ? value
        : child.name === 'schemeClr'
          ? theme.get(ALIASES[value] ?? value)
          : child.name === 'sysClr'
            ? (child.attributes['lastClr'] ?? '')
            : child.name === 'prstClr'
              ? SYSTEM[value]
              : undefined
    if (hex !== undefined && /^[0-9a-f]{6}$/i.test(hex)) return changed(hex, child)
  }
  return undefined
}

/** A colour made lighter, darker or transparent as its children say. */
function changed(hex: string, element: XmlElement): Colour {
  const share = (name: string) => (numberIn(at(element, name), 'val') ?? NaN) / 100_000
  const [modulate, offset, tint, shade, alpha] = ['lumMod', 'lumOff', 'tint', 'shade', 'alpha'].map(share)
  const parts = [0, 2, 4].map(from => {
    let part = Number.parseInt(hex.slice(from, from + 2), 16)
    if (!Number.isNaN(modulate)) part *= modulate ?? 1
    if (!Number.isNaN(offset)) part += 255 * (offset ?? 0)
    if (!Number.isNaN(tint)) part = 255 - (255 - part) * (tint ?? 1)
    if (!Number.isNaN(shade)) part *= shade ?? 1
    return byte(part)
  })
  const opacity = alpha === undefined || Number.isNaN(alpha) || alpha >= 1 ? '' : byte(alpha * 255)
  return `#${parts.join('')}${opacity}`
}

function byte(value: number): string {
  return Math.round(Math.min(255, Math.max(0, value)))
    .toString(16)
    .padStart(2, '0')
}

/** The fill that properties state; undefined where they state none. */
export function fillIn(properties: XmlElement | undefined, theme: Theme): Fill | undefined {
  if (at(properties, 'noFill') || at(properties, 'blipFill')) return { kind: 'none' }
  const solid = colourIn(at(properties, 'solidFill'), theme)
  if (solid) return { kind: 'solid', colour: solid }
  const stops = at(properties, 'gradFill', 'gsLst')?.children.flatMap(stop => colourIn(stop, theme) ?? []) ?? []
  const [from, to] = [stops[0], stops.at(-1)]
  return from && to ? { kind: 'gradient', from, to } : undefined
}

/** The line around a shape or of a connector. */
export function strokeIn(properties: XmlElement | undefined, style: XmlElement | undefined, theme: Theme): Stroke {
  const line = at(properties, 'ln')
  const width = Math.max(0.5, (numberIn(line, 'w') ?? EMU) / EMU)
  if (at(line, 'noFill')) return { colour: 'none', width }
  const reference = at(style, 'lnRef')
  const styled = numberIn(reference, 'idx') === 0 ? undefined : colourIn(reference, theme)
  return { colour: colourIn(at(line, 'solidFill'), theme) ?? styled ?? 'none', width }
}
