/** Core symbols of the Business Process Model and Notation 2.0. */
import type { ShapeDefinition, ShapePath } from './contract.ts'
import { beneath, inset, shape } from './define.ts'
import { radiusGrip } from './grips.ts'
import {
  body,
  circle,
  dashed,
  ellipse,
  fit,
  ink,
  line,
  oval,
  polygon,
  polyline,
  rect,
  regular,
  roundRect,
  strokes,
  whole,
} from './paths.ts'

const round = { radius: ['Corner radius', 0, 100, 10, radiusGrip] } as const

/** Draws a marker in a box: filled for throwing, outlined for catching. */
type Marker = (x: number, y: number, w: number, h: number, filled: boolean) => ShapePath[]

const drawn =
  (d: string, details = ''): Marker =>
  (x, y, w, h, filled) => {
    const outline = fit(d, x, y, w, h)
    if (filled) return [ink(outline)]
    return [strokes(outline, details && fit(details, x, y, w, h))]
  }

const MARKERS: Readonly<Record<string, Marker>> = {
  message: (x, y, w, h, filled) =>
    filled
      ? [ink(fit('M0 22L100 22L50 56Z', x, y, w, h), fit('M0 32L50 66L100 32L100 80L0 80Z', x, y, w, h))]
      : [strokes(fit('M0 20L100 20L100 80L0 80Z', x, y, w, h), fit('M0 20L50 54L100 20', x, y, w, h))],
  timer: (x, y, w, h) => [
    strokes(oval(x, y, w, h), polyline(x + w * 0.58, y + h * 0.18, x + w / 2, y + h / 2, x + w * 0.78, y + h * 0.5)),
    strokes(
      ...Array.from({ length: 12 }, (_, at) => {
        const [cos, sin] = [Math.cos((at * Math.PI) / 6) / 2, Math.sin((at * Math.PI) / 6) / 2]
        return line(x + w * (0.5 + cos * 0.84), y + h * (0.5 + sin * 0.84), x + w * (0.5 + cos), y + h * (0.5 + sin))
      }),
    ),
  ],
  error: drawn('M0 100L32 10L62 58L100 0L70 92L38 44Z'),
  escalation: drawn('M50 0L94 100L50 58L6 100Z'),
  cancel: drawn('M0 18L18 0L50 32L82 0L100 18L68 50L100 82L82 100L50 68L18 100L0 82L32 50Z'),
  compensation: drawn('M50 12L50 88L0 50ZM100 12L100 88L50 50Z'),
  conditional: drawn('M10 0L90 0L90 100L10 100Z', 'M22 20L78 20M22 40L78 40M22 60L78 60M22 80L78 80'),
  link: drawn('M0 32L56 32L56 8L100 50L56 92L56 68L0 68Z'),
  signal: drawn('M50 4L100 92L0 92Z'),
  multiple: (x, y, w, h, filled) => {
    const d = regular(5, 100, 100)
    return filled ? [ink(fit(d, x, y, w, h))] : [strokes(fit(d, x, y, w, h))]
  },
  'parallel-multiple': drawn('M36 0L64 0L64 36L100 36L100 64L64 64L64 100L36 100L36 64L0 64L0 36L36 36Z'),
  terminate: (x, y, w, h) => [ink(oval(x, y, w, h))],
}

type Kind = 'start' | 'intermediate' | 'throw' | 'end'
const KINDS: Readonly<Record<Kind, string>> = {
  start: 'start event',
  intermediate: 'intermediate event',
  throw: 'throwing event',
  end: 'end event',
}

function event(kind: Kind, marker: string | null): ShapeDefinition {
  const label = [marker ? marker[0]?.toUpperCase() + marker.slice(1).replace('-', ' ') : 'General', KINDS[kind]].join(
    ' ',
  )
  return shape(
    `bpmn.${marker ? `${marker}-` : ''}${kind}`,
    label,
    [40, 40],
    (w, h) => {
      const inner =
        kind === 'intermediate' || kind === 'throw'
          ? [strokes(ellipse(w / 2, h / 2, (w / 2) * 0.85, (h / 2) * 0.85))]
          : []
      // BPMN's thick line of end events is painted as a ring, as the style has one width.
      const ring =
        kind === 'end' ? [ink(oval(0, 0, w, h) + ellipse(w / 2, h / 2, (w / 2) * 0.88, (h / 2) * 0.88, true))] : []
      const filled = kind === 'end' || kind === 'throw'
      const mark = marker ? (MARKERS[marker]?.(w * 0.28, h * 0.28, w * 0.44, h * 0.44, filled) ?? []) : []
      return [body(oval(0, 0, w, h)), ...inner, ...ring, ...mark]
    },
    { keepsAspect: true, keywords: 'event circle bpmn', text: beneath },
  )
}

const gatewayBody = (w: number, h: number): ShapePath => body(polygon(w / 2, 0, w, h / 2, w / 2, h, 0, h / 2))
const gateway = (name: string, label: string, mark: (w: number, h: number) => ShapePath[]): ShapeDefinition =>
  shape(`bpmn.gateway${name && `-${name}`}`, label, [60, 60], (w, h) => [gatewayBody(w, h), ...mark(w, h)], {
    keepsAspect: true,
    keywords: 'decision branch diamond bpmn',
    text: beneath,
  })

/** A task with an icon in its upper left corner. */
const task = (
  name: string,
  label: string,
  sign: (x: number, y: number, size: number) => ShapePath[],
): ShapeDefinition =>
  shape(
    `bpmn.${name ? `${name}-` : ''}task`,
    label,
    [120, 80],
    (w, h, { radius }) => [
      body(roundRect(0, 0, w, h, radius)),
      ...sign(w * 0.05, h * 0.08, Math.min(18, w * 0.2, h * 0.3)),
    ],
    { parameters: round, keywords: 'activity step bpmn' },
  )

/** A marker at the middle of the lower edge. */
const marked = (
  id: string,
  label: string,
  mark: (x: number, y: number, size: number) => ShapePath[],
  container = false,
): ShapeDefinition =>
  shape(
    id,
    label,
    [120, 80],
    (w, h, { radius }) => {
      const size = Math.min(14, w * 0.3, h * 0.3)
      return [body(roundRect(0, 0, w, h, radius)), ...mark((w - size) / 2, h - size, size)]
    },
    {
      parameters: round,
      keywords: 'activity task bpmn',
      container,
      text: (w, h) => inset(w, h, 0, 0, Math.min(14, h * 0.3), 0),
    },
  )

export const bpmnShapes: readonly ShapeDefinition[] = [
  task('', 'Task', () => []),
  task('user', 'User task', (x, y, s) => [
    strokes(
      circle(x + s / 2, y + s * 0.28, s * 0.26),
      fit('M0 100C0 66 20 56 50 56C80 56 100 66 100 100Z', x, y, s, s),
    ),
  ]),
  task('service', 'Service task', (x, y, s) => [
    strokes(fit(regular(8, 100, 100, 0.74), x, y, s, s), circle(x + s / 2, y + s / 2, s * 0.18)),
  ]),
  task('send', 'Send task', (x, y, s) => [
    ink(fit('M0 16L100 16L50 52Z', x, y, s, s), fit('M0 28L50 64L100 28L100 84L0 84Z', x, y, s, s)),
  ]),
  task('receive', 'Receive task', (x, y, s) => [
    strokes(fit('M0 16L100 16L100 84L0 84Z', x, y, s, s), fit('M0 16L50 54L100 16', x, y, s, s)),
  ]),
  task('script', 'Script task', (x, y, s) => [
    strokes(
      fit('M25 0L95 0C70 25 70 35 80 50C90 68 90 80 72 100L5 100C28 80 28 68 18 50C8 35 5 25 25 0Z', x, y, s, s),
      fit('M28 28L64 28M30 50L66 50M36 72L70 72', x, y, s, s),
    ),
  ]),
  task('manual', 'Manual task', (x, y, s) => [
    strokes(
      fit(
        'M0 40L30 12C40 4 50 12 42 22L32 32L92 32C104 32 104 48 92 48C104 50 102 66 90 66C98 70 94 82 84 82C88 92 82 96 74 96L26 96C10 96 0 84 0 70Z',
        x,
        y,
        s,
        s,
      ),
    ),
  ]),
  task('business-rule', 'Business rule task', (x, y, s) => [
    strokes(fit('M0 12L100 12L100 88L0 88Z', x, y, s, s), fit('M0 36L100 36M0 62L100 62M32 36L32 88', x, y, s, s)),
  ]),
  marked('bpmn.subprocess', 'Subprocess', (x, y, s) => [
    strokes(
      rect(x, y, s, s),
      line(x + s * 0.2, y + s / 2, x + s * 0.8, y + s / 2),
      line(x + s / 2, y + s * 0.2, x + s / 2, y + s * 0.8),
    ),
  ]),
  marked('bpmn.loop-task', 'Loop task', (x, y, s) => [
    strokes(fit('M34 88C10 76 8 40 28 24C50 6 84 16 90 44C94 66 80 84 62 88M34 88L12 88M34 88L34 66', x, y - 2, s, s)),
  ]),
  marked('bpmn.multiple-task', 'Multi-instance task', (x, y, s) => [
    strokes(...[0.2, 0.5, 0.8].map(at => line(x + s * at, y, x + s * at, y + s * 0.8))),
  ]),
  marked('bpmn.sequential-task', 'Sequential multi-instance task', (x, y, s) => [
    strokes(...[0.1, 0.4, 0.7].map(at => line(x, y + s * at, x + s, y + s * at))),
  ]),
  shape(
    'bpmn.expanded-subprocess',
    'Expanded subprocess',
    [240, 160],
    (w, h, { radius }) => [body(roundRect(0, 0, w, h, radius))],
    {
      parameters: round,
      keywords: 'activity container',
      container: true,
      text: (w, h) => ({ x: 0, y: 0, width: w, height: Math.min(28, h) }),
    },
  ),
  shape(
    'bpmn.event-subprocess',
    'Event subprocess',
    [240, 160],
    (w, h) => [{ d: roundRect(0, 0, w, h, 10), fill: 'fill', stroke: false }, strokes(dashedBox(w, h))],
    {
      keywords: 'activity container',
      container: true,
      text: (w, h) => ({ x: 0, y: 0, width: w, height: Math.min(28, h) }),
    },
  ),
  shape(
    'bpmn.transaction',
    'Transaction',
    [240, 160],
    (w, h, { radius }) => {
      const gap = Math.min(4, w / 2, h / 2)
      return [
        body(roundRect(0, 0, w, h, radius)),
        strokes(roundRect(gap, gap, w - 2 * gap, h - 2 * gap, Math.max(0, radius - gap))),
      ]
    },
    {
      parameters: round,
      keywords: 'activity container',
      container: true,
      text: (w, h) => ({ x: 0, y: 0, width: w, height: Math.min(32, h) }),
    },
  ),
  shape(
    'bpmn.call-activity',
    'Call activity',
    [120, 80],
    (w, h, { radius }) => {
      const t = Math.min(3, w / 2, h / 2)
      return [
        body(roundRect(0, 0, w, h, radius)),
        strokes(roundRect(t, t, w - 2 * t, h - 2 * t, Math.max(0, radius - t))),
      ]
    },
    { parameters: round, keywords: 'task reuse global' },
  ),
  shape(
    'bpmn.ad-hoc',
    'Ad hoc marker',
    [20, 12],
    (w, h) => [
      ink(fit('M0 62C14 0 34 4 52 28C68 48 84 46 100 12L100 44C86 98 64 96 46 70C32 52 16 54 0 94Z', 0, 0, w, h)),
    ],
    { keywords: 'tilde', outline: whole },
  ),
  event('start', null),
  event('intermediate', null),
  event('end', null),
  ...['message', 'timer', 'conditional', 'signal', 'multiple', 'parallel-multiple'].map(marker =>
    event('start', marker),
  ),
  ...[
    'message',
    'timer',
    'error',
    'escalation',
    'cancel',
    'compensation',
    'conditional',
    'link',
    'signal',
    'multiple',
    'parallel-multiple',
  ].map(marker => event('intermediate', marker)),
  ...['message', 'escalation', 'link', 'compensation', 'signal', 'multiple'].map(marker => event('throw', marker)),
  ...['message', 'error', 'escalation', 'cancel', 'compensation', 'signal', 'multiple', 'terminate'].map(marker =>
    event('end', marker),
  ),
  gateway('', 'Gateway', () => []),
  gateway('exclusive', 'Exclusive gateway', (w, h) => [
    ink(
      fit(
        'M0 12L12 0L50 38L88 0L100 12L62 50L100 88L88 100L50 62L12 100L0 88L38 50Z',
        w * 0.34,
        h * 0.32,
        w * 0.32,
        h * 0.36,
      ),
    ),
  ]),
  gateway('parallel', 'Parallel gateway', (w, h) => [
    ink(
      fit(
        'M40 0L60 0L60 40L100 40L100 60L60 60L60 100L40 100L40 60L0 60L0 40L40 40Z',
        w * 0.27,
        h * 0.27,
        w * 0.46,
        h * 0.46,
      ),
    ),
  ]),
  gateway('inclusive', 'Inclusive gateway', (w, h) => [
    ink(ellipse(w / 2, h / 2, w * 0.22, h * 0.22) + ellipse(w / 2, h / 2, w * 0.16, h * 0.16, true)),
  ]),
  gateway('event', 'Event-based gateway', (w, h) => [
    strokes(
      ellipse(w / 2, h / 2, w * 0.25, h * 0.25),
      ellipse(w / 2, h / 2, w * 0.2, h * 0.2),
      fit(regular(5, 100, 100), w * 0.38, h * 0.37, w * 0.24, h * 0.24),
    ),
  ]),
  gateway('complex', 'Complex gateway', (w, h) => [
    strokes(
      ...[
        [0, 50, 100, 50],
        [50, 0, 50, 100],
        [15, 15, 85, 85],
        [85, 15, 15, 85],
      ].map(([a = 0, b = 0, c = 0, e = 0]) => fit(line(a, b, c, e), w * 0.28, h * 0.28, w * 0.44, h * 0.44)),
    ),
  ]),
  shape(
    'bpmn.data-object',
    'Data object',
    [40, 60],
    (w, h) => {
      const c = Math.min(w, h) * 0.28
      return [body(polygon(0, 0, w - c, 0, w, c, w, h, 0, h)), strokes(polyline(w - c, 0, w - c, c, w, c))]
    },
    { keywords: 'document file paper', text: beneath },
  ),
  shape(
    'bpmn.data-collection',
    'Data object collection',
    [40, 60],
    (w, h) => {
      const c = Math.min(w, h) * 0.28
      return [
        body(polygon(0, 0, w - c, 0, w, c, w, h, 0, h)),
        strokes(polyline(w - c, 0, w - c, c, w, c)),
        strokes(...[0.4, 0.5, 0.6].map(at => line(w * at, h * 0.8, w * at, h * 0.97))),
      ]
    },
    { keywords: 'documents files list', text: beneath },
  ),
  shape(
    'bpmn.data-store',
    'Data store',
    [60, 60],
    (w, h) => {
      const ry = h * 0.12
      const lid = (y: number) => fit('M0 0C0 133 100 133 100 0', 0, y, w, ry)
      return [
        body(fit('M0 12C0 -4 100 -4 100 12L100 88C100 104 0 104 0 88Z', 0, 0, w, h)),
        strokes(...[ry, ry * 1.8, ry * 2.6].map(lid)),
      ]
    },
    { keywords: 'database cylinder', text: beneath },
  ),
  shape(
    'bpmn.annotation',
    'Annotation',
    [120, 60],
    (w, h) => [
      { d: whole(w, h), fill: 'fill', stroke: false },
      strokes(polyline(Math.min(12, w), 0, 0, 0, 0, h, Math.min(12, w), h)),
    ],
    { keywords: 'comment note text bracket', points: [[0, 0.5]] },
  ),
  shape('bpmn.group', 'Group', [220, 140], (w, h) => [strokes(dashedBox(w, h))], {
    keywords: 'dashed container',
    container: true,
    outline: whole,
    text: (w, h) => ({ x: 0, y: 0, width: w, height: Math.min(28, h) }),
  }),
  shape(
    'bpmn.message',
    'Message',
    [60, 40],
    (w, h) => [body(whole(w, h)), strokes(polyline(0, 0, w / 2, h * 0.55, w, 0))],
    { keywords: 'envelope mail', text: beneath },
  ),
]

/** A box with dashed lines, whatever the style. */
function dashedBox(w: number, h: number): string {
  return dashed(0, 0, w, 0) + dashed(w, 0, w, h) + dashed(w, h, 0, h) + dashed(0, h, 0, 0)
}
