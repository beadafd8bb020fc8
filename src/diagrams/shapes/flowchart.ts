/** Symbols of flowcharts, after ISO 5807. */
import { cylinder } from './basic.ts'
import { inset, shape, within } from './define.ts'
import { shareAbove, shareBelow, shareBeside } from './grips.ts'
import { arc, body, dark, ellipse, fit, line, oval, polygon, polyline, rect, roundRect, strokes } from './paths.ts'

/** A sheet with a wavy lower edge. */
const sheet = (x: number, y: number, w: number, h: number): string =>
  fit('M0 0L100 0L100 88C76 72 64 76 50 88C36 100 22 104 0 92Z', x, y, w, h)
const slanted = [
  [0.5, 0],
  [0.9, 0.5, 0],
  [0.5, 1],
  [0.1, 0.5, 180],
] as const
const slant = { slant: ['Slant', 0, 0.9, 0.2, shareAbove] } as const

export const flowchartShapes = [
  shape('flowchart.process', 'Process', [120, 60], (w, h) => [body(rect(0, 0, w, h))], { keywords: 'step action box' }),
  shape(
    'flowchart.alternate-process',
    'Alternate process',
    [120, 60],
    (w, h) => [body(roundRect(0, 0, w, h, Math.min(w, h) * 0.2))],
    { inside: true, keywords: 'step rounded' },
  ),
  shape(
    'flowchart.decision',
    'Decision',
    [120, 80],
    (w, h) => [body(polygon(w / 2, 0, w, h / 2, w / 2, h, 0, h / 2))],
    { inside: true, keywords: 'if question diamond branch' },
  ),
  shape('flowchart.start-end', 'Start or end', [120, 40], (w, h) => [body(roundRect(0, 0, w, h, Math.min(w, h) / 2))], {
    inside: true,
    keywords: 'terminator terminal begin stop',
  }),
  shape(
    'flowchart.input-output',
    'Input or output',
    [120, 60],
    (w, h, p) => [body(polygon(w * p.slant, 0, w, 0, w * (1 - p.slant), h, 0, h))],
    { inside: true, parameters: slant, keywords: 'data parallelogram', points: slanted },
  ),
  shape('flowchart.document', 'Document', [100, 80], (w, h) => [body(sheet(0, 0, w, h))], {
    inside: within(0, 0, 1, 0.92),
    keywords: 'paper report',
    points: [
      [0.5, 0],
      [1, 0.5],
      [0.5, 0.88, 90],
      [0, 0.5],
    ],
  }),
  shape(
    'flowchart.multiple-documents',
    'Multiple documents',
    [120, 80],
    (w, h) => {
      const step = Math.min(w, h) * 0.1
      const [dw, dh] = [w - 2 * step, h - 2 * step]
      return [body(sheet(2 * step, 0, dw, dh)), body(sheet(step, step, dw, dh)), body(sheet(0, 2 * step, dw, dh))]
    },
    {
      keywords: 'papers reports copies',
      outline: (w, h) => rect(0, 0, w, h),
      text: (w, h) => inset(w, h, Math.min(w, h) * 0.2, Math.min(w, h) * 0.2, h * 0.1, 0),
    },
  ),
  shape(
    'flowchart.subroutine',
    'Subroutine',
    [120, 60],
    (w, h, { bar }) => {
      const x = Math.min(bar, w / 2)
      return [body(rect(0, 0, w, h)), strokes(line(x, 0, x, h), line(w - x, 0, w - x, h))]
    },
    {
      parameters: { bar: ['Bar', 2, 50, 10, (w, h, bar) => [Math.min(bar, w / 2), h / 2]] },
      keywords: 'predefined process function',
      text: (w, h, { bar }) => inset(w, h, 0, Math.min(bar, w / 2), 0, Math.min(bar, w / 2)),
    },
  ),
  shape(
    'flowchart.internal-storage',
    'Internal storage',
    [100, 80],
    (w, h, { bar }) => [
      body(rect(0, 0, w, h)),
      strokes(line(Math.min(bar, w), 0, Math.min(bar, w), h), line(0, Math.min(bar, h), w, Math.min(bar, h))),
    ],
    {
      parameters: { bar: ['Bar', 2, 50, 10, (w, h, bar) => [Math.min(bar, w), Math.min(bar, h)]] },
      keywords: 'memory',
      text: (w, h, { bar }) => inset(w, h, bar, 0, 0, bar),
    },
  ),
  shape(
    'flowchart.data-storage',
    'Data storage',
    [120, 60],
    (w, h) => [body(fit('M12 0L100 0C84 10 84 90 100 100L12 100C-4 90 -4 10 12 0Z', 0, 0, w, h))],
    {
      inside: true,
      keywords: 'stored data',
      points: [
        [0.5, 0],
        [0.88, 0.5, 0],
        [0.5, 1],
        [0, 0.5],
      ],
    },
  ),
  cylinder('flowchart.database', 'Database', [80, 80], 0.14, 'cylinder magnetic disk store'),
  shape(
    'flowchart.direct-data',
    'Direct access storage',
    [120, 60],
    (w, h) => {
      const rx = Math.min(w * 0.14, w / 2)
      return [
        body(`${arc(rx, h / 2, rx, h / 2, 90, 270)}${arc(w - rx, h / 2, rx, h / 2, -90, 90, true)}Z`),
        strokes(arc(w - rx, h / 2, rx, h / 2, 90, 270)),
      ]
    },
    { inside: within(0, 0, 0.72, 1), keywords: 'drum cylinder queue', text: within(0.05, 0, 0.72, 1) },
  ),
  shape(
    'flowchart.sequential-data',
    'Sequential access storage',
    [80, 80],
    (w, h) => [body(oval(0, 0, w, h)), strokes(line(w / 2, h, w, h))],
    { inside: true, keywords: 'magnetic tape' },
  ),
  shape(
    'flowchart.manual-input',
    'Manual input',
    [120, 60],
    (w, h, p) => [body(polygon(0, h * p.slope, w, 0, w, h, 0, h))],
    {
      inside: true,
      parameters: { slope: ['Slope', 0, 0.9, 0.3, shareBeside] },
      keywords: 'keyboard',
      points: [
        [0.5, 0.15, 270],
        [1, 0.5],
        [0.5, 1],
        [0, 0.65, 180],
      ],
      text: (w, h, p) => inset(w, h, (h * p.slope) / 2, 0, 0, 0),
    },
  ),
  shape(
    'flowchart.manual-operation',
    'Manual operation',
    [120, 60],
    (w, h, p) => [body(polygon(0, 0, w, 0, w * (1 - p.inset), h, w * p.inset, h))],
    { inside: true, parameters: { inset: ['Inset', 0, 0.5, 0.2, shareBelow] }, keywords: 'trapezoid', points: slanted },
  ),
  shape(
    'flowchart.preparation',
    'Preparation',
    [120, 60],
    (w, h, p) => [
      body(polygon(w * p.inset, 0, w * (1 - p.inset), 0, w, h / 2, w * (1 - p.inset), h, w * p.inset, h, 0, h / 2)),
    ],
    { inside: true, parameters: { inset: ['Inset', 0, 0.5, 0.2, shareAbove] }, keywords: 'hexagon setup' },
  ),
  shape('flowchart.connector', 'Connector', [40, 40], (w, h) => [body(oval(0, 0, w, h))], {
    inside: true,
    keepsAspect: true,
    keywords: 'circle reference jump',
  }),
  shape(
    'flowchart.off-page',
    'Off-page connector',
    [60, 60],
    (w, h) => [body(polygon(0, 0, w, 0, w, h * 0.6, w / 2, h, 0, h * 0.6))],
    { inside: true, keywords: 'reference', text: within(0, 0, 1, 0.75) },
  ),
  shape('flowchart.merge', 'Merge', [80, 60], (w, h) => [body(polygon(0, 0, w, 0, w / 2, h))], {
    inside: within(0, 0, 1, 0.7),
    keywords: 'triangle join',
    points: [
      [0.5, 0],
      [0.75, 0.5, 0],
      [0.5, 1],
      [0.25, 0.5, 180],
    ],
    text: within(0.15, 0, 0.85, 0.6),
  }),
  shape('flowchart.extract', 'Extract', [80, 60], (w, h) => [body(polygon(w / 2, 0, w, h, 0, h))], {
    inside: within(0, 0.3, 1, 1),
    keywords: 'triangle split',
    points: [
      [0.5, 0],
      [0.75, 0.5, 0],
      [0.5, 1],
      [0.25, 0.5, 180],
    ],
    text: within(0.15, 0.4, 0.85, 1),
  }),
  shape(
    'flowchart.sort',
    'Sort',
    [80, 80],
    (w, h) => [body(polygon(w / 2, 0, w, h / 2, w / 2, h, 0, h / 2)), strokes(line(0, h / 2, w, h / 2))],
    { inside: true, keywords: 'order' },
  ),
  shape(
    'flowchart.collate',
    'Collate',
    [60, 80],
    (w, h) => [body(polygon(0, 0, w, 0, w / 2, h / 2)), body(polygon(w / 2, h / 2, w, h, 0, h))],
    { keywords: 'hourglass', outline: (w, h) => polygon(0, 0, w, 0, w / 2, h / 2, w, h, 0, h, w / 2, h / 2) },
  ),
  shape(
    'flowchart.or',
    'Or',
    [60, 60],
    (w, h) => [body(oval(0, 0, w, h)), strokes(line(0, h / 2, w, h / 2), line(w / 2, 0, w / 2, h))],
    { keepsAspect: true, keywords: 'logic circle plus' },
  ),
  shape(
    'flowchart.summing-junction',
    'Summing junction',
    [60, 60],
    (w, h) => {
      const [x, y] = [w * 0.1464, h * 0.1464]
      return [body(oval(0, 0, w, h)), strokes(line(x, y, w - x, h - y), line(w - x, y, x, h - y))]
    },
    { keepsAspect: true, keywords: 'and logic circle x' },
  ),
  shape(
    'flowchart.delay',
    'Delay',
    [100, 60],
    (w, h) => [body(`${polyline(0, h, 0, 0, w * 0.6, 0)}${arc(w * 0.6, h / 2, w * 0.4, h / 2, -90, 90, true)}Z`)],
    { inside: true, keywords: 'wait' },
  ),
  shape(
    'flowchart.display',
    'Display',
    [120, 60],
    (w, h) => [
      body(
        `${polyline(0, h / 2, w * 0.16, 0, w * 0.82, 0)}${arc(w * 0.82, h / 2, w * 0.18, h / 2, -90, 90, true)}${`L${w * 0.16} ${h}`}Z`,
      ),
    ],
    { inside: true, keywords: 'screen output', text: within(0.1, 0, 0.95, 1) },
  ),
  shape(
    'flowchart.card',
    'Card',
    [100, 60],
    (w, h, { corner }) => {
      const c = Math.min(corner, w, h)
      return [body(polygon(c, 0, w, 0, w, h, 0, h, 0, c))]
    },
    {
      inside: true,
      parameters: { corner: ['Corner', 0, 100, 18, (w, h, corner) => [Math.min(corner, w, h), 0]] },
      keywords: 'punched',
    },
  ),
  shape(
    'flowchart.paper-tape',
    'Paper tape',
    [100, 60],
    (w, h) => [
      body(fit('M0 10C18 24 34 24 50 10C66 -4 82 -4 100 10L100 90C82 76 66 76 50 90C34 104 18 104 0 90Z', 0, 0, w, h)),
    ],
    {
      inside: true,
      keywords: 'punched wave',
      text: within(0, 0.2, 1, 0.8),
      points: [
        [0.5, 0.1, 270],
        [1, 0.5],
        [0.5, 0.9, 90],
        [0, 0.5],
      ],
    },
  ),
  shape(
    'flowchart.loop-limit',
    'Loop limit',
    [100, 60],
    (w, h) => {
      const c = Math.min(w, h) * 0.28
      return [body(polygon(c, 0, w - c, 0, w, c, w, h, 0, h, 0, c))]
    },
    { inside: true, keywords: 'start repeat for while' },
  ),
  shape(
    'flowchart.loop-end',
    'Loop end',
    [100, 60],
    (w, h) => {
      const c = Math.min(w, h) * 0.28
      return [body(polygon(0, 0, w, 0, w, h - c, w - c, h, c, h, 0, h - c))]
    },
    { inside: true, keywords: 'stop repeat' },
  ),
  shape(
    'flowchart.parallel',
    'Parallel mode',
    [120, 40],
    (w, h) => [{ d: rect(0, 0, w, h), fill: 'fill', stroke: false }, strokes(line(0, 0, w, 0), line(0, h, w, h))],
    { keywords: 'fork join lines' },
  ),
  shape(
    'flowchart.annotation',
    'Annotation',
    [120, 60],
    (w, h) => [
      { d: rect(0, 0, w, h), fill: 'fill', stroke: false },
      strokes(polyline(w * 0.12, 0, 0, 0, 0, h, w * 0.12, h)),
    ],
    { keywords: 'comment bracket', points: [[0, 0.5]] },
  ),
  shape(
    'flowchart.transfer',
    'Transfer',
    [60, 60],
    (w, h) => [
      body(ellipse(w / 2, h / 2, w / 2, h / 2)),
      dark(
        polygon(
          w * 0.25,
          h * 0.42,
          w * 0.55,
          h * 0.42,
          w * 0.55,
          h * 0.25,
          w * 0.82,
          h / 2,
          w * 0.55,
          h * 0.75,
          w * 0.55,
          h * 0.58,
          w * 0.25,
          h * 0.58,
        ),
      ),
    ],
    { keywords: 'arrow next' },
  ),
]
