/**
 * Gliffy's stencils by family, as shapes of ours. Names are those of its `uid`s and `tid`s without their family and
 * version; what a stencil looks like is known from what its name says alone.
 */

/** Family → name → shape. A name is looked up in its own family first and then in all. */
export const GLIFFY_SHAPES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  basic: {
    round_rectangle: 'basic.rounded-rectangle', rounded_rectangle: 'basic.rounded-rectangle', rectangle: 'basic.rectangle', square: 'basic.square',
    ellipse: 'basic.ellipse', circle: 'basic.circle', diamond: 'basic.diamond', triangle: 'basic.triangle', right_triangle: 'basic.right-triangle',
    pentagon: 'basic.pentagon', hexagon: 'basic.hexagon', heptagon: 'basic.heptagon', octagon: 'basic.octagon', decagon: 'basic.decagon',
    star: 'basic.star', five_star: 'basic.star', four_star: 'basic.star-4', six_star: 'basic.star-6', cross: 'basic.cross', plus: 'basic.cross',
    cylinder: 'basic.cylinder', cube: 'basic.cube', cloud: 'basic.cloud', rhombus: 'basic.parallelogram', parallelogram: 'basic.parallelogram',
    trapezoid: 'flowchart.manual-operation', right_arrow: 'basic.arrow-right', left_arrow: 'basic.arrow-left', up_arrow: 'basic.arrow-up',
    down_arrow: 'basic.arrow-down', double_arrow: 'basic.arrow-double', double_headed_arrow: 'basic.arrow-double', quad_arrow: 'basic.arrow-four',
    bent_arrow: 'basic.arrow-bent', u_turn_arrow: 'basic.arrow-u-turn', chevron: 'basic.chevron', callout: 'basic.callout', speech_bubble: 'basic.callout-rounded',
    thought_bubble: 'basic.callout-cloud', note: 'basic.note', heart: 'basic.heart', moon: 'basic.moon', lightning: 'basic.lightning', left_bracket: 'basic.bracket-left',
    right_bracket: 'basic.bracket-right', left_brace: 'basic.brace-left', right_brace: 'basic.brace-right', brace: 'basic.brace-left', rounded_top: 'basic.rounded-top',
    donut: 'basic.ring', half_circle: 'basic.half-circle', quarter_circle: 'basic.quarter-circle',
  },
  flowchart: {
    process: 'flowchart.process', rectangle: 'flowchart.process', decision: 'flowchart.decision', diamond: 'flowchart.decision', start_end: 'flowchart.start-end',
    terminator: 'flowchart.start-end', input_output: 'flowchart.input-output', data: 'flowchart.input-output', document: 'flowchart.document',
    multiple_documents: 'flowchart.multiple-documents', subroutine: 'flowchart.subroutine', predefined_process: 'flowchart.subroutine',
    alternate_process: 'flowchart.alternate-process', internal_storage: 'flowchart.internal-storage', data_storage: 'flowchart.data-storage',
    stored_data: 'flowchart.data-storage', database: 'flowchart.database', direct_data: 'flowchart.direct-data', sequential_data: 'flowchart.sequential-data',
    manual_input: 'flowchart.manual-input', manual_operation: 'flowchart.manual-operation', preparation: 'flowchart.preparation', connector: 'flowchart.connector',
    off_page_connector: 'flowchart.off-page', merge: 'flowchart.merge', extract: 'flowchart.extract', sort: 'flowchart.sort', collate: 'flowchart.collate', or: 'flowchart.or',
    summing_junction: 'flowchart.summing-junction', and: 'flowchart.summing-junction', delay: 'flowchart.delay', display: 'flowchart.display', card: 'flowchart.card',
    paper_tape: 'flowchart.paper-tape', loop_limit: 'flowchart.loop-limit', parallel_mode: 'flowchart.parallel', annotation: 'flowchart.annotation', transfer: 'flowchart.transfer',
  },
  uml: {
    class: 'uml.class', simple_class: 'uml.simple-class', interface: 'uml.interface', object: 'uml.object', package: 'uml.package', use_case: 'uml.use-case', actor: 'uml.actor',
    lifeline: 'uml.lifeline', object_timeline: 'uml.timeline', activation: 'uml.activation', state: 'uml.state', action: 'uml.action', activity: 'uml.action',
    initial: 'uml.initial', initial_state: 'uml.initial', start: 'uml.initial', final: 'uml.final', final_state: 'uml.final', end: 'uml.final', flow_final: 'uml.flow-final',
    component: 'uml.component-lugs', node: 'uml.node', artifact: 'uml.artifact', note: 'uml.note', comment: 'uml.note', fork: 'uml.fork', join: 'uml.fork', frame: 'uml.frame',
    boundary: 'uml.boundary', control: 'uml.control', entity: 'uml.entity', history: 'uml.history', decision: 'uml.choice', choice: 'uml.choice', port: 'uml.port',
    self_message: 'uml.self-message', destruction: 'uml.destruction', system_boundary: 'uml.boundary-system', collaboration: 'uml.collaboration', time_event: 'uml.time-event',
    send_signal: 'uml.send-signal', receive_signal: 'uml.receive-signal', accept_event: 'uml.receive-signal', composite_state: 'uml.composite-state',
  },
  erd: {
    entity: 'erd.entity', weak_entity: 'erd.weak-entity', associative_entity: 'erd.associative-entity', attribute: 'erd.attribute', key_attribute: 'erd.key-attribute',
    weak_key_attribute: 'erd.weak-key-attribute', derived_attribute: 'erd.derived-attribute', multi_value_attribute: 'erd.multivalued-attribute', multivalued_attribute: 'erd.multivalued-attribute',
    relation: 'erd.relationship', relationship: 'erd.relationship', weak_relationship: 'erd.identifying-relationship', identifying_relationship: 'erd.identifying-relationship',
    entity_with_attributes: 'erd.entity-with-attributes', entity_with_multiple_attributes: 'erd.entity-with-keys',
  },
  bpmn: {
    task: 'bpmn.task', activity: 'bpmn.task', sub_process: 'bpmn.subprocess', subprocess: 'bpmn.subprocess', collapsed_sub_process: 'bpmn.subprocess', expanded_sub_process: 'bpmn.expanded-subprocess', ad_hoc: 'bpmn.ad-hoc', loop: 'bpmn.loop-task',
    multiple_instance: 'bpmn.multiple-task', transaction: 'bpmn.transaction', call_activity: 'bpmn.call-activity', general_start: 'bpmn.start', general_intermediate: 'bpmn.intermediate', general_end: 'bpmn.end',
    rule_start: 'bpmn.conditional-start', rule_intermediate: 'bpmn.conditional-intermediate', gateway: 'bpmn.gateway', exclusive_gateway: 'bpmn.gateway-exclusive', inclusive_gateway: 'bpmn.gateway-inclusive',
    parallel_gateway: 'bpmn.gateway-parallel', complex_gateway: 'bpmn.gateway-complex', event_gateway: 'bpmn.gateway-event', event_based_gateway: 'bpmn.gateway-event', data_object: 'bpmn.data-object',
    data_store: 'bpmn.data-store', text_annotation: 'bpmn.annotation', annotation: 'bpmn.annotation', group: 'bpmn.group', pool: 'swimlane.horizontal-1', lane: 'swimlane.lane-horizontal', message: 'bpmn.message',
  },
  swimlanes: Object.fromEntries(['horizontal', 'vertical'].flatMap(direction => [
    ['single_lane', 1], ['two_lane', 2], ['double_lane', 2], ['three_lane', 3], ['four_lane', 4], ['five_lane', 5],
  ].flatMap(([lanes, count]) => [[`${direction}_${lanes}_pool`, `swimlane.${direction}-${count}`], [`${direction}_${lanes}`, `swimlane.${direction}-${count}`]]))),
  org: { position: 'org.position', assistant: 'org.assistant', executive: 'org.executive', manager: 'org.manager', consultant: 'org.consultant', vacancy: 'org.vacancy', team: 'org.team' },
  network: {
    cloud: 'network.cloud', server: 'network.server', server_3d: 'network.server-3d', rack_server_1u: 'network.rack-server', rack_server_2u: 'network.rack-server', rack: 'network.rack', server_rack: 'network.rack',
    encrypted: 'network.lock', lock: 'network.lock', user: 'network.user', male_user: 'network.user', female_user: 'network.user-female', user_group: 'network.user-group', router: 'network.router', switch: 'network.switch', hub: 'network.hub',
    modem: 'network.modem', firewall: 'network.firewall', firewall_3d: 'network.firewall-3d', laptop: 'network.laptop', laptop_3d: 'network.laptop', pc: 'network.pc', desktop: 'network.pc', workstation: 'network.host', monitor: 'network.monitor', printer: 'network.printer',
    phone: 'network.phone', iphone: 'network.smartphone', iphone_3d: 'network.smartphone', smartphone: 'network.smartphone', mobile_phone: 'network.smartphone', comm_link: 'network.link', database: 'network.database', mainframe: 'network.mainframe',
    access_point: 'network.access-point', wireless_access_point: 'network.access-point', satellite: 'network.satellite', satellite_dish: 'network.dish', tower: 'network.tower', radio_tower: 'network.tower', building: 'network.building', house: 'network.house', city: 'network.offices', camera: 'network.camera', internet: 'cloud.internet', load_balancer: 'network.load-balancer', storage: 'network.storage', tape: 'network.tape', tablet: 'network.tablet', scanner: 'network.scanner', projector: 'network.projector', tv: 'network.television',
  },
  cisco: {
    standard_host: 'network.host', key: 'network.key', cloud: 'network.cloud', accesspoint: 'network.access-point', access_point: 'network.access-point', generic_building: 'network.building', relational_database: 'network.relational-database',
    workgroup_switch: 'network.switch', layer_3_switch: 'network.layer-3-switch', wlan_controller: 'network.wlan-controller', router: 'network.router', firewall: 'network.firewall', pc: 'network.pc', laptop: 'network.laptop', ip_phone: 'network.phone', phone: 'network.phone', printer: 'network.printer', lock: 'network.lock', user: 'network.user', file_server: 'network.server', web_server: 'network.server', fileserver: 'network.server', disk: 'network.disk', tape_array: 'network.tape', disk_subsystem: 'network.storage', hub: 'network.hub', modem: 'network.modem', satellite_dish: 'network.dish', radio_tower: 'network.tower', ups: 'network.power', camera: 'network.camera', mainframe: 'network.mainframe', ibm_mainframe: 'network.mainframe', pix_firewall: 'network.firewall', bridge: 'network.switch', small_hub: 'network.hub', man_woman: 'network.user-group', man: 'network.user', woman: 'network.user-female', house: 'network.house',
  },
  android: { monitor: 'network.monitor', folder: 'network.folder', phone: 'container.phone', tablet: 'container.tablet', button: 'wireframe.button' },
  iphone: {
    glyph_cloud: 'network.cloud', glyph_folder: 'network.folder-outline', iphone: 'container.phone', phone: 'container.phone', ipad: 'container.tablet', button: 'wireframe.button', glyph_lock: 'network.lock', glyph_user: 'network.user', glyph_mail: 'cloud.mail', glyph_search: 'wireframe.icon-search', glyph_home: 'wireframe.icon-home', glyph_settings: 'software.settings', glyph_clock: 'software.clock', glyph_calendar: 'software.calendar', glyph_camera: 'wireframe.icon-camera', glyph_trash: 'wireframe.icon-delete',
  },
  azure: {
    visual_studio_team_services_git_repository: 'network.repository', visual_studio_team_services_git_repository_color: 'network.repository', event_grid_subscriptions: 'cloud.event-grid', resource: 'cloud.resource', azure_service_bus: 'cloud.service-bus', sql_database: 'cloud.database', virtual_machine: 'cloud.compute', virtual_network: 'cloud.network', function_apps: 'cloud.function', storage: 'cloud.volume', load_balancer: 'cloud.load-balancer', key_vault: 'cloud.vault', app_service: 'software.web-app', kubernetes_services: 'cloud.orchestrator', api_management: 'cloud.api-gateway',
  },
  aws: { disk: 'network.disk', user: 'network.user', users: 'network.user-group', internet: 'cloud.internet', ec2: 'cloud.compute', s3: 'cloud.bucket', rds: 'cloud.database', lambda: 'cloud.function', sns: 'cloud.notification', sqs: 'cloud.queue', cloudfront: 'cloud.cdn', route_53: 'cloud.dns', elastic_load_balancing: 'cloud.load-balancer', vpc: 'cloud.network', iam: 'cloud.identity', cloudwatch: 'cloud.monitoring', client: 'network.pc', mobile_client: 'network.smartphone', traditional_server: 'network.server', corporate_data_center: 'network.offices' },
  ui: {
    window: 'wireframe.window', browser: 'container.browser', browser_window: 'container.browser', dialog: 'wireframe.dialog', listbox: 'wireframe.list', text_area: 'wireframe.text-area', textbox: 'wireframe.text-field', text_field: 'wireframe.text-field', text_input: 'wireframe.text-field', button: 'wireframe.button', checkbox: 'wireframe.checkbox', checkbox_checked: 'wireframe.checkbox-checked', radio: 'wireframe.radio', radio_button: 'wireframe.radio', radio_button_selected: 'wireframe.radio-selected', dropdown: 'wireframe.dropdown', combobox: 'wireframe.dropdown', select: 'wireframe.dropdown', datepicker: 'wireframe.date-picker', calendar: 'wireframe.date-picker', line_chart: 'wireframe.line-chart', bar_chart: 'wireframe.bar-chart', column_chart: 'wireframe.bar-chart', pie_chart: 'wireframe.pie-chart', area_chart: 'wireframe.area-chart', video_player: 'wireframe.video', image: 'wireframe.image', map: 'wireframe.map', plain_box: 'wireframe.panel', area_box: 'wireframe.panel', rectangle: 'wireframe.popover', popover: 'wireframe.popover', popover_top: 'wireframe.pointer-down', popover_bottom: 'wireframe.pointer-up', popover_left: 'wireframe.pointer-right', popover_right: 'wireframe.pointer-left', speech_bubble: 'wireframe.speech-bubble', speech_bubble_right: 'wireframe.pointer-down', speech_bubble_left: 'wireframe.pointer-down', notes_reference: 'wireframe.number', annotate_left: 'wireframe.annotation-left', annotate_right: 'wireframe.annotation-right', rule_horizontal: 'wireframe.rule', rule_vertical: 'basic.line-vertical', right_arrow: 'basic.arrow-right', left_arrow: 'basic.arrow-left', progress_bar: 'wireframe.progress', scrollbar_vertical: 'wireframe.scrollbar-vertical', scrollbar_horizontal: 'wireframe.scrollbar-horizontal', slider: 'wireframe.slider', tab: 'wireframe.tabs', tabs: 'wireframe.tabs', tooltip: 'wireframe.tooltip', table: 'wireframe.table', tree: 'wireframe.tree', menu: 'wireframe.menu', menu_bar: 'wireframe.menu-bar', breadcrumb: 'wireframe.breadcrumbs', pagination: 'wireframe.pagination', toggle: 'wireframe.toggle', search: 'wireframe.search-field', panel: 'wireframe.panel', paragraph: 'wireframe.text',
  },
  sitemap: { photo: 'wireframe.image', download: 'sitemap.download', form: 'sitemap.form', document: 'sitemap.document', page: 'sitemap.page', home: 'sitemap.home', list: 'sitemap.list', search: 'sitemap.search', video: 'sitemap.video', shopping_cart: 'sitemap.cart', login: 'sitemap.login', lock: 'sitemap.login', profile: 'sitemap.profile', user: 'sitemap.profile', multiple_pages: 'sitemap.page-stack' },
  floorplan: {
    wall_horizontal: 'basic.rectangle', wall_vertical: 'basic.rectangle', wall: 'basic.rectangle', window_single: 'basic.frame', window: 'basic.frame', door1: 'basic.quarter-circle', door1_2d: 'basic.quarter-circle', door: 'basic.quarter-circle', table: 'basic.rounded-rectangle', chair: 'basic.rounded-rectangle', desk: 'basic.rectangle', tile_floor: 'wireframe.table',
  },
}

/** Shape for what a family has and no table names. */
export const FAMILY_FALLBACK: Readonly<Record<string, string>> = {
  basic: 'basic.rectangle', flowchart: 'flowchart.process', uml: 'uml.simple-class', erd: 'erd.entity', bpmn: 'bpmn.task', swimlanes: 'swimlane.horizontal-1', org: 'org.position', network: 'network.oval-device', cisco: 'network.oval-device',
  android: 'wireframe.panel', iphone: 'wireframe.panel', ui: 'wireframe.panel', sitemap: 'sitemap.page', azure: 'cloud.resource', aws: 'cloud.resource', gcp: 'cloud.resource', floorplan: 'basic.rectangle',
}

/** Categories in which a family's unknown names are sought. */
export const FAMILY_CATEGORIES: Readonly<Record<string, readonly string[]>> = {
  basic: ['basic'], flowchart: ['flowchart', 'basic'], uml: ['uml'], erd: ['erd'], bpmn: ['bpmn'], swimlanes: ['swimlane'], org: ['org'], network: ['network', 'cloud'], cisco: ['network', 'cloud'], android: ['wireframe', 'network', 'software'],
  iphone: ['wireframe', 'network', 'software'], ui: ['wireframe', 'container'], sitemap: ['sitemap', 'wireframe'], azure: ['cloud', 'network', 'software'], aws: ['cloud', 'network', 'software'], gcp: ['cloud', 'network', 'software'],
}
