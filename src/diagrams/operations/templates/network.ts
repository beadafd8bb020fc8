/** Templates of networks and infrastructure. */
import { DASHED, DOTTED, type Drawing } from './drawing.ts'
import type { LookName } from './looks.ts'

/** An area with its name in the upper left corner. */
function area(
  drawing: Drawing,
  place: readonly [number, number, number, number],
  name: string,
  look: LookName,
  inside?: string,
): string {
  return drawing.shape('container.rounded', place, name, {
    look,
    line: 1.5,
    bold: true,
    align: 'left',
    padding: 14,
    container: true,
    parameters: { radius: 12 },
    ...(inside !== undefined && { in: inside }),
  })
}

export function smallOffice(drawing: Drawing): void {
  drawing.title('Small office network', 'Write addresses and models beneath the devices.')
  const internet = drawing.shape('network.cloud', [40, 134, 120, 80], 'Internet', { look: 'blue', bold: true })
  const router = drawing.shape('network.router', [230, 146, 80, 56], ['Router', '203.0.113.10'], {
    look: 'device',
    size: 11,
    vertical: 'top',
  })
  const firewall = drawing.shape('network.firewall', [380, 136, 60, 76], 'Firewall', {
    look: 'rose',
    size: 11,
    vertical: 'top',
  })
  drawing.line([internet, 'right'], [router, 'left'], { end: 'none', label: 'Fibre', across: -10 })
  drawing.line([router, 'right'], [firewall, 'left'], { end: 'none' })
  const nets: readonly [
    y: number,
    name: string,
    look: LookName,
    hub: readonly [shape: string, name: string],
    devices: readonly [shape: string, name: string, width: number][],
  ][] = [
    [
      100,
      'Office · 192.168.10.0/24',
      'areaTeal',
      ['network.switch', 'Switch, 24 ports'],
      [
        ['network.pc', 'Workplaces', 80],
        ['network.printer', 'Printer', 70],
        ['network.storage', 'File store', 70],
        ['network.phone', 'Desk phones', 70],
      ],
    ],
    [
      370,
      'Guests · 192.168.20.0/24',
      'areaAmber',
      ['network.access-point', 'Access point'],
      [
        ['network.laptop', 'Laptops', 80],
        ['network.tablet', 'Tablets', 66],
        ['network.smartphone', 'Smartphones', 36],
      ],
    ],
  ]
  for (const [y, name, look, hub, devices] of nets) {
    const net = area(drawing, [520, y, 660, 240], name, look)
    const middle = drawing.shape(hub[0], [30, 50, 90, 48], hub[1], {
      look: 'device',
      size: 11,
      vertical: 'top',
      in: net,
    })
    drawing.line([firewall, 'right'], [middle, 'left'], {
      end: 'none',
      ...(y > 100 && {
        via: [
          [480, 174],
          [480, y + 74],
        ],
      }),
    })
    devices.forEach(([shape, text, width], index) => {
      const x = 210 + index * 120
      const device = drawing.shape(shape, [x - width / 2, 124, width, 66], text, {
        look: 'device',
        size: 11,
        vertical: 'top',
        in: net,
      })
      drawing.line([middle, 'right'], [device, 'top'], {
        end: 'none',
        via: [[520 + x, y + 74]],
        ...(y > 100 && { dash: DOTTED }),
      })
    })
  }
}

export function threeTiers(drawing: Drawing): void {
  drawing.title('Three-tier web application', 'Requests run from left to right; each tier is a network of its own.')
  const users = drawing.icon('cloud.internet', [50, 305], 'Users', { look: 'blue', side: 60 })
  const cdn = drawing.icon('cloud.cdn', [190, 305], 'Content delivery', { look: 'blue', side: 60 })
  const tiers: readonly [name: string, look: LookName][] = [
    ['Web tier', 'areaBlue'],
    ['Application tier', 'areaTeal'],
    ['Data tier', 'areaViolet'],
  ]
  const [web = '', app = '', data = ''] = tiers.map(([name, look], index) =>
    area(drawing, [460 + index * 260, 110, 200, 410], name, look),
  )
  const balancer = drawing.icon('cloud.load-balancer', [330, 305], 'Load balancer', { look: 'amber', side: 60 })
  const box = (
    tier: string,
    row: number,
    words: readonly [string, string],
    look: LookName,
    shape = 'basic.rounded-rectangle',
  ) => drawing.shape(shape, [25, 70 + row * 120, 150, 70], words, { look, in: tier })
  const webs = ['Web server 1', 'Web server 2', 'Web server 3'].map((name, row) =>
    box(web, row, [name, '10.0.1.x'], 'blue'),
  )
  const apps = ['Application 1', 'Application 2', 'Application 3'].map((name, row) =>
    box(app, row, [name, '10.0.2.x'], 'teal'),
  )
  const primary = drawing.shape('basic.cylinder', [45, 60, 110, 90], ['Primary', '10.0.3.10'], {
    look: 'violet',
    in: data,
  })
  const replica = drawing.shape('basic.cylinder', [45, 195, 110, 90], ['Replica', '10.0.3.11'], {
    look: 'violet',
    in: data,
    dash: DASHED,
  })
  const cache = box(data, 2, ['Cache', 'in memory'], 'amber')
  drawing.line([users, 'right'], [cdn, 'left'], { label: 'HTTPS', across: -10 })
  drawing.line([cdn, 'right'], [balancer, 'left'])
  for (const one of webs) drawing.line([balancer, 'right'], [one, 'left'])
  webs.forEach((one, row) =>
    drawing.line([one, 'right'], [apps[row] ?? one, 'left'], row === 0 ? { label: 'HTTP', across: -10 } : {}),
  )
  drawing.line([apps[0] ?? '', 'right'], [primary, 'left'], { label: 'SQL', across: -10 })
  drawing.line([apps[1] ?? '', 'right'], [primary, [0, 0.75]])
  drawing.line([apps[2] ?? '', 'right'], [cache, 'left'])
  drawing.line([primary, 'bottom'], [replica, 'top'], { dash: DASHED, label: 'replicates', across: -34 })
}

interface Site {
  at: readonly [x: number, y: number]
  name: string
  look: LookName
  /** Names by kind of shape. */
  devices: Readonly<Record<string, string>>
  gateway: 'left' | 'right'
}

/** A site with its devices in a row. @returns the id of its gateway */
function site(drawing: Drawing, { at: [x, y], name, look, devices, gateway }: Site): string {
  const box = area(drawing, [x, y, 340, 170], name, look)
  const gate = drawing.shape('network.firewall', [gateway === 'right' ? 262 : 30, 54, 50, 64], 'Gateway', {
    look: 'rose',
    size: 11,
    vertical: 'top',
    in: box,
  })
  const placed = Object.entries(devices).map(([shape, text], index) =>
    drawing.shape(shape, [(gateway === 'right' ? 30 : 130) + index * 112, 58, 64, 56], text, {
      look: 'device',
      size: 11,
      vertical: 'top',
      in: box,
    }),
  )
  const row = gateway === 'right' ? [...placed, gate] : [gate, ...placed]
  row
    .slice(1)
    .forEach((device, index) => drawing.line([row[index] ?? device, 'right'], [device, 'left'], { end: 'none' }))
  return gate
}

export function sites(drawing: Drawing): void {
  drawing.title('Sites joined by VPN', 'Dashed lines are encrypted tunnels.')
  const internet = drawing.shape('network.cloud', [460, 300, 180, 110], 'Internet', {
    look: 'blue',
    bold: true,
    size: 14,
  })
  const gates = [
    site(drawing, {
      at: [40, 110],
      name: 'Headquarters · 10.1.0.0/16',
      look: 'areaTeal',
      devices: { 'network.pc': 'Workplaces', 'network.server': 'Servers' },
      gateway: 'right',
    }),
    site(drawing, {
      at: [720, 110],
      name: 'Data centre · 10.2.0.0/16',
      look: 'areaViolet',
      devices: { 'network.rack': 'Racks', 'network.storage': 'Storage' },
      gateway: 'left',
    }),
    site(drawing, {
      at: [40, 430],
      name: 'Branch north · 10.3.0.0/16',
      look: 'areaAmber',
      devices: { 'network.pc': 'Workplaces', 'network.printer': 'Printer' },
      gateway: 'right',
    }),
    site(drawing, {
      at: [720, 430],
      name: 'Branch south · 10.4.0.0/16',
      look: 'areaAmber',
      devices: { 'network.pc': 'Workplaces', 'network.printer': 'Printer' },
      gateway: 'left',
    }),
  ]
  const remote = drawing.shape('network.laptop', [510, 530, 80, 58], 'Remote workers', {
    look: 'device',
    size: 11,
    vertical: 'top',
  })
  gates.forEach((gate, index) => {
    const x = index % 2 === 0 ? 500 : 600
    drawing.line([gate, index % 2 === 0 ? 'right' : 'left'], internet, {
      end: 'none',
      dash: DASHED,
      via: [[x, index < 2 ? 196 : 516]],
    })
  })
  drawing.line([remote, 'top'], internet, { end: 'none', dash: DASHED })
}

export function cloud(drawing: Drawing): void {
  drawing.title('Virtual private cloud', 'Two availability zones; what one loses the other carries.')
  const users = drawing.icon('cloud.internet', [40, 186], 'Internet', { look: 'blue' })
  const region = area(drawing, [160, 100, 980, 620], 'Region', 'area')
  const vpc = area(drawing, [120, 40, 680, 560], 'Virtual private cloud · 10.0.0.0/16', 'areaTeal', region)
  const gateway = drawing.icon('cloud.network', [36, 86], 'Internet gateway', { look: 'teal', in: region })
  const balancer = drawing.icon('cloud.load-balancer', [316, 46], '', { look: 'amber', in: vpc })
  drawing.shape('basic.text', [370, 58, 140, 24], 'Load balancer', { look: 'bare', size: 11, align: 'left', in: vpc })
  const subnets: readonly [name: string, look: LookName][] = [
    ['Public subnet', 'areaAmber'],
    ['Private subnet', 'areaBlue'],
    ['Data subnet', 'areaViolet'],
  ]
  const [a, b] = ['Zone A', 'Zone B'].map((name, column) => {
    const zone = drawing.shape('container.rounded', [20 + column * 340, 136, 300, 404], name, {
      look: 'open',
      dash: DASHED,
      line: 1,
      bold: true,
      align: 'left',
      padding: 14,
      container: true,
      in: vpc,
    })
    const [open = '', closed = '', data = ''] = subnets.map(([subnet, look], row) =>
      drawing.shape(
        'container.rounded',
        [12, 34 + row * 122, 276, 112],
        `${subnet} · 10.0.${row * 10 + column + 1}.0/24`,
        {
          look,
          align: 'left',
          padding: 12,
          size: 11,
          container: true,
          in: zone,
          line: 1,
        },
      ),
    )
    // The load balancer's targets are next to the gap between the zones.
    const [near, far] = column === 0 ? [180, 52] : [52, 180]
    drawing.icon('cloud.sync', [far, 34], 'Address translation', { look: 'amber', side: 44, in: open })
    drawing.icon('cloud.vault', [near, 34], 'Bastion', { look: 'amber', side: 44, in: open })
    drawing.icon('cloud.container', [far, 34], 'Workers', { look: 'blue', side: 44, in: closed })
    return {
      app: drawing.icon('cloud.compute', [near, 34], 'Application', { look: 'blue', side: 44, in: closed }),
      database: drawing.icon('cloud.database', [116, 34], column === 0 ? 'Primary' : 'Standby', {
        look: 'violet',
        side: 44,
        in: data,
      }),
    }
  })
  const services: readonly [shape: string, name: string][] = [
    ['cloud.bucket', 'Object store'],
    ['cloud.queue', 'Queue'],
    ['cloud.monitoring', 'Monitoring'],
    ['cloud.secret', 'Secrets'],
  ]
  services.forEach(([shape, name], row) =>
    drawing.icon(shape, [866, 90 + row * 130], name, { look: 'device', in: region }),
  )
  drawing.line([users, 'right'], [gateway, 'left'])
  drawing.line([gateway, 'right'], [balancer, 'left'])
  if (!a || !b) return
  drawing.line([balancer, 'bottom'], [a.app, 'right'])
  drawing.line([balancer, 'bottom'], [b.app, 'left'])
  drawing.line([a.database, 'right'], [b.database, 'left'], { dash: DASHED, label: 'replicates', paper: '#f1f9f7' })
}
