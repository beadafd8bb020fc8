/** Line icon shapes; `node scripts/diagram-icons.ts` updates `icons.json` after a change of this table. */
import type { ShapeCategory, ShapeDefinition } from './contract.ts'
import { beneath, shape } from './define.ts'
import { OBJECT_ICONS, type IconRow } from './icon-objects.ts'
import icons from './icons.json' with { type: 'json' }
import { parsePath } from '../model/geometry/path.ts'
import { area, body, circle, ellipse, fit, ink, polygon, polyline, rect, roundRect, strokes } from './paths.ts'

export const ICON_TABLE: Readonly<Partial<Record<ShapeCategory, readonly IconRow[]>>> = {
  cloud: [
    ['compute', 'Compute', 'server-cog', 'virtual machine vm instance ec2'],
    ['processor', 'Processor', 'cpu', 'chip core'],
    ['memory', 'Memory', 'memory-stick', 'ram cache'],
    ['volume', 'Volume', 'hard-drive', 'disk block storage'],
    ['bucket', 'Object storage', 'paint-bucket', 's3 blob bucket'],
    ['archive', 'Archive', 'archive', 'backup glacier storage'],
    ['database', 'Managed database', 'database', 'sql rds store'],
    ['database-backup', 'Database backup', 'database-backup', 'restore snapshot'],
    ['container', 'Container', 'box', 'docker image'],
    ['cluster', 'Cluster', 'boxes', 'kubernetes containers nodes'],
    ['orchestrator', 'Orchestrator', 'ship-wheel', 'kubernetes helm'],
    ['function', 'Function', 'square-function', 'lambda serverless'],
    ['serverless', 'Serverless', 'zap', 'event lambda trigger'],
    ['webhook', 'Webhook', 'webhook', 'callback event'],
    ['api-gateway', 'API gateway', 'waypoints', 'endpoint rest'],
    ['network', 'Virtual network', 'network', 'vpc vnet subnet'],
    ['load-balancer', 'Load balancer', 'split', 'traffic elb'],
    ['cdn', 'Content delivery', 'globe', 'cdn edge internet web'],
    ['dns', 'Name service', 'signpost', 'dns route domain'],
    ['firewall', 'Cloud firewall', 'brick-wall-shield', 'waf security'],
    ['security', 'Security', 'shield-check', 'protection policy'],
    ['vault', 'Vault', 'vault', 'secrets keys'],
    ['secret', 'Secret', 'key-round', 'key password'],
    ['certificate', 'Certificate', 'badge-check', 'tls ssl'],
    ['identity', 'Identity', 'fingerprint-pattern', 'sso login iam'],
    ['notification', 'Notification', 'bell', 'alert sns'],
    ['mail', 'Mail', 'mail', 'email smtp envelope'],
    ['messaging', 'Messaging', 'messages-square', 'chat bus'],
    ['queue', 'Queue', 'list-ordered', 'sqs jobs'],
    ['topic', 'Topic', 'rss', 'publish subscribe events feed'],
    ['stream', 'Stream', 'radio', 'kafka events broadcast'],
    ['service-bus', 'Service bus', 'bus', 'esb integration'],
    ['event-grid', 'Event grid', 'grid-3x3', 'events subscription'],
    ['monitoring', 'Monitoring', 'activity', 'health observability'],
    ['metrics', 'Metrics', 'gauge', 'performance dashboard'],
    ['logs', 'Logs', 'scroll-text', 'audit trail'],
    ['analytics', 'Analytics', 'chart-line', 'statistics bi report'],
    ['machine-learning', 'Machine learning', 'brain', 'ai model'],
    ['bot', 'Bot', 'bot', 'robot ai agent'],
    ['search', 'Search service', 'search', 'index find'],
    ['upload', 'Upload', 'cloud-upload', 'import'],
    ['download', 'Download', 'cloud-download', 'export'],
    ['sync', 'Synchronisation', 'refresh-cw', 'replication'],
    ['scheduler', 'Scheduler', 'calendar-clock', 'cron timer'],
    ['cache', 'Cache', 'layers', 'redis memory'],
    ['billing', 'Billing', 'wallet', 'cost money'],
    ['region', 'Region', 'map-pinned', 'zone location'],
    ['resource', 'Resource', 'hexagon', 'generic item cube'],
    ['internet', 'Internet', 'earth', 'web world globe'],
  ],
  software: [
    ['application', 'Application', 'app-window', 'program window'],
    ['mobile-app', 'Mobile application', 'smartphone', 'phone'],
    ['web-app', 'Web application', 'monitor-smartphone', 'responsive'],
    ['code', 'Code', 'code', 'source program'],
    ['script', 'Script', 'file-code', 'source program'],
    ['terminal', 'Terminal', 'terminal', 'shell console cli'],
    ['branch', 'Branch', 'git-branch', 'git version'],
    ['merge', 'Merge', 'git-merge', 'git version'],
    ['pull-request', 'Pull request', 'git-pull-request', 'git review'],
    ['commit', 'Commit', 'git-commit-horizontal', 'git version'],
    ['bug', 'Bug', 'bug', 'defect issue'],
    ['package', 'Package', 'package', 'library artifact release'],
    ['module', 'Module', 'puzzle', 'plugin extension'],
    ['plug', 'Adapter', 'plug', 'integration connector'],
    ['blocks', 'Components', 'blocks', 'modules parts'],
    ['settings', 'Settings', 'settings', 'configuration gear cog'],
    ['workflow', 'Workflow', 'workflow', 'pipeline process'],
    ['pipeline', 'Pipeline', 'infinity', 'ci cd devops continuous'],
    ['build', 'Build', 'hammer', 'compile make'],
    ['test', 'Test', 'flask-conical', 'quality qa'],
    ['deploy', 'Deployment', 'rocket', 'release launch'],
    ['json', 'Data file', 'file-braces', 'json data'],
    ['file', 'File', 'file', 'document'],
    ['files', 'Files', 'files', 'documents'],
    ['folder', 'Folder', 'folder', 'directory'],
    ['text-file', 'Text file', 'file-text', 'document'],
    ['table', 'Table', 'table', 'spreadsheet data'],
    ['api', 'API', 'braces', 'interface endpoint'],
    ['library', 'Library', 'library', 'books collection'],
    ['documentation', 'Documentation', 'book-open', 'manual wiki'],
    ['user', 'User', 'user', 'person'],
    ['users', 'Users', 'users', 'people team'],
    ['admin', 'Administrator', 'user-cog', 'operator'],
    ['success', 'Success', 'circle-check', 'ok done tick'],
    ['failure', 'Failure', 'circle-x', 'error cancel'],
    ['warning', 'Warning', 'triangle-exclamation-point', 'caution risk'],
    ['information', 'Information', 'info', 'hint'],
    ['question', 'Question', 'circle-question-mark', 'help'],
    ['clock', 'Clock', 'clock', 'time schedule'],
    ['calendar', 'Calendar', 'calendar', 'date'],
    ['idea', 'Idea', 'lightbulb', 'bulb tip'],
    ['goal', 'Goal', 'target', 'aim'],
    ['flag', 'Flag', 'flag', 'milestone'],
    ['tag', 'Tag', 'tag', 'label'],
    ['contract', 'Agreement', 'handshake', 'partner deal'],
  ],
  network: [
    ['wifi', 'Wi-Fi', 'wifi', 'wireless signal'],
    ['satellite', 'Satellite', 'satellite', 'space'],
    ['dish', 'Satellite dish', 'satellite-dish', 'antenna'],
    ['camera', 'Camera', 'cctv', 'surveillance video security'],
    ['scanner', 'Scanner', 'scan-line', 'copier'],
    ['projector', 'Projector', 'projector', 'beamer'],
    ['port', 'Network port', 'ethernet-port', 'socket rj45'],
    ['cable', 'Cable', 'cable', 'wire'],
    ['bluetooth', 'Bluetooth', 'bluetooth', 'wireless'],
    ['usb', 'USB', 'usb', 'stick'],
    ['television', 'Television', 'tv', 'screen'],
    ['tablet', 'Tablet', 'tablet', 'ipad mobile'],
    ['watch', 'Watch', 'watch', 'wearable'],
    ['headset', 'Headset', 'headset', 'call support'],
    ['power', 'Power supply', 'plug-zap', 'ups electricity'],
    ['battery', 'Battery', 'battery-charging', 'ups power'],
    ['sensor', 'Sensor', 'radar', 'iot'],
    ['house', 'House', 'house', 'home site'],
    ['factory', 'Factory', 'factory', 'plant site'],
    ['offices', 'Offices', 'building-complex', 'company site'],
    ['vehicle', 'Vehicle', 'truck', 'van car delivery'],
    ['shield', 'Shield', 'shield', 'security vpn protection'],
    ['badge', 'Badge', 'id-card', 'identity card'],
  ],
  wireframe: [
    ['icon-menu', 'Menu icon', 'menu', 'hamburger'],
    ['icon-more', 'More icon', 'ellipsis', 'dots'],
    ['icon-search', 'Search icon', 'search', 'find magnifier'],
    ['icon-settings', 'Settings icon', 'settings-2', 'sliders options'],
    ['icon-user', 'Account icon', 'circle-user', 'person profile'],
    ['icon-heart', 'Favourite icon', 'heart', 'like love'],
    ['icon-share', 'Share icon', 'share-2', 'send'],
    ['icon-bell', 'Notices icon', 'bell-ring', 'alert'],
    ['icon-home', 'Home icon', 'house', 'start'],
    ['icon-play', 'Play icon', 'circle-play', 'video'],
    ['icon-camera', 'Camera icon', 'camera', 'photo'],
    ['icon-microphone', 'Microphone icon', 'mic', 'record voice'],
    ['icon-pin', 'Place icon', 'map-pin', 'location'],
    ['icon-cart', 'Shop icon', 'shopping-cart', 'basket'],
    ['icon-like', 'Thumbs up icon', 'thumbs-up', 'agree'],
    ['icon-sign-in', 'Sign-in icon', 'log-in', 'login'],
    ['icon-sign-out', 'Sign-out icon', 'log-out', 'logout'],
    ['icon-edit', 'Edit icon', 'pencil', 'write'],
    ['icon-delete', 'Delete icon', 'trash', 'remove bin'],
    ['icon-add', 'Add icon', 'plus', 'new'],
    ['icon-close', 'Close icon', 'x', 'cancel'],
    ['icon-check', 'Check icon', 'check', 'ok tick'],
    ['icon-back', 'Back icon', 'arrow-left', 'previous'],
    ['icon-next', 'Next icon', 'arrow-right', 'forward'],
    ['icon-filter', 'Filter icon', 'funnel', 'sieve'],
    ['icon-eye', 'View icon', 'eye', 'watch show'],
    ['icon-attachment', 'Attachment icon', 'paperclip', 'clip file'],
    ['icon-link', 'Link icon', 'link', 'chain'],
    ['icon-upload', 'Upload icon', 'upload', 'send'],
    ['icon-download', 'Download icon', 'download', 'save'],
    ['icon-print', 'Print icon', 'printer', 'paper'],
    ['icon-chat', 'Chat icon', 'message-circle', 'comment'],
  ],
  object: OBJECT_ICONS,
}

/** Side of the icons' box. */
const UNIT = 24
/** Shorter lines are dots, drawn by their round caps. */
const DOT = 0.2
const DOT_RADIUS = 1.1

/** Path data of closed areas, lines and dots. */
type IconPaths = Record<'closed' | 'open' | 'dots', string>
const iconCache = new Map<string, IconPaths>()

/** Paths of a Lucide icon in a box of {@link UNIT}; empty for an unknown one. */
export function iconPaths(name: string): IconPaths {
  const cached = iconCache.get(name)
  if (cached) return cached
  const paths: IconPaths = { closed: '', open: '', dots: '' }
  for (const d of ((icons as Readonly<Record<string, readonly string[]>>)[name] ?? []).flatMap(subpathsOf)) {
    const points = parsePath(d).flatMap(segments => segments.flatMap(({ from, to }) => [from, to]))
    const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)]
    const [left, top] = [Math.min(...xs), Math.min(...ys)]
    if (Math.max(...xs) - left < DOT && Math.max(...ys) - top < DOT) paths.dots += circle(left, top, DOT_RADIUS)
    else paths[d.endsWith('Z') ? 'closed' : 'open'] += d
  }
  iconCache.set(name, paths)
  return paths
}

const subpathsOf = (element: string): string[] => fit(pathOf(element), 0, 0, UNIT, UNIT, UNIT).split(/(?=M)/)

function pathOf(element: string): string {
  const [tag, ...attributes] = element.split(/[ ,]+/)
  const [x = 0, y = 0, width = 0, height = 0, radius = 0] = attributes.map(Number)
  switch (tag) {
    case 'line':
    case 'polyline':
      return polyline(...attributes.map(Number))
    case 'polygon':
      return polygon(...attributes.map(Number))
    case 'circle':
      return circle(x, y, width)
    case 'ellipse':
      return ellipse(x, y, width, height)
    case 'rect':
      return roundRect(x, y, width, height, radius)
    default:
      return element
  }
}

/** A shape that shows an icon centred in the box, aspect preserved. */
function icon(category: string, [name, label, key, keywords = '']: IconRow): ShapeDefinition {
  return shape(
    `${category}.${name}`,
    label,
    [60, 60],
    (width, height) => {
      const side = Math.min(width, height)
      const place = (d: string) => fit(d, (width - side) / 2, (height - side) / 2, side, side, UNIT)
      const { closed, open, dots } = iconPaths(key)
      const paths = [
        ...(closed ? [body(place(closed))] : []),
        ...(open ? [strokes(place(open))] : []),
        ...(dots ? [ink(place(dots))] : []),
      ]
      return paths.length > 0 ? paths : [area(rect(0, 0, width, height))]
    },
    { keepsAspect: true, keywords: `icon ${keywords}`.trim(), text: beneath, outline: (w, h) => rect(0, 0, w, h) },
  )
}

export const iconShapes = (category: ShapeCategory): ShapeDefinition[] =>
  (ICON_TABLE[category] ?? []).map(row => icon(category, row))
