/** Symbols of UML 2.5. The compartments of classes are child objects. */
import { beneath, inset, shape } from './define.ts'
import { fromLeft, fromRight, radiusGrip, stripAbove } from './grips.ts'
import {
  arc,
  body,
  circle,
  dark,
  dashed,
  ellipse,
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

function stickFigure(w: number, h: number): string[] {
  const r = Math.min(w * 0.28, h * 0.14)
  const neck = 2 * r
  const hip = h * 0.66
  return [line(w / 2, neck, w / 2, hip), line(0, h * 0.4, w, h * 0.4), polyline(0, h, w / 2, hip, w, h)]
}

const headOf = (w: number, h: number): string => {
  const r = Math.min(w * 0.28, h * 0.14)
  return circle(w / 2, r, r)
}

/** Component icon: a box with two lugs. */
function lugs(x: number, y: number, size: number): string[] {
  return [
    rect(x + size * 0.25, y, size * 0.75, size),
    rect(x, y + size * 0.2, size * 0.5, size * 0.2),
    rect(x, y + size * 0.6, size * 0.5, size * 0.2),
  ]
}

/** Size of the icon in a box's upper right corner. */
const sign = (w: number, h: number): number => Math.min(18, w / 4, h / 3)

function folded(w: number, h: number, corner: number) {
  const c = Math.min(corner, w, h)
  return [body(polygon(0, 0, w - c, 0, w, c, w, h, 0, h)), strokes(polyline(w - c, 0, w - c, c, w, c))]
}

const header = { header: ['Header', 10, 400, 30, stripAbove] } as const
const tall = Array.from({ length: 11 }, (_, index) => index / 10)
const alongSides = tall.flatMap(
  y =>
    [
      [0, y, 180],
      [1, y, 0],
    ] as const,
)

export const umlShapes = [
  shape('uml.class', 'Class', [140, 100], (w, h) => [body(whole(w, h))], {
    keywords: 'compartments attributes operations',
    container: true,
  }),
  shape('uml.simple-class', 'Simple class', [120, 60], (w, h) => [body(whole(w, h))], { keywords: 'box' }),
  shape('uml.interface', 'Interface', [40, 40], (w, h) => [body(oval(0, 0, w, h))], {
    keywords: 'lollipop ball provided',
    text: beneath,
    keepsAspect: true,
  }),
  shape(
    'uml.required-interface',
    'Required interface',
    [40, 40],
    (w, h) => [strokes(arc(w / 2, h / 2, w / 2, h / 2, 90, 270))],
    {
      keywords: 'socket',
      outline: whole,
      text: beneath,
      points: [
        [0, 0.5],
        [1, 0.5],
      ],
      keepsAspect: true,
    },
  ),
  shape('uml.object', 'Object', [120, 60], (w, h) => [body(whole(w, h))], { keywords: 'instance' }),
  shape(
    'uml.active-class',
    'Active class',
    [120, 60],
    (w, h) => {
      const bar = Math.min(6, w / 4)
      return [body(whole(w, h)), strokes(line(bar, 0, bar, h), line(w - bar, 0, w - bar, h))]
    },
    { keywords: 'thread process' },
  ),
  shape(
    'uml.template-class',
    'Template class',
    [140, 80],
    (w, h) => {
      const s = Math.min(14, h / 3)
      return [body(rect(0, s, w - s, h - s)), body(rect(w * 0.55, 0, w * 0.45, s * 2))]
    },
    {
      keywords: 'generic parameterised',
      outline: whole,
      text: (w, h) => inset(w, h, Math.min(28, h * 0.66), Math.min(14, h / 3), 0, 0),
    },
  ),
  shape(
    'uml.package',
    'Package',
    [140, 100],
    (w, h, { tab }) => {
      const t = Math.min(tab, h / 2)
      return [body(rect(0, 0, w * 0.4, t)), body(rect(0, t, w, h - t))]
    },
    {
      parameters: { tab: ['Tab', 5, 100, 18, (w, h, tab) => [w * 0.7, Math.min(tab, h / 2)]] },
      keywords: 'folder module namespace',
      container: true,
      outline: (w, h, { tab }) =>
        polygon(0, 0, w * 0.4, 0, w * 0.4, Math.min(tab, h / 2), w, Math.min(tab, h / 2), w, h, 0, h),
      text: (w, h, { tab }) => inset(w, h, Math.min(tab, h / 2), 0, 0, 0),
      points: [
        [0.2, 0],
        [1, 0.5],
        [0.5, 1],
        [0, 0.5],
      ],
    },
  ),
  shape('uml.use-case', 'Use case', [120, 60], (w, h) => [body(oval(0, 0, w, h))], {
    inside: true,
    keywords: 'ellipse goal',
  }),
  shape('uml.actor', 'Actor', [40, 80], (w, h) => [body(headOf(w, h)), strokes(...stickFigure(w, h))], {
    keywords: 'user person stickman role',
    text: beneath,
    outline: whole,
  }),
  shape(
    'uml.lifeline',
    'Lifeline',
    [120, 220],
    (w, h, p) => {
      const top = Math.min(p.header, h)
      return [body(rect(0, 0, w, top)), strokes(dashed(w / 2, top, w / 2, h))]
    },
    {
      parameters: { header: ['Header', 10, 400, 40, stripAbove] },
      keywords: 'sequence timeline object participant',
      outline: (w, h, p) => rect(0, 0, w, Math.min(p.header, h)),
      text: (w, h, p) => ({ x: 0, y: 0, width: w, height: Math.min(p.header, h) }),
      points: [...tall.slice(2).map(y => [0.5, y, 0] as const), [0.5, 0]],
    },
  ),
  shape('uml.timeline', 'Timeline', [20, 180], (w, h) => [strokes(dashed(w / 2, 0, w / 2, h))], {
    keywords: 'sequence lifeline dashed',
    outline: whole,
    points: tall.map(y => [0.5, y, 0] as const),
  }),
  shape('uml.activation', 'Activation', [14, 80], (w, h) => [body(whole(w, h))], {
    keywords: 'execution bar sequence focus',
    points: alongSides,
  }),
  shape('uml.destruction', 'Destruction', [24, 24], (w, h) => [strokes(line(0, 0, w, h), line(w, 0, 0, h))], {
    keywords: 'stop x destroy lifeline',
    outline: whole,
    keepsAspect: true,
  }),
  shape(
    'uml.self-message',
    'Self message',
    [60, 40],
    (w, h) => {
      const head = Math.min(8, h / 4, w / 2)
      const y = h - head / 2
      return [strokes(polyline(0, 0, w, 0, w, y, 0, y)), ink(polygon(0, y, head, y - head / 2, head, y + head / 2))]
    },
    {
      keywords: 'call loop recursion sequence',
      outline: whole,
      points: [
        [0, 0, 180],
        [0, 1, 180],
      ],
    },
  ),
  shape(
    'uml.frame',
    'Frame',
    [260, 160],
    (w, h, p) => {
      const [tabWidth, tabHeight] = [Math.min(p.tab, w), Math.min(22, h)]
      const cut = Math.min(8, tabHeight / 2, tabWidth / 2)
      return [
        body(whole(w, h)),
        dark(polygon(0, 0, tabWidth, 0, tabWidth, tabHeight - cut, tabWidth - cut, tabHeight, 0, tabHeight)),
      ]
    },
    {
      parameters: { tab: ['Tab width', 20, 600, 70, fromLeft] },
      keywords: 'fragment alt loop opt sequence interaction',
      container: true,
      text: (w, h, p) => ({ x: 0, y: 0, width: Math.min(p.tab, w), height: Math.min(22, h) }),
    },
  ),
  shape(
    'uml.frame-open',
    'Open frame',
    [260, 160],
    (w, h, p) => {
      const [tabWidth, tabHeight] = [Math.min(p.tab, w), Math.min(p.height, h)]
      const [across, down] = [Math.min(10, tabWidth / 2), Math.min(15, tabHeight / 2)]
      return [
        strokes(whole(w, h)),
        body(polygon(0, 0, tabWidth, 0, tabWidth, tabHeight - down, tabWidth - across, tabHeight, 0, tabHeight)),
      ]
    },
    {
      parameters: { tab: ['Tab width', 20, 600, 60, fromLeft], height: ['Tab height', 10, 200, 30, stripAbove] },
      keywords: 'fragment alt loop opt sequence interaction transparent',
      container: true,
      text: (w, h, p) => ({ x: 0, y: 0, width: Math.min(p.tab, w), height: Math.min(p.height, h) }),
    },
  ),
  shape('uml.boundary-system', 'System boundary', [240, 200], (w, h) => [body(whole(w, h))], {
    keywords: 'subject use case',
    container: true,
    text: (w, h) => ({ x: 0, y: 0, width: w, height: Math.min(28, h) }),
  }),
  shape('uml.state', 'State', [120, 60], (w, h, { radius }) => [body(roundRect(0, 0, w, h, radius))], {
    inside: true,
    parameters: { radius: ['Corner radius', 0, 100, 14, radiusGrip] },
    keywords: 'rounded',
  }),
  shape(
    'uml.composite-state',
    'Composite state',
    [200, 140],
    (w, h, p) => {
      const top = Math.min(p.header, h)
      return [body(roundRect(0, 0, w, h, 14)), strokes(line(0, top, w, top))]
    },
    {
      parameters: header,
      keywords: 'rounded nested',
      container: true,
      text: (w, h, p) => ({ x: 0, y: 0, width: w, height: Math.min(p.header, h) }),
    },
  ),
  shape('uml.action', 'Action', [120, 60], (w, h, { radius }) => [body(roundRect(0, 0, w, h, radius))], {
    inside: true,
    parameters: { radius: ['Corner radius', 0, 100, 16, radiusGrip] },
    keywords: 'activity step',
  }),
  shape('uml.initial', 'Initial state', [40, 40], (w, h) => [ink(oval(0, 0, w, h)), strokes(oval(0, 0, w, h))], {
    keywords: 'start node dot',
    keepsAspect: true,
    text: beneath,
  }),
  shape(
    'uml.final',
    'Final state',
    [40, 40],
    (w, h) => [body(oval(0, 0, w, h)), ink(ellipse(w / 2, h / 2, w * 0.32, h * 0.32))],
    { keywords: 'end node stop', keepsAspect: true, text: beneath },
  ),
  shape(
    'uml.flow-final',
    'Flow final',
    [40, 40],
    (w, h) => {
      const [x, y] = [w * 0.1464, h * 0.1464]
      return [body(oval(0, 0, w, h)), strokes(line(x, y, w - x, h - y), line(w - x, y, x, h - y))]
    },
    { keywords: 'end', keepsAspect: true, text: beneath },
  ),
  shape(
    'uml.history',
    'History',
    [40, 40],
    (w, h) => [
      body(oval(0, 0, w, h)),
      strokes(
        line(w * 0.36, h * 0.28, w * 0.36, h * 0.72),
        line(w * 0.64, h * 0.28, w * 0.64, h * 0.72),
        line(w * 0.36, h / 2, w * 0.64, h / 2),
      ),
    ],
    { keywords: 'state shallow', keepsAspect: true, text: beneath },
  ),
  shape('uml.choice', 'Choice', [40, 40], (w, h) => [body(polygon(w / 2, 0, w, h / 2, w / 2, h, 0, h / 2))], {
    keywords: 'decision merge diamond',
  }),
  shape('uml.fork', 'Fork or join', [120, 8], (w, h) => [ink(whole(w, h)), strokes(whole(w, h))], {
    keywords: 'bar synchronisation parallel horizontal',
    points: [
      [0.25, 0],
      [0.5, 0],
      [0.75, 0],
      [0.25, 1],
      [0.5, 1],
      [0.75, 1],
      [0, 0.5],
      [1, 0.5],
    ],
  }),
  shape('uml.fork-vertical', 'Vertical fork or join', [8, 120], (w, h) => [ink(whole(w, h)), strokes(whole(w, h))], {
    keywords: 'bar synchronisation parallel',
    points: [
      [0, 0.25],
      [0, 0.5],
      [0, 0.75],
      [1, 0.25],
      [1, 0.5],
      [1, 0.75],
      [0.5, 0],
      [0.5, 1],
    ],
  }),
  shape(
    'uml.send-signal',
    'Send signal',
    [120, 60],
    (w, h) => [body(polygon(0, 0, w * 0.85, 0, w, h / 2, w * 0.85, h, 0, h))],
    { inside: true, keywords: 'activity event' },
  ),
  shape(
    'uml.receive-signal',
    'Receive signal',
    [120, 60],
    (w, h) => [body(polygon(0, 0, w, 0, w, h, 0, h, w * 0.15, h / 2))],
    {
      inside: true,
      keywords: 'accept event activity',
      points: [
        [0.5, 0],
        [1, 0.5],
        [0.5, 1],
        [0.15, 0.5, 180],
      ],
    },
  ),
  shape(
    'uml.time-event',
    'Time event',
    [40, 40],
    (w, h) => [body(polygon(0, 0, w, 0, w / 2, h / 2)), body(polygon(w / 2, h / 2, w, h, 0, h))],
    { keywords: 'hourglass timer wait', outline: whole, text: beneath },
  ),
  shape(
    'uml.component',
    'Component',
    [140, 80],
    (w, h) => {
      const size = sign(w, h)
      return [body(whole(w, h)), dark(lugs(w - size * 1.35, Math.min(size * 0.35, h), size).join(''))]
    },
    { keywords: 'module part' },
  ),
  shape(
    'uml.component-lugs',
    'Component with lugs',
    [120, 60],
    (w, h) => {
      const lug = Math.min(w * 0.16, 20)
      return [
        body(rect(lug / 2, 0, w - lug / 2, h)),
        body(rect(0, h * 0.18, lug, h * 0.22)),
        body(rect(0, h * 0.6, lug, h * 0.22)),
      ]
    },
    { keywords: 'module uml1', outline: whole, text: (w, h) => inset(w, h, 0, 0, 0, Math.min(w * 0.16, 20)) },
  ),
  shape(
    'uml.node',
    'Node',
    [140, 100],
    (w, h, { depth }) => {
      const s = Math.min(depth, w / 2, h / 2)
      return [
        body(rect(0, s, w - s, h - s)),
        body(polygon(0, s, s, 0, w, 0, w - s, s)),
        dark(polygon(w - s, s, w, 0, w, h - s, w - s, h)),
      ]
    },
    {
      parameters: {
        depth: [
          'Depth',
          2,
          100,
          12,
          (w, h, depth) => [w - Math.min(depth, w / 2, h / 2), Math.min(depth, w / 2, h / 2)],
        ],
      },
      keywords: 'deployment device cube 3d',
      container: true,
      outline: (w, h, { depth }) => {
        const s = Math.min(depth, w / 2, h / 2)
        return polygon(0, s, s, 0, w, 0, w, h - s, w - s, h, 0, h)
      },
      text: (w, h, { depth }) => inset(w, h, Math.min(depth, w / 2, h / 2), Math.min(depth, w / 2, h / 2), 0, 0),
    },
  ),
  shape(
    'uml.artifact',
    'Artifact',
    [120, 60],
    (w, h) => {
      const size = sign(w, h)
      const [x, y] = [w - size * 1.15, Math.min(size * 0.35, h)]
      return [
        body(whole(w, h)),
        dark(polygon(x, y, x + size * 0.5, y, x + size * 0.8, y + size * 0.3, x + size * 0.8, y + size, x, y + size)),
        strokes(polyline(x + size * 0.5, y, x + size * 0.5, y + size * 0.3, x + size * 0.8, y + size * 0.3)),
      ]
    },
    { keywords: 'file deployment' },
  ),
  shape('uml.note', 'Note', [120, 60], (w, h, { corner }) => folded(w, h, corner), {
    inside: true,
    parameters: { corner: ['Corner', 0, 100, 14, fromRight] },
    keywords: 'comment',
  }),
  shape(
    'uml.boundary',
    'Boundary',
    [80, 60],
    (w, h) => {
      const r = Math.min(h / 2, w * 0.4)
      return [
        body(circle(w - r, h / 2, r)),
        strokes(line(0, h / 2 - r, 0, h / 2 + r), line(0, h / 2, w - 2 * r, h / 2)),
      ]
    },
    { keywords: 'robustness analysis', text: beneath, outline: whole },
  ),
  shape(
    'uml.control',
    'Control',
    [60, 60],
    (w, h) => {
      const [rx, ry] = [w / 2, h * 0.45]
      const y = h - ry
      const tip = Math.min(w, h) * 0.14
      return [
        body(ellipse(w / 2, y, rx, ry)),
        strokes(
          polyline(w / 2 + tip, Math.max(0, h * 0.1 - tip * 0.7), w / 2, h * 0.1, w / 2 + tip, h * 0.1 + tip * 0.7),
        ),
      ]
    },
    { keywords: 'robustness analysis controller', text: beneath },
  ),
  shape(
    'uml.entity',
    'Entity',
    [60, 60],
    (w, h) => [
      body(ellipse(w / 2, h * 0.46, w / 2, h * 0.46)),
      strokes(line(w * 0.1, h, w * 0.9, h), line(w / 2, h * 0.92, w / 2, h)),
    ],
    { keywords: 'robustness analysis', text: beneath },
  ),
  shape('uml.port', 'Port', [14, 14], (w, h) => [body(whole(w, h))], { keywords: 'component square' }),
  shape('uml.collaboration', 'Collaboration', [120, 60], (w, h) => [body(oval(0, 0, w, h))], {
    inside: true,
    keywords: 'dashed ellipse pattern',
  }),
]
