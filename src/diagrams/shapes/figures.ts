/** Round shapes, signs, frames, notes, lines and brackets of the basic category. */
import { inset, shape, within } from './define.ts'
import { fromRight, radiusGrip, type Grip } from './grips.ts'
import {
  arc,
  body,
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

const round = { radius: ['Corner radius', 0, 200, 10, radiusGrip] } as const

/** On the rim, degrees clockwise from the top. */
const onRim: Grip = (w, h, degrees) => [
  (w / 2) * (1 + Math.sin((degrees * Math.PI) / 180)),
  (h / 2) * (1 - Math.cos((degrees * Math.PI) / 180)),
]

export const figureShapes = [
  shape('basic.half-circle', 'Half circle', [100, 60], (w, h) => [body(`${arc(w / 2, h, w / 2, h, 180, 360)}Z`)], {
    inside: within(0, 0.2, 1, 1),
    keywords: 'semicircle dome',
  }),
  shape(
    'basic.quarter-circle',
    'Quarter circle',
    [80, 80],
    (w, h) => [body(`${polyline(0, h, 0, 0)}${arc(0, h, w, h, -90, 0, true)}Z`)],
    { inside: within(0, 0.3, 0.7, 1), keywords: 'pie', text: within(0, 0.3, 0.7, 1) },
  ),
  shape(
    'basic.arc',
    'Arc',
    [80, 80],
    (w, h, { start, end }) => [
      strokes(arc(w / 2, h / 2, w / 2, h / 2, start - 90, (end > start ? end : end + 360) - 90)),
    ],
    {
      keywords: 'curve circle part angle',
      outline: whole,
      parameters: { start: ['Start angle', 0, 359, 270, onRim], end: ['End angle', 0, 359, 90, onRim] },
    },
  ),
  shape(
    'basic.pie',
    'Pie',
    [80, 80],
    (w, h, { gap }) => [
      body(`${polyline(w / 2, h / 2)}${arc(w / 2, h / 2, w / 2, h / 2, gap / 2, 360 - gap / 2, true)}Z`),
    ],
    {
      parameters: {
        gap: [
          'Gap',
          1,
          180,
          60,
          (w, h, gap) => [
            w / 2 + (w / 2) * Math.cos((gap * Math.PI) / 360),
            h / 2 + (h / 2) * Math.sin((gap * Math.PI) / 360),
          ],
        ],
      },
      keywords: 'chart sector',
    },
  ),
  shape(
    'basic.ring',
    'Ring',
    [80, 80],
    (w, h, { thickness }) => {
      const [x, y] = [(w / 2) * (1 - thickness), (h / 2) * (1 - thickness)]
      return [body(oval(0, 0, w, h) + ellipse(w / 2, h / 2, x, y, true))]
    },
    {
      parameters: { thickness: ['Thickness', 0.05, 0.95, 0.3, (w, h, thickness) => [(w / 2) * thickness, h / 2]] },
      keywords: 'donut',
      outline: (w, h) => oval(0, 0, w, h),
    },
  ),
  shape(
    'basic.drop',
    'Drop',
    [60, 80],
    (w, h) => [
      body(fit('M50 0C66 26 100 43 100 68C100 87 78 100 50 100C22 100 0 87 0 68C0 43 34 26 50 0Z', 0, 0, w, h)),
    ],
    { inside: within(0, 0.35, 1, 1), keywords: 'water tear', text: within(0.1, 0.45, 0.9, 0.95) },
  ),
  shape(
    'basic.heart',
    'Heart',
    [80, 80],
    (w, h) => [
      body(
        fit(
          'M50 100C30 78 0 58 0 29C0 12 12 0 27 0C38 0 46 7 50 16C54 7 62 0 73 0C88 0 100 12 100 29C100 58 70 78 50 100Z',
          0,
          0,
          w,
          h,
        ),
      ),
    ],
    {
      inside: within(0, 0.1, 1, 0.75),
      keywords: 'love like',
      points: [
        [0.5, 0.16, 270],
        [1, 0.29, 0],
        [0.5, 1],
        [0, 0.29, 180],
      ],
      text: within(0.1, 0.15, 0.9, 0.7),
    },
  ),
  shape(
    'basic.lightning',
    'Lightning',
    [60, 100],
    (w, h) => [body(fit('M62 0L8 54L44 54L30 100L92 38L54 38L78 0Z', (-w * 0.08) / 0.84, 0, w / 0.84, h))],
    { keywords: 'flash bolt power' },
  ),
  shape(
    'basic.moon',
    'Moon',
    [60, 80],
    (w, h) => [
      body(
        fit(
          'M100 4C86 0 70 0 56 3C24 9 0 28 0 50C0 72 24 91 56 97C70 100 86 100 100 96C66 90 42 72 42 50C42 28 66 10 100 4Z',
          0,
          0,
          w,
          h,
        ),
      ),
    ],
    { keywords: 'crescent night' },
  ),
  shape(
    'basic.frame',
    'Frame',
    [100, 80],
    (w, h, { thickness }) => {
      const t = Math.min(thickness, w / 2, h / 2)
      return [body(rect(0, 0, w, h) + polygon(t, t, t, h - t, w - t, h - t, w - t, t))]
    },
    {
      parameters: {
        thickness: [
          'Thickness',
          1,
          100,
          10,
          (w, h, thickness) => [Math.min(thickness, w / 2, h / 2), Math.min(thickness, w / 2, h / 2)],
        ],
      },
      keywords: 'border picture',
      outline: whole,
      text: (w, h, { thickness }) => inset(w, h, thickness, thickness, thickness, thickness),
    },
  ),
  shape(
    'basic.plaque',
    'Plaque',
    [100, 80],
    (w, h, { radius }) => {
      const r = Math.min(radius, w / 2, h / 2)
      return [
        body(
          `${arc(0, 0, r, r, 90, 0)}${arc(w, 0, r, r, 180, 90, true)}${arc(w, h, r, r, 270, 180, true)}${arc(0, h, r, r, 360, 270, true)}Z`,
        ),
      ]
    },
    { inside: true, parameters: { radius: ['Corner radius', 0, 200, 12, radiusGrip] }, keywords: 'ticket label' },
  ),
  shape(
    'basic.rounded-top',
    'Rounded top',
    [100, 60],
    (w, h, { radius }) => [body(roundRect(0, 0, w, h, [radius, radius, 0, 0]))],
    { inside: true, keywords: 'tab header', parameters: round },
  ),
  shape('basic.pill', 'Pill', [120, 40], (w, h) => [body(roundRect(0, 0, w, h, Math.min(w, h) / 2))], {
    inside: true,
    keywords: 'capsule stadium terminator',
  }),
  shape(
    'basic.snipped',
    'Snipped corner',
    [100, 80],
    (w, h, { corner }) => {
      const c = Math.min(corner, w, h)
      return [body(polygon(0, 0, w - c, 0, w, c, w, h, 0, h))]
    },
    { inside: true, parameters: { corner: ['Corner', 0, 200, 16, fromRight] }, keywords: 'cut' },
  ),
  shape(
    'basic.note',
    'Note',
    [100, 80],
    (w, h, { corner }) => {
      const c = Math.min(corner, w, h)
      return [body(polygon(0, 0, w - c, 0, w, c, w, h, 0, h)), dark(polygon(w - c, 0, w, c, w - c, c))]
    },
    { inside: true, parameters: { corner: ['Corner', 0, 100, 16, fromRight] }, keywords: 'comment sticky paper' },
  ),
  shape(
    'basic.banner',
    'Banner',
    [120, 60],
    (w, h) => [
      body(fit('M0 12C25 28 35 -4 60 6C75 12 90 14 100 4L100 88C75 72 65 104 40 94C25 88 10 86 0 96Z', 0, 0, w, h)),
    ],
    { inside: within(0, 0.1, 1, 0.9), keywords: 'wave flag', text: within(0, 0.2, 1, 0.8) },
  ),
  shape('basic.line-horizontal', 'Horizontal line', [120, 10], (w, h) => [strokes(line(0, h / 2, w, h / 2))], {
    keywords: 'rule divider separator',
    outline: whole,
  }),
  shape('basic.line-vertical', 'Vertical line', [10, 120], (w, h) => [strokes(line(w / 2, 0, w / 2, h))], {
    keywords: 'rule divider separator',
    outline: whole,
  }),
  shape('basic.bracket-left', 'Left bracket', [20, 80], (w, h) => [strokes(polyline(w, 0, 0, 0, 0, h, w, h))], {
    keywords: 'square parenthesis',
    outline: whole,
  }),
  shape('basic.bracket-right', 'Right bracket', [20, 80], (w, h) => [strokes(polyline(0, 0, w, 0, w, h, 0, h))], {
    keywords: 'square parenthesis',
    outline: whole,
  }),
  shape(
    'basic.brace-left',
    'Left brace',
    [24, 100],
    (w, h) => [
      strokes(fit('M100 0C40 0 50 10 50 25C50 42 40 50 0 50C40 50 50 58 50 75C50 90 40 100 100 100', 0, 0, w, h)),
    ],
    { keywords: 'curly bracket', outline: whole },
  ),
  shape(
    'basic.brace-right',
    'Right brace',
    [24, 100],
    (w, h) => [
      strokes(fit('M0 0C60 0 50 10 50 25C50 42 60 50 100 50C60 50 50 58 50 75C50 90 60 100 0 100', 0, 0, w, h)),
    ],
    { keywords: 'curly bracket', outline: whole },
  ),
  shape(
    'basic.parenthesis-left',
    'Left parenthesis',
    [20, 80],
    (w, h) => [strokes(fit('M100 0C-33 20 -33 80 100 100', 0, 0, w, h))],
    { keywords: 'bracket', outline: whole },
  ),
  shape(
    'basic.parenthesis-right',
    'Right parenthesis',
    [20, 80],
    (w, h) => [strokes(fit('M0 0C133 20 133 80 0 100', 0, 0, w, h))],
    { keywords: 'bracket', outline: whole },
  ),
  shape(
    'basic.image',
    'Image placeholder',
    [100, 80],
    (w, h) => [
      body(whole(w, h)),
      dark(polygon(0, h, w * 0.35, h * 0.45, w * 0.57, h * 0.75, w * 0.72, h * 0.58, w, h)),
      ink(oval(w * 0.66, h * 0.16, Math.min(w, h) * 0.16, Math.min(w, h) * 0.16)),
    ],
    { keywords: 'picture photo placeholder' },
  ),
]
