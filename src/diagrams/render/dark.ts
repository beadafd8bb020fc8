/**
 * Colours for a sheet that is read dark: lightness is turned over in Oklab (https://bottosson.github.io/posts/oklab/),
 * hue stays, and so do pictures. The stored document keeps its colours.
 */
import type { Colour, DiagramDocument, DiagramObject, DiagramPage, Fill, Stroke, TextBlock } from '../model/document.ts'
import { findShape } from '../shapes/library.ts'
import { labelOf } from './draw.ts'
import { sizeOf } from './scene.ts'
import { textAreaOf } from './text-area.ts'

/** Lightness in Oklab that white and black get. */
const OF_WHITE = 0.25
const OF_BLACK = 0.93
/** Contrast that text retains where the stored colours have it (WCAG 2.2, 1.4.3). */
const TEXT_CONTRAST = 4.5
const MOST_KNOWN = 5000

type Triple = readonly [number, number, number]

const known = new Map<Colour, Colour>()

/** The colour that replaces another on a dark sheet; its opacity stays. */
export function darkColour(colour: Colour): Colour {
  const before = known.get(colour)
  if (before) return before
  const [lightness, a, b] = oklabOf(colour)
  const turned = OF_WHITE + (1 - lightness) * (OF_BLACK - OF_WHITE)
  const dark: Colour = `#${hexOf(inGamut([turned, a, b]))}${colour.slice(7)}`
  if (known.size >= MOST_KNOWN) known.clear()
  known.set(colour, dark)
  return dark
}

/** Dark colour of a white, or a transparent, sheet. */
export const DARK_PAPER = darkColour('#ffffff')

/** A document whose colours suit a dark sheet, for drawing only. */
export function darkDocument(document: DiagramDocument): DiagramDocument {
  return { ...document, pages: document.pages.map(darkPage) }
}

function darkPage(page: DiagramPage): DiagramPage {
  const objects = Object.fromEntries(
    Object.entries(page.objects).map(([id, object]) => [id, darkObject(object, page.background)]),
  )
  return { ...page, background: page.background && darkColour(page.background), objects }
}

const objects = new WeakMap<DiagramObject, { paper: Colour | null; dark: DiagramObject }>()

/**
 * An object in colours for a dark sheet; the same one each time.
 * @param paper stored background of its page
 */
export function darkObject<Kind extends DiagramObject>(object: Kind, paper: Colour | null): Kind {
  const before = objects.get(object)
  if (before && before.paper === paper) return before.dark as Kind
  const dark = darkened(object, paper ?? '#ffffff')
  objects.set(object, { paper, dark })
  return dark as Kind
}

function darkened(object: DiagramObject, paper: Colour): DiagramObject {
  switch (object.kind) {
    case 'group':
      return object
    case 'connector':
      return {
        ...object,
        stroke: darkStroke(object.stroke),
        labels: object.labels.map(label => ({ ...label, text: darkText(label.text, paper) })),
      }
    case 'image':
      return {
        ...object,
        ...(object.style?.stroke && { style: { ...object.style, stroke: darkStroke(object.style.stroke) } }),
        ...(object.text && { text: darkText(object.text, paper) }),
      }
    case 'shape': {
      const { fill, stroke } = object.style
      const style = { ...object.style, fill: darkFill(fill), stroke: darkStroke(stroke) }
      const text = object.text ?? (findShape(object.shape) ? undefined : labelOf(object.shape))
      if (!text) return { ...object, style }
      const isBelow = textAreaOf(object, text).y >= sizeOf(object).height
      return { ...object, style, text: darkText(text, (isBelow ? null : solidOf(fill)) ?? paper) }
    }
  }
}

function darkFill(fill: Fill): Fill {
  if (fill.kind === 'none') return fill
  if (fill.kind === 'solid') return { ...fill, colour: darkColour(fill.colour) }
  return { ...fill, from: darkColour(fill.from), to: darkColour(fill.to) }
}

function darkStroke(stroke: Stroke): Stroke {
  return stroke.colour === 'none' ? stroke : { ...stroke, colour: darkColour(stroke.colour) }
}

/** The colour behind a shape's text; null where the sheet shows through. */
function solidOf(fill: Fill): Colour | null {
  const colour = fill.kind === 'none' ? null : fill.kind === 'solid' ? fill.colour : fill.to
  return colour && isOpaque(colour) ? colour : null
}

function isOpaque(colour: Colour): boolean {
  return colour.length === 7 || colour.endsWith('ff')
}

function darkText(block: TextBlock, behind: Colour): TextBlock {
  return {
    ...block,
    paragraphs: block.paragraphs.map(paragraph => ({
      ...paragraph,
      runs: paragraph.runs.map(run => ({
        ...run,
        colour: darkInk(run.colour, run.background && isOpaque(run.background) ? run.background : behind),
        ...(run.background && { background: darkColour(run.background) }),
      })),
    })),
  }
}

/** The colour of text on what was behind it: as legible as it was, up to {@link TEXT_CONTRAST}. */
export function darkInk(ink: Colour, behind: Colour): Colour {
  const [dark, ground] = [darkColour(ink), darkColour(behind)]
  const wanted = Math.min(TEXT_CONTRAST, contrast(ink, behind))
  if (!isOpaque(ink) || contrast(dark, ground) >= wanted) return dark
  const [lightness, a, b] = oklabOf(dark)
  const at = (value: number): Colour => `#${hexOf(inGamut([value, a, b]))}`
  // Away from what is behind; where that does not suffice, the other way.
  const goals = lightness < oklabOf(ground)[0] ? [0, 1] : [1, 0]
  for (const goal of goals) {
    for (let step = 1; step <= 10; step++) {
      const tried = at(lightness + ((goal - lightness) * step) / 10)
      if (contrast(tried, ground) >= wanted) return tried
    }
  }
  return contrast('#ffffff', ground) > contrast('#000000', ground) ? '#ffffff' : '#000000'
}

/** Contrast of two opaque colours, 1 to 21 (WCAG 2.2). */
export function contrast(a: Colour, b: Colour): number {
  const [first, second] = [luminance(a), luminance(b)]
  return (Math.max(first, second) + 0.05) / (Math.min(first, second) + 0.05)
}

function luminance(colour: Colour): number {
  const [red, green, blue] = linearOf(colour)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Linear sRGB, 0 to 1. */
function linearOf(colour: Colour): Triple {
  const part = (at: number) => {
    const value = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }
  return [part(1), part(3), part(5)]
}

function oklabOf(colour: Colour): Triple {
  const [r, g, b] = linearOf(colour)
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ]
}

function linearOfLab([lightness, a, b]: Triple): Triple {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
}

/** Linear sRGB of a colour in Oklab, with as much of its chroma as sRGB has at that lightness. */
function inGamut([lightness, a, b]: Triple): Triple {
  let [least, most] = [0, 1]
  const at = (share: number) => linearOfLab([lightness, a * share, b * share])
  if (isShown(at(1))) return at(1)
  for (let step = 0; step < 12; step++) {
    const middle = (least + most) / 2
    if (isShown(at(middle))) least = middle
    else most = middle
  }
  return at(least)
}

function isShown(linear: Triple): boolean {
  return linear.every(part => part >= -1e-4 && part <= 1 + 1e-4)
}

function hexOf(linear: Triple): string {
  return linear
    .map(part => {
      const value = part <= 0.0031308 ? part * 12.92 : 1.055 * part ** (1 / 2.4) - 0.055
      return Math.round(Math.min(1, Math.max(0, value)) * 255)
        .toString(16)
        .padStart(2, '0')
    })
    .join('')
}
