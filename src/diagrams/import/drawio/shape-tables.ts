/** draw.io's shapes by name, as library shapes. */
import { shapeIds, type ShapeIds } from '../../shapes/shape-ids.ts'
import { SCREENS } from './screen-tables.ts'
import { TRADES } from './trade-tables.ts'

/** By `shape=`, or by the style's first name. */
export const NAMES: ShapeIds = shapeIds(
  'basic',
  `
  rectangle rect:rectangle label:rectangle ext:rectangle partialRectangle:rectangle ellipse
  doubleEllipse:erd.multivalued-attribute rhombus:diamond triangle:triangle-right hexagon cylinder cylinder2:cylinder
  cylinder3:cylinder datastore:bpmn.data-store cloud cube isoCube:cube parallelogram trapezoid cross note note2:note
  card:snipped tape:flowchart.paper-tape document:flowchart.document process:flowchart.subroutine
  process2:flowchart.subroutine internalStorage:flowchart.internal-storage step:chevron
  dataStorage:flowchart.data-storage manualInput:flowchart.manual-input loopLimit:flowchart.loop-limit
  offPageConnector:flowchart.off-page delay:flowchart.delay display:flowchart.display callout or:flowchart.delay
  orEllipse:flowchart.or sumEllipse:flowchart.summing-junction lineEllipse:ellipse sortShape:flowchart.sort
  collate:flowchart.collate switch:rectangle singleArrow:arrow-right doubleArrow:arrow-double arrow:arrow-right
  corner:arrow-bent curlyBracket:brace-left line:line-horizontal umlActor:uml.actor actor:org.person
  umlLifeline:uml.lifeline umlFrame:uml.frame-open umlBoundary:uml.boundary umlControl:uml.control umlEntity:uml.entity
  umlDestroy:uml.destruction umlState:uml.state folder:uml.package component:uml.component-lugs
  module:uml.component-lugs lollipop:uml.interface requiredInterface:uml.required-interface
  requires:uml.required-interface providedRequiredInterface:uml.interface startState:uml.initial endState:uml.final
  message:bpmn.message waypoint:circle swimlane:container.titled table:container.titled tableRow:rectangle plus:cross
  xor:flowchart.delay crossbar:line-horizontal link:line-horizontal wedgeRectCallout:callout
  wedgeEllipseCallout:callout-oval wedgeRoundRectCallout:callout-rounded tapeData:flowchart.sequential-data
  transfer:flowchart.transfer flexArrow:arrow-right plaque box:uml.node rect2:rectangle isoCube2:cube
  isoRectangle:diamond
  associativeEntity:erd.associative-entity
  weakEntity:erd.weak-entity dimension:line-horizontal
`,
)

/** By library and name in `shape=mxgraph.<library>.<name>`. */
export const LIBRARIES: Readonly<Record<string, ShapeIds>> = {
  ...TRADES,
  ...SCREENS,
  flowchart: shapeIds(
    'flowchart',
    `
    process decision terminator:start-end start_1:start-end start_2:basic.ellipse data:input-output document
    document2:document multi-document:multiple-documents predefined_process:subroutine database direct_data
    sequential_data stored_data:data-storage manual_input manual_operation preparation on-page_reference:connector
    off-page_reference:off-page merge_or_storage:merge extract_or_measurement:extract sort collate or delay
    summing_function:summing-junction display card paper_tape loop_limit internal_storage annotation_1:annotation
    annotation_2:annotation parallel_mode:parallel transfer on_page_reference:connector punched_tape:paper-tape
  `,
  ),
  basic: shapeIds(
    'basic',
    `
    rect:rectangle oval_callout:callout-oval cloud_callout:callout-cloud roundRectCallout:callout-rounded
    rectCallout:callout star heart pentagon octagon2:octagon cross donut:ring half_circle
    orthogonal_triangle:right-triangle drop moon flash:lightning cloud_rect:cloud pie 4_point_star_2:star-4
    6_point_star:star-6 acute_triangle:triangle-right banner cone:triangle cross2:cross cube frame
    no_symbol:flowchart.summing-junction partConcEllipse:ring plaque pointed_edge:home-plate polygon:hexagon
    rectangular_callout:callout sun:burst tick:wireframe.icon-check trapezoid wave:banner wave2:banner x:cross-out
    4_point_star:star-4 8_point_star:burst document:flowchart.document loud_callout:burst smiley:object.smile
    layered_rect:frame button:frame shaded_button:rounded-rectangle diag_stripe:parallelogram pointed_oval:drop
    diag_round_rect:rounded-rectangle isocube:cube isocube2:cube polyline:line-horizontal patternFillRect:rectangle
    obtuse_triangle:triangle rounded_rectangular_callout:callout-rounded cloud_callout2:callout-cloud
    rounded_frame:frame diag_snip_rect:snipped corner_round_rect:rounded-rectangle arc
    three_corner_round_rect:rounded-rectangle
  `,
  ),
  arrows: shapeIds(
    'basic',
    `
    bent_right_arrow:arrow-bent left_arrow:arrow-left right_arrow:arrow-right up_arrow:arrow-up down_arrow:arrow-down
    two_way_arrow_horizontal:arrow-double two_way_arrow_vertical:arrow-up-down quad_arrow:arrow-four
    u_turn_left_arrow:arrow-u-turn jump-in_arrow_1:arrow-bent jump-in_arrow_2:arrow-bent
    notched_right_arrow:arrow-notched chevron_arrow:chevron
  `,
  ),
  arrows2: shapeIds(
    'basic',
    `
    arrow:arrow-right stylisedArrow:arrow-notched bendArrow:arrow-bent uTurnArrow:arrow-u-turn
    twoWayArrow:arrow-double quadArrow:arrow-four sharpArrow:chevron tailedNotchedArrow:arrow-notched
    calloutArrow:callout-side
  `,
  ),
  bpmn: shapeIds(
    'bpmn',
    `
    task:basic.rounded-rectangle data:data-object gateway2:basic.diamond gateway:basic.diamond event:basic.circle
    conversation:basic.hexagon task2:task shape:gateway data2:data-object ad_hoc
    user_task:software.user service_task:software.settings script_task:software.script business_rule_task:software.table
  `,
  ),
  er: shapeIds('erd', 'anchor:basic.rectangle entity attribute has:relationship hasinverse:relationship'),
  dfd: shapeIds('flowchart', 'dataStoreID:internal-storage'),
  infographic: shapeIds(
    'basic',
    `
    cylinder ribbonSimple:chevron ribbonRolled:banner ribbonDoubleFolded:banner ribbonBackFolded:banner
    shadedTriangle:triangle shadedPyramid:triangle shadedCube:cube banner bannerSingleFold:banner
    bannerHalfFold:banner circularDial:ring circularCallout:callout-oval circularCallout2:callout-oval
    flag:software.flag numberedEntryVert:rounded-rectangle numberedEntryTri:home-plate pyramidStep:trapezoid
    barCallout:callout
  `,
  ),
  c4: shapeIds(
    'org',
    'person person2:person webBrowserContainer:container.browser webBrowserContainer2:container.browser',
  ),
  sitemap: shapeIds(
    'sitemap',
    `
    page home list form document download photo video search shopping:cart login profile page_stack:page-stack
    gallery:photo user:profile
  `,
  ),
  networks: shapeIds(
    'network',
    'cloud server router switch firewall laptop pc printer storage users:user-group mainframe modem hub rack',
  ),
}
