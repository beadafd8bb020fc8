/**
 * Gliffy's stencils by family, as library shapes. Names are those of its `uid`s and `tid`s without family and version;
 * a stencil's look is inferred from its name.
 */
import { shapeIds, type ShapeIds } from './shape-ids.ts'

/** Family → name → shape id. A name is looked up in its own family first, then in all. */
export const GLIFFY_SHAPES: Readonly<Record<string, ShapeIds>> = {
  basic: shapeIds(
    'basic',
    `
    round_rectangle:rounded-rectangle rounded_rectangle rectangle square ellipse circle diamond triangle
    right_triangle pentagon hexagon heptagon octagon decagon star five_star:star four_star:star-4 six_star:star-6
    cross plus:cross cylinder cube cloud rhombus:parallelogram parallelogram trapezoid:flowchart.manual-operation
    right_arrow:arrow-right left_arrow:arrow-left up_arrow:arrow-up down_arrow:arrow-down double_arrow:arrow-double
    double_headed_arrow:arrow-double quad_arrow:arrow-four bent_arrow:arrow-bent u_turn_arrow:arrow-u-turn chevron
    callout speech_bubble:callout-rounded thought_bubble:callout-cloud note heart moon lightning
    left_bracket:bracket-left right_bracket:bracket-right left_brace:brace-left right_brace:brace-right
    brace:brace-left rounded_top donut:ring half_circle quarter_circle
  `,
  ),
  flowchart: shapeIds(
    'flowchart',
    `
    process rectangle:process decision diamond:decision start_end terminator:start-end input_output data:input-output
    document multiple_documents subroutine predefined_process:subroutine alternate_process internal_storage
    data_storage stored_data:data-storage database direct_data sequential_data manual_input manual_operation
    preparation connector off_page_connector:off-page merge extract sort collate or summing_junction
    and:summing-junction delay display card paper_tape loop_limit parallel_mode:parallel annotation transfer
  `,
  ),
  uml: shapeIds(
    'uml',
    `
    class simple_class interface object package use_case actor lifeline object_timeline:timeline activation state
    action activity:action initial initial_state:initial start:initial final final_state:final end:final flow_final
    component:component-lugs node artifact note comment:note fork join:fork frame boundary control entity history
    decision:choice choice port self_message destruction system_boundary:boundary-system collaboration time_event
    send_signal receive_signal accept_event:receive-signal composite_state
  `,
  ),
  erd: shapeIds(
    'erd',
    `
    entity weak_entity associative_entity attribute key_attribute weak_key_attribute derived_attribute
    multi_value_attribute:multivalued-attribute multivalued_attribute relation:relationship relationship
    weak_relationship:identifying-relationship identifying_relationship entity_with_attributes
    entity_with_multiple_attributes:entity-with-keys
  `,
  ),
  bpmn: shapeIds(
    'bpmn',
    `
    task activity:task sub_process:subprocess subprocess collapsed_sub_process:subprocess
    expanded_sub_process:expanded-subprocess ad_hoc loop:loop-task multiple_instance:multiple-task transaction
    call_activity general_start:start general_intermediate:intermediate general_end:end rule_start:conditional-start
    rule_intermediate:conditional-intermediate gateway exclusive_gateway:gateway-exclusive
    inclusive_gateway:gateway-inclusive parallel_gateway:gateway-parallel complex_gateway:gateway-complex
    event_gateway:gateway-event event_based_gateway:gateway-event data_object data_store text_annotation:annotation
    annotation group pool:swimlane.horizontal-1 lane:swimlane.lane-horizontal message
  `,
  ),
  swimlanes: Object.fromEntries(
    ['horizontal', 'vertical'].flatMap(direction =>
      [
        ['single_lane', 1],
        ['two_lane', 2],
        ['double_lane', 2],
        ['three_lane', 3],
        ['four_lane', 4],
        ['five_lane', 5],
      ].flatMap(([lanes, count]) => [
        [`${direction}_${lanes}_pool`, `swimlane.${direction}-${count}`],
        [`${direction}_${lanes}`, `swimlane.${direction}-${count}`],
      ]),
    ),
  ),
  org: shapeIds(
    'org',
    `
    position assistant executive manager consultant vacancy team
  `,
  ),
  network: shapeIds(
    'network',
    `
    cloud server server_3d rack_server_1u:rack-server rack_server_2u:rack-server rack server_rack:rack encrypted:lock
    lock user male_user:user female_user:user-female user_group router switch hub modem firewall firewall_3d laptop
    laptop_3d:laptop pc desktop:pc workstation:host monitor printer phone iphone:smartphone iphone_3d:smartphone
    smartphone mobile_phone:smartphone comm_link:link database mainframe access_point
    wireless_access_point:access-point satellite satellite_dish:dish tower radio_tower:tower building house
    city:offices camera internet:cloud.internet load_balancer storage tape tablet scanner projector tv:television
  `,
  ),
  cisco: shapeIds(
    'network',
    `
    standard_host:cabinet key cloud:basic.cloud accesspoint:access-point access_point generic_building:building
    relational_database:basic.cylinder workgroup_switch:switch layer_3_switch wlan_controller router firewall pc
    laptop ip_phone:phone phone printer lock user file_server:server web_server:server fileserver:server disk
    tape_array:tape disk_subsystem:storage hub modem satellite_dish:dish radio_tower:tower ups:power camera mainframe
    ibm_mainframe:mainframe pix_firewall:firewall bridge:switch small_hub:hub man_woman:user-group man:user
    woman:user-female house
  `,
  ),
  android: shapeIds(
    'network',
    `
    monitor folder phone:container.phone tablet:container.tablet button:wireframe.button
  `,
  ),
  iphone: shapeIds(
    'network',
    `
    glyph_cloud:cloud-outline glyph_folder:folder-outline iphone:container.phone phone:container.phone
    ipad:container.tablet button:wireframe.button glyph_lock:lock glyph_user:user glyph_mail:cloud.mail
    glyph_search:wireframe.icon-search glyph_home:wireframe.icon-home glyph_settings:software.settings
    glyph_clock:software.clock glyph_calendar:software.calendar glyph_camera:wireframe.icon-camera
    glyph_trash:wireframe.icon-delete
  `,
  ),
  azure: shapeIds(
    'cloud',
    `
    visual_studio_team_services_git_repository:network.repository
    visual_studio_team_services_git_repository_color:network.repository event_grid_subscriptions:event-grid resource
    azure_service_bus:service-bus sql_database:database virtual_machine:compute virtual_network:network
    function_apps:function storage:volume load_balancer key_vault:vault app_service:software.web-app
    kubernetes_services:orchestrator api_management:api-gateway
  `,
  ),
  aws: shapeIds(
    'cloud',
    `
    disk:network.disk user:network.user users:network.user-group internet ec2:compute s3:bucket rds:database
    lambda:function sns:notification sqs:queue cloudfront:cdn route_53:dns elastic_load_balancing:load-balancer
    vpc:network iam:identity cloudwatch:monitoring client:network.pc mobile_client:network.smartphone
    traditional_server:network.server corporate_data_center:network.offices
  `,
  ),
  ui: shapeIds(
    'wireframe',
    `
    window browser:container.browser browser_window:container.browser dialog listbox:list text_area textbox:text-field
    text_field text_input:text-field button checkbox checkbox_checked radio radio_button:radio
    radio_button_selected:radio-selected dropdown combobox:dropdown select:dropdown datepicker:date-picker
    calendar:date-picker line_chart bar_chart column_chart:bar-chart pie_chart area_chart video_player:video image map
    plain_box:panel area_box:panel rectangle:popover popover popover_top:pointer-down popover_bottom:pointer-up
    popover_left:pointer-right popover_right:pointer-left speech_bubble speech_bubble_right:pointer-down
    speech_bubble_left:pointer-down notes_reference:number annotate_left:annotation-left
    annotate_right:annotation-right rule_horizontal:rule rule_vertical:basic.line-vertical
    right_arrow:basic.arrow-right left_arrow:basic.arrow-left progress_bar:progress scrollbar_vertical
    scrollbar_horizontal slider tab:tabs tabs tooltip table tree menu menu_bar breadcrumb:breadcrumbs pagination
    toggle search:search-field panel paragraph:text
  `,
  ),
  sitemap: shapeIds(
    'sitemap',
    `
    photo:wireframe.image download form document page home list search video shopping_cart:cart login lock:login
    profile user:profile multiple_pages:page-stack
  `,
  ),
  floorplan: shapeIds(
    'floorplan',
    `
    wall_horizontal:wall wall_vertical:wall wall window_single:basic.frame window:basic.frame door1:basic.quarter-circle
    door1_2d:basic.quarter-circle door:basic.quarter-circle table chair desk tile_floor:wireframe.table bathtub
    bathtub_2d:bathtub sink_single:sink sink_single_2d:sink sink_single2:sink sink_single2_2d:sink
    sink_double:sink-double sink_double_2d:sink-double toilet toilet_2d:toilet range:stove range_2d:stove
    refrigerator:fridge refrigerator_2d:fridge shower shower_2d:shower sofa couch:sofa armchair bed:bed-double
    bed_double:bed-double bed_single:bed-single bookcase bookshelf:bookcase dresser wardrobe stairs plant piano
    office_chair:chair-office elevator fireplace printer copier
  `,
  ),
}

/** Default shape of a family. */
export const FAMILY_FALLBACK: Readonly<Record<string, string>> = {
  basic: 'basic.rectangle',
  flowchart: 'flowchart.process',
  uml: 'uml.simple-class',
  erd: 'erd.entity',
  bpmn: 'bpmn.task',
  swimlanes: 'swimlane.horizontal-1',
  org: 'org.position',
  network: 'network.oval-device',
  cisco: 'network.oval-device',
  android: 'wireframe.panel',
  iphone: 'wireframe.panel',
  ui: 'wireframe.panel',
  sitemap: 'sitemap.page',
  azure: 'cloud.resource',
  aws: 'cloud.resource',
  gcp: 'cloud.resource',
  floorplan: 'basic.rectangle',
  venn: 'basic.ellipse',
  mindmap: 'basic.rounded-rectangle',
  orgchart: 'org.position',
  google: 'cloud.resource',
  google_cloud: 'cloud.resource',
}

/** Categories searched for a family's unknown names. */
export const FAMILY_CATEGORIES: Readonly<Record<string, readonly string[]>> = {
  basic: ['basic'],
  flowchart: ['flowchart', 'basic'],
  uml: ['uml'],
  erd: ['erd'],
  bpmn: ['bpmn'],
  swimlanes: ['swimlane'],
  org: ['org'],
  network: ['network', 'cloud'],
  cisco: ['network', 'cloud'],
  android: ['wireframe', 'network', 'software'],
  iphone: ['wireframe', 'network', 'software'],
  ui: ['wireframe', 'container'],
  sitemap: ['sitemap', 'wireframe'],
  azure: ['cloud', 'network', 'software'],
  aws: ['cloud', 'network', 'software'],
  gcp: ['cloud', 'network', 'software'],
  orgchart: ['org'],
  google: ['cloud', 'network', 'software'],
  google_cloud: ['cloud', 'network', 'software'],
}
