/** What draw.io's shapes are of ours, by their names there. */

/** By `shape=`, or by the name at the style's start. */
export const NAMES: Readonly<Record<string, string>> = {
  rectangle: 'basic.rectangle', rect: 'basic.rectangle', label: 'basic.rectangle', ext: 'basic.rectangle',
  partialRectangle: 'basic.rectangle', ellipse: 'basic.ellipse', doubleEllipse: 'erd.multivalued-attribute', rhombus: 'basic.diamond',
  triangle: 'basic.triangle-right', hexagon: 'basic.hexagon', cylinder: 'basic.cylinder', cylinder2: 'basic.cylinder',
  cylinder3: 'basic.cylinder', datastore: 'bpmn.data-store', cloud: 'basic.cloud', cube: 'basic.cube', isoCube: 'basic.cube',
  parallelogram: 'basic.parallelogram', trapezoid: 'basic.trapezoid', cross: 'basic.cross', note: 'basic.note',
  note2: 'basic.note', card: 'basic.snipped', tape: 'flowchart.paper-tape', document: 'flowchart.document',
  process: 'flowchart.subroutine', process2: 'flowchart.subroutine', internalStorage: 'flowchart.internal-storage',
  step: 'basic.chevron', dataStorage: 'flowchart.data-storage', manualInput: 'flowchart.manual-input',
  loopLimit: 'flowchart.loop-limit', offPageConnector: 'flowchart.off-page', delay: 'flowchart.delay',
  display: 'flowchart.display', callout: 'basic.callout', or: 'flowchart.delay', orEllipse: 'flowchart.or',
  sumEllipse: 'flowchart.summing-junction', lineEllipse: 'basic.ellipse', sortShape: 'flowchart.sort', collate: 'flowchart.collate',
  switch: 'basic.rectangle', singleArrow: 'basic.arrow-right', doubleArrow: 'basic.arrow-double', arrow: 'basic.arrow-right',
  corner: 'basic.arrow-bent', curlyBracket: 'basic.brace-left', line: 'basic.line-horizontal', umlActor: 'uml.actor',
  actor: 'org.person', umlLifeline: 'uml.lifeline', umlFrame: 'uml.frame', umlBoundary: 'uml.boundary',
  umlControl: 'uml.control', umlEntity: 'uml.entity', umlDestroy: 'uml.destruction', umlState: 'uml.state',
  folder: 'uml.package', component: 'uml.component-lugs', module: 'uml.component-lugs', lollipop: 'uml.interface',
  requiredInterface: 'uml.required-interface', requires: 'uml.required-interface', providedRequiredInterface: 'uml.interface',
  startState: 'uml.initial', endState: 'uml.final', message: 'bpmn.message', waypoint: 'basic.circle',
  swimlane: 'container.titled', table: 'container.titled', tableRow: 'basic.rectangle', plus: 'basic.cross',
  xor: 'flowchart.delay', crossbar: 'basic.line-horizontal', link: 'basic.line-horizontal', wedgeRectCallout: 'basic.callout',
  wedgeEllipseCallout: 'basic.callout-oval', wedgeRoundRectCallout: 'basic.callout-rounded',
  tapeData: 'flowchart.sequential-data', transfer: 'flowchart.transfer',
  flexArrow: 'basic.arrow-right', plaque: 'basic.plaque', box: 'uml.node', associativeEntity: 'erd.associative-entity',
  weakEntity: 'erd.weak-entity', dimension: 'basic.line-horizontal',
}

/** By the library and the rest of the name in `shape=mxgraph.<library>.<name>`. */
export const LIBRARIES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  flowchart: {
    process: 'flowchart.process', decision: 'flowchart.decision', terminator: 'flowchart.start-end',
    start_1: 'flowchart.start-end', start_2: 'basic.ellipse', data: 'flowchart.input-output', document: 'flowchart.document',
    document2: 'flowchart.document', 'multi-document': 'flowchart.multiple-documents',
    predefined_process: 'flowchart.subroutine', database: 'flowchart.database', direct_data: 'flowchart.direct-data',
    sequential_data: 'flowchart.sequential-data', stored_data: 'flowchart.data-storage',
    manual_input: 'flowchart.manual-input', manual_operation: 'flowchart.manual-operation',
    preparation: 'flowchart.preparation', 'on-page_reference': 'flowchart.connector',
    'off-page_reference': 'flowchart.off-page', merge_or_storage: 'flowchart.merge',
    extract_or_measurement: 'flowchart.extract', sort: 'flowchart.sort', collate: 'flowchart.collate', or: 'flowchart.or',
    delay: 'flowchart.delay', summing_function: 'flowchart.summing-junction', display: 'flowchart.display',
    card: 'flowchart.card', paper_tape: 'flowchart.paper-tape', loop_limit: 'flowchart.loop-limit',
    internal_storage: 'flowchart.internal-storage', annotation_1: 'flowchart.annotation', annotation_2: 'flowchart.annotation',
    parallel_mode: 'flowchart.parallel', transfer: 'flowchart.transfer', on_page_reference: 'flowchart.connector',
    punched_tape: 'flowchart.paper-tape',
  },
  basic: {
    rect: 'basic.rectangle', oval_callout: 'basic.callout-oval', cloud_callout: 'basic.callout-cloud',
    roundRectCallout: 'basic.callout-rounded', rectCallout: 'basic.callout', star: 'basic.star', heart: 'basic.heart',
    pentagon: 'basic.pentagon', octagon2: 'basic.octagon', cross: 'basic.cross', donut: 'basic.ring',
    half_circle: 'basic.half-circle', orthogonal_triangle: 'basic.right-triangle', drop: 'basic.drop', moon: 'basic.moon',
    flash: 'basic.lightning', cloud_rect: 'basic.cloud', pie: 'basic.pie', '4_point_star_2': 'basic.star-4',
    '6_point_star': 'basic.star-6', acute_triangle: 'basic.triangle-right', banner: 'basic.banner', cone: 'basic.triangle',
    cross2: 'basic.cross', cube: 'basic.cube', frame: 'basic.frame', no_symbol: 'flowchart.summing-junction',
    partConcEllipse: 'basic.ring', plaque: 'basic.plaque', pointed_edge: 'basic.home-plate', polygon: 'basic.hexagon',
    rectangular_callout: 'basic.callout', sun: 'basic.burst', tick: 'wireframe.icon-check',
    trapezoid: 'basic.trapezoid', wave: 'basic.banner', wave2: 'basic.banner', x: 'basic.cross-out',
    rounded_frame: 'basic.frame', diag_snip_rect: 'basic.snipped', corner_round_rect: 'basic.rounded-rectangle',
    three_corner_round_rect: 'basic.rounded-rectangle',
  },
  arrows: {
    bent_right_arrow: 'basic.arrow-bent', left_arrow: 'basic.arrow-left', right_arrow: 'basic.arrow-right',
    up_arrow: 'basic.arrow-up', down_arrow: 'basic.arrow-down', two_way_arrow_horizontal: 'basic.arrow-double',
    two_way_arrow_vertical: 'basic.arrow-up-down', quad_arrow: 'basic.arrow-four', u_turn_left_arrow: 'basic.arrow-u-turn',
    notched_right_arrow: 'basic.arrow-notched', chevron_arrow: 'basic.chevron',
  },
  arrows2: {
    arrow: 'basic.arrow-right', stylisedArrow: 'basic.arrow-notched', bendArrow: 'basic.arrow-bent',
    uTurnArrow: 'basic.arrow-u-turn', twoWayArrow: 'basic.arrow-double', quadArrow: 'basic.arrow-four',
    sharpArrow: 'basic.chevron', tailedNotchedArrow: 'basic.arrow-notched', calloutArrow: 'basic.callout-side',
  },
  bpmn: {
    task: 'basic.rounded-rectangle', data: 'bpmn.data-object', gateway2: 'basic.diamond', gateway: 'basic.diamond',
    event: 'basic.circle', conversation: 'basic.hexagon', task2: 'bpmn.task', shape: 'bpmn.gateway', data2: 'bpmn.data-object',
    ad_hoc: 'bpmn.ad-hoc',
  },
  er: {
    anchor: 'basic.rectangle', entity: 'erd.entity', attribute: 'erd.attribute', has: 'erd.relationship',
    hasinverse: 'erd.relationship',
  },
  sysml: {
    package: 'uml.package', initial: 'uml.initial', actFinal: 'uml.final', flowFinal: 'uml.flow-final', port: 'uml.port',
  },
  dfd: {
    dataStoreID: 'flowchart.internal-storage',
  },
  archimate3: {
    application: 'basic.rectangle', business: 'basic.rectangle', tech: 'basic.rectangle', component: 'uml.component-lugs',
    actor: 'uml.actor', node: 'uml.node',
  },
  infographic: {
    cylinder: 'basic.cylinder', ribbonSimple: 'basic.chevron', shadedTriangle: 'basic.triangle', shadedCube: 'basic.cube',
    bannerSingleFold: 'basic.banner',
  },
  floorplan: {
    wall: 'basic.rectangle', room: 'basic.frame', window: 'basic.rectangle', doorLeft: 'basic.quarter-circle',
    doorRight: 'basic.quarter-circle',
  },
  networks: {
    cloud: 'network.cloud', server: 'network.server', router: 'network.router', switch: 'network.switch',
    firewall: 'network.firewall', laptop: 'network.laptop', pc: 'network.pc', printer: 'network.printer',
    storage: 'network.storage', users: 'network.user-group', mainframe: 'network.mainframe', modem: 'network.modem',
    hub: 'network.hub', rack: 'network.rack',
  },
  aws4: {
    group: 'container.box', groupCenter: 'container.box',
  },
  gcp2: {
    doubleRect: 'basic.rectangle',
  },
  mockup: {
    'containers.browserWindow': 'container.browser', 'containers.window': 'container.window',
    'forms.comboBox': 'wireframe.dropdown', 'buttons.button': 'wireframe.button', 'forms.searchBox': 'wireframe.search-field',
    'containers.userMale': 'network.user', 'forms.checkbox': 'wireframe.checkbox', 'forms.rrect': 'wireframe.popover',
    'text.textBox': 'wireframe.text-field', 'containers.videoPlayer': 'wireframe.video',
  },
  ios: {
    iPhone: 'container.phone', iPad: 'container.tablet',
  },
  ios7ui: {
    phone: 'container.phone',
  },
  android: {
    phone2: 'container.phone', tablet: 'container.tablet',
  },
}

/** Groups of stencils with a shape of one kind for all. */
export const FAMILIES: readonly (readonly [prefix: string, shape: string])[] = [['mxgraph.lean_mapping.timeline', 'basic.rectangle']]
