/** From the style names of draw.io (mxGraph) to our shapes and their parameters. */
import type { Size } from './contract.ts'
import { SHAPES, shapeLibrary } from './library.ts'

export interface DrawioMapping {
  shape: string
  parameters?: Readonly<Record<string, number>>
  /** False when the style is not known: a box, or what a word of its name found. */
  isExact: boolean
  isContainer?: boolean
}

/** Values of a style by key; a name alone, such as `ellipse`, has an empty value. */
export type DrawioStyle = ReadonlyMap<string, string>

/** Reads `rounded=1;html=1;ellipse;…`. */
export function readDrawioStyle(text: string): DrawioStyle {
  const style = new Map<string, string>()
  for (const part of text.split(';')) {
    const at = part.indexOf('=')
    const key = (at < 0 ? part : part.slice(0, at)).trim()
    if (key) style.set(key, at < 0 ? '' : part.slice(at + 1).trim())
  }
  return style
}

/** Shapes by the value of `shape`, or by the name of a style. */
const SHAPE_NAMES: Readonly<Record<string, string>> = {
  rectangle: 'basic.rectangle', rect: 'basic.rectangle', plus: 'basic.cross', dimension: 'basic.line-horizontal',
  link: 'basic.line-horizontal', text: 'basic.text', ellipse: 'basic.ellipse',
  doubleEllipse: 'erd.multivalued-attribute', rhombus: 'basic.diamond', hexagon: 'basic.hexagon', cloud: 'basic.cloud',
  triangle: 'basic.triangle-right', line: 'basic.line-horizontal',
  cylinder: 'basic.cylinder', cylinder2: 'basic.cylinder', cylinder3: 'basic.cylinder', datastore: 'bpmn.data-store',
  cube: 'basic.cube', isoCube: 'basic.cube', parallelogram: 'basic.parallelogram', trapezoid: 'basic.trapezoid',
  step: 'basic.chevron', process: 'flowchart.subroutine', process2: 'flowchart.subroutine',
  internalStorage: 'flowchart.internal-storage',
  document: 'flowchart.document', tape: 'flowchart.paper-tape', dataStorage: 'flowchart.data-storage',
  manualInput: 'flowchart.manual-input', card: 'flowchart.card', loopLimit: 'flowchart.loop-limit',
  offPageConnector: 'flowchart.off-page', delay: 'flowchart.delay', display: 'flowchart.display', or: 'flowchart.delay',
  xor: 'flowchart.delay', collate: 'flowchart.collate', sumEllipse: 'flowchart.summing-junction',
  orEllipse: 'flowchart.or', sortShape: 'flowchart.sort', switch: 'basic.star-4', tapeData: 'flowchart.sequential-data',
  lineEllipse: 'flowchart.or', transfer: 'flowchart.transfer',
  note: 'basic.note', note2: 'basic.note', callout: 'basic.callout', wedgeRectCallout: 'basic.callout',
  wedgeRoundRectCallout: 'basic.callout-rounded', wedgeEllipseCallout: 'basic.callout-oval',
  singleArrow: 'basic.arrow-right', doubleArrow: 'basic.arrow-double', arrow: 'basic.arrow-right',
  flexArrow: 'basic.arrow-right', corner: 'basic.bracket-left', crossbar: 'basic.line-horizontal', cross: 'basic.cross',
  curlyBracket: 'basic.brace-left', plaque: 'basic.plaque', partialRectangle: 'basic.rectangle', ext: 'basic.rectangle',
  image: 'basic.image',
  umlActor: 'uml.actor', actor: 'network.user', umlBoundary: 'uml.boundary', umlControl: 'uml.control',
  umlEntity: 'uml.entity', umlLifeline: 'uml.lifeline', umlFrame: 'uml.frame', umlDestroy: 'uml.destruction',
  umlState: 'uml.state', lollipop: 'uml.interface', requires: 'uml.required-interface',
  providedRequiredInterface: 'uml.interface', requiredInterface: 'uml.required-interface',
  component: 'uml.component-lugs', module: 'uml.component-lugs', folder: 'uml.package', startState: 'uml.initial',
  endState: 'uml.final', box: 'uml.node', associativeEntity: 'erd.associative-entity', weakEntity: 'erd.weak-entity',
  table: 'container.titled', tableRow: 'basic.rectangle', swimlane: 'swimlane.lane-vertical', message: 'bpmn.message',
  waypoint: 'uml.initial', mindmap: 'basic.rounded-rectangle', treeFolding: 'basic.rectangle', group: 'container.box',
}

/** Within `mxgraph.<library>.`, by the rest of the name. */
const LIBRARIES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  flowchart: {
    annotation_1: 'flowchart.annotation', annotation_2: 'flowchart.annotation', card: 'flowchart.card',
    collate: 'flowchart.collate', data: 'flowchart.input-output', database: 'flowchart.database',
    decision: 'flowchart.decision', delay: 'flowchart.delay', direct_data: 'flowchart.direct-data',
    display: 'flowchart.display', document: 'flowchart.document', document2: 'flowchart.document',
    extract_or_measurement: 'flowchart.extract', internal_storage: 'flowchart.internal-storage',
    loop_limit: 'flowchart.loop-limit', manual_input: 'flowchart.manual-input',
    manual_operation: 'flowchart.manual-operation', merge_or_storage: 'flowchart.merge',
    'multi-document': 'flowchart.multiple-documents', 'off-page_reference': 'flowchart.off-page',
    on_page_reference: 'flowchart.connector', 'on-page_reference': 'flowchart.connector', or: 'flowchart.or',
    paper_tape: 'flowchart.paper-tape', parallel_mode: 'flowchart.parallel', predefined_process: 'flowchart.subroutine',
    preparation: 'flowchart.preparation', process: 'flowchart.process', punched_tape: 'flowchart.paper-tape',
    sequential_data: 'flowchart.sequential-data', sort: 'flowchart.sort', start_1: 'flowchart.start-end',
    start_2: 'flowchart.connector', stored_data: 'flowchart.data-storage',
    summing_function: 'flowchart.summing-junction', terminator: 'flowchart.start-end', transfer: 'flowchart.transfer',
  },
  basic: {
    '4_point_star_2': 'basic.star-4', '6_point_star': 'basic.star-6', acute_triangle: 'basic.triangle',
    banner: 'basic.banner', cloud_callout: 'basic.callout-cloud', cone: 'basic.triangle', cross2: 'basic.cross',
    cube: 'basic.cube', donut: 'basic.ring', drop: 'basic.drop', flash: 'basic.lightning', frame: 'basic.frame',
    half_circle: 'basic.half-circle', heart: 'basic.heart', moon: 'basic.moon', no_symbol: 'flowchart.summing-junction',
    octagon2: 'basic.octagon', orthogonal_triangle: 'basic.right-triangle', oval_callout: 'basic.callout-oval',
    partConcEllipse: 'basic.ring', pentagon: 'basic.pentagon', pie: 'basic.pie', plaque: 'basic.plaque',
    pointed_edge: 'basic.home-plate', polygon: 'basic.hexagon', rect: 'basic.rectangle',
    rectangular_callout: 'basic.callout', roundRectCallout: 'basic.callout-rounded', rectCallout: 'basic.callout',
    smiley: 'basic.circle', star: 'basic.star', sun: 'basic.burst', tick: 'wireframe.icon-check',
    trapezoid: 'basic.trapezoid', wave: 'basic.banner', wave2: 'basic.banner', x: 'basic.cross-out',
    rounded_frame: 'basic.frame', diag_snip_rect: 'basic.snipped', corner_round_rect: 'basic.rounded-rectangle',
    three_corner_round_rect: 'basic.rounded-rectangle',
  },
  arrows: {
    bent_right_arrow: 'basic.arrow-bent', left_arrow: 'basic.arrow-left', right_arrow: 'basic.arrow-right',
    up_arrow: 'basic.arrow-up', down_arrow: 'basic.arrow-down', two_way_arrow_horizontal: 'basic.arrow-double',
    two_way_arrow_vertical: 'basic.arrow-up-down', quad_arrow: 'basic.arrow-four',
    u_turn_left_arrow: 'basic.arrow-u-turn', notched_right_arrow: 'basic.arrow-notched',
    chevron_arrow: 'basic.chevron' },
    arrows2: { arrow: 'basic.arrow-right', bendArrow: 'basic.arrow-bent', quadArrow: 'basic.arrow-four',
      twoWayArrow: 'basic.arrow-double', stylisedArrow: 'basic.arrow-notched', uTurnArrow: 'basic.arrow-u-turn',
    sharpArrow: 'basic.chevron', tailedNotchedArrow: 'basic.arrow-notched', calloutArrow: 'basic.callout-side',
  },
  bpmn: {
    task: 'bpmn.task', task2: 'bpmn.task', shape: 'bpmn.gateway', event: 'bpmn.start', gateway: 'bpmn.gateway',
    gateway2: 'bpmn.gateway', data: 'bpmn.data-object', data2: 'bpmn.data-object', conversation: 'basic.hexagon',
    ad_hoc: 'bpmn.ad-hoc',
  },
  er: { entity: 'erd.entity', attribute: 'erd.attribute', has: 'erd.relationship', hasinverse: 'erd.relationship' },
  sysml: {
    package: 'uml.package', port: 'uml.port', initial: 'uml.initial', actFinal: 'uml.final',
    flowFinal: 'uml.flow-final',
  },
  infographic: {
    cylinder: 'basic.cylinder', ribbonSimple: 'basic.chevron', shadedTriangle: 'basic.triangle',
    shadedCube: 'basic.cube', bannerSingleFold: 'basic.banner',
  },
  floorplan: {
    wall: 'basic.rectangle', room: 'basic.frame', window: 'basic.rectangle', doorLeft: 'basic.quarter-circle',
    doorRight: 'basic.quarter-circle',
  },
  archimate3: {
    application: 'basic.rectangle', business: 'basic.rectangle', tech: 'basic.rectangle',
    component: 'uml.component-lugs', actor: 'uml.actor', node: 'uml.node',
  },
  aws4: {
    group: 'container.box', groupCenter: 'container.box' }, gcp2: { doubleRect: 'basic.rectangle' },
    dfd: { dataStoreID: 'flowchart.internal-storage',
  },
  networks: {
    cloud: 'network.cloud', server: 'network.server', router: 'network.router', switch: 'network.switch',
    firewall: 'network.firewall', laptop: 'network.laptop', pc: 'network.pc', printer: 'network.printer',
    storage: 'network.storage', users: 'network.user-group', mainframe: 'network.mainframe', modem: 'network.modem',
    hub: 'network.hub', rack: 'network.rack',
  },
  ios: {
    iPhone: 'container.phone', iPad: 'container.tablet' }, ios7ui: { phone: 'container.phone' },
    android: { phone2: 'container.phone', tablet: 'container.tablet',
  },
  mockup: {
    'containers.browserWindow': 'container.browser', 'containers.window': 'wireframe.window',
    'containers.userMale': 'network.user', 'buttons.button': 'wireframe.button', 'forms.checkbox': 'wireframe.checkbox',
    'forms.rrect': 'wireframe.popover', 'text.textBox': 'wireframe.text-field', 'forms.comboBox': 'wireframe.dropdown',
    'forms.searchBox': 'wireframe.search-field', 'containers.videoPlayer': 'wireframe.video',
    'graphics.simpleIcon': 'wireframe.image', 'graphics.lineChart': 'wireframe.line-chart',
    'graphics.pieChart': 'wireframe.pie-chart', 'graphics.columnChart': 'wireframe.bar-chart',
    'graphics.barChart': 'wireframe.bar-chart',
  },
}
/** Where words of a name are sought when a library of draw.io has no table. */
const GUESSES: readonly (readonly [pattern: RegExp, categories: readonly string[], fallback: string])[] = [
  [/^(cisco|cisco19|networks|networks2|rack|alteon)\b/, ['network', 'cloud'], 'network.oval-device'],
  [/^(signs|aws3d|sap|salesforce|webicons|atlassian)\b/, ['network', 'cloud', 'software'], 'basic.rectangle'],
  [/^(aws|aws2|aws3|aws4|azure|azure2|gcp|gcp2|ibm|kubernetes|office|veeam|vvd|citrix)\b/,
    ['cloud', 'network', 'software'], 'cloud.resource'],
  [/^(mockup|ios|ios7|ios7ui|android|bootstrap)\b/, ['wireframe', 'container'], 'wireframe.panel'],
  [/^(bpmn)\b/, ['bpmn'], 'bpmn.task'], [/^(flowchart)\b/, ['flowchart'], 'flowchart.process'],
  [/^(basic|arrows|arrows2)\b/, ['basic'], 'basic.rectangle'],
]

/**
 * The shape of a vertex. What no table knows is a rectangle.
 * @param size of the vertex in px: some of draw.io's lengths are px and ours fractions, or the reverse
 */
export function mapDrawio(style: DrawioStyle, size: Size): DrawioMapping {
  const named = style.get('shape') || [...style].find(([key, value]) => value === '' && Object.hasOwn(SHAPE_NAMES,
    key))?.[0]
  if (style.has('swimlane') || named === 'swimlane') return swimlane(style)
  if (!named || named === 'rectangle' || named === 'label') return style.get('rounded') === '1' ? rounded(style,
    size) : { shape: 'basic.rectangle', isExact: true }
  if (named.startsWith('mxgraph.')) return ofLibrary(named.slice('mxgraph.'.length), style)
  const shape = Object.hasOwn(SHAPE_NAMES, named) ? SHAPE_NAMES[named] : undefined
  if (!shape) return { shape: 'basic.rectangle', isExact: false }
  const parameters = parametersOf(shape, style, size)
  return { shape: turned(shape, style.get('direction')), isExact: true, ...(parameters && { parameters }),
    ...(shapeLibrary.get(shape)?.container && { isContainer: true }) }
}

const number = (style: DrawioStyle, key: string, usual: number): number => {
  const value = Number(style.get(key) || NaN)
  return Number.isFinite(value) ? value : usual
}

function swimlane(style: DrawioStyle): DrawioMapping {
  const isWide = style.get('horizontal') === '0'
  return { shape: `container.titled${isWide ? '-left' : ''}`, parameters: { header: number(style, 'startSize', 23) },
    isExact: true, isContainer: true }
}

/** draw.io rounds by a percentage of the shorter side, or by half the given px. */
function rounded(style: DrawioStyle, { width, height }: Size): DrawioMapping {
  const arc = number(style, 'arcSize', style.get('absoluteArcSize') === '1' ? 20 : 15)
  const radius = style.get('absoluteArcSize') === '1' ? arc / 2 : (Math.min(width, height) * arc) / 100
  return { shape: 'basic.rounded-rectangle', parameters: { radius }, isExact: true }
}

const TURNED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'basic.triangle-right': { north: 'basic.triangle', south: 'basic.triangle-down', west: 'basic.triangle-left' },
  'basic.arrow-right': { north: 'basic.arrow-up', south: 'basic.arrow-down', west: 'basic.arrow-left' },
  'basic.arrow-double': { north: 'basic.arrow-up-down', south: 'basic.arrow-up-down' },
  'basic.brace-left': { west: 'basic.brace-right' },
  'basic.line-horizontal': { north: 'basic.line-vertical', south: 'basic.line-vertical' },
}
const turned = (shape: string, direction = 'east'): string => TURNED[shape]?.[direction] ?? shape

/** draw.io's `size` and its like, in the units of our parameters. */
function parametersOf(shape: string, style: DrawioStyle, { width, height }: Size): Record<string, number> | undefined {
  const [w, h] = [Math.max(1, width), Math.max(1, height)]
  const isPx = style.get('fixedSize') === '1'
  const fraction = (usual: number): number => {
    const size = number(style, 'size', usual)
    return isPx || size > 1 ? size / w : size
  }
  switch (shape) {
    case 'basic.cylinder': return { lid: number(style, 'size', 15) / h }
    case 'basic.cube': return { depth: number(style, 'size', 20) / Math.min(w, h) }
    case 'uml.node': return { depth: number(style, 'size', 10) }
    case 'basic.parallelogram': return { slant: fraction(0.2) }
    case 'basic.trapezoid': return { inset: fraction(0.2) }
    case 'basic.hexagon': return { inset: fraction(0.25) }
    case 'basic.chevron': return { point: fraction(0.2) }
    case 'basic.note': return { corner: number(style, 'size', 30) }
    case 'flowchart.card': return { corner: number(style, 'size', 30) }
    case 'flowchart.manual-input': return { slope: number(style, 'size', 30) / h }
    case 'flowchart.subroutine': return { bar: w * number(style, 'size', 0.1) }
    case 'basic.arrow-right': case 'basic.arrow-double': return { head: number(style, 'arrowSize', 0.2),
      shaft: number(style, 'arrowWidth', 0.3) }
    case 'basic.cross': return { thickness: number(style, 'size', 0.2) }
    case 'uml.lifeline': return { header: number(style, 'size', 40) }
    case 'uml.frame': return { tab: number(style, 'width', 60) }
    case 'uml.package': return { tab: number(style, 'tabHeight', 20) }
    case 'container.titled': return { header: number(style, 'startSize', 30) }
    default: return undefined
  }
}

/** Markers of draw.io's events and gateways, and what we call them. */
const BPMN_SYMBOLS: Readonly<Record<string, string>> = {
  message: 'message', timer: 'timer', error: 'error', escalation: 'escalation', cancel: 'cancel',
  compensation: 'compensation', conditional: 'conditional', link: 'link', signal: 'signal', multiple: 'multiple',
  parallelMultiple: 'parallel-multiple', terminate: 'terminate', terminate2: 'terminate',
}
const BPMN_GATEWAYS: Readonly<Record<string,
string>> = { exclusiveGw: 'exclusive', parallelGw: 'parallel', inclusiveGw: 'inclusive', complexGw: 'complex' }
const BPMN_TASKS: Readonly<Record<string,
string>> = { user: 'user', service: 'service', send: 'send', receive: 'receive', script: 'script', manual: 'manual',
  businessRule: 'business-rule' }

function ofBpmn(name: string, style: DrawioStyle): string | undefined {
  const symbol = style.get('symbol') ?? 'general'
  const outline = style.get('outline') ?? 'standard'
  if (name.startsWith('task')) return `bpmn.${lookUp(BPMN_TASKS, style.get('taskMarker'), '-')}task`
  const gateway = lookUp(BPMN_GATEWAYS, style.get('gwType') ? `${style.get('gwType')}Gw` : symbol)
  if (gateway) return `bpmn.gateway-${gateway}`
  if (name !== 'event' && name !== 'shape') return undefined
  const kind = outline === 'end' ? 'end' : outline === 'throwing' ? 'throw' : /^(catching|boundInt|boundNonint)/.test(outline) ? 'intermediate' : 'start'
  if (name === 'shape' && !style.has('outline')) return undefined
  const id = `bpmn.${lookUp(BPMN_SYMBOLS, symbol, '-')}${kind}`
  return shapeLibrary.has(id) ? id : `bpmn.${kind === 'throw' ? 'intermediate' : kind}`
}

const lookUp = (table: Readonly<Record<string, string>>, key: string | undefined, end = ''): string =>
  key !== undefined && Object.hasOwn(table, key) ? `${table[key]}${end}` : ''

function ofLibrary(path: string, style: DrawioStyle): DrawioMapping {
  const dot = path.indexOf('.')
  const [library, name] = dot < 0 ? [path, ''] : [path.slice(0, dot), path.slice(dot + 1)]
  const bpmn = library === 'bpmn' ? ofBpmn(name, style) : undefined
  if (bpmn) return { shape: bpmn, isExact: true }
  const table = Object.hasOwn(LIBRARIES, library) ? LIBRARIES[library] : undefined
  if (table && Object.hasOwn(table, name)) return { shape: table[name] ?? '', isExact: true }
  // The icon of a cloud's library stands in a key of its own.
  const words = `${style.get('resIcon') ?? style.get('prIcon') ?? ''}.${name}`.toLowerCase().split(/[^a-z0-9]+/).filter(word => word.length > 2).slice(-8).reverse()
  const [, categories, fallback] = GUESSES.find(([pattern]) => pattern.test(library)) ?? [null, [], 'basic.rectangle']
  for (const category of categories) {
    for (const word of words) {
      const found = SHAPES.find(shape => shape.category === category && (shape.id.endsWith(`.${word}`) || shape.keywords?.includes(word)))
      if (found) return { shape: found.id, isExact: false }
    }
  }
  return { shape: fallback, isExact: false }
}

/** All shapes that the tables name; for the test that the library has them. */
export const DRAWIO_TARGETS: readonly string[] = [
  ...Object.values(SHAPE_NAMES), ...Object.values(LIBRARIES).flatMap(table => Object.values(table)),
  ...Object.values(TURNED).flatMap(turns => Object.values(turns)),
]
