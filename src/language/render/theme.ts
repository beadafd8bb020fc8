import { safeStyle } from '../html/style.ts'
import type { Renderer } from './renderer.ts'

type Rgb = readonly [red: number, green: number, blue: number]

/**
 * A style attribute for readers inside the wiki. Almost black text and almost white backgrounds are the old editor's
 * defaults, pasted along with text; they are dropped for dark themes. Exports preserve the style.
 */
export function themedStyle(renderer: Renderer, style: string | undefined): string | undefined {
  if (!style) return undefined
  const safe = safeStyle(style)
  if (!safe || !renderer.session.themed) return safe
  const declarations = safe.split('; ')
  const values = new Map(declarations.map(item => item.split(': ', 2) as [string, string]))
  const ground = values.get('background-color') ?? values.get('background')
  const ink = values.get('color')
  const plainGround = ground === undefined || isNearly(ground, 'white')
  const plainInk = ink === undefined || isNearly(ink, 'black')
  if (!plainGround || !plainInk) return safe
  const others = declarations.filter(item => !/^(?:color|background|background-color): /.test(item))
  return others.length > 0 ? others.join('; ') : undefined
}

function isNearly(colour: string, which: 'black' | 'white'): boolean {
  const rgb = parseColour(colour)
  if (!rgb) return false
  const grey = Math.max(...rgb) - Math.min(...rgb) <= 24
  return grey && (which === 'black' ? Math.max(...rgb) <= 96 : Math.min(...rgb) >= 245)
}

/** Whether dark text is legible on a background of that colour. */
export function isLight(colour: string): boolean {
  const rgb = parseColour(colour)
  if (!rgb) return true
  const [red, green, blue] = rgb
  return (red * 299 + green * 587 + blue * 114) / 1000 >= 140
}

function parseColour(colour: string): Rgb | undefined {
  const value = colour.toLowerCase()
  if (value === 'black') return [0, 0, 0]
  if (value === 'white') return [255, 255, 255]
  const hex = /^#([0-9a-f]{3}|[0-9a-f]{6})$/.exec(value)?.[1]
  if (hex) {
    const full = hex.length === 3 ? hex.replace(/./g, '$&$&') : hex
    return [0, 2, 4].map(at => Number.parseInt(full.slice(at, at + 2), 16)) as unknown as Rgb
  }
  const rgb = /^rgb\(\s*(\d+)\s*,\s*(\d+)\s*,\s*(\d+)\s*\)$/.exec(value)
  return rgb ? [Number(rgb[1]), Number(rgb[2]), Number(rgb[3])] : undefined
}
