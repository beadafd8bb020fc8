/** Shapes of the library for those of draw.io, by their names there. */
import { isOn, numberIn, type Style } from './style.ts'

/** By `shape=`, or by the name at the style's start. */
const SHAPES: Record<string, string> = {
  rectangle: 'basic.rectangle', rect: 'basic.rectangle', label: 'basic.rectangle', ext: 'basic.rectangle', partialRectangle: 'basic.rectangle',
  ellipse: 'basic.ellipse', doubleEllipse: 'basic.ring', rhombus: 'basic.diamond', triangle: 'basic.triangle', hexagon: 'basic.hexagon',
  cylinder: 'basic.cylinder', cylinder2: 'basic.cylinder', cylinder3: 'basic.cylinder', datastore: 'basic.cylinder', cloud: 'basic.cloud',
  cube: 'basic.cube', isoCube: 'basic.cube', parallelogram: 'basic.parallelogram', trapezoid: 'basic.trapezoid', cross: 'basic.cross',
  note: 'basic.note', note2: 'basic.note', card: 'basic.snipped', tape: 'flowchart.paper-tape', document: 'flowchart.document',
  process: 'flowchart.subroutine', process2: 'flowchart.subroutine', internalStorage: 'flowchart.internal-storage', step: 'basic.chevron',
  dataStorage: 'flowchart.data-storage', manualInput: 'flowchart.manual-input', loopLimit: 'flowchart.loop-limit',
  offPageConnector: 'flowchart.off-page', delay: 'flowchart.delay', display: 'flowchart.display', callout: 'basic.callout',
  or: 'flowchart.delay', orEllipse: 'flowchart.summing-junction', sumEllipse: 'flowchart.or', lineEllipse: 'basic.ellipse', sortShape: 'flowchart.sort',
  collate: 'flowchart.collate', switch: 'basic.rectangle', singleArrow: 'basic.arrow-right', doubleArrow: 'basic.arrow-double',
  arrow: 'basic.arrow-right', corner: 'basic.arrow-bent', curlyBracket: 'basic.brace-left', line: 'basic.line-horizontal',
  umlActor: 'uml.actor', actor: 'org.person', umlLifeline: 'uml.lifeline', umlFrame: 'uml.frame', umlBoundary: 'uml.boundary',
  umlControl: 'uml.control', umlEntity: 'uml.entity', umlDestroy: 'uml.destruction', umlState: 'uml.state', folder: 'uml.package',
  component: 'uml.component-lugs', module: 'uml.component-lugs', lollipop: 'uml.interface', requiredInterface: 'uml.required-interface',
  requires: 'uml.required-interface', providedRequiredInterface: 'uml.interface', startState: 'uml.initial', endState: 'uml.final',
  message: 'bpmn.message', waypoint: 'basic.circle', swimlane: 'container.titled', table: 'container.titled',
  tableRow: 'basic.rectangle', plus: 'basic.cross', xor: 'flowchart.delay', crossbar: 'basic.line-horizontal', link: 'basic.line-horizontal',
  wedgeRectCallout: 'basic.callout', wedgeEllipseCallout: 'basic.callout-oval', wedgeRoundRectCallout: 'basic.callout-rounded',
  'mxgraph.flowchart.process': 'flowchart.process', 'mxgraph.flowchart.decision': 'flowchart.decision',
  'mxgraph.flowchart.terminator': 'flowchart.start-end', 'mxgraph.flowchart.start_1': 'flowchart.start-end',
  'mxgraph.flowchart.start_2': 'basic.ellipse', 'mxgraph.flowchart.data': 'flowchart.input-output',
  'mxgraph.flowchart.document': 'flowchart.document', 'mxgraph.flowchart.document2': 'flowchart.document',
  'mxgraph.flowchart.multi-document': 'flowchart.multiple-documents', 'mxgraph.flowchart.predefined_process': 'flowchart.subroutine',
  'mxgraph.flowchart.database': 'flowchart.database', 'mxgraph.flowchart.direct_data': 'flowchart.direct-data',
  'mxgraph.flowchart.sequential_data': 'flowchart.sequential-data', 'mxgraph.flowchart.stored_data': 'flowchart.data-storage',
  'mxgraph.flowchart.manual_input': 'flowchart.manual-input', 'mxgraph.flowchart.manual_operation': 'flowchart.manual-operation',
  'mxgraph.flowchart.preparation': 'flowchart.preparation', 'mxgraph.flowchart.on-page_reference': 'flowchart.connector',
  'mxgraph.flowchart.off-page_reference': 'flowchart.off-page', 'mxgraph.flowchart.merge_or_storage': 'flowchart.merge',
  'mxgraph.flowchart.extract_or_measurement': 'flowchart.extract', 'mxgraph.flowchart.sort': 'flowchart.sort',
  'mxgraph.flowchart.collate': 'flowchart.collate', 'mxgraph.flowchart.or': 'flowchart.or', 'mxgraph.flowchart.delay': 'flowchart.delay',
  'mxgraph.flowchart.summing_function': 'flowchart.summing-junction', 'mxgraph.flowchart.display': 'flowchart.display',
  'mxgraph.flowchart.card': 'flowchart.card', 'mxgraph.flowchart.paper_tape': 'flowchart.paper-tape',
  'mxgraph.flowchart.loop_limit': 'flowchart.loop-limit', 'mxgraph.flowchart.internal_storage': 'flowchart.internal-storage',
  'mxgraph.flowchart.annotation_1': 'flowchart.annotation', 'mxgraph.flowchart.annotation_2': 'flowchart.annotation',
  'mxgraph.flowchart.parallel_mode': 'flowchart.parallel', 'mxgraph.flowchart.transfer': 'flowchart.transfer',
  'mxgraph.basic.rect': 'basic.rectangle', 'mxgraph.basic.oval_callout': 'basic.callout-oval', 'mxgraph.basic.cloud_callout': 'basic.callout-cloud',
  'mxgraph.basic.roundRectCallout': 'basic.callout-rounded', 'mxgraph.basic.rectCallout': 'basic.callout', 'mxgraph.basic.star': 'basic.star',
  'mxgraph.basic.heart': 'basic.heart', 'mxgraph.basic.pentagon': 'basic.pentagon', 'mxgraph.basic.octagon2': 'basic.octagon',
  'mxgraph.basic.cross': 'basic.cross', 'mxgraph.basic.donut': 'basic.ring', 'mxgraph.basic.half_circle': 'basic.half-circle',
  'mxgraph.basic.orthogonal_triangle': 'basic.right-triangle', 'mxgraph.basic.drop': 'basic.drop', 'mxgraph.basic.moon': 'basic.moon',
  'mxgraph.basic.flash': 'basic.lightning', 'mxgraph.basic.cloud_rect': 'basic.cloud', 'mxgraph.basic.pie': 'basic.pie',
  'mxgraph.arrows2.arrow': 'basic.arrow-right', 'mxgraph.arrows2.stylisedArrow': 'basic.arrow-notched', 'mxgraph.arrows2.bendArrow': 'basic.arrow-bent',
  'mxgraph.arrows2.uTurnArrow': 'basic.arrow-u-turn', 'mxgraph.arrows2.twoWayArrow': 'basic.arrow-double', 'mxgraph.arrows.bent_right_arrow': 'basic.arrow-bent',
  'mxgraph.bpmn.task': 'basic.rounded-rectangle', 'mxgraph.bpmn.data': 'bpmn.data-object', 'mxgraph.bpmn.gateway2': 'basic.diamond',
  'mxgraph.bpmn.gateway': 'basic.diamond', 'mxgraph.bpmn.event': 'basic.circle', 'mxgraph.bpmn.conversation': 'basic.hexagon',
  'mxgraph.sysml.package': 'uml.package', 'mxgraph.sysml.initial': 'uml.initial', 'mxgraph.sysml.actFinal': 'uml.final',
  'mxgraph.sysml.flowFinal': 'uml.flow-final', 'mxgraph.dfd.dataStoreID': 'flowchart.internal-storage',
  'mxgraph.er.anchor': 'basic.rectangle', 'mxgraph.mockup.containers.browserWindow': 'container.browser',
  'mxgraph.mockup.containers.window': 'container.window', 'mxgraph.mockup.forms.comboBox': 'wireframe.dropdown',
  'mxgraph.mockup.buttons.button': 'wireframe.button', 'mxgraph.mockup.forms.searchBox': 'wireframe.search-field',
  'mxgraph.ios7ui.phone': 'container.phone', 'mxgraph.ios.iPhone': 'container.phone', 'mxgraph.android.phone2': 'container.phone',
  'mxgraph.infographic.cylinder': 'basic.cylinder', 'mxgraph.infographic.ribbonSimple': 'basic.chevron',
  'mxgraph.gcp2.doubleRect': 'basic.rectangle', 'mxgraph.aws4.group': 'container.box', 'mxgraph.networks.cloud': 'network.cloud',
}

/** Groups of stencils with a shape of one kind for all. */
const FAMILIES: [prefix: string, shape: string][] = [['mxgraph.lean_mapping.timeline', 'basic.rectangle']]

export interface NamedShape {
  /** Id in the library. */
  shape: string
  /** False when the library has nothing like it and a box stands for it. */
  known: boolean
  /** What draw.io calls it. */
  name: string
}

export function shapeOf(style: Style): NamedShape {
  const name = style.values.get('shape') || [...style.names].find(named => Object.hasOwn(SHAPES, named)) || 'rectangle'
  if (name === 'rectangle' || name === 'rect' || name === 'label') {
    const plain = style.values.get('fillColor') === 'none' && style.values.get('strokeColor') === 'none'
    return { name, known: true, shape: plain ? 'basic.text' : isOn(style, 'rounded') ? 'basic.rounded-rectangle' : 'basic.rectangle' }
  }
  if (name === 'swimlane' && style.values.get('horizontal') === '0') return { name, known: true, shape: 'container.titled-left' }
  const shape = Object.hasOwn(SHAPES, name) ? SHAPES[name] : FAMILIES.find(([prefix]) => name.startsWith(prefix))?.[1]
  return { name, known: shape !== undefined, shape: shape ?? 'basic.rectangle' }
}

/** Shapes that this importer may use; for the test that the library has them. */
export const USED_SHAPES: readonly string[] = [...new Set([
  ...Object.values(SHAPES), ...FAMILIES.map(([, shape]) => shape), 'basic.text', 'basic.rounded-rectangle', 'container.titled-left', 'basic.image',
])]

/** Values of the shape's own parameters that a style sets. */
export function parametersOf(style: Style, shape: string, width: number, height: number): Record<string, number> | undefined {
  if (shape === 'container.titled' || shape === 'container.titled-left') return { header: Math.max(0, numberIn(style, 'startSize', 23)) }
  if (shape !== 'basic.rounded-rectangle') return undefined
  const arc = numberIn(style, 'arcSize', isOn(style, 'absoluteArcSize') ? 20 : 15)
  const radius = isOn(style, 'absoluteArcSize') ? arc / 2 : Math.min(width, height) * Math.min(50, arc) / 100
  return { radius: Math.max(0, Math.min(radius, Math.min(width, height) / 2)) }
}
