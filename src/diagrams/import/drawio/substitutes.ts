/**
 * Substitutes for draw.io's product icons. Those libraries have thousands, most of them trade marks; the substitute is
 * chosen by words of the name.
 */
import type { ShapeStyle } from '../../model/document.ts'
import { findShape } from '../../shapes/library.ts'
import { colourOf, withAlpha, type Style } from './style.ts'
import words from './icon-words.json' with { type: 'json' }

/**
 * Words in the names of draw.io's icons and the shapes that show the same, in the order in which they are tried. A word
 * matches its plural too.
 */
type Words = readonly (readonly string[])[]

/**
 * Machines and services of vendors; things, signs and people of clip art; abbreviations of Kubernetes; meanings of the
 * folders of a library, for names that match nothing.
 */
const { services: SERVICES, things: THINGS, kubernetes: KUBERNETES, folders: FOLDERS } = words

/** Symbols drawn as a frame or a line, not as an icon: no substitute. */
const NO_ICON =
  /^(?:arrow\w*|dashed \w+|flat \w+|edge|group\w*|template border|line)(?: |$)|\b(?:r?rect|frame|border|bg\d*)\b/

/** Icon libraries and the words matched in their names, in this order; elsewhere words mean other things. */
const LIBRARIES: readonly (readonly [library: RegExp, words: readonly Words[]])[] = [
  [/^mxgraph\.kubernetes\w*\./, [KUBERNETES, SERVICES]],
  [/^mxgraph\.(?:signs|ios7\.icons|webicons|weblogos|sitemap)\./, [THINGS, SERVICES]],
  [
    /^mxgraph\.(?:aws\w*|gcp\w*|azure\w*|mscae|office|citrix\w*|veeam\w*|networks\w*|cisco\w*|ibm\w*|alibaba_cloud|openstack|sap\w*|salesforce|atlassian|active_directory|eip|allied_telesis|cumulus|dynamics365)\./,
    [SERVICES, THINGS],
  ],
]

/** Libraries of symbols, whose folders belong to the names: `valves gate valve`. */
const SYMBOLS: readonly (readonly [library: RegExp, words: Words])[] = [
  [/^mxgraph\.electrical\./, words.electrical],
  [/^mxgraph\.cabinets\./, words.cabinets],
  [/^mxgraph\.rack\w*\./, words.rack],
  [/^mxgraph\.pid\w*\./, words.process],
]

type Known = readonly { sign: RegExp; shape: string }[]
const knownOf = (list: Words): Known =>
  list.map(([pattern = '', shape = '']) => ({ sign: new RegExp(`(?<![a-z\\d])(?:${pattern})s?(?![a-z\\d])`), shape }))
const KNOWN = new Map<Words, Known>(
  [KUBERNETES, SERVICES, THINGS, FOLDERS, ...SYMBOLS.map(([, list]) => list)].map(list => [list, knownOf(list)]),
)
const found = (list: Words, text: string): string | undefined =>
  KNOWN.get(list)?.find(({ sign }) => sign.test(text))?.shape

export const SUBSTITUTES: readonly string[] = [...KNOWN.values()].flatMap(known => known.map(({ shape }) => shape))

/**
 * A similar library shape by the words of a name.
 * @param name as in `shape=`
 * @returns undefined when no word matches
 */
export function substituteOf(name: string, style: Style): { shape: string; label: string } | undefined {
  const parts = name.slice(0, MOST_OF_A_NAME).split('.').map(wordsOf)
  // `pid2valves.valve` is in a folder as `pid.valves` is.
  const folder = (parts[1] ?? '').replace(/^(?:electrical|cabinets|rack|pid\d?)/, '')
  const symbols = SYMBOLS.find(([library]) => library.test(name))?.[1]
  const shape = symbols
    ? found(symbols, [folder, ...parts.slice(2), ...variantOf(style)].join(' ').trim())
    : iconOf(name, parts)
  const label = shape && findShape(shape)?.name
  return shape && label ? { shape, label } : undefined
}

function iconOf(name: string, parts: readonly string[]): string | undefined {
  const tables = LIBRARIES.find(([library]) => library.test(name))?.[1]
  const own = parts.at(-1) ?? ''
  if (!tables || NO_ICON.test(own)) return undefined
  return (
    [own, own.replace(/ ?\d+$/, '')].flatMap(text => tables.map(list => found(list, text))).find(Boolean) ??
    found(FOLDERS, parts.at(-2) ?? '')
  )
}

/** Other properties of a style that name its symbol: the kind of a valve, where an instrument is mounted. */
const VARIANTS = [
  'operation',
  'negating',
  'valveType',
  'actuator',
  'mounting',
  'columnType',
  'sourceType',
  'elSwitchType',
]

const variantOf = ({ values }: Style): string[] =>
  VARIANTS.flatMap(key => {
    const value = values.get(key) ?? ''
    return key === 'negating' ? (value === '1' ? [key] : []) : value === '' ? [] : [wordsOf(value.slice(0, 40))]
  })

const MOST_OF_A_NAME = 200

/** `ec2_instances` and `userGroup` as words. */
const wordsOf = (part: string): string =>
  part
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/[^A-Za-z\d]+/g, ' ')
    .trim()
    .toLowerCase()

/** Brightness threshold of light colours. */
const LIGHT = 0.72
/** Opacity of a substitute's fill. */
const PALE = 0.14

/**
 * Style of a substitute: its colour, pale and translucent, as the original does not fill its whole box and may overlap
 * visible content.
 */
export function paleStyle(look: ShapeStyle, kind: 'icon' | 'box'): ShapeStyle {
  const { fill, stroke } = look
  const filled = fill.kind === 'solid' ? fill.colour : fill.kind === 'gradient' ? fill.from : null
  if (filled === null || brightness(filled) > LIGHT) {
    if (kind === 'box' || (stroke.colour !== 'none' && brightness(stroke.colour) <= LIGHT)) return look
    // A light icon without a line has a dark background.
    if (filled !== null && stroke.colour === 'none')
      return {
        ...look,
        fill: { kind: 'solid', colour: withAlpha(filled, PALE) },
        stroke: { colour: filled, width: 1.5 },
      }
    return { ...look, stroke: { ...stroke, colour: '#555555', width: Math.max(1, stroke.width) } }
  }
  return {
    ...look,
    fill: { kind: 'solid', colour: withAlpha(filled, PALE) },
    stroke: { colour: filled, width: kind === 'icon' ? 1.5 : 1 },
  }
}

/** Whether the label is inside the shape in a colour legible only on a dark fill. */
export function hasLightLabel(value: string, { values }: Style): boolean {
  const colour = colourOf(values.get('fontColor'), '#000000')
  const isInside = [values.get('labelPosition') ?? 'center', values.get('verticalLabelPosition') ?? 'middle'].every(
    at => at === 'center' || at === 'middle',
  )
  return value !== '' && isInside && colour !== null && brightness(colour) > LIGHT
}

/** Perceived brightness, 0 to 1. */
function brightness(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map(at => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
  return 0.299 * red + 0.587 * green + 0.114 * blue
}
