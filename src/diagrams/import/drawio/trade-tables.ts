/** draw.io's shapes of engineering, building, value streams and modelling languages, as library shapes. */
import { shapeIds, type ShapeIds } from '../../shapes/shape-ids.ts'

/** By library and name in `shape=mxgraph.<library>.<name>`. */
export const TRADES: Readonly<Record<string, ShapeIds>> = {
  floorplan: shapeIds(
    'floorplan',
    `
    wall wallCorner:wall-corner wallU:wall-u room opening window windowGlider:window-sliding windowGarden:window-bay
    windowBow:window-bay windowBay:window-bay stairs stairsRest:stairs-landing spiral_stairs:stairs-spiral
    doorLeft:door-left doorRight:door-right doorDouble:door-double doorUneven:door-double doorOpposing:door-double
    doorDoubleAction:door-double doorRevolving:door-revolving doorPocket:door-sliding doorDoublePocket:door-sliding
    doorBypass:door-sliding doorSlidingGlass:door-sliding doorBifold:door-folding doorAccordion:door-folding
    doorOverhead:door-overhead bathtub bathtub2:bathtub bed_double:bed-double bed_single:bed-single bookcase chair
    copier couch:sofa crt_tv:crt desk_corner:desk-corner desk_corner_2:desk-corner dresser elevator fireplace
    flat_tv:television floor_lamp:lamp-floor laptop office_chair:chair-office piano plant printer range_1:stove
    range_2:stove refrigerator:fridge shower shower2:shower sink_1:sink sink_2:sink sink_22:sink
    sink_double:sink-double sink_double2:sink-double sofa spiral_stairs2:stairs-spiral table toilet
    water_cooler:water-cooler workstation
  `,
  ),
  lean_mapping: shapeIds(
    'lean',
    `
    outside_sources:customer manufacturing_process:process-box manufacturing_process_shared:process-shared
    data_box:data-box work_cell:work-cell inventory_box:inventory push_arrow:push-arrow
    shipment_arrow:shipment-arrow supermarket physical_pull:pull fifo_lane:fifo-lane
    buffer_or_safety_stock:safety-stock truck_shipment:truck schedule:production-control
    go_see_production_scheduling:go-see kaizen_lightening_burst:kaizen kanban_post:kanban-post
    load_leveling:load-levelling move_by_forklift:forklift mrp_erp:erp operator quality_problem:quality verbal
    fifo_sequence_flow:fifo-sequence production_kanban:kanban-production withdrawal_kanban:kanban-withdrawal
    signal_kanban:kanban-signal batched_kanban:kanban-batched sequenced_pull_ball:pull-ball rail_shipment:rail
    airplane_7:air air_freight:air warehouse crossDock:cross-dock orders control_center:control-center timeline
  `,
  ),
  electrical: shapeIds(
    'electrical',
    `
    logic_gates.and:and logic_gates.or:or logic_gates.nand:nand logic_gates.nor:nor logic_gates.xor:xor
    logic_gates.xnor:xnor logic_gates.buffer:buffer logic_gates.buffer2:buffer logic_gates.inverter:inverter
    logic_gates.inverter_2:inverter logic_gates.inverting_contact:terminal logic_gates.schmitt_trigger:schmitt-trigger
    resistors.resistor_1:resistor resistors.resistor_2:resistor-zigzag capacitors.capacitor_1:capacitor
    diodes.diode:diode miscellaneous.monocell_battery:cell miscellaneous.multicell_battery:battery
    plc_ladder.contact:contact plc_ladder.not_contact:contact-closed plc_ladder.output_1:coil plc_ladder.output_2:coil
    plc_ladder.not_output_1:coil-negated plc_ladder.not_output_2:coil-negated signal_sources.protective_earth:earth
    signal_sources.signal_ground:signal-ground abstract.function:transfer-function abstract.block:transfer-function
    abstract.summation_point:summation abstract.amplifier:amplifier abstract.op_amp_1:op-amp
  `,
  ),
  sysml: shapeIds(
    'uml',
    `
    package:frame initial actFinal:final flowFinal:flow-final port callBehAct:call-behaviour isControl:action-pin-right
    isStream:action-pin-right isStream2:action-pin-right objFlowL:action-pin-left objFlowR:action-pin-right
    actParamNode:activity-parameter accEvent:receive-signal sendSigAct:send-signal timeEvent:time-event
    itemFlow:part-port-right itemFlowLeft:part-port-left itemFlowRight:part-port-right
    itemFlowTop:basic.rectangle itemFlowBottom:basic.rectangle dimension:basic.line-horizontal
    paramAct:activity-parameter
    nestedPort:part-port-left usageDescription:use-case stakeholder:actor
  `,
  ),
  archimate3: shapeIds(
    'basic',
    `
    application:rectangle business:rectangle tech:rectangle passive:rectangle component:uml.component-lugs
    actor:uml.actor role:cylinder node:uml.node service:pill function:home-plate process:arrow-right event:home-plate
    interface:uml.interface interaction:half-circle artifact:uml.artifact contract:container.list
    product:container.folder collaboration:uml.collaboration device:network.laptop locationIcon:pin
    representation:flowchart.document material:hexagon facility:network.factory equipment:software.settings
    assess:cloud.search goal:software.goal driver:software.goal outcome:software.goal requirement:parallelogram
    principle:rectangle meaning:callout-cloud value:ellipse gap:ellipse workPackage:software.pipeline
    deliverable:flowchart.document capability:software.blocks resource:network.battery course:software.goal
    sysSw:uml.artifact path:arrow-double netw:network.hub distribution:arrow-double
  `,
  ),
  rackGeneral: shapeIds(
    'network',
    `
    container:rack-frame rackCabinet3:rack-frame plate:rack-shelf shelf:rack-shelf horCableDuct:cable-duct
    horRoutingBank:cable-duct neatPatch:patch-panel
  `,
  ),
  aws: shapeIds('container', 'groups.rrect:rounded groups.rect:box'),
  aws3d: shapeIds('basic', 'spot:ellipse arrowhead:triangle'),
  aws4: shapeIds('container', 'group:box groupCenter:box group2:box'),
  gcp2: shapeIds('basic', 'doubleRect:rectangle'),
  ibm: shapeIds('container', 'box'),
}
