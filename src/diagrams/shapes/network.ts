/**
 * Network devices as solid symbols: a body in the fill, details in the stroke's colour. Line icons are in
 * `icon-shapes.ts`.
 */
import type { ShapePath } from './contract.ts'
import { beneath, shape, within } from './define.ts'
import {
  arc,
  body,
  circle,
  dark,
  ellipse,
  fit,
  ink,
  line,
  oval,
  polygon,
  polyline,
  rect,
  roundRect,
  strokes,
  whole,
} from './paths.ts'

/** A cloud with a flat base in a unit box, inset by half a line; and inverted. */
const CLOUD =
  'M20 98C9.5 98 1.7 83.5 1.7 65C1.7 48.5 9 35.5 18.9 34.5C18.5 22 23 13 30.1 13C33 13 35.6 15 37.4 18.4C41.5 9 49 2.8 57.8 2.8C73 2.8 85 22 85.1 49.9C92.5 49.5 98.5 60 98.5 74C98.5 87.5 93 98 86.2 98Z'
const HOLLOW_CLOUD =
  'M20 98L86.2 98C93 98 98.5 87.5 98.5 74C98.5 60 92.5 49.5 85.1 49.9C85 22 73 2.8 57.8 2.8C49 2.8 41.5 9 37.4 18.4C35.6 15 33 13 30.1 13C23 13 18.5 22 18.9 34.5C9 35.5 1.7 48.5 1.7 65C1.7 83.5 9.5 98 20 98Z'

/** A network symbol: label below, connectors end on its box. */
const sign = (
  name: string,
  label: string,
  size: readonly [number, number],
  keywords: string,
  draw: (w: number, h: number) => ShapePath[],
) => shape(`network.${name}`, label, size, draw, { keywords, text: beneath, outline: whole })

/** A rack unit: lights at the left, slots at the right. */
function unit(x: number, y: number, w: number, h: number): ShapePath[] {
  const r = Math.min(h * 0.14, w * 0.04)
  return [
    body(roundRect(x, y, w, h, Math.min(2, h / 4))),
    ink(circle(x + w * 0.08, y + h / 2, r), circle(x + w * 0.16, y + h / 2, r)),
    strokes(...[0.55, 0.65, 0.75, 0.85, 0.93].map(at => line(x + w * at, y + h * 0.28, x + w * at, y + h * 0.72))),
  ]
}

const drum = (x: number, y: number, w: number, h: number): ShapePath[] => {
  const ry = Math.min(h * 0.16, h / 2)
  const [cx, rx] = [x + w / 2, w / 2]
  return [
    body(`${arc(cx, y + ry, rx, ry, 180, 360)}${arc(cx, y + h - ry, rx, ry, 0, 180, true)}Z`),
    strokes(arc(cx, y + ry, rx, ry, 0, 180)),
  ]
}

const HEAD = { x: 0.5, y: 0.23, r: 0.21 }
const SHOULDERS = 'M0 100L0 82C0 60 20 50 50 50C80 50 100 60 100 82L100 100Z'
const LONG_HAIR =
  'M50 0C28 0 20 14 20 28C20 40 16 48 10 54C24 60 36 56 50 56C64 56 76 60 90 54C84 48 80 40 80 28C80 14 72 0 50 0Z'
const person = (x: number, y: number, w: number, h: number): ShapePath[] => [
  body(fit(SHOULDERS, x, y, w, h)),
  body(ellipse(x + w * HEAD.x, y + h * HEAD.y, Math.min(w * 0.28, h * HEAD.r), h * HEAD.r)),
]

/** Outward arrows of routers and switches: pairs of ends in a unit box. */
function arrows(
  x: number,
  y: number,
  w: number,
  h: number,
  ends: readonly (readonly [number, number, number, number])[],
): ShapePath {
  const tip = Math.min(w, h) * 0.13
  return strokes(
    ...ends.map(([x1, y1, x2, y2]) => {
      const [fx, fy, tx, ty] = [x + x1 * w, y + y1 * h, x + x2 * w, y + y2 * h]
      const angle = Math.atan2(ty - fy, tx - fx)
      const wing = (turn: number) => [tx - tip * Math.cos(angle + turn), ty - tip * Math.sin(angle + turn)] as const
      return line(fx, fy, tx, ty) + polyline(...wing(0.6), tx, ty, ...wing(-0.6))
    }),
  )
}
const CROSSING = [
  [0.42, 0.5, 0.05, 0.5],
  [0.58, 0.5, 0.95, 0.5],
  [0.5, 0.08, 0.5, 0.42],
  [0.5, 0.92, 0.5, 0.58],
] as const
const PASSING = [
  [0.1, 0.3, 0.9, 0.3],
  [0.9, 0.7, 0.1, 0.7],
] as const

const bricks = (w: number, h: number): string[] => {
  const rows = 5
  return Array.from({ length: rows }, (_, row) => {
    const [top, bottom] = [(h * row) / rows, (h * (row + 1)) / rows]
    const joints = row % 2 === 0 ? [1 / 3, 2 / 3] : [1 / 6, 1 / 2, 5 / 6]
    return (row > 0 ? line(0, top, w, top) : '') + joints.map(at => line(w * at, top, w * at, bottom)).join('')
  })
}

export const networkShapes = [
  sign('server', 'Server', [54, 80], 'tower host computer', (w, h) => [
    body(roundRect(0, 0, w, h, Math.min(5, w / 8))),
    strokes(rect(w * 0.16, h * 0.1, w * 0.68, h * 0.1), rect(w * 0.16, h * 0.26, w * 0.68, h * 0.1)),
    ink(circle(w / 2, h * 0.62, Math.min(w, h) * 0.07)),
    strokes(line(w * 0.22, h * 0.82, w * 0.78, h * 0.82), line(w * 0.22, h * 0.89, w * 0.78, h * 0.89)),
  ]),
  sign('server-3d', 'Server block', [60, 90], 'tower host computer 3d', (w, h) => {
    const s = Math.min(w * 0.26, h * 0.3)
    return [
      body(rect(0, s * 0.6, w - s, h - s * 0.6)),
      body(polygon(0, s * 0.6, s, 0, w, 0, w - s, s * 0.6)),
      dark(polygon(w - s, s * 0.6, w, 0, w, h - s * 0.6, w - s, h)),
      strokes(rect(w * 0.1, h * 0.25, w * 0.54, h * 0.09), rect(w * 0.1, h * 0.38, w * 0.54, h * 0.09)),
      ink(circle(w * 0.37, h * 0.7, Math.min(w, h) * 0.06)),
    ]
  }),
  sign('rack-server', 'Rack server', [110, 26], '1u blade host computer unit', (w, h) => unit(0, 0, w, h)),
  sign('rack', 'Server rack', [70, 110], 'cabinet data centre', (w, h) => [
    dark(roundRect(0, 0, w, h, 4)),
    ...[0, 1, 2, 3, 4].flatMap(at => unit(w * 0.1, h * (0.06 + at * 0.18), w * 0.8, h * 0.14)),
  ]),
  sign('cabinet', 'Host cabinet', [60, 84], 'standard host server tower 3d', (w, h) => {
    const s = Math.min(w * 0.24, h * 0.2)
    const front = w - s
    return [
      body(rect(0, s, front, h - s)),
      body(polygon(0, s, s, 0, w, 0, front, s)),
      body(polygon(front, s, w, 0, w, h - s, front, h)),
      strokes(line(front / 2, s, front / 2, h), line(front / 2, s, front / 2 + s, 0)),
      strokes(
        ...[0.08, 0.58].flatMap(x =>
          [0.1, 0.56, 0.78].map(y => rect(front * x, s + (h - s) * y, front * 0.34, (h - s) * 0.13)),
        ),
      ),
    ]
  }),
  sign('mainframe', 'Mainframe', [80, 90], 'host computer legacy', (w, h) => [
    body(rect(0, 0, w * 0.5, h)),
    body(rect(w * 0.5, 0, w * 0.5, h)),
    strokes(...[0.1, 0.2, 0.3].map(y => line(w * 0.08, h * y, w * 0.42, h * y))),
    strokes(rect(w * 0.58, h * 0.1, w * 0.34, h * 0.3)),
    ink(circle(w * 0.44, h * 0.55, w * 0.025), circle(w * 0.56, h * 0.55, w * 0.025)),
  ]),
  sign('router', 'Router', [80, 56], 'gateway layer 3', (w, h) => {
    const ry = h * 0.27
    return [
      body(`${arc(w / 2, ry, w / 2, ry, 180, 360)}${arc(w / 2, h - ry, w / 2, ry, 0, 180, true)}Z`),
      strokes(arc(w / 2, ry, w / 2, ry, 0, 180)),
      arrows(w * 0.14, ry * 0.28, w * 0.72, ry * 1.44, CROSSING),
    ]
  }),
  sign('router-box', 'Router box', [80, 44], 'gateway home modem', (w, h) => [
    body(roundRect(0, h * 0.45, w, h * 0.55, 4)),
    strokes(line(w * 0.2, 0, w * 0.2, h * 0.45), line(w * 0.8, 0, w * 0.8, h * 0.45)),
    ink(...[0.15, 0.27, 0.39].map(x => circle(w * x, h * 0.73, Math.min(w * 0.035, h * 0.08)))),
    strokes(line(w * 0.6, h * 0.73, w * 0.86, h * 0.73)),
  ]),
  sign('switch', 'Switch', [90, 48], 'workgroup lan layer 2', (w, h) => {
    const s = Math.min(h * 0.28, w * 0.2)
    return [
      body(rect(0, s, w - s, h - s)),
      body(polygon(0, s, s, 0, w, 0, w - s, s)),
      dark(polygon(w - s, s, w, 0, w, h - s, w - s, h)),
      arrows(w * 0.08, s + (h - s) * 0.12, (w - s) * 0.84, (h - s) * 0.76, PASSING),
    ]
  }),
  sign('layer-3-switch', 'Layer 3 switch', [70, 70], 'multilayer routing', (w, h) => [
    body(roundRect(0, 0, w, h, 4)),
    strokes(ellipse(w / 2, h / 2, w * 0.18, h * 0.18)),
    arrows(w * 0.08, h * 0.08, w * 0.84, h * 0.84, [
      [0.5, 0.26, 0.5, 0],
      [0.5, 0.74, 0.5, 1],
      [0.26, 0.5, 0, 0.5],
      [0.74, 0.5, 1, 0.5],
      [0.33, 0.33, 0.1, 0.1],
      [0.67, 0.33, 0.9, 0.1],
      [0.33, 0.67, 0.1, 0.9],
      [0.67, 0.67, 0.9, 0.9],
    ]),
  ]),
  sign('hub', 'Hub', [90, 34], 'repeater lan', (w, h) => [
    body(roundRect(0, 0, w, h, 3)),
    strokes(...[0.12, 0.28, 0.44, 0.6, 0.76].map(x => rect(w * x, h * 0.4, w * 0.11, h * 0.32))),
    ink(circle(w * 0.92, h * 0.2, Math.min(w, h) * 0.06)),
  ]),
  sign('modem', 'Modem', [80, 34], 'dsl cable', (w, h) => [
    body(fit('M8 0L92 0L100 100L0 100Z', 0, 0, w, h)),
    ink(...[0.2, 0.32, 0.44, 0.56].map(x => circle(w * x, h * 0.6, Math.min(w * 0.03, h * 0.09)))),
    strokes(line(w * 0.7, h * 0.6, w * 0.85, h * 0.6)),
  ]),
  sign('load-balancer', 'Load balancer', [80, 56], 'traffic adc', (w, h) => [
    body(roundRect(0, 0, w, h, 5)),
    arrows(w * 0.12, h * 0.16, w * 0.76, h * 0.68, [
      [0, 0.5, 1, 0.5],
      [0.35, 0.5, 0.95, 0],
      [0.35, 0.5, 0.95, 1],
    ]),
  ]),
  sign('firewall', 'Firewall', [60, 76], 'brick wall security', (w, h) => [
    body(whole(w, h)),
    strokes(...bricks(w, h)),
  ]),
  sign('firewall-3d', 'Firewall block', [64, 80], 'brick wall security 3d', (w, h) => {
    const s = Math.min(w * 0.22, h * 0.3)
    return [
      body(rect(0, s, w - s, h - s)),
      body(polygon(0, s, s, 0, w, 0, w - s, s)),
      dark(polygon(w - s, s, w, 0, w, h - s, w - s, h)),
      strokes(...bricks(w - s, h - s).map(d => fit(d, 0, s, 1, 1, 1))),
    ]
  }),
  shape('network.cloud', 'Cloud', [120, 80], (w, h) => [body(fit(CLOUD, 0, 0, w, h))], {
    inside: within(0, 0.04, 1, 0.96),
    keywords: 'internet wan',
    text: within(0.1, 0.3, 0.94, 0.94),
  }),
  shape(
    'network.cloud-outline',
    'Cloud outline',
    [120, 80],
    (w, h) => {
      const t = Math.min(w, h) * 0.06
      return [body(fit(CLOUD, 0, 0, w, h) + fit(HOLLOW_CLOUD, t, t, w - 2 * t, h - 2 * t))]
    },
    {
      keywords: 'internet wan',
      text: within(0.1, 0.3, 0.94, 0.94),
    },
  ),
  sign('database', 'Database', [60, 70], 'cylinder sql store', (w, h) => [
    body(fit('M0 14C0 -4.7 100 -4.7 100 14L100 86C100 104.7 0 104.7 0 86Z', 0, 0, w, h)),
    strokes(...[14, 38, 62].map(y => fit('M0 0C0 18.7 100 18.7 100 0', 0, (h * y) / 100, w, h))),
  ]),
  sign('relational-database', 'Relational database', [70, 60], 'sql tables cylinders', (w, h) => [
    ...drum(w * 0.3, 0, w * 0.4, h * 0.46),
    ...drum(0, h * 0.54, w * 0.4, h * 0.46),
    ...drum(w * 0.6, h * 0.54, w * 0.4, h * 0.46),
    strokes(line(w / 2, h * 0.46, w / 2, h * 0.74), line(w * 0.4, h * 0.74, w * 0.6, h * 0.74)),
  ]),
  sign('storage', 'Storage array', [76, 70], 'san nas disk raid', (w, h) =>
    [0, 1, 2].flatMap(at => unit(0, h * at * 0.35, w, h * 0.3)),
  ),
  sign('disk', 'Disk', [56, 60], 'drive storage volume', (w, h) => drum(0, 0, w, h)),
  sign('tape', 'Tape', [80, 54], 'backup cassette storage', (w, h) => [
    body(roundRect(0, 0, w, h, 5)),
    strokes(
      ellipse(w * 0.3, h * 0.45, h * 0.16, h * 0.16),
      ellipse(w * 0.7, h * 0.45, h * 0.16, h * 0.16),
      polyline(w * 0.25, h, w * 0.32, h * 0.78, w * 0.68, h * 0.78, w * 0.75, h),
    ),
  ]),
  sign('pc', 'Desktop computer', [86, 70], 'client workstation pc', (w, h) => [
    body(rect(w * 0.68, 0, w * 0.32, h)),
    strokes(line(w * 0.74, h * 0.14, w * 0.94, h * 0.14), line(w * 0.74, h * 0.24, w * 0.94, h * 0.24)),
    ink(circle(w * 0.84, h * 0.75, w * 0.03)),
    body(roundRect(0, h * 0.12, w * 0.62, h * 0.62, 3)),
    dark(rect(w * 0.05, h * 0.19, w * 0.52, h * 0.48)),
    body(polygon(w * 0.23, h * 0.74, w * 0.39, h * 0.74, w * 0.46, h, w * 0.16, h)),
  ]),
  sign('host', 'Workstation', [50, 64], 'standard host client terminal', (w, h) => [
    body(roundRect(w * 0.1, 0, w * 0.8, h * 0.54, 3)),
    dark(rect(w * 0.18, h * 0.06, w * 0.64, h * 0.42)),
    body(polygon(w * 0.38, h * 0.54, w * 0.62, h * 0.54, w * 0.68, h * 0.66, w * 0.32, h * 0.66)),
    body(roundRect(0, h * 0.66, w, h * 0.34, 3)),
    strokes(line(w * 0.56, h * 0.8, w * 0.9, h * 0.8)),
    ink(circle(w * 0.12, h * 0.8, w * 0.04)),
  ]),
  sign('monitor', 'Monitor', [76, 62], 'screen display', (w, h) => [
    body(
      rect(0, 0, w, h * 0.77) + polygon(w * 0.08, h * 0.08, w * 0.08, h * 0.69, w * 0.92, h * 0.69, w * 0.92, h * 0.08),
    ),
    body(polygon(w * 0.26, h * 0.87, w * 0.75, h * 0.87, w * 0.82, h, w * 0.19, h)),
  ]),
  sign('laptop', 'Laptop', [86, 60], 'notebook client computer', (w, h) => [
    body(roundRect(w * 0.12, 0, w * 0.76, h * 0.76, [5, 5, 0, 0])),
    dark(rect(w * 0.18, h * 0.08, w * 0.64, h * 0.58)),
    body(fit('M8 0L92 0L100 70C100 92 97 100 93 100L7 100C3 100 0 92 0 70Z', 0, h * 0.8, w, h * 0.2)),
  ]),
  sign('smartphone', 'Smartphone', [40, 70], 'mobile iphone android cell', (w, h) => [
    body(roundRect(0, 0, w, h, Math.min(w, h) * 0.14)),
    dark(rect(w * 0.09, h * 0.11, w * 0.82, h * 0.73)),
    strokes(line(w * 0.4, h * 0.055, w * 0.6, h * 0.055)),
    ink(circle(w / 2, h * 0.92, Math.min(w * 0.07, h * 0.04))),
  ]),
  sign('phone', 'Telephone', [76, 60], 'ip phone voip desk', (w, h) => [
    body(fit('M18 36L82 36L100 100L0 100Z', 0, 0, w, h)),
    body(fit('M0 30C0 0 20 0 50 0C80 0 100 0 100 30L100 40L74 40L74 26C64 22 36 22 26 26L26 40L0 40Z', 0, 0, w, h)),
    strokes(
      ...[0, 1, 2].flatMap(row =>
        [0, 1, 2].map(column => rect(w * (0.33 + column * 0.13), h * (0.5 + row * 0.15), w * 0.08, h * 0.08)),
      ),
    ),
  ]),
  sign('printer', 'Printer', [76, 66], 'fax copier', (w, h) => [
    body(rect(w * 0.22, 0, w * 0.56, h * 0.35)),
    body(roundRect(0, h * 0.3, w, h * 0.46, 5)),
    body(rect(w * 0.2, h * 0.6, w * 0.6, h * 0.4)),
    strokes(line(w * 0.3, h * 0.75, w * 0.7, h * 0.75), line(w * 0.3, h * 0.86, w * 0.7, h * 0.86)),
    ink(circle(w * 0.88, h * 0.42, Math.min(w, h) * 0.04)),
  ]),
  sign('access-point', 'Access point', [80, 50], 'wireless wifi wlan antenna', (w, h) => [
    body(roundRect(0, h * 0.52, w, h * 0.48, 4)),
    ink(...[0.14, 0.24, 0.34].map(x => circle(w * x, h * 0.77, Math.min(w, h) * 0.045))),
    strokes(...[0.16, 0.3, 0.44].map(r => arc(w / 2, h * 0.5, w * r, h * r * 1.1, 215, 325))),
  ]),
  sign('wlan-controller', 'Wireless controller', [84, 50], 'wifi wlan', (w, h) => [
    body(roundRect(0, 0, w, h, 4)),
    strokes(...[0.1, 0.2, 0.3].map(r => arc(w * 0.3, h * 0.68, w * r, h * r * 1.6, 225, 315))),
    ink(circle(w * 0.3, h * 0.7, w * 0.03)),
    arrows(w * 0.56, h * 0.22, w * 0.36, h * 0.56, PASSING),
  ]),
  sign('user', 'User', [54, 70], 'person client man', (w, h) => person(0, 0, w, h)),
  sign('user-female', 'Female user', [54, 70], 'person client woman', (w, h) => [
    body(fit(LONG_HAIR, w * 0.12, 0, w * 0.76, h)),
    body(fit(SHOULDERS, 0, 0, w, h)),
    body(ellipse(w / 2, h * 0.27, Math.min(w * 0.22, h * 0.17), h * 0.17)),
  ]),
  sign('user-group', 'User group', [100, 70], 'people team persons clients', (w, h) => [
    ...person(0, h * 0.06, w * 0.46, h * 0.84),
    ...person(w * 0.54, h * 0.06, w * 0.46, h * 0.84),
    ...person(w * 0.24, h * 0.06, w * 0.52, h * 0.94),
  ]),
  sign('lock', 'Encrypted', [54, 70], 'lock padlock secure encryption', (w, h) => [
    body(
      fit(
        'M16 46L16 30C16 12 30 0 50 0C70 0 84 12 84 30L84 46L68 46L68 31C68 20 61 14 50 14C39 14 32 20 32 31L32 46Z',
        0,
        0,
        w,
        h,
      ),
    ),
    body(roundRect(0, h * 0.43, w, h * 0.57, Math.min(w, h) * 0.1)),
    ink(circle(w / 2, h * 0.66, Math.min(w, h) * 0.09), rect(w * 0.45, h * 0.68, w * 0.1, h * 0.18)),
  ]),
  sign('key', 'Key', [70, 34], 'password secret access', (w, h) => {
    const r = Math.min(w * 0.2, h / 2)
    return [
      body(fit('M34 40L100 40L100 60L96 60L96 88L88 88L88 60L80 60L80 80L72 80L72 60L34 60Z', 0, 0, w, h)),
      body(circle(r, h / 2, r) + circle(r, h / 2, r * 0.45, true)),
    ]
  }),
  sign('link', 'Communication link', [36, 120], 'lightning wan serial connection', (w, h) => [
    body(fit('M46 0L96 52L66 52L100 100L18 44L50 44Z', (-w * 0.18) / 0.82, 0, w / 0.82, h)),
  ]),
  sign('building', 'Building', [56, 80], 'office site branch headquarters', (w, h) => [
    body(whole(w, h)),
    strokes(
      ...[0.1, 0.27, 0.44, 0.61].flatMap(y => [0.14, 0.42, 0.7].map(x => rect(w * x, h * y, w * 0.16, h * 0.09))),
    ),
    dark(rect(w * 0.38, h * 0.8, w * 0.24, h * 0.2)),
  ]),
  sign('tower', 'Radio tower', [60, 84], 'antenna mast wireless cell', (w, h) => [
    body(polygon(w * 0.46, h * 0.26, w * 0.54, h * 0.26, w * 0.82, h, w * 0.18, h)),
    strokes(line(w * 0.38, h * 0.48, w * 0.72, h * 0.74), line(w * 0.62, h * 0.48, w * 0.28, h * 0.74)),
    ink(circle(w / 2, h * 0.2, Math.min(w, h) * 0.07)),
    strokes(
      ...[0.2, 0.36].flatMap(r => [
        arc(w / 2, h * 0.2, w * r, h * r * 0.55, -50, 50),
        arc(w / 2, h * 0.2, w * r, h * r * 0.55, 130, 230),
      ]),
    ),
  ]),
  sign('folder', 'Folder', [76, 58], 'directory files share', (w, h) => [
    dark(polygon(0, 0, w * 0.34, 0, w * 0.44, h * 0.2, w * 0.86, h * 0.2, w * 0.86, h, 0, h)),
    body(polygon(w * 0.18, h * 0.34, w, h * 0.34, w * 0.84, h, 0, h)),
  ]),
  sign('folder-outline', 'Folder outline', [76, 62], 'directory files share', (w, h) => {
    const t = Math.min(w, h) * 0.06
    return [
      body(
        fit(
          'M0 12C0 4 3 0 10 0L30 0C36 0 38 8 46 8L92 8C97 8 100 12 100 18L100 90C100 96 97 100 92 100L8 100C3 100 0 96 0 90Z',
          0,
          0,
          w,
          h,
        ) +
          polygon(t, h * 0.24 + t, t, h - t, w - t, h - t, w - t, h * 0.24 + t) +
          fit('M0 20L0 100L100 100L100 34L44 34C36 34 34 0 26 0L12 0C4 0 0 6 0 20Z', t, t, w - 2 * t, h * 0.24 - t),
      ),
    ]
  }),
  sign('repository', 'Repository', [60, 60], 'git branch source version control', (w, h) => {
    const side = Math.min(w, h)
    const [r, t] = [side * 0.07, side * 0.03]
    return [
      body(
        fit(
          'M44 3C48 -1 52 -1 56 3L97 44C101 48 101 52 97 56L56 97C52 101 48 101 44 97L3 56C-1 52 -1 48 3 44Z',
          0,
          0,
          w,
          h,
        ),
      ),
      ink(
        rect(w * 0.5 - t, h * 0.3, 2 * t, h * 0.4),
        polygon(w * 0.5 - t, h * 0.3 + t, w * 0.5 + t, h * 0.3 - t, w * 0.7 + t, h * 0.5 - t, w * 0.7 - t, h * 0.5 + t),
      ),
      ink(circle(w * 0.5, h * 0.3, r), circle(w * 0.5, h * 0.7, r), circle(w * 0.7, h * 0.5, r)),
    ]
  }),
  sign('oval-device', 'Generic device', [80, 50], 'node appliance', (w, h) => [
    body(oval(0, 0, w, h)),
    strokes(oval(w * 0.1, h * 0.14, w * 0.8, h * 0.72)),
  ]),
]
