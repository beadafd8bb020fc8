/** Mapping of Gliffy's stencils and shapes (`tid` and `uid`) to the library. */
import type { Arrow, Colour } from '../model/document.ts'
import { FAMILY_CATEGORIES, FAMILY_FALLBACK, GLIFFY_SHAPES } from './gliffy-tables.ts'
import { ICON_TABLE } from './icon-shapes.ts'
import { SHAPES, shapeLibrary } from './library.ts'

/**
 * Deviations from the Gliffy object's colours. A stroke of `fill` is the object's fill colour, for stencils drawn in
 * that alone.
 */
export interface GliffyStyle {
  fill?: 'none' | Colour
  stroke?: 'none' | 'fill' | Colour
  strokeWidth?: number
}

/** Quality of a mapping: in the tables, by words of its name, or its family's default. */
export type Certainty = 'exact' | 'guessed' | 'fallback'

export type GliffyMapping =
  | {
      kind: 'shape'
      certainty: Certainty
      shape: string
      parameters?: Readonly<Record<string, number>>
      style?: GliffyStyle
      isContainer?: boolean
    }
  /** An object without a graphic, drawn by its children; the shape is its equivalent. */
  | { kind: 'composite'; certainty: 'exact'; shape: string; isContainer?: boolean }
  /** The kind's default arrowheads; the object's own take precedence. */
  | { kind: 'connector'; certainty: 'exact'; start: Arrow; end: Arrow; isDashed?: boolean }
  | { kind: 'text' | 'image' | 'group'; certainty: 'exact' }

const connector = (start: Arrow, end: Arrow, isDashed = false): GliffyMapping => ({
  kind: 'connector',
  certainty: 'exact',
  start,
  end,
  ...(isDashed && { isDashed }),
})
const composite = (shape: string, isContainer = false): GliffyMapping => ({
  kind: 'composite',
  certainty: 'exact',
  shape,
  ...(isContainer && { isContainer }),
})

/** Meanings of `uid`s other than simple shapes, by family and name. */
const OTHERS: Readonly<Record<string, GliffyMapping>> = {
  'basic.line': connector('none', 'none'),
  'basic.text': { kind: 'text', certainty: 'exact' },
  'basic.image': { kind: 'image', certainty: 'exact' },
  'basic.svg': { kind: 'image', certainty: 'exact' },
  'basic.group': { kind: 'group', certainty: 'exact' },
  'uml.association': connector('none', 'none'),
  'uml.directed_association': connector('none', 'open'),
  'uml.generalization': connector('none', 'hollow'),
  'uml.implements': connector('none', 'hollow', true),
  'uml.realization': connector('none', 'hollow', true),
  'uml.dependency': connector('none', 'open', true),
  'uml.aggregation': connector('none', 'hollow-diamond'),
  'uml.composition': connector('none', 'diamond'),
  'uml.message': connector('none', 'filled'),
  'uml.return_message': connector('none', 'open', true),
  'uml.control_flow': connector('none', 'open'),
  'uml.anchor_line': connector('none', 'none', true),
  'erd.one': connector('none', 'one'),
  'erd.many': connector('none', 'many'),
  'erd.many_many': connector('many', 'many'),
  'erd.one_one': connector('one', 'one'),
  'erd.one_many': connector('none', 'one-or-many'),
  'erd.one_optional': connector('none', 'zero-or-one'),
  'erd.one_mandatory': connector('none', 'only-one'),
  'erd.zero_many_optional': connector('none', 'zero-or-many'),
  'erd.one_mandatory_many_optional': connector('only-one', 'zero-or-many'),
  'erd.one_mandatory_many_mandatory': connector('only-one', 'one-or-many'),
  'erd.one_optional_many_optional': connector('zero-or-one', 'zero-or-many'),
  'bpmn.normal_sequence_flow': connector('none', 'filled'),
  'bpmn.sequence_flow': connector('none', 'filled'),
  'bpmn.message_flow': connector('hollow-circle', 'hollow', true),
  'uml.class': composite('uml.class'),
  'uml.object': composite('uml.object'),
  'uml.package': composite('uml.package', true),
  'uml.object_timeline': composite('uml.lifeline'),
  'erd.entity_with_attributes': composite('erd.entity-with-attributes'),
  'erd.entity_with_multiple_attributes': composite('erd.entity-with-keys'),
  'sitemap.photo': composite('sitemap.photo'),
  'ui.popover_top': composite('wireframe.tooltip'),
  'ui.popover_bottom': composite('wireframe.tooltip'),
  'ui.popover_left': composite('wireframe.tooltip'),
  'ui.popover_right': composite('wireframe.tooltip'),
  'ui.speech_bubble_left': composite('basic.callout'),
  'ui.speech_bubble_right': composite('basic.callout'),
  'ui.annotate_left': composite('wireframe.annotation-left'),
  'ui.annotate_right': composite('wireframe.annotation-right'),
}

const WHITE = '#ffffff'
/** Stencils drawn in the fill colour alone, with thin white lines between their parts. */
const GLYPH: GliffyStyle = { stroke: WHITE, strokeWidth: 1 }
const SILHOUETTE: GliffyStyle = { stroke: 'none' }
/** A line icon, drawn in the fill colour. */
const LINES: GliffyStyle = { fill: 'none', stroke: 'fill' }

const GLYPH_FAMILIES: ReadonlySet<string> = new Set(['network', 'cisco', 'android', 'iphone', 'aws', 'azure'])
const SILHOUETTES: ReadonlySet<string> = new Set([
  'network.monitor',
  'network.folder',
  'network.folder-outline',
  'network.key',
  'network.link',
  'network.cloud',
  'network.cloud-outline',
])
/** Shapes with lines outside the body. */
const OUTWARD: ReadonlySet<string> = new Set(['network.access-point', 'network.tower', 'network.router-box'])
/** Styles of single stencils, by family and name. */
const STYLES: Readonly<Record<string, GliffyStyle>> = {
  'azure.visual_studio_team_services_git_repository': { fill: '#0078d7', stroke: WHITE, strokeWidth: 0.5 },
  'azure.visual_studio_team_services_git_repository_color': { fill: '#dd5b00', stroke: WHITE, strokeWidth: 0.5 },
  'cisco.cloud': SILHOUETTE,
  'cisco.relational_database': GLYPH,
  'network.cloud': { fill: WHITE, stroke: 'fill', strokeWidth: 4 },
}
/** Versions drawn solid, with a line. */
const SOLID_VERSIONS = /(^|\.)network_v[1-3](\.|$)/
const ICON_IDS: ReadonlySet<string> = new Set(
  Object.entries(ICON_TABLE).flatMap(([category, rows]) => rows.map(([name]) => `${category}.${name}`)),
)

const MAX_ID = 300
const isFamily = (word: string): boolean => Object.hasOwn(FAMILY_FALLBACK, word)

/** Family and name of a `uid` or `tid`; the family is empty when unknown. */
export function gliffyName(id: string): { family: string; name: string } {
  const parts = id
    .slice(0, MAX_ID)
    .replace(/^com\.gliffy\.(shape|stencil)\.|^gs(hape|tencil)\./, '')
    .split('.')
  const isVersion = (part: string) => /_(?:\w+_)?v?\d+$/.test(part) && isFamily(part.replace(/_.*/, ''))
  const at = parts.findIndex(isVersion)
  const last = parts.at(-1) ?? ''
  const family = at >= 0 ? (parts[at] ?? '').replace(/_.*/, '') : (parts.find(isFamily) ?? '')
  const name = at === parts.length - 1 && at > 0 ? (parts[at - 1] ?? '') : last
  return { family, name: name.toLowerCase() }
}

/** Shape of a stencil; a rectangle in the worst case. */
export function mapGliffyTid(tid: string): Extract<GliffyMapping, { kind: 'shape' }> {
  const { family, name } = gliffyName(tid)
  const [certainty, shape] = find(family, name)
  const style =
    STYLES[`${family}.${name}`] && !SOLID_VERSIONS.test(tid)
      ? STYLES[`${family}.${name}`]
      : familyStyle(family, shape, tid)
  const isContainer = family === 'swimlanes'
  return { kind: 'shape', certainty, shape, ...(style && { style }), ...(isContainer && { isContainer }) }
}

/** Meaning of a `uid` alone; for objects with a graphic see {@link mapGliffy}. */
export function mapGliffyUid(uid: string): GliffyMapping {
  const { family, name } = gliffyName(uid)
  const other = Object.hasOwn(OTHERS, `${family}.${name}`) ? OTHERS[`${family}.${name}`] : undefined
  if (other) return other
  if (family === 'swimlanes') return composite(find(family, name)[1], true)
  return mapGliffyTid(uid)
}

/**
 * Shape of an object with a graphic. The `uid` takes precedence where it is more exact than the stencil (an attribute
 * is an ellipse), except for sizes and colours.
 */
export function mapGliffy(uid: string | null | undefined, tid: string): Extract<GliffyMapping, { kind: 'shape' }> {
  const byTid = mapGliffyTid(tid)
  const byUid = uid ? mapGliffyUid(uid) : null
  if (byUid?.kind !== 'shape' || byUid.certainty !== 'exact') return byTid
  // Labels are below shapes only if their own stencil has them there.
  return SAME_LOOK[byUid.shape] === byTid.shape || byTid.certainty !== 'exact'
    ? { ...byTid, certainty: byUid.certainty, shape: byUid.shape }
    : byTid
}

/** Shapes that look like another in Gliffy, text position included. */
const SAME_LOOK: Readonly<Record<string, string>> = {
  'basic.square': 'basic.rectangle',
  'basic.circle': 'basic.ellipse',
  'uml.simple-class': 'basic.rectangle',
  'uml.object': 'basic.rectangle',
  'uml.use-case': 'basic.ellipse',
  'uml.activation': 'basic.rectangle',
  'erd.entity': 'basic.rectangle',
  'erd.attribute': 'basic.ellipse',
  'erd.relationship': 'basic.diamond',
  'flowchart.process': 'basic.rectangle',
  'flowchart.decision': 'basic.diamond',
  'flowchart.connector': 'basic.ellipse',
  'flowchart.preparation': 'basic.hexagon',
  'flowchart.input-output': 'basic.parallelogram',
  'wireframe.number': 'basic.ellipse',
  'wireframe.panel': 'basic.rectangle',
  'wireframe.button': 'basic.rounded-rectangle',
  'uml.action': 'basic.rounded-rectangle',
  'uml.state': 'basic.rounded-rectangle',
  'org.position': 'basic.rectangle',
}

/** Last resort. */
const LAST = 'basic.rectangle'
const MAX_WORDS = 8

function find(family: string, name: string): [Certainty, string] {
  const own = Object.hasOwn(GLIFFY_SHAPES, family) ? GLIFFY_SHAPES[family] : undefined
  if (own && Object.hasOwn(own, name)) return ['exact', own[name] ?? '']
  if (family === 'bpmn') {
    const event = `bpmn.${name.replaceAll('_', '-')}`
    if (shapeLibrary.has(event)) return ['exact', event]
  }
  for (const table of Object.values(GLIFFY_SHAPES))
    if (Object.hasOwn(table, name)) return [family ? 'guessed' : 'exact', table[name] ?? '']
  const guess = guessed(family, name)
  if (guess) return ['guessed', guess]
  return ['fallback', isFamily(family) ? (FAMILY_FALLBACK[family] ?? LAST) : LAST]
}

/** A shape of the family's categories that matches a word of the name, the last word first. */
function guessed(family: string, name: string): string | null {
  const words = name
    .split(/[^a-z0-9]+|(?<=[a-z])(?=\d)/)
    .filter(word => word.length > 2)
    .slice(-MAX_WORDS)
    .reverse()
  for (const category of isFamily(family) ? (FAMILY_CATEGORIES[family] ?? []) : []) {
    for (const word of words) {
      const found = SHAPES.find(
        shape =>
          shape.category === category &&
          (shape.id.endsWith(`.${word}`) || shape.name.toLowerCase() === word || shape.keywords?.includes(word)),
      )
      if (found) return found.id
    }
  }
  return null
}

function familyStyle(family: string, shape: string, tid: string): GliffyStyle | undefined {
  if (ICON_IDS.has(shape)) return LINES
  if (!GLYPH_FAMILIES.has(family) || !shape.startsWith('network.') || SOLID_VERSIONS.test(tid)) return undefined
  if (OUTWARD.has(shape)) return { stroke: 'fill', strokeWidth: 2 }
  return SILHOUETTES.has(shape) ? SILHOUETTE : GLYPH
}
